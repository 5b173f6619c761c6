/// Where finished bytes go: a file, a pipe, memory.
public protocol ByteSink {
    /// Takes all of `bytes` or throws; after an error nothing more may be written.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(IOError)
}

/// A sink that keeps everything in memory, for tests and small results.
public final class MemorySink: ByteSink {
    private var buffer = ByteBuffer()
    /// The size of each single write, in order.
    public private(set) var writes: [Int] = []

    public init() {}

    public var array: [UInt8] { buffer.array }

    public func write(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        writes.append(bytes.count)
        unsafe buffer.append(bytes)
    }
}

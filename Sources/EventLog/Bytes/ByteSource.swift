/// Where bytes come from: a file, a pipe, memory.
public protocol ByteSource {
    /// Puts the next bytes into `buffer` and returns how many, 0 only at the end (or for an empty buffer).
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int

    /// Whether `read(at:into:)` and `size` work, as they do for files but not for pipes.
    var isSeekable: Bool { get }

    /// All bytes there are now, `nil` where that is not known.
    var size: UInt64? { get }

    /// Fills `buffer` from the bytes at `offset`, without moving; fewer only where the source ends.
    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int
}

/// Bytes already in memory as a source.
public struct MemorySource: ByteSource, Sendable {
    private let bytes: [UInt8]
    private var position = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public var isSeekable: Bool { true }
    public var size: UInt64? { UInt64(bytes.count) }

    public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe copy(from: position, into: buffer)
        position += count
        return count
    }

    public func read(
        at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(IOError) -> Int {
        guard offset < UInt64(bytes.count) else { return 0 }
        return unsafe copy(from: Int(offset), into: buffer)
    }

    private func copy(from start: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(bytes.count - start, buffer.count)
        guard count > 0 else { return 0 }
        unsafe bytes.withUnsafeBytes { source in
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
        }
        return count
    }
}

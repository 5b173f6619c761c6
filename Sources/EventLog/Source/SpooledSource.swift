/// What came through a pipe, kept whole in a file without a name, so that any place of it can be read.
public final class SpooledSource: ByteSource {
    private let file: TemporaryFile
    private var position: UInt64 = 0

    /// Reads `source` to its end.
    public init(_ source: some ByteSource) throws(IOError) {
        file = try TemporaryFile()
        var source = source
        var buffer = ByteBuffer(capacity: 1 << 18)
        while true {
            buffer.removeAll()
            let count = unsafe try buffer.append(room: 1 << 18) { (target) throws(IOError) in
                unsafe try source.read(into: target)
            }
            guard let count, count > 0 else { return }
            unsafe try file.append(buffer.bytes)
        }
    }

    public var isSeekable: Bool { true }
    public var size: UInt64? { file.size }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe try file.read(at: position, into: buffer)
        position += UInt64(count)
        return count
    }

    public func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        unsafe try file.read(at: offset, into: buffer)
    }
}

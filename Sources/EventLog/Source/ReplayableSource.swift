/// Any source, with a way back to its beginning.
///
/// A file is simply read again. What comes through a pipe is kept until the last rewind: the beginning in memory, the
/// rest in a temporary file that nobody else can open.
final class ReplayableSource: ByteSource {
    private var source: any ByteSource
    /// How far a seekable source has been read.
    private var position: UInt64 = 0
    /// How far whoever reads has come, wherever it began.
    private(set) var progress: UInt64 = 0
    /// What a pipe gave, while it is kept.
    private var head = ByteBuffer()
    private var tail: TemporaryFile?
    /// How far the kept bytes have been given again.
    private var replayed: UInt64 = 0
    private var isKeeping = true
    private let memoryLimit: Int

    init(_ source: any ByteSource, memoryLimit: Int = 4 << 20) {
        self.source = source
        self.memoryLimit = memoryLimit
    }

    var isSeekable: Bool { source.isSeekable }
    var size: UInt64? { source.size }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        let count = unsafe try source.read(at: offset, into: buffer)
        progress = offset &+ UInt64(count)
        return count
    }

    /// Goes back to the beginning. Unless `isLast` is false, that can be done once.
    func rewind(isLast: Bool = true) throws(IOError) {
        position = 0
        replayed = 0
        if isLast { isKeeping = false }
    }

    /// The first bytes, without moving; fewer than `count` only where the source ends.
    func peek(_ count: Int) throws(IOError) -> [UInt8] {
        var found: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 1)
        defer { unsafe room.deallocate() }
        while found.count < count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<(count - found.count)])
            let read = unsafe try read(into: rest)
            if read == 0 { break }
            unsafe found += Array(rest[..<read])
        }
        try rewind(isLast: false)
        return found
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        if source.isSeekable {
            let count = unsafe try source.read(at: position, into: buffer)
            position += UInt64(count)
            progress = position
            return count
        }
        let kept = unsafe try readKept(into: buffer)
        if kept > 0 { return kept }
        let count = unsafe try source.read(into: buffer)
        if isKeeping { unsafe try keep(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count
    }

    private func readKept(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        var count = 0
        if replayed < UInt64(head.count) {
            let rest = unsafe head.bytes[Int(replayed)...].prefix(buffer.count)
            unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest))
            count = unsafe rest.count
        } else if let tail, replayed - UInt64(head.count) < tail.size {
            count = unsafe try tail.read(at: replayed - UInt64(head.count), into: buffer)
        }
        replayed += UInt64(count)
        return count
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
        replayed += UInt64(bytes.count)
        if tail == nil, head.count + bytes.count <= memoryLimit { return unsafe head.append(bytes) }
        let file = if let tail { tail } else { try TemporaryFile() }
        tail = file
        unsafe try file.append(bytes)
    }
}

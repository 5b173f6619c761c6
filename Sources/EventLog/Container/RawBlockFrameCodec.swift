/// LZ4's blocks as some library has them, without frames around them.
///
/// Working memory belongs to the value; one thread at a time.
package protocol RawLZ4Blocks {
    /// `nil` where there is no memory for it.
    init?()

    /// Compresses all of `source`, which is not empty, and returns how many bytes that took; `nil` where `target` is
    /// too small for them.
    func compress(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int?

    /// Takes a block apart and returns how many bytes that gave; `nil` where it is none.
    ///
    /// Of a block that holds more than `target`, either `nil` or as much as fits.
    func decompress(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int?
}

/// LZ4 frames of our own making around blocks that a library compresses: for systems that have LZ4's blocks and not its
/// frames.
///
/// Writes byte by byte what `LZ4FrameCodec` writes where the blocks are the same: exactly one frame a chunk, independent
/// blocks of at most 1 MiB, content size, no checksums. Reads every frame, with checksums or without, but one: of linked
/// blocks, which lean on the 64 KiB before them, only the first can be read without a dictionary. Neither this nor
/// `LZ4FrameCodec` writes such; the frame is refused as `unavailable`, not as damaged.
@safe
package final class RawBlockFrameCodec<Blocks: RawLZ4Blocks>: ChunkCodec, LZ4FrameDecoder {
    package static var name: String { "lz4" }

    /// Bytes of content in a block, the last one's excepted.
    private static var blockSize: Int { 1 << 20 }
    /// The bit of a block's size that says it is stored as it is.
    private static var isStored: UInt32 { 0x8000_0000 }

    private let blocks: Blocks

    /// Throws `unavailable` where there is no memory for it. Raw blocks have one level, whatever is asked for.
    package init(level: CompressionLevel = .fast) throws(CodecError) {
        guard let blocks = Blocks() else { throw .unavailable }
        self.blocks = blocks
    }

    package func compressedBound(_ size: Int) -> Int {
        LZ4FrameHeader.longest + size + 4 * (size / Self.blockSize + 2)
    }

    package func compress(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var output = unsafe FixedOutput(target)
        guard appendHeader(contentSize: source.count, to: &output) else { return nil }
        var done = 0
        while done < source.count {
            let size = min(Self.blockSize, source.count - done)
            let block = unsafe UnsafeRawBufferPointer(rebasing: source[done..<done + size])
            guard unsafe append(block, to: &output) else { return nil }
            done += size
        }
        return output.append(UInt32(0)) ? output.count : nil
    }

    /// A content of no bytes is not told, as with liblz4.
    private func appendHeader(contentSize: Int, to output: inout FixedOutput) -> Bool {
        let isTold = contentSize > 0
        guard output.append(LZ4FrameHeader.magic), output.append(UInt8(isTold ? 0x68 : 0x60)),
            output.append(UInt8(0x60)), !isTold || output.append(UInt64(contentSize))
        else { return false }
        return unsafe output.append(LZ4FrameHeader.checksum(of: output.bytes[4...]))
    }

    /// Appends a block, stored as it is where LZ4 does not make it smaller.
    private func append(_ block: UnsafeRawBufferPointer, to output: inout FixedOutput) -> Bool {
        let room = unsafe output.room(behind: 4, atMost: block.count - 1)
        if let size = unsafe blocks.compress(block, into: room), size > 0 {
            guard output.append(UInt32(size)) else { return false }
            output.skip(size)
            return true
        }
        return unsafe output.append(UInt32(block.count) | Self.isStored) && output.append(block)
    }

    /// One byte more than the content, so that a block that is longer than it may be is not taken for a whole one.
    package func decompressedRoom(_ size: Int, from source: UnsafeRawBufferPointer) -> Int { size + 1 }

    package func contentSize(of source: UnsafeRawBufferPointer) -> UInt64? {
        unsafe LZ4FrameHeader(source)?.contentSize
    }

    package func decompress(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> (count: Int, framing: UnusualFraming) {
        unsafe try decodeFrames(source, into: target)
    }

    package func decompressBlock(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int? { unsafe blocks.decompress(source, into: target) }

    func decodeFrame(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> (consumed: Int, produced: Int) {
        var cursor = unsafe ByteCursor(source)
        guard let header = unsafe LZ4FrameHeader(source) else {
            guard cursor.skip(4), let size = cursor.read(UInt32.self), cursor.skip(Int(size)) else {
                throw .cut
            }
            return (cursor.offset, 0)
        }
        try header.read(&cursor)
        var produced = 0
        while true {
            guard let word = cursor.read(UInt32.self) else { throw .cut }
            if word == 0 { break }
            guard let block = cursor.readSlice(Int(word & ~Self.isStored)) else { throw .cut }
            guard block.remaining <= header.blockSize else {
                throw .corrupt("a block is larger than its frame allows")
            }
            if header.hasBlockChecksums { unsafe try Self.readChecksum(of: block.rest, &cursor) }
            if header.isLinked && produced > 0 && word & Self.isStored == 0 { throw .unavailable }
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[produced...])
            produced +=
                unsafe try word & Self.isStored != 0
                ? Self.copy(block.rest, into: room) : decode(block.rest, into: room, atMost: header.blockSize)
        }
        if header.hasContentChecksum {
            unsafe try Self.readChecksum(of: UnsafeRawBufferPointer(rebasing: target[..<produced]), &cursor)
        }
        if let size = header.contentSize, size != UInt64(produced) {
            throw .corrupt("the frame holds \(produced) bytes and says \(size)")
        }
        return (cursor.offset, produced)
    }

    private func decode(
        _ block: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer, atMost limit: Int
    ) throws(CodecError) -> Int {
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit + 1))
        guard let count = unsafe blocks.decompress(block, into: target), count <= limit else {
            throw .corrupt("a block is no LZ4, or holds more than it may")
        }
        return count
    }

    private static func copy(
        _ block: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> Int {
        guard block.count <= room.count else { throw .tooLong }
        unsafe room.copyMemory(from: block)
        return block.count
    }

    private static func readChecksum(
        of bytes: UnsafeRawBufferPointer, _ cursor: inout ByteCursor
    ) throws(CodecError) {
        guard let checksum = cursor.read(UInt32.self) else { throw .cut }
        guard unsafe checksum == XXHash32.of(bytes) else {
            throw .corrupt("a checksum in the frame does not match")
        }
    }
}

/// Bytes put one behind the other into memory that does not grow; what does not fit is not written.
@safe
private struct FixedOutput {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = memory }

    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// What is free behind the next `distance` bytes, at most `size` bytes of it.
    func room(behind distance: Int, atMost size: Int) -> UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory.dropFirst(count + distance).prefix(size))
    }

    /// Moves over bytes that were put into the room here.
    mutating func skip(_ size: Int) { count += size }

    mutating func append<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) -> Bool {
        guard unsafe memory.count - count >= MemoryLayout<T>.size else { return false }
        unsafe memory.storeBytes(of: value.littleEndian, toByteOffset: count, as: T.self)
        count += MemoryLayout<T>.size
        return true
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard unsafe memory.count - count >= bytes.count else { return false }
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
        return true
    }
}

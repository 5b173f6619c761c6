/// The first fields of an LZ4 frame, as the LZ4 frame format (version 1.6.4) has them: a magic number, two bytes of
/// flags, the content's size and a dictionary's id where the flags say so, and a checksum of all that.
struct LZ4FrameHeader {
    static let magic: UInt32 = 0x184D_2204
    /// Bytes of the longest header.
    static let longest = 19

    let flags: UInt8
    private let descriptor: UInt8
    /// Bytes that the frame says it holds; `nil` where it does not say.
    let contentSize: UInt64?

    /// `nil` where the bytes do not begin a frame.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let cursor = unsafe ByteCursor(bytes)
        guard cursor.peek(UInt32.self) == Self.magic,
            let flags = cursor.peek(UInt8.self, at: 4), let descriptor = cursor.peek(UInt8.self, at: 5)
        else { return nil }
        self.flags = flags
        self.descriptor = descriptor
        contentSize = flags & 0x08 != 0 ? cursor.peek(UInt64.self, at: 6) : nil
    }

    /// Bytes that a block holds at most; 0 where the header names no such size.
    var blockSize: Int {
        let id = Int(descriptor >> 4 & 7)
        return id >= 4 ? 1 << (2 * id + 8) : 0
    }

    /// Whether a block may lean on what the blocks before it gave.
    var isLinked: Bool { flags & 0x20 == 0 }
    var hasBlockChecksums: Bool { flags & 0x10 != 0 }
    var hasContentChecksum: Bool { flags & 0x04 != 0 }
    var hasChecksums: Bool { hasBlockChecksums || hasContentChecksum }

    /// Bytes of the whole header.
    var size: Int { 7 + (flags & 0x08 != 0 ? 8 : 0) + (flags & 0x01 != 0 ? 4 : 0) }

    /// Moves over the header, which must stand at the cursor, and throws where it is cut or not as the format has it.
    func read(_ cursor: inout ByteCursor) throws(CodecError) {
        guard let fields = cursor.readSlice(size) else { throw .cut }
        guard flags >> 6 == 1, flags & 0x02 == 0, descriptor & 0x8F == 0, blockSize > 0 else {
            throw .corrupt("an LZ4 frame of a form that is not known")
        }
        guard unsafe Self.checksum(of: fields.rest[4..<size - 1]) == fields.peek(UInt8.self, at: size - 1)
        else {
            throw .corrupt("the frame header's checksum does not match")
        }
    }

    /// Whether the bytes begin a frame that holds nothing for us.
    static func isSkippable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let magic = unsafe ByteCursor(bytes).peek(UInt32.self) else { return false }
        return magic & 0xFFFF_FFF0 == 0x184D_2A50
    }

    /// The header's own checksum: the second byte of the XXH32 of what stands between magic number and checksum.
    static func checksum(of fields: Slice<UnsafeRawBufferPointer>) -> UInt8 {
        UInt8(truncatingIfNeeded: unsafe XXHash32.of(UnsafeRawBufferPointer(rebasing: fields)) >> 8)
    }
}

/// What takes LZ4 frames apart one by one.
protocol LZ4FrameDecoder {
    /// Takes apart the frame, or passes over the skippable one, that `source` begins with.
    func decodeFrame(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> (consumed: Int, produced: Int)
}

extension LZ4FrameDecoder {
    /// Takes apart all frames of `source`, and says in what their form is unusual. What no frame begins is left out
    /// behind one, and refused before.
    func decodeFrames(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> (count: Int, framing: UnusualFraming) {
        var framing: UnusualFraming = []
        var consumed = 0
        var produced = 0
        var frames = 0
        while consumed < source.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: source[consumed...])
            if unsafe LZ4FrameHeader.isSkippable(rest) {
                framing.insert(.skippableFrame)
            } else if let header = unsafe LZ4FrameHeader(rest) {
                if header.hasChecksums { framing.insert(.checksums) }
                frames += 1
                if frames > 1 { framing.insert(.severalFrames) }
            } else {
                if frames == 0 { throw .notAFrame }
                framing.insert(.trailingBytes)
                break
            }
            let step = unsafe try decodeFrame(
                rest, into: UnsafeMutableRawBufferPointer(rebasing: target[produced...]))
            consumed += step.consumed
            produced += step.produced
        }
        if frames == 0 && source.count > 0 { throw .notAFrame }
        return (produced, framing)
    }
}

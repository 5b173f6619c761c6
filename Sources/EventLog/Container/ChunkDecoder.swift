/// Turns a chunk's record into its messages: bounds, decompression, size and CRC, into one reused buffer.
///
/// Apart from the scanner, so that several threads can each have one.
public struct ChunkDecoder: ~Copyable {
    /// A chunk taken apart.
    @safe
    public struct Decoded {
        public let header: MCAP.ChunkHeader
        /// Whole records, valid until the decoder or the bytes it was given change.
        public let records: UnsafeRawBufferPointer
        public var framing: UnusualFraming = []
        /// What is wrong although the CRC proves the bytes.
        public var issue: LogIssue.Kind?
        /// Bytes of the records as they are stored.
        public let storedSize: Int
        /// Bytes behind the chunk's last field.
        public let extraBytes: Int
    }

    /// Whether the log's writer gives every chunk a CRC, so that one without was damaged.
    var requiresCRC = false

    private let limits: ReaderLimits
    private var codec: PlatformCodec?
    private var buffer = ByteBuffer()

    public init(limits: ReaderLimits = ReaderLimits()) { self.limits = limits }

    /// Takes apart the chunk whose content is `content` and whose record stands at `offset` in the file.
    ///
    /// Throws where it breaks a limit, is no valid frame, or differs from its size or CRC; nothing of it should be
    /// used then.
    public mutating func decode(_ content: ByteCursor, offset: UInt64) throws(ContainerError) -> Decoded {
        var content = content
        let header: MCAP.ChunkHeader
        let stored: ByteCursor
        do throws(ContainerError) {
            (header, stored) = try MCAP.ChunkHeader.parse(&content)
        } catch {
            throw error.at(offset + UInt64(MCAP.prefixSize))
        }
        guard header.uncompressedSize <= UInt64(limits.chunkSize) else {
            throw .limit(
                what: "chunk", offset: offset, limit: UInt64(limits.chunkSize),
                actual: header.uncompressedSize)
        }
        // Zeros in a chunk's place read as an empty one, whose records are in none of its fields.
        if header.uncompressedCRC == 0, header.uncompressedSize == 0, stored.isAtEnd, !content.isAtEnd {
            throw .unproven(offset: offset)
        }
        switch header.compression {
        case "":
            let decoded = unsafe Decoded(
                header: header, records: stored.rest, storedSize: stored.remaining,
                extraBytes: content.remaining)
            try check(decoded, offset: offset, isDoubtful: false)
            return decoded
        case PlatformCodec.name:
            return try decompress(stored, header, extraBytes: content.remaining, offset: offset)
        default:
            // Bytes that prove themselves by their CRC were stored as they are, whatever the name says.
            var decoded = unsafe Decoded(
                header: header, records: stored.rest, storedSize: stored.remaining,
                extraBytes: content.remaining)
            guard header.uncompressedCRC != 0, (try? check(decoded, offset: offset, isDoubtful: true)) != nil
            else {
                throw .compression(name: header.compression, offset: offset)
            }
            decoded.issue = .unusualCompression
            return decoded
        }
    }

    /// The records of a chunk that does not match its size or CRC, as far as they decompress; `nil` where they don't.
    ///
    /// Nothing vouches for them. Valid until the decoder or the bytes it was given change.
    public mutating func decodeUnproven(_ content: ByteCursor) -> UnsafeRawBufferPointer? {
        var content = content
        guard let (header, stored) = try? MCAP.ChunkHeader.parse(&content),
            header.uncompressedSize <= UInt64(limits.chunkSize)
        else { return nil }
        if header.compression == "" { return unsafe stored.rest }
        guard header.compression == PlatformCodec.name, let codec = try? openCodec() else { return nil }
        buffer.removeAll()
        guard unsafe (try? decodeFrame(stored.rest, header, with: codec)) != nil else { return nil }
        return unsafe buffer.bytes
    }

    private mutating func decompress(
        _ stored: ByteCursor, _ header: MCAP.ChunkHeader, extraBytes: Int, offset: UInt64
    ) throws(ContainerError) -> Decoded {
        let source = unsafe stored.rest
        buffer.removeAll()
        if source.count == 0 && header.uncompressedSize == 0 {
            return unsafe Decoded(
                header: header, records: buffer.bytes, storedSize: 0, extraBytes: extraBytes)
        }
        var framing: UnusualFraming = []
        var issue: LogIssue.Kind?
        do throws(CodecError) {
            let codec = try openCodec()
            do throws(CodecError) {
                framing = unsafe try decodeFrame(source, header, with: codec)
            } catch .notAFrame where header.uncompressedCRC != 0 {
                unsafe try decodeBlock(source, header, with: codec)
                issue = .chunkFrame
            }
        } catch {
            throw .frame(error, offset: offset)
        }
        var decoded = unsafe Decoded(
            header: header, records: buffer.bytes, framing: framing, issue: issue, storedSize: source.count,
            extraBytes: extraBytes)
        let isDoubtful = buffer.count != Int(header.uncompressedSize)
        try check(decoded, offset: offset, isDoubtful: isDoubtful && header.uncompressedCRC != 0)
        if isDoubtful { decoded.issue = .chunkSize }
        return decoded
    }

    private mutating func decodeFrame(
        _ source: UnsafeRawBufferPointer, _ header: MCAP.ChunkHeader, with codec: PlatformCodec
    ) throws(CodecError) -> UnusualFraming {
        // A frame that says its size is believed over the chunk, as far as the limit; LZ4 never grows bytes more than
        // 255 times, which bounds what a few bytes can claim.
        let claimed = unsafe codec.contentSize(of: source) ?? header.uncompressedSize
        let possible = min(UInt64(limits.chunkSize), UInt64(source.count) * 255)
        let size = Int(min(claimed, possible))
        var framing: UnusualFraming = []
        _ = unsafe try buffer.append(room: codec.decompressedRoom(size, from: source)) {
            (target) throws(CodecError) in
            let result = unsafe try codec.decompress(source, into: target)
            framing = result.framing
            return result.count
        }
        return framing
    }

    /// For writers that left the frame out. Only a CRC can then tell whether it is right.
    private mutating func decodeBlock(
        _ source: UnsafeRawBufferPointer, _ header: MCAP.ChunkHeader, with codec: PlatformCodec
    ) throws(CodecError) {
        guard header.uncompressedSize <= UInt64(source.count) * 255 else { throw .notAFrame }
        let written = unsafe buffer.append(room: Int(header.uncompressedSize)) { (target) in
            unsafe codec.decompressBlock(source, into: target)
        }
        guard written == Int(header.uncompressedSize) else { throw .notAFrame }
    }

    private mutating func openCodec() throws(CodecError) -> PlatformCodec {
        if let codec { return codec }
        let made = try PlatformCodec()
        codec = made
        return made
    }

    /// Size and CRC; with `isDoubtful`, the CRC alone decides.
    private func check(
        _ decoded: Decoded, offset: UInt64, isDoubtful: Bool
    ) throws(ContainerError) {
        let expected = decoded.header.uncompressedCRC
        let actual = expected == 0 ? 0 : unsafe CRC32.of(decoded.records)
        let size = unsafe UInt64(decoded.records.count)
        let hasSize = size == decoded.header.uncompressedSize
        if !hasSize && (!isDoubtful || actual != expected) {
            throw .size(offset: offset, expected: decoded.header.uncompressedSize, actual: size)
        }
        guard actual == expected else {
            throw .crc(what: "chunk", offset: offset, expected: expected, actual: actual)
        }
        // The CRC of some bytes is 0 itself.
        if expected == 0, requiresCRC, unsafe CRC32.of(decoded.records) != 0 {
            throw .unproven(offset: offset)
        }
    }
}

extension ChunkDecoder.Decoded {
    /// Lists what is unusual about the chunk, the first of a kind only, since writers do so in every chunk.
    func noteOddities(at offset: UInt64, in log: inout IssueLog) {
        if header.uncompressedCRC == 0 && header.uncompressedSize > 0 {
            log.addOnce(.noCRC, at: offset, "chunk has no CRC")
        }
        if header.hasRepairedText {
            log.addOnce(.invalidUTF8, at: offset, "chunk has text that is not UTF-8")
        }
        if !framing.isEmpty {
            log.addOnce(.unusualFraming, at: offset, "LZ4 framing with \(framing.names)")
        }
        if extraBytes > 0 {
            log.addOnce(.unknownRecord, at: offset, "chunk has \(extraBytes) bytes more than its fields")
        }
        switch issue {
        case .chunkSize:
            let size = unsafe records.count
            log.add(
                LogIssue(
                    .chunkSize, at: offset,
                    "chunk says it holds \(header.uncompressedSize) bytes; \(size) are proven by its CRC"))
        case .chunkFrame:
            log.add(
                LogIssue(.chunkFrame, at: offset, "chunk is no LZ4 frame but a bare block, proven by its CRC")
            )
        case .some(let kind):
            log.addOnce(kind, at: offset, "chunk compression is unknown; its bytes are proven by CRC")
        case nil: break
        }
    }
}

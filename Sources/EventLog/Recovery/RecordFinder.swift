/// Finds where records can be followed again in a file without chunks, or with chunks that have no signature: a row of
/// records in which everything fits.
struct RecordFinder: ~Copyable {
    private let limits: ReaderLimits
    private var decoder: ChunkDecoder
    private var window = ByteBuffer(capacity: 1 << 16)
    private var content = ByteBuffer()
    /// Bytes that may still be read for rows that lead nowhere: bytes made to look like records must come to an end.
    private var budget: UInt64 = 1 << 30
    /// Records that must follow each other.
    private static let rowLength = 3

    init(limits: ReaderLimits) {
        self.limits = limits
        decoder = ChunkDecoder(limits: limits)
    }

    /// File offset of the first plausible record at `start` or behind it, and before `end`, over which nothing may reach:
    /// the end of the file, or a chunk that proved itself.
    mutating func next(
        in source: some ByteSource, from start: UInt64, before end: UInt64, _ definitions: DefinitionTable
    ) throws(IOError) -> UInt64? {
        guard source.isSeekable else { return nil }
        var place = start
        while place < end {
            window.removeAll()
            let at = place
            let count = unsafe try window.append(room: 1 << 18) { (target) throws(IOError) in
                unsafe try source.read(at: at, into: target)
            }
            guard let count, count > MCAP.prefixSize else { return nil }
            for start in 0...(count - MCAP.prefixSize) {
                let cursor = unsafe ByteCursor(window.bytes)
                guard let code = cursor.peek(UInt8.self, at: start), code > 0x02, code <= 0x0F,
                    let length = cursor.peek(UInt64.self, at: start + 1), length > 0,
                    length <= UInt64(limits.recordSize)
                else { continue }
                let offset = place + UInt64(start)
                guard offset < end, budget > 0 else { return nil }
                if try isRow(at: offset, in: source, end: end, definitions) { return offset }
            }
            place += UInt64(count - MCAP.prefixSize + 1)
        }
        return nil
    }

    /// Whether records follow each other from `offset` on, up to the end or as many as make it likely.
    private mutating func isRow(
        at offset: UInt64, in source: some ByteSource, end: UInt64, _ definitions: DefinitionTable
    ) throws(IOError) -> Bool {
        var place = offset
        for _ in 0..<Self.rowLength {
            try load(MCAP.prefixSize, at: place, from: source)
            let isMagic = unsafe content.bytes.starts(with: MCAP.magic)
            if place > offset, isMagic || place == end { return true }
            let cursor = unsafe ByteCursor(content.bytes)
            guard content.count == MCAP.prefixSize, let code = cursor.peek(UInt8.self),
                let length = cursor.peek(UInt64.self, at: 1), length <= UInt64(limits.recordSize),
                length <= end - min(end, place + UInt64(MCAP.prefixSize))
            else { return false }
            // A message's data may be anything; its fields are enough.
            let opcode = Opcode(rawValue: code)
            let wanted = opcode == .message ? min(Int(length), MCAP.MessageHeader.size) : Int(length)
            try load(wanted, at: place + UInt64(MCAP.prefixSize), from: source)
            guard content.count == wanted else { return false }
            budget -= min(budget, UInt64(wanted) + 4096)
            switch fits(opcode, definitions) {
            case .proven: return true
            case .unfit: return false
            case .plausible: place += UInt64(MCAP.prefixSize) + length
            }
        }
        return true
    }

    private enum Fit { case proven, plausible, unfit }

    private mutating func fits(_ opcode: Opcode, _ definitions: DefinitionTable) -> Fit {
        var cursor = unsafe ByteCursor(content.bytes)
        do throws(ContainerError) {
            switch opcode {
            case .message:
                guard let message = MCAP.MessageHeader(parsing: &cursor),
                    definitions.channels.isEmpty || definitions.channels[message.channelID] != nil
                else { return .unfit }
                return .plausible
            case .chunk:
                // Decompressing costs as well.
                budget -= min(budget, cursor.peek(UInt64.self, at: 16) ?? 0)
                return try decoder.decode(cursor, offset: 0).header.uncompressedCRC != 0
                    ? .proven : .plausible
            case .attachment: return try MCAP.Attachment(parsing: &cursor).crc != 0 ? .proven : .plausible
            case .schema: _ = try MCAP.Schema(parsing: &cursor)
            case .channel: _ = try MCAP.Channel(parsing: &cursor)
            case .messageIndex: _ = try MCAP.MessageIndex(parsing: &cursor)
            case .metadata: _ = try MCAP.Metadata(parsing: &cursor)
            case .dataEnd: _ = try MCAP.DataEnd(parsing: &cursor)
            case .footer: _ = try MCAP.Footer(parsing: &cursor)
            case .statistics: _ = try MCAP.Statistics(parsing: &cursor)
            case .chunkIndex: _ = try MCAP.ChunkIndex(parsing: &cursor)
            case .attachmentIndex: _ = try MCAP.AttachmentIndex(parsing: &cursor)
            case .metadataIndex: _ = try MCAP.MetadataIndex(parsing: &cursor)
            case .summaryOffset: _ = try MCAP.SummaryOffset(parsing: &cursor)
            default: return .unfit
            }
        } catch {
            return .unfit
        }
        return cursor.isAtEnd ? .plausible : .unfit
    }

    private mutating func load(_ count: Int, at offset: UInt64, from source: some ByteSource) throws(IOError)
    {
        content.removeAll()
        _ = unsafe try content.append(room: count) { (target) throws(IOError) in
            unsafe try source.read(at: offset, into: target)
        }
    }
}

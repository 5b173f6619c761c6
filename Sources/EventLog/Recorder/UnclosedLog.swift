/// What a log holds that was not closed, as far as it must be known to go on writing it.
struct UnclosedLog {
    /// What the summary will say of what is there.
    var summary = SummaryBuilder()
    /// Channels that are defined.
    var channels: Set<UInt16> = []
    /// Behind the last whole record of the data.
    var end: UInt64 = 0
    /// Bytes of the file.
    var size: UInt64 = 0
    /// The largest number and time of its messages.
    var lastNumber: UInt32 = 0
    var lastTime: UInt64 = 0
    /// Whether footer and closing magic are there.
    var isClosed = false
    /// MessageIndexes that the last chunk lacks, to be written at `end`.
    var missingIndexes: [UInt8] = []

    /// A chunk whose MessageIndexes have not all been met.
    private struct OpenChunkIndex {
        var offset: UInt64
        var index: MCAP.ChunkIndex
        var content: ChunkAssembler.Content
        /// What the indexes would be, one record after the other.
        var indexes: [UInt8]
        var found: [MCAP.Entry<UInt16, UInt64>] = []
        var end: UInt64
    }

    private var openIndex: OpenChunkIndex?
    private var hasHeader = false

    /// Reads the log from its first byte to where it ends. Throws where anything in it is damaged.
    static func scan(_ file: InputFile) throws(SealError) -> UnclosedLog {
        var log = UnclosedLog()
        log.size = file.size ?? 0
        do throws(ContainerError) {
            try log.read(file)
        } catch .notMCAP(let found) where MCAP.magic.starts(with: found) {
            return UnclosedLog(size: log.size)
        } catch .io(let error) {
            throw .io(error)
        } catch {
            throw .damaged(error.description)
        }
        // A file that ends before its header does holds nothing.
        guard log.hasHeader else { return UnclosedLog(size: log.size) }
        return log
    }

    private init(size: UInt64) { self.size = size }
    private init() {}

    private mutating func read(_ file: InputFile) throws(ContainerError) {
        var scanner = RecordScanner()
        scanner.stopCRC()
        var decoder = ChunkDecoder()
        var assembler = try ChunkAssembler()
        var hasDataEnded = false
        scan: while true {
            switch try scanner.next() {
            case .needMore:
                do {
                    let count = unsafe try scanner.fill { (target) throws(IOError) in
                        unsafe try file.read(into: target)
                    }
                    if count == 0 { scanner.finish() }
                } catch {
                    throw .io(error)
                }
            case .record(let record):
                if record.opcode != .messageIndex { finishIndex(isLast: false) }
                if record.opcode == .dataEnd { hasDataEnded = true }
                if hasDataEnded { continue }
                try take(record, &decoder, &assembler)
                end = unsafe record.offset + UInt64(record.whole.count)
            case .skipped(_, _, let offset, _):
                throw .cut(record: .chunk, field: "length", offset: offset)
            case .fileStart(let offset):
                throw .cut(record: .header, field: "second file", offset: offset)
            case .end(let end):
                guard end.reason != .unreadable && end.reason != .trailingBytes else {
                    throw .cut(record: .chunk, field: "records", offset: end.offset)
                }
                isClosed = end.isClosed
                break scan
            }
        }
        finishIndex(isLast: !hasDataEnded)
    }

    private mutating func take(
        _ record: ScannedRecord, _ decoder: inout ChunkDecoder, _ assembler: inout ChunkAssembler
    ) throws(ContainerError) {
        var content = record.content
        let length = unsafe UInt64(record.whole.count)
        switch record.opcode {
        case .header:
            _ = try MCAP.Header(parsing: &content)
            hasHeader = true
        case .schema: summary.add(try MCAP.Schema(parsing: &content))
        case .channel:
            let channel = try MCAP.Channel(parsing: &content)
            summary.add(channel)
            channels.insert(channel.id)
        case .message:
            guard let message = MCAP.MessageHeader(parsing: &content) else { return }
            summary.add(message)
            note(message)
        case .chunk:
            let decoded = try decoder.decode(content, offset: record.offset)
            let whole = unsafe try assembler.assemble(decoded.records)
            var walker = unsafe RecordWalker(decoded.records)
            while let view = walker.next() {
                var fields = view.content
                if view.opcode == .message, let message = MCAP.MessageHeader(parsing: &fields) {
                    note(message)
                }
            }
            let indexes = unsafe assembler.bytes[Int(whole.index.chunkLength)...]
            openIndex = OpenChunkIndex(
                offset: record.offset,
                index: MCAP.ChunkIndex(
                    of: decoded.header, compressedSize: UInt64(decoded.storedSize), chunkLength: length,
                    messageIndexOffsets: [], messageIndexLength: 0),
                content: whole, indexes: unsafe Array(indexes), end: record.offset + length)
        case .messageIndex:
            let channel = try MCAP.MessageIndex(parsing: &content).channelID
            guard openIndex != nil else { return }
            openIndex?.found.append(MCAP.Entry(channel, record.offset))
            openIndex?.end = record.offset + length
        case .attachment:
            let attachment = try MCAP.Attachment(parsing: &content)
            summary.add(MCAP.AttachmentIndex(of: attachment, offset: record.offset, length: length))
        case .metadata:
            let metadata = try MCAP.Metadata(parsing: &content)
            summary.add(MCAP.MetadataIndex(offset: record.offset, length: length, name: metadata.name))
        default: break
        }
    }

    private mutating func note(_ message: MCAP.MessageHeader) {
        lastNumber = max(lastNumber, message.sequence)
        lastTime = max(lastTime, message.logTime)
    }

    /// Takes the chunk at hand into the summary. The last one gets the indexes that it lacks.
    private mutating func finishIndex(isLast: Bool) {
        guard let open = openIndex else { return }
        openIndex = nil
        let chunkEnd = open.offset + open.index.chunkLength
        var index = open.index
        if isLast && open.found.count < open.content.counts.count {
            // Whole ones are made anew, too, so that they stand in one row.
            missingIndexes = open.indexes
            end = chunkEnd
            index.messageIndexOffsets = open.content.index.messageIndexOffsets.map {
                MCAP.Entry($0.key, $0.value - open.content.index.chunkLength + chunkEnd)
            }
            index.messageIndexLength = UInt64(open.indexes.count)
        } else {
            index.messageIndexOffsets = open.found
            index.messageIndexLength = open.end - chunkEnd
        }
        index.chunkStartOffset = open.offset
        summary.add(ChunkAssembler.Content(index: index, counts: open.content.counts), at: 0)
    }
}

/// Copies a sound log into larger, harder compressed chunks: the same messages, attachments and metadata in the same
/// order, in fewer bytes.
///
/// A label that a chunk of ours has already is not repeated in it.
public struct LogCompactor<Source: ByteSource, Sink: ByteSink>: ~Copyable {
    /// What the copy has.
    public struct Result: Sendable {
        public internal(set) var messages: UInt64 = 0
        /// Repeated labels that were left out.
        public internal(set) var droppedLabels: UInt64 = 0
        public internal(set) var chunks: UInt32 = 0
    }

    private var scanner: SourceScanner<Source>
    private var decoder: ChunkDecoder
    private var definitions: DefinitionTable
    private var channels = ChannelTable()
    private var ignored = IssueLog(limit: 0)
    private var labels: Set<[UInt8]> = []
    private let options: WriterOptions
    private var isOurs = false
    private var result = Result()

    /// - Parameter chunkSize: bytes of records at which a chunk is closed.
    public init(_ source: Source, chunkSize: Int = 4 << 20, limits: ReaderLimits = ReaderLimits()) {
        scanner = SourceScanner(source, limits: limits)
        decoder = ChunkDecoder(limits: limits)
        definitions = DefinitionTable(sizeLimit: limits.definitionSize)
        var options = WriterOptions()
        options.level = .high
        options.chunkSize = chunkSize
        self.options = options
    }

    /// Copies everything. The log should have been verified: what can't be read throws.
    public mutating func run(
        into sink: Sink, progress: (UInt64) -> Void = { _ in }
    ) throws(ContainerError) -> Result {
        let profile = try readHeader()
        isOurs = profile == "arlog"
        var writer = try RecoveredWriter(sink, profile: profile, options: options)
        scan: while true {
            switch try scanner.next() {
            case .record(let record):
                // A further file may follow its summary, which says nothing new.
                try take(record, &writer)
                if record.opcode == .chunk { progress(record.offset) }
            case .skipped(let opcode, let length, let offset, _):
                throw .limit(what: opcode.name, offset: offset, limit: 0, actual: length)
            case .end: break scan
            case .fileStart, .needMore: continue
            }
        }
        try writer.close()
        result.messages = writer.messages
        result.chunks = writer.statistics.chunkCount
        return result
    }

    private mutating func readHeader() throws(ContainerError) -> String {
        guard case .record(let record) = try scanner.next(), record.opcode == .header else { return "" }
        var content = record.content
        return try MCAP.Header(parsing: &content).profile
    }

    private mutating func take(
        _ record: ScannedRecord, _ writer: inout RecoveredWriter<Sink>
    ) throws(ContainerError) {
        var content = record.content
        switch record.opcode {
        case .schema, .channel:
            definitions.register(record.opcode, content: content, offset: record.offset, log: &ignored)
        case .message:
            unsafe try copy(record.whole, content, &writer)
            try closeFullChunk(&writer)
        case .chunk:
            let decoded = try decoder.decode(content, offset: record.offset)
            var walker = unsafe RecordWalker(decoded.records)
            while let inner = walker.next() {
                if inner.opcode == .message {
                    let whole = unsafe UnsafeRawBufferPointer(
                        rebasing: decoded.records[inner.offset..<walker.offset])
                    unsafe try copy(whole, inner.content, &writer)
                } else {
                    definitions.register(
                        inner.opcode, content: inner.content, offset: record.offset, log: &ignored)
                }
            }
            // A chunk ends only where one of the old ones did, so that labels stand before what they name.
            try closeFullChunk(&writer)
        case .attachment: try writer.write(try MCAP.Attachment(parsing: &content))
        case .metadata: try writer.write(try MCAP.Metadata(parsing: &content))
        default: break
        }
    }

    private mutating func copy(
        _ whole: UnsafeRawBufferPointer, _ content: ByteCursor, _ writer: inout RecoveredWriter<Sink>
    ) throws(ContainerError) {
        var data = content
        guard let message = MCAP.MessageHeader(parsing: &data) else {
            throw .cut(record: .message, field: "fields", offset: 0)
        }
        if isOurs, message.sequence == 0, kind(of: message.channelID) == .logLabel {
            if writer.chunkSize == 0 { labels.removeAll(keepingCapacity: true) }
            guard labels.insert(data.restBytes).inserted else {
                result.droppedLabels += 1
                return
            }
        }
        unsafe try writer.append(whole, channel: message.channelID, definitions)
    }

    private mutating func kind(of channel: UInt16) -> EventKind? {
        let known = channels.known(channel, in: definitions.generation)
        return (known ?? channels.resolve(channel, definitions, isOurs: true)).kind
    }

    private mutating func closeFullChunk(_ writer: inout RecoveredWriter<Sink>) throws(ContainerError) {
        guard writer.chunkSize >= options.chunkSize else { return }
        try writer.closeChunk()
        labels.removeAll(keepingCapacity: true)
    }
}

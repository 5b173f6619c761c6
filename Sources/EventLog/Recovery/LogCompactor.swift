/// Copies a sound log into larger, harder compressed chunks: the same messages, attachments and metadata in the same
/// order, in fewer bytes.
///
/// A label that an id has already in a chunk of ours is not repeated there.
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
    private var labels = ToldLabels()
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
            if unsafe renames(in: decoded.records) { try closeChunk(&writer) }
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
            if writer.chunkSize == 0 { labels.removeAll() }
            guard unsafe labels.isNew(data.rest) else {
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
        if writer.chunkSize >= options.chunkSize { try closeChunk(&writer) }
    }

    private mutating func closeChunk(_ writer: inout RecoveredWriter<Sink>) throws(ContainerError) {
        try writer.closeChunk()
        labels.removeAll()
    }

    /// Whether a chunk of ours gives an id another name than the open one has for it: a chunk's events are all read with the
    /// name that it gives last.
    private mutating func renames(in records: UnsafeRawBufferPointer) -> Bool {
        guard isOurs else { return false }
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            var data = record.content
            guard record.opcode == .message, let message = MCAP.MessageHeader(parsing: &data),
                message.sequence == 0, kind(of: message.channelID) == .logLabel
            else { continue }
            if unsafe labels.isOther(data.rest) { return true }
        }
        return false
    }
}

/// What the ids of a chunk are called so far.
private struct ToldLabels {
    /// The texts that ids were made from, which never change.
    private var spellings: Set<[UInt8]> = []
    /// The name that each id was given last: it may be given back what it was called before.
    private var names: [EntityID: [UInt8]] = [:]

    mutating func removeAll() {
        spellings.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
    }

    /// Whether the label, a `log.label` in its wire form, says what the chunk does not say at this place already.
    mutating func isNew(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard let (id, isName) = unsafe Self.read(payload) else { return true }
        let bytes = unsafe Array(payload)
        return isName ? names.updateValue(bytes, forKey: id) != bytes : spellings.insert(bytes).inserted
    }

    /// Whether it gives its id another name than the last one.
    func isOther(_ payload: UnsafeRawBufferPointer) -> Bool {
        guard let (id, isName) = unsafe Self.read(payload), isName, let name = names[id] else { return false }
        return unsafe !name.elementsEqual(payload)
    }

    private static func read(_ payload: UnsafeRawBufferPointer) -> (id: EntityID, isName: Bool)? {
        let content = unsafe BatchContent(payload)
        let range = TextRange(offset: 0, count: payload.count)
        let header = EventHeader(number: 0, kind: .logLabel, device: 0, time: 0, payload: range)
        guard let label = content.decode(StoredEvent.LogLabel.self, header) else { return nil }
        return (label.id, EntityID(hashing: content.string(label.label)) != label.id)
    }
}

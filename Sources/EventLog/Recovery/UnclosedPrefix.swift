/// The longest valid beginning of a log that was never closed, and what must be known to finish it.
struct UnclosedPrefix {
    /// Behind the last whole record of the data.
    private(set) var end: UInt64 = 0
    /// Messages up to there.
    var messageCount: UInt64 { summary.statistics.messageCount }
    /// Channels whose last chunk lacks their MessageIndex, which is rebuilt.
    private(set) var rebuiltIndexes = 0
    /// The largest number and time of its messages.
    private(set) var lastNumber: UInt32 = 0
    private(set) var lastTime: UInt64 = 0
    /// The recording that its first `log.opened` names.
    private(set) var recording: EntityID?
    /// What the summary will say.
    var summary = SummaryBuilder()
    /// CRC of everything before `end`.
    private(set) var crc = CRC32()
    /// What is to be written at `end` before anything else.
    private(set) var missing: [UInt8] = []

    private(set) var hasHeader = false
    /// Messages that stand whole in a torn chunk at the end, by their numbers; nothing proves them, so they are cut off
    /// with it.
    private(set) var tornNumbers: [UInt32] = []
    private var openChunk: OpenChunk?

    /// A chunk whose MessageIndexes may still follow.
    private struct OpenChunk {
        var index: MCAP.ChunkIndex
        let counts: [MCAP.Entry<UInt16, UInt64>]
        /// What its indexes are, as they stand right behind it.
        let indexes: [UInt8]
        let offsets: [MCAP.Entry<UInt16, UInt64>]
        let end: UInt64
        let crc: CRC32
    }

    /// Reads `source`, which should have been verified: what contradicts itself is not looked for here.
    init(_ source: some ByteSource, limits: ReaderLimits = ReaderLimits()) throws(ContainerError) {
        var scanner = SourceScanner(source, limits: limits)
        var decoder = ChunkDecoder(limits: limits)
        var assembler = try ChunkAssembler()
        scan: while true {
            let step: RecordScanner.Step
            do throws(ContainerError) {
                step = try scanner.next()
            } catch .notMCAP(let found) where MCAP.magic.starts(with: found) {
                break
            }
            switch step {
            case .record(let record):
                if record.opcode != .messageIndex { closeChunk(isLast: false) }
                // A summary that is there already is made anew.
                if record.opcode == .dataEnd { break scan }
                end = unsafe record.offset + UInt64(record.whole.count)
                crc = scanner.sectionCRC
                unsafe crc.update(record.whole)
                try take(record, &decoder, &assembler)
            case .skipped(let opcode, let length, let offset, _):
                throw .limit(what: opcode.name, offset: offset, limit: 0, actual: length)
            case .end(let scanEnd):
                if scanEnd.reason == .torn {
                    try lookIntoTorn(scanner.source, at: scanEnd.offset, limits)
                }
                break scan
            case .fileStart, .needMore: continue
            }
        }
        closeChunk(isLast: true)
        if !hasHeader { beginAnew() }
    }

    /// Finds the whole messages of a torn chunk that is stored as it is.
    private mutating func lookIntoTorn(
        _ source: some ByteSource, at offset: UInt64, _ limits: ReaderLimits
    ) throws(ContainerError) {
        let head = MCAP.prefixSize + 40
        let size = source.size ?? 0
        let length = Int(min(size - min(size, offset), UInt64(limits.recordSize)))
        var torn = ByteBuffer()
        do {
            for count in [head, length] {
                torn.removeAll()
                _ = unsafe try torn.append(room: min(count, length)) { (target) throws(IOError) in
                    unsafe try source.read(at: offset, into: target)
                }
                let start = unsafe ByteCursor(torn.bytes)
                guard start.peek(UInt8.self) == Opcode.chunk.rawValue, torn.count >= head,
                    start.peek(UInt32.self, at: MCAP.prefixSize + 28) == 0
                else { return }
            }
        } catch {
            throw .io(error)
        }
        var walker = unsafe RecordWalker(UnsafeRawBufferPointer(rebasing: torn.bytes[head...]))
        while let record = walker.next() {
            var content = record.content
            guard record.opcode == .message, let message = MCAP.MessageHeader(parsing: &content),
                message.channelID != EventKind.logLabel.rawValue || message.sequence > 0
            else { continue }
            tornNumbers.append(message.sequence)
        }
    }

    /// What ends before its header does holds nothing, and gets one of its own.
    private mutating func beginAnew() {
        var header = ByteBuffer()
        header.append(MCAP.magic)
        MCAP.Header(profile: "arlog", library: "arlog \(ArlogVersion.string)").encode(into: &header)
        (end, crc, missing, summary) = (0, CRC32(), header.array, SummaryBuilder())
    }

    private mutating func take(
        _ record: ScannedRecord, _ decoder: inout ChunkDecoder, _ assembler: inout ChunkAssembler
    ) throws(ContainerError) {
        var content = record.content
        let length = unsafe UInt64(record.whole.count)
        switch record.opcode {
        case .schema: summary.add(try MCAP.Schema(parsing: &content))
        case .channel: summary.add(try MCAP.Channel(parsing: &content))
        case .header: hasHeader = true
        case .message:
            guard let message = MCAP.MessageHeader(parsing: &content) else { return }
            summary.add(message)
            unsafe note(message, content.rest)
        case .chunk:
            let decoded = try decoder.decode(content, offset: record.offset)
            unsafe try look(into: decoded.records)
            let made = unsafe try assembler.assemble(decoded.records)
            var index = MCAP.ChunkIndex(
                of: decoded.header, compressedSize: UInt64(decoded.storedSize), chunkLength: length,
                messageIndexOffsets: [], messageIndexLength: 0)
            index.chunkStartOffset = record.offset
            openChunk = OpenChunk(
                index: index, counts: made.counts,
                indexes: unsafe Array(assembler.bytes[Int(made.index.chunkLength)...]),
                offsets: made.index.messageIndexOffsets.map {
                    MCAP.Entry($0.key, $0.value - made.index.chunkLength + end)
                }, end: end, crc: crc)
        case .messageIndex:
            let channel = try MCAP.MessageIndex(parsing: &content).channelID
            openChunk?.index.messageIndexOffsets.append(MCAP.Entry(channel, record.offset))
            openChunk?.index.messageIndexLength += length
        case .attachment:
            let attachment = try MCAP.Attachment(parsing: &content)
            summary.add(MCAP.AttachmentIndex(of: attachment, offset: record.offset, length: length))
        case .metadata:
            let metadata = try MCAP.Metadata(parsing: &content)
            summary.add(MCAP.MetadataIndex(offset: record.offset, length: length, name: metadata.name))
        default: break
        }
    }

    /// Takes schemas and channels that stand inside a chunk into the summary, and notes its messages.
    private mutating func look(into records: UnsafeRawBufferPointer) throws(ContainerError) {
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            var content = record.content
            switch record.opcode {
            case .schema: summary.add(try MCAP.Schema(parsing: &content))
            case .channel: summary.add(try MCAP.Channel(parsing: &content))
            case .message:
                if let message = MCAP.MessageHeader(parsing: &content) { unsafe note(message, content.rest) }
            default: break
            }
        }
    }

    private mutating func note(_ message: MCAP.MessageHeader, _ payload: UnsafeRawBufferPointer) {
        lastNumber = max(lastNumber, message.sequence)
        lastTime = max(lastTime, message.logTime)
        guard recording == nil, message.channelID == EventKind.logOpened.rawValue else { return }
        unsafe recording = JournalContent.recording(openedBy: payload)
    }

    /// Takes the chunk at hand into the summary. Those of the last one that lack are rebuilt, all in one row.
    private mutating func closeChunk(isLast: Bool) {
        guard var chunk = openChunk else { return }
        openChunk = nil
        // Not by their number: there may be some of channels without messages.
        let found = Set(chunk.index.messageIndexOffsets.map(\.key))
        let lacking = chunk.counts.count { !found.contains($0.key) }
        if isLast && lacking > 0 {
            rebuiltIndexes = lacking
            (end, crc, missing) = (chunk.end, chunk.crc, chunk.indexes)
            chunk.index.messageIndexOffsets = chunk.offsets
            chunk.index.messageIndexLength = UInt64(chunk.indexes.count)
        }
        summary.add(ChunkAssembler.Content(index: chunk.index, counts: chunk.counts), at: 0)
    }
}

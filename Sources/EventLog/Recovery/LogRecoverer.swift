/// Salvages every readable message of a damaged or cut file into a new one.
///
/// Chunks are kept only where their CRC proves them. Behind bytes that can't be read it goes on with the next chunk or
/// the next row of records that is plausible. In a log of arlog's, what is lost between two events is counted by their
/// numbers, and a `log.gap` takes its place. The sink is the caller's to read again and to commit.
public struct LogRecoverer<Source: ByteSource, Sink: ByteSink>: ~Copyable {
    var scanner: SourceScanner<Source>
    var decoder: ChunkDecoder
    var chunks: ChunkFinder
    var records: RecordFinder
    let limits: ReaderLimits
    let keepsSuspect: Bool
    var sink: Sink?
    var writer: RecoveredWriter<Sink>?
    var definitions: DefinitionTable
    var labelChannels = ChannelTable()
    var recovery = Recovery()
    var isOurs = false
    /// What the summary says is in the file; `nil` where there is none, or several files.
    var index: LogIndex?
    /// Whether something was lost since the last message, and what its indexes say was in it.
    var openLoss = OpenLoss()
    var lastNumber: UInt32 = 0
    var lastTime: UInt64 = 0
    /// Events kept, labels not among them.
    var events: UInt64 = 0
    /// Whether messages were kept that no CRC of their own proves.
    var hasUnproven = false
    /// Whether the file keeps its messages in chunks, so that one that is found elsewhere is a piece of a broken one.
    var hasChunks = false
    /// Whether records are followed that were found behind damage and that nothing proves, and the proven chunk that they
    /// lead to at most.
    var isInRow = false
    var rowEnd: UInt64?
    /// Events that lack by the numbers where no damage was met.
    var untoldHoles: UInt64 = 0
    /// Whether an event came behind others of higher numbers, among which some were counted as lost.
    var hasLate = false
    /// Whether the last event told of a gap.
    var wasGap = false
    /// Suspect events that were kept since the last count, and in all.
    var suspectEvents: UInt64 = 0
    var allSuspectEvents: UInt64 = 0
    /// What a chunk without a CRC holds, until its indexes came.
    var tally = ChunkTally()
    var isTallied = false
    /// Whether the CRC of the whole data matches; `nil` until somebody asked.
    var isDataProven: Bool?
    /// Whether the source is all there is of one recording, so that what came before its first segment is lost.
    let isRecording: Bool
    /// Where further files begin, as far as that is known, and the first of them that was not reached yet.
    let fileStarts: [UInt64]
    private var nextStart = 0
    var hasDataEnded = false
    var hasResumed = false
    /// What the journals beside the file hold, the oldest first.
    let journals: [JournalContent]
    /// The recording that the first `log.opened` names, and the one that the last did.
    var recording: EntityID?
    var fileRecording: EntityID?
    /// Whether the first event is a `log.opened` that names none: no journal belongs to that.
    var namesNoRecording = false
    /// Where a further file begins of which no event came yet.
    var newFile: UInt64?

    struct OpenLoss {
        var isOpen = false
        /// Messages that the indexes of lost chunks list.
        private var listed: UInt64 = 0
        /// Pieces that have no index.
        private var untold = 0
        private var hasIndex = false
        /// Whether MessageIndexes belong to a lost chunk now.
        var takesIndexes = false
        /// The first lost piece's place in `recovery.losses`.
        var first = 0

        /// Messages that were in it, as far as indexes list them; `nil` where a piece has none.
        var indexed: UInt64? { untold == 0 ? listed : nil }

        /// Begins another piece, of which nothing is told yet.
        mutating func begin() {
            isOpen = true
            takesIndexes = false
            untold += 1
            hasIndex = false
        }

        /// Takes an index of the piece at hand.
        mutating func take(_ count: UInt64) {
            if !hasIndex { untold -= 1 }
            hasIndex = true
            listed += count
        }
    }

    /// - Parameters:
    ///   - journals: what lies beside the file, the oldest first; its events come behind those of the file.
    ///   - fileStarts: where in `source` each file behind the first begins, where it is several.
    ///   - isRecording: whether the files, glued together, are the segments of one recording: then each goes on with the
    ///     numbers of the one before, and what the first lacks at its beginning is lost.
    ///   - keepsSuspect: whether messages of chunks that do not match their CRC are kept as well.
    public init(
        _ source: Source, journals: [JournalContent] = [], into sink: Sink, fileStarts: [UInt64] = [],
        isRecording: Bool = false, keepsSuspect: Bool = false, limits: ReaderLimits = ReaderLimits()
    ) throws(ContainerError) {
        scanner = SourceScanner(source, limits: limits)
        decoder = ChunkDecoder(limits: limits)
        chunks = ChunkFinder(limits: limits)
        records = RecordFinder(limits: limits)
        definitions = DefinitionTable(sizeLimit: limits.definitionSize)
        self.limits = limits
        self.keepsSuspect = keepsSuspect
        self.journals = journals
        self.sink = sink
        self.isRecording = isRecording
        self.fileStarts = fileStarts
        do {
            index = try LogIndex.read(from: source, limits: limits)
        } catch {
            throw .io(error)
        }
        if let index, !index.chunks.isEmpty { hasChunks = true }
        // What the data says otherwise, or no longer says, is told from that.
        if let index, index.isProven { definitions.fillGaps(from: index.definitions) }
    }

    /// Reads everything and writes what can be kept; `progress` hears how far it is.
    public mutating func run(progress: (UInt64) -> Void = { _ in }) throws(ContainerError) -> Recovery {
        while true {
            switch try scanner.next() {
            case .record(let record):
                try take(record)
                if record.opcode == .chunk { progress(record.offset) }
            case .skipped(let opcode, let length, let offset, _):
                let end = offset &+ UInt64(MCAP.prefixSize) &+ length
                if try isTorn(offset, end) { continue }
                try lose(offset, end, "\(opcode) of \(length) bytes is over the limit")
            case .fileStart(let offset): beginFile(at: offset)
            case .end(let end):
                if try goOn(behind: end) { continue }
                return try finish(end)
            case .needMore: break
            }
        }
    }

    private mutating func beginFile(at offset: UInt64) {
        definitions.removeAll()
        decoder.requiresCRC = false
        writer?.beginFile()
        openLoss.takesIndexes = false
        (newFile, hasDataEnded, index, isTallied, isInRow, rowEnd) = (offset, false, nil, false, false, nil)
        hasResumed = false
    }

    // MARK: Losses

    /// Counts a piece that can't be read, and goes on inside it where a chunk shows that its length was wrong.
    mutating func lose(_ start: UInt64, _ end: UInt64, _ reason: String) throws(ContainerError) {
        var end = end
        do {
            if let next = try chunks.next(in: scanner.source, from: start + 1, before: end) {
                resume(at: next)
                end = next.offset
            }
        } catch {
            throw .io(error)
        }
        note(Recovery.Loss(offset: start, length: end &- start, reason: reason))
    }

    /// Goes on with a chunk that proves itself.
    mutating func resume(at chunk: ChunkFinder.Found) {
        scanner.resume(at: chunk)
        (hasResumed, isInRow, rowEnd) = (true, false, nil)
    }

    /// Goes on at just this place where a whole chunk stands there, whose record only has the wrong length.
    mutating func resumeChunk(at offset: UInt64) throws(ContainerError) -> Bool {
        do {
            guard let chunk = try chunks.chunk(in: scanner.source, at: offset), chunk.length != nil else {
                return false
            }
            resume(at: chunk)
            return true
        } catch {
            throw .io(error)
        }
    }

    mutating func note(_ loss: Recovery.Loss) {
        if !openLoss.isOpen { openLoss.first = recovery.losses.count }
        recovery.add(loss)
        openLoss.begin()
        if let index { definitions.fillGaps(from: index.definitions) }
    }

    /// Goes on with the next thing that can be read behind an unreadable one; `false` where there is none.
    private mutating func goOn(behind end: ScanEnd) throws(ContainerError) -> Bool {
        let nextFile = fileStart(behind: end.offset)
        // A summary says where the data ended; a footer in the wrong place does not.
        var isLoss = true
        switch end.reason {
        case .unreadable: break
        // A summary that is cut loses nothing: the new file gets its own.
        case .torn where !end.isClosed && !hasDataEnded: break
        // A footer where none should be, rather than the closing magic that does not match.
        case .trailingBytes where !end.isClosed || rowEnd != nil: isLoss = !hasDataEnded
        default: return resume(atFile: nextFile)
        }
        if try resumeChunk(at: end.offset) { return true }
        let size = nextFile ?? scanner.source.size ?? scanner.offset
        let chunk: ChunkFinder.Found?
        let row: UInt64?
        do {
            if try isChunk(at: end.offset) { hasChunks = true }
            chunk = try chunks.next(in: scanner.source, from: end.offset + 1, before: size)
            row = try records.next(
                in: scanner.source, from: end.offset + 1, before: chunk?.offset ?? size, definitions)
        } catch {
            throw .io(error)
        }
        let next = row ?? chunk?.offset
        guard isLoss || next != nil else { return resume(atFile: nextFile) }
        let reason = end.reason == .torn ? "the file ends inside a record" : "no record can be read here"
        note(Recovery.Loss(offset: end.offset, length: (next ?? size) - end.offset, reason: reason))
        if let row {
            scanner.resume(at: row)
            (hasResumed, isInRow, rowEnd) = (true, true, chunk?.offset)
            return true
        }
        guard let chunk else { return resume(atFile: nextFile) }
        resume(at: chunk)
        return true
    }

    /// Where the next of several files begins, as far as the caller told.
    private mutating func fileStart(behind offset: UInt64) -> UInt64? {
        while nextStart < fileStarts.count, fileStarts[nextStart] <= offset { nextStart += 1 }
        return nextStart < fileStarts.count ? fileStarts[nextStart] : nil
    }

    /// Goes on with the next file, whatever the one before ends with; `false` where there is none.
    private mutating func resume(atFile start: UInt64?) -> Bool {
        guard let start else { return false }
        scanner.resume(at: start)
        beginFile(at: start)
        hasResumed = true
        return true
    }

    /// Whether a record that ends at `end` is torn, since another file begins before that; then reading goes on.
    mutating func isTorn(_ offset: UInt64, _ end: UInt64) throws(ContainerError) -> Bool {
        guard let start = fileStart(behind: offset), end > start else { return false }
        return try goOn(behind: ScanEnd(reason: .torn, offset: offset, isClosed: false))
    }

    /// Whether the record there says that it is a chunk.
    private func isChunk(at offset: UInt64) throws(IOError) -> Bool {
        var first = ByteBuffer(capacity: 1)
        let source = scanner.source
        _ = unsafe try first.append(room: 1) { (target) throws(IOError) in
            unsafe try source.read(at: offset, into: target)
        }
        return first.array == [Opcode.chunk.rawValue]
    }

    // MARK: Writing

    /// Lets `body` use the writer, which begins with the first thing there is to write.
    mutating func write(
        _ body: (inout RecoveredWriter<Sink>) throws(ContainerError) -> Void
    ) throws(ContainerError) {
        if writer == nil, let sink {
            writer = try RecoveredWriter(sink, profile: recovery.profile ?? (isOurs ? "arlog" : ""))
            self.sink = nil
        }
        guard var open = writer.take() else { return }
        do throws(ContainerError) {
            try body(&open)
        } catch {
            writer = consume open
            throw error
        }
        writer = consume open
    }

    private mutating func finish(_ end: ScanEnd) throws(ContainerError) -> Recovery {
        recovery.isClosed = end.isClosed
        try foldJournals()
        try closeLossAtEnd()
        // Whatever the damage is that shows only in the whole, it may have cost them.
        if hasLate || recovery.hasDoubt && untoldHoles > 0 { recovery.isExact = false }
        countByStatistics()
        let undefined = writer?.undefinedChannels ?? 0
        recovery.lostDefinitions = undefined
        if recovery.hasLoss {
            let metadata = MCAP.Metadata(name: "arlog.recovery", metadata: recovery.entries)
            try write { (writer) throws(ContainerError) in try writer.write(metadata) }
        }
        try write { (writer) throws(ContainerError) in try writer.close() }
        recovery.gaps = writer?.gaps ?? 0
        return recovery
    }
}

/// The events of a log, wherever they come from: an MCAP file or NDJSON, on a disk or through a pipe.
///
///     let source = try EventSource(path: path)
///     while let batch = try source.nextBatch() { … }
///     if source.report.hasLoss { … }
///
/// What it is is told by the first bytes. Nothing in a log makes it stop early: what can't be read is skipped and told
/// in the report. Not for two threads at once.
public final class EventSource {
    /// What a log is written in.
    public enum Format: String, Sendable {
        case mcap, ndjson
    }

    public let format: Format
    /// What the ids are called, as far as was read.
    public let labels: LabelTable
    /// Events given so far.
    public private(set) var eventCount = 0
    /// The time of the log's first event, whether wanted or not, nanoseconds since 1970; `t` counts from it. `nil`
    /// before the first batch, and where there is no event.
    public private(set) var start: UInt64?

    /// How far the file was read, in bytes, and how many it has; the latter only where that is known.
    public var bytesRead: UInt64 { bytes.progress }
    public var size: UInt64? { bytes.size }

    private let bytes: ReplayableSource
    private var filter: BatchFilter
    private let reader: any BatchReader
    private var isDone = false
    private var journalFaults: [JournalFault] = []

    /// The log at `path`, with the events that its journal holds beside it; standard input for `-`.
    public convenience init(
        path: String, filter: EventFilter = EventFilter(),
        ndjson options: NDJSONOptions = NDJSONOptions(isLenient: true), limits: ReaderLimits = ReaderLimits(),
        checksSections: Bool = false, labels: LabelTable = LabelTable()
    ) throws(EventSourceError) {
        // Before the log: what is written meanwhile is in both, and not in neither.
        let found = path == "-" ? Journals() : Journals(beside: path)
        let journals = found.contents.filter { !$0.isEmpty }
        let file: any ByteSource
        do throws(IOError) {
            file = try InputFile(path: path)
        } catch {
            guard !journals.isEmpty, error.isAbsence else { throw .io(error) }
            file = MemorySource([])
        }
        try self.init(
            file, journals: journals, filter: filter, ndjson: options, limits: limits,
            checksSections: checksSections, labels: labels)
        journalFaults = found.faults
    }

    /// The log that `source` holds from its beginning.
    ///
    /// - Parameters:
    ///   - journals: what a process that died, or is still writing, left beside the log, the oldest first.
    ///   - filter: the events wanted. Where the log has an index, chunks without any are not read, and what is wrong
    ///     with them is not told.
    ///   - options: how NDJSON is taken.
    ///   - limits: what a file may ask for.
    ///   - checksSections: whether the CRCs over whole sections are checked of logs with chunks, too, which prove
    ///     themselves already.
    public init(
        _ source: any ByteSource, journals: [JournalContent] = [], filter: EventFilter = EventFilter(),
        ndjson options: NDJSONOptions = NDJSONOptions(isLenient: true), limits: ReaderLimits = ReaderLimits(),
        checksSections: Bool = false, labels: LabelTable = LabelTable()
    ) throws(EventSourceError) {
        let replayable = ReplayableSource(source)
        bytes = replayable
        self.filter = BatchFilter(filter)
        self.labels = labels
        guard let found = try Self.format(of: replayable, hasJournal: !journals.isEmpty) else {
            format = .mcap
            reader = JournaledReader(NoBatches(), journals, labels: labels)
            return
        }
        format = found
        switch found {
        case .ndjson:
            reader = LineBatchReader(
                NDJSONReader(replaying: replayable, options: options, limits: limits, labels: labels))
        case .mcap:
            if journals.isEmpty, let choice = try IndexedChoice(filter, replayable, limits) {
                start = choice.start
                self.filter.resolved = choice.filter
                reader = RecordBatchReader(
                    IndexedReader(replayable, index: choice.index, limits: limits, choose: choice.takes),
                    labels: labels)
            } else {
                let log = RecordBatchReader(
                    LogReader(replayable, limits: limits, checksSections: checksSections), labels: labels)
                reader = journals.isEmpty ? log : JournaledReader(log, journals, labels: labels)
            }
        }
    }

    /// Tells what the bytes are and leaves the source at its beginning; `nil` where there are none yet but a journal.
    private static func format(
        of source: ReplayableSource, hasJournal: Bool
    ) throws(EventSourceError) -> Format? {
        let first: [UInt8]
        do throws(IOError) {
            first = try source.peek(4096)
            // A process that died in its very first write left less than the magic bytes.
            if hasJournal, first.count < MCAP.magic.count, MCAP.magic.starts(with: first) { return nil }
            if first.starts(with: MCAP.magic.prefix(5)) {
                try source.rewind()
                return .mcap
            }
        } catch {
            throw .io(error)
        }
        guard !first.isEmpty else { throw .empty }
        let text = first.starts(with: [0xEF, 0xBB, 0xBF]) ? first.dropFirst(3) : first[...]
        let significant = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if significant == UInt8(ascii: "{") || significant == UInt8(ascii: "#") { return .ndjson }
        if significant == nil, first.count == 4096 { return .ndjson }
        throw .notALog
    }

    /// The devices of a merged log so far, by the events' index; index 0 stands for none said.
    public var devices: [EntityID] { reader.devices }

    /// What was passed over so far.
    public var report: SourceReport {
        var report = reader.report
        report.hasForgottenLabels = labels.hasForgotten
        report.journalFaults = journalFaults
        return report
    }

    /// The next wanted events, at least one, valid until the next call; `nil` at the end.
    ///
    /// Throws where the bytes can't be had or are no log, and in strict reading of NDJSON at the first fault.
    public func nextBatch() throws(EventSourceError) -> EventBatch? {
        while !isDone {
            guard let batch = try reader.nextBatch() else { break }
            guard let first = batch.headers.first else { continue }
            if start == nil { start = first.time }
            let wanted = filter.wanted(of: batch, start: start ?? 0)
            isDone = filter.isBehind
            guard let wanted else { continue }
            eventCount += wanted.headers.count
            return wanted
        }
        isDone = true
        return nil
    }
}

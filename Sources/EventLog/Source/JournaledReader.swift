/// The batches of a log that was left unclosed, and behind them the events that only its journal holds.
///
/// The journals were read before the log: whoever writes it may meanwhile move events from one to the other, and those
/// are told apart by their numbers.
final class JournaledReader: BatchReader {
    private let log: any BatchReader
    private let journals: [JournalContent]
    private let labels: LabelTable
    /// What the journals add, once the log has been read.
    private var folded: RecordBatchReader<JournalRecords>?
    private var lastNumber: UInt32 = 0
    private var lastTime: UInt64 = 0
    private var recording: EntityID?
    /// Whether it begins with a `log.opened` that names none: then no recorder wrote it.
    private var namesNoRecording = false
    private var hasEvents = false
    private(set) var foldedCount = 0
    /// Whether the journal goes on with the very next event, so that nothing is lost with a torn record.
    private var isSeamless = false

    init(_ log: any BatchReader, _ journals: [JournalContent], labels: LabelTable) {
        self.log = log
        self.journals = journals
        self.labels = labels
    }

    var devices: [EntityID] { log.devices }

    var report: SourceReport {
        var report = log.report
        if let folded { report.malformedRecords += folded.report.malformedRecords }
        report.foldedEvents = foldedCount
        report.isTearMended = isSeamless
        return report
    }

    func nextBatch() throws(EventSourceError) -> EventBatch? {
        if let folded { return try folded.nextBatch() }
        if let batch = try log.nextBatch() {
            note(batch)
            return batch
        }
        let isOther = namesNoRecording || !hasEvents && !log.report.strangers.isEmpty
        let fold = JournalFold(
            isOther ? [] : journals, after: lastNumber, lastTime, recording: recording)
        let reader = RecordBatchReader(JournalRecords(fold.records), labels: labels)
        folded = reader
        let batch = try reader.nextBatch()
        foldedCount = batch?.headers.count ?? 0
        isSeamless = batch?.headers.first.map { $0.number == lastNumber &+ 1 } ?? false
        return batch
    }

    private func note(_ batch: EventBatch) {
        guard let last = batch.headers.last else { return }
        (lastNumber, lastTime) = (max(lastNumber, last.number), last.time)
        let isFirst = !hasEvents
        hasEvents = true
        guard recording == nil, let first = batch.headers.first, first.kind == .logOpened else { return }
        recording = batch.content.decode(StoredEvent.LogOpened.self, first)?.recording
        if isFirst { namesNoRecording = recording == nil }
    }
}

/// Messages of our profile in memory, as one batch.
struct JournalRecords: RecordReader, ~Copyable {
    private(set) var definitions = DefinitionTable()
    let issues = IssueLog()
    let profile: String? = "arlog"
    private var records: ByteBuffer
    private var isRead = false

    init(_ records: [UInt8]) {
        self.records = ByteBuffer(capacity: records.count)
        self.records.append(records)
    }

    mutating func nextBatch() throws(ContainerError) -> RecordBatch? {
        guard !isRead, !records.isEmpty else { return nil }
        isRead = true
        return unsafe RecordBatch(bytes: records.bytes, offset: 0, chunk: nil, storedSize: records.count)
    }

    /// Channels have the numbers that their kinds always have.
    mutating func define(_ record: RecordView, in batch: RecordBatch) {}
}

/// A log of which nothing was written yet.
final class NoBatches: BatchReader {
    var devices: [EntityID] { [.null] }
    var report: SourceReport { SourceReport() }
    func nextBatch() throws(EventSourceError) -> EventBatch? { nil }
}

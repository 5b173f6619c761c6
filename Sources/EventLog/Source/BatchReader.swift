/// What gives the batches of a log, in whatever it is written.
protocol BatchReader: AnyObject {
    /// The next events, valid until the next call; may have none. `nil` at the end.
    func nextBatch() throws(EventSourceError) -> EventBatch?
    /// The devices of a merged log so far, from index 1 on.
    var devices: [EntityID] { get }
    /// What was passed over so far.
    var report: SourceReport { get }
}

/// What the container's readers have in common.
protocol RecordReader: ~Copyable {
    var definitions: DefinitionTable { get }
    var issues: IssueLog { get }
    /// The profile the log says it has; `nil` where that is not known.
    var profile: String? { get }
    mutating func nextBatch() throws(ContainerError) -> RecordBatch?
    mutating func define(_ record: RecordView, in batch: RecordBatch)
}

extension LogReader: RecordReader {
    var profile: String? { header?.profile }
}

extension IndexedReader: RecordReader {
    var profile: String? { nil }
}

/// Batches of an MCAP log.
final class RecordBatchReader<Reader: RecordReader & ~Copyable>: BatchReader {
    private var reader: Reader
    private var events: RecordEvents
    private var chunks = 0
    private var recordBytes: UInt64 = 0
    private var storedBytes: UInt64 = 0

    init(_ reader: consuming Reader, labels: LabelTable) {
        self.reader = reader
        events = RecordEvents(labels: labels)
    }

    var devices: [EntityID] { events.channels.devices }

    var report: SourceReport {
        var report = SourceReport()
        report.issues = reader.issues
        report.chunks = chunks
        report.recordBytes = recordBytes
        report.storedBytes = storedBytes
        report.malformedRecords = events.malformedCount
        report.liftedEvents = events.liftedCount
        report.strangers = events.channels.strangers
        report.undefinedMessages = events.channels.undefinedCount
        return report
    }

    func nextBatch() throws(EventSourceError) -> EventBatch? {
        do throws(ContainerError) {
            guard let batch = try reader.nextBatch() else { return nil }
            if batch.chunk != nil { chunks += 1 }
            recordBytes += unsafe UInt64(batch.bytes.count)
            storedBytes += UInt64(batch.storedSize)
            // Where even the header is lost, nothing speaks against the profile.
            let isOurs = reader.profile.map { $0 == "arlog" } ?? true
            return events.events(of: batch, from: &reader, isOurs: isOurs)
        } catch {
            if case .io(let error) = error { throw .io(error) }
            throw .container(error)
        }
    }
}

/// Batches of NDJSON.
final class LineBatchReader: BatchReader {
    private var reader: NDJSONReader

    init(_ reader: consuming NDJSONReader) { self.reader = reader }

    var devices: [EntityID] { reader.devices }

    var report: SourceReport {
        var report = SourceReport()
        report.lines = reader.report
        report.liftedEvents = reader.report.liftedEvents
        return report
    }

    func nextBatch() throws(EventSourceError) -> EventBatch? { try reader.nextBatch() }
}

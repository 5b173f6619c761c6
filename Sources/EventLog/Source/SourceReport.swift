/// What was passed over while reading a log.
public struct SourceReport: Sendable {
    /// Damage and oddities of an MCAP file.
    public internal(set) var issues = IssueLog()
    /// Chunks read, and their records' bytes as they are and as they are stored.
    public internal(set) var chunks = 0
    public internal(set) var recordBytes: UInt64 = 0
    public internal(set) var storedBytes: UInt64 = 0
    /// What lenient reading of NDJSON passed over; `nil` for an MCAP file.
    public internal(set) var lines: NDJSONReader.Report?
    /// Records that are too short for what they should hold.
    public internal(set) var malformedRecords = 0
    /// Events whose time was before the one before them, and was lifted to it.
    public internal(set) var liftedEvents = 0
    /// Topics whose messages are no events, with their messages' count.
    public internal(set) var strangers: [(topic: String, count: Int)] = []
    /// Messages on channels that were never defined.
    public internal(set) var undefinedMessages = 0
    /// Whether there were more labels than are remembered, so that some ids print as UUIDs.
    public internal(set) var hasForgottenLabels = false

    /// Events that only the log's journal had.
    public internal(set) var foldedEvents = 0
    /// Journals of its name that can't be read, and with them perhaps its last events.
    public internal(set) var journalFaults: [JournalFault] = []
    /// Whether they go on where a torn record stands, so that nothing was lost with it.
    var isTearMended = false

    init() {}

    /// Places of damage, and what else of the log's own could not be read as an event.
    public var damageCount: Int { issues.damageCount + malformedRecords + undefinedMessages }

    /// Whether something was lost on the way: a reading command then ends with exit status 3 at least.
    public var hasLoss: Bool {
        issues.isDamaged || isTorn || malformedRecords > 0 || undefinedMessages > 0
            || lines?.hasLoss ?? false || !journalFaults.isEmpty
    }

    /// Whether the log ends inside a record, and what was in it is nowhere else.
    public var isTorn: Bool { !isTearMended && issues.first(.tornRecord) != nil }

    /// Takes in what another file of the same log said.
    mutating func add(_ other: SourceReport) {
        isTearMended = isTorn || other.isTorn ? false : isTearMended || other.isTearMended
        issues.add(other.issues)
        chunks += other.chunks
        recordBytes &+= other.recordBytes
        storedBytes &+= other.storedBytes
        malformedRecords += other.malformedRecords
        liftedEvents += other.liftedEvents
        undefinedMessages += other.undefinedMessages
        foldedEvents += other.foldedEvents
        journalFaults += other.journalFaults
        hasForgottenLabels = hasForgottenLabels || other.hasForgottenLabels
        for (topic, count) in other.strangers {
            if let known = strangers.firstIndex(where: { $0.topic == topic }) {
                strangers[known].count += count
            } else {
                strangers.append((topic, count))
            }
        }
        if let more = other.lines {
            var lines = self.lines ?? NDJSONReader.Report()
            lines.add(more)
            self.lines = lines
        }
    }
}

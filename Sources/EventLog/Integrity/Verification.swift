/// What `LogVerifier` found.
public struct Verification: Sendable {
    public internal(set) var issues = IssueLog()
    /// The profile the file says it has.
    public internal(set) var profile: String?
    /// Messages that can be read, and those among them that are events: of a log of arlog's, not its labels.
    public internal(set) var messageCount: UInt64 = 0
    public internal(set) var eventCount: UInt64 = 0
    public internal(set) var chunkCount: UInt64 = 0
    /// Whether footer and closing magic are there.
    public internal(set) var isClosed = false

    /// Adds that a journal beside the file has events that the file lacks, which is `size` bytes long.
    public mutating func noteJournal(events: Int, size: UInt64) {
        guard events > 0 else { return }
        let what = "\(events) more event\(events == 1 ? " is" : "s are") in the journal beside it"
        issues.add(
            LogIssue(
                .journal, at: size, what + "; arlog seal puts \(events == 1 ? "it" : "them") into the log"))
    }

    /// Of a log of which there is nothing yet.
    public init() {}

    public var verdict: IssueLog.Verdict { issues.verdict }
}

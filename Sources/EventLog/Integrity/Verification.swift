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

    public var verdict: IssueLog.Verdict { issues.verdict }
}

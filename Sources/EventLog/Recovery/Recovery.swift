/// What `LogRecoverer` kept and what it could not.
public struct Recovery: Sendable {
    /// A piece of the file that could not be read.
    public struct Loss: Sendable {
        public let offset: UInt64
        /// Bytes of it.
        public var length: UInt64
        /// Why, in a sentence without a file's own control characters.
        public let reason: String
        /// Messages that were in it, of a log of arlog's the events; `nil` where nothing tells how many.
        public var messages: UInt64?
    }

    public internal(set) var profile: String?
    /// Messages in the new file that were in the old one, and those among them that nothing vouches for.
    public internal(set) var messages: UInt64 = 0
    public internal(set) var suspectMessages: UInt64 = 0
    /// Events among them that only the journal had.
    public internal(set) var foldedEvents: UInt64 = 0
    public internal(set) var attachments = 0
    public internal(set) var metadata = 0
    /// `log.gap` events written in the place of lost ones.
    public internal(set) var gaps = 0
    /// Messages known to be lost.
    public internal(set) var lostMessages: UInt64 = 0
    public internal(set) var lostChunks = 0
    public internal(set) var lostAttachments = 0
    public internal(set) var lostBytes: UInt64 = 0
    /// The first of them, in the order of the file.
    public internal(set) var losses: [Loss] = []
    public internal(set) var lossCount = 0
    /// Channels with messages whose definition is lost.
    public internal(set) var lostDefinitions = 0
    /// Journals of the old file that can't be read; whoever read those says so.
    public var journalFaults: [JournalFault] = [] {
        didSet { if !journalFaults.isEmpty { isExact = false } }
    }
    /// Why what was kept may all the same not be what was written, each in a sentence: a checksum over the whole that does
    /// not match where no loss explains it, definitions that contradict others.
    public internal(set) var doubts: [String] = []
    /// Whether there is any.
    public var hasDoubt: Bool { !doubts.isEmpty }
    /// Whether `lostMessages` is all of them.
    public internal(set) var isExact = true
    /// Whether the old file has a footer.
    public internal(set) var isClosed = false

    public var hasLoss: Bool {
        lossCount > 0 || lostMessages > 0 || lostAttachments > 0 || lostDefinitions > 0 || suspectMessages > 0
            || hasDoubt || !journalFaults.isEmpty
    }

    static let listLimit = 100

    /// Notes a reason for doubt, one of a kind only once.
    mutating func doubt(_ reason: String) {
        if doubts.count < Self.listLimit, !doubts.contains(reason) { doubts.append(reason) }
    }

    /// Adds bytes to the last piece where they follow it; `false` where they don't.
    mutating func lengthenLastLoss(from start: UInt64, to end: UInt64) -> Bool {
        guard let last = losses.last, lossCount == losses.count, last.offset &+ last.length == start else {
            return false
        }
        losses[losses.count - 1].length += end - start
        lostBytes += end - start
        return true
    }

    mutating func add(_ loss: Loss) {
        lossCount += 1
        lostBytes += loss.length
        if losses.count < Self.listLimit { losses.append(loss) }
    }

    /// The same as texts for the new file's metadata.
    var entries: [MCAP.Entry<String, String>] {
        var entries = [
            MCAP.Entry("messages", String(messages)), MCAP.Entry("lostMessages", String(lostMessages)),
            MCAP.Entry("lostMessagesIsExact", String(isExact)), MCAP.Entry("lostBytes", String(lostBytes)),
            MCAP.Entry("lostChunks", String(lostChunks)),
            MCAP.Entry("lostAttachments", String(lostAttachments)),
            MCAP.Entry("suspectMessages", String(suspectMessages)),
            MCAP.Entry("lostDefinitions", String(lostDefinitions)), MCAP.Entry("hasDoubt", String(hasDoubt)),
        ]
        for (number, doubt) in doubts.prefix(20).enumerated() {
            entries.append(MCAP.Entry("doubt\(number + 1)", doubt))
        }
        for loss in losses.prefix(20) {
            entries.append(MCAP.Entry("lossAt\(loss.offset)", "\(loss.length) bytes: \(loss.reason)"))
        }
        return entries
    }
}

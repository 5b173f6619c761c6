public import EventLog

/// One step of what made an anchor, a node or a packet what it is.
public struct HistoryStep: Sendable {
    /// What the step is about.
    public enum Subject: String, Sendable {
        case anchor, node, packet
        /// A map, a peer, a session, that an event names.
        case other
    }

    public let mark: Mark
    public let kind: EventKind
    public let device: Int
    /// `nil` where the event belongs to the device.
    public let session: SessionName?
    public let subject: Subject
    /// The anchor, node or packet that the step is about; the one asked for, or one that it is tied to.
    public let id: EntityID
    /// What happened, without the names of ids.
    public let text: String
    /// What it was attached to.
    public let support: EntityID?
    /// How many events it stands for, and the last of them.
    public internal(set) var count = 1
    public internal(set) var last: Mark
}

/// How the thing asked for stands, in one session of one device.
public struct HistoryEnd: Sendable {
    public let subject: HistoryStep.Subject
    public let session: SessionName
    public let device: Int
    /// `live since 12.5 s (#88), not tracked`.
    public let text: String
}

/// Steps in bounded memory: the first and the last ones.
struct BoundedSteps {
    static let limit = 1000
    private(set) var first: [HistoryStep] = []
    private var later: [HistoryStep] = []
    private var begin = 0
    /// Steps between those kept.
    private(set) var leftOut = 0

    mutating func append(_ step: HistoryStep) {
        if first.count < Self.limit { return first.append(step) }
        if later.count < Self.limit { return later.append(step) }
        later[begin] = step
        begin = (begin + 1) % Self.limit
        leftOut += 1
    }

    var last: [HistoryStep] { Array(later[begin...] + later[..<begin]) }
}

public import EventLog

/// One event that stands on the timeline by itself.
public struct TimelineEvent: Sendable {
    public let mark: Mark
    public let kind: EventKind
    /// `nil` where it belongs to the device.
    public let session: SessionName?
    public let device: Int
    /// What the log says of it: a caller, a reason, a view; cut at `TimelineEvents.longestText` bytes.
    public let text: String?
    /// Whether sharing leaves the text out.
    public let isPrivate: Bool
    /// What follows from its other fields, in our words.
    public let detail: String?
    /// The peer or the map it names.
    public let id: EntityID?
}

/// The events that stand on the timeline by themselves, so many of each kind.
struct TimelineEvents {
    /// Kept of one kind.
    static let limit = 250
    static let longestText = 200
    private var byKind: [EventKind: Thinned<TimelineEvent>] = [:]
    /// Where all of them are kept, and those that are.
    private let detail: Detail
    private static let detailLimit = 4000
    private var detailed: [TimelineEvent] = []

    init(detail: Detail = Detail()) { self.detail = detail }

    mutating func note(
        _ step: Step, _ session: SessionState?, text: TextRange? = nil, isPrivate: Bool = false,
        detail: String? = nil, id: EntityID? = nil
    ) {
        let moment = TimelineEvent(
            mark: step.mark, kind: step.event.kind, session: session.map { SessionName($0.id) },
            device: step.device, text: Self.text(text, step.event), isPrivate: isPrivate, detail: detail,
            id: id)
        if !self.detail.isEmpty, detailed.count < Self.detailLimit,
            self.detail.contains(moment.mark.time) || self.detail.evidence.contains(moment.mark.number)
        {
            detailed.append(moment)
        } else {
            byKind[step.event.kind, default: Thinned(limit: Self.limit)].append(moment)
        }
    }

    /// A text of the event, cut where it is long.
    static func text(_ range: TextRange?, _ event: LoggedEvent) -> String? {
        guard let range, var cursor = event.content.cursor(range) else { return nil }
        guard cursor.remaining > longestText else { return cursor.restText }
        return (cursor.readSlice(length: UInt64(longestText))?.restText ?? "") + "…"
    }

    /// All that are kept, in the order of the log.
    var all: [TimelineEvent] { (byKind.values.flatMap(\.kept) + detailed).sorted { $0.mark < $1.mark } }

    /// How many there were of each kind.
    var counts: [EventKind: Int] {
        var counts = byKind.mapValues(\.count)
        for moment in detailed { counts[moment.kind, default: 0] += 1 }
        return counts
    }

    /// How many were left out.
    var leftOut: Int { byKind.values.reduce(0) { $0 + $1.leftOut } }
}

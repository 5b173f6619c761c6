import EventLog

/// The last events of a device that tell what the app was about.
///
/// Those that come many times a second would push all others out, and are left out: updates, poses, packets, statistics.
struct RecentEvents: Sendable {
    /// How many are kept.
    static let count = 5

    /// The kinds that are kept.
    static let kinds: KindSet = {
        let left: KindSet = [
            .logOpened, .logLabel, .custom, .cameraPose, .frameStats, .deviceStats, .anchorUpdated,
            .nodeMoved,
            .collaborationDataProduced, .collaborationDataSent, .collaborationDataDropped,
            .collaborationDataReceived, .collaborationDataApplied, .collaborationDataDiscarded,
        ]
        var kinds = KindSet()
        for kind in EventKind.allCases where !left.contains(kind) { kinds.insert(kind) }
        return kinds
    }()

    private var events: [(kind: EventKind, mark: Mark)] = []
    private var oldest = 0

    mutating func note(_ kind: EventKind, at mark: Mark) {
        if events.count < Self.count {
            events.append((kind, mark))
        } else {
            events[oldest] = (kind, mark)
            oldest = (oldest + 1) % Self.count
        }
    }

    /// The events, the latest last.
    var all: [(kind: EventKind, mark: Mark)] { Array(events[oldest...] + events[..<oldest]) }
}

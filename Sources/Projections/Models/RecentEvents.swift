import EventLog

/// The last events of a device that tell what the app was about.
///
/// Those that come many times a second would push all others out, and are left out: updates, poses, packets, statistics.
struct RecentEvents: ~Copyable {
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

    // Not private: a private type as the element of a noncopyable generic crashes the compiler (6.3.1).
    struct Event: BitwiseCopyable {
        let kind: EventKind
        let mark: Mark
    }

    private var events = Slab<Event>(capacity: RecentEvents.count)
    private var oldest = 0

    mutating func note(_ kind: EventKind, at mark: Mark) {
        if events.count < Self.count {
            events.append(Event(kind: kind, mark: mark))
        } else {
            events[oldest] = Event(kind: kind, mark: mark)
            oldest = oldest + 1 == Self.count ? 0 : oldest + 1
        }
    }

    /// The events, the latest last.
    var all: [(kind: EventKind, mark: Mark)] {
        var all: [(kind: EventKind, mark: Mark)] = []
        for place in events.indices {
            let event = events[(place + oldest) % events.count]
            all.append((event.kind, event.mark))
        }
        return all
    }
}

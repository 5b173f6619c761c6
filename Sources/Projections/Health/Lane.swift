public import EventLog

/// A stay of a lane in one state, or a stretch of many short stays.
public struct LaneVisit: Sendable {
    /// `nil` where several stays too short to be told apart were put together.
    public internal(set) var state: String?
    /// The event that began it.
    public internal(set) var from: Mark
    /// The event that ended it; where nothing did, the recording's last.
    public internal(set) var to: Mark
    /// Why, where the log says: the caller of a run, the cause of a transition.
    public internal(set) var cause: String?
    /// How many stays it stands for.
    public internal(set) var count: Int
    /// Of several stays the longest one's state, and how long that was, nanoseconds; `nil` of one.
    public internal(set) var mainly: (state: String, time: UInt64)?
}

extension LaneVisit {
    /// Nanoseconds.
    var duration: UInt64 { to.elapsed(since: from) }

    /// Goes on as a stretch of several stays: this one and the next.
    mutating func merge(_ next: LaneVisit) {
        func longest(_ visit: LaneVisit) -> (state: String, time: UInt64)? {
            visit.mainly ?? visit.state.map { ($0, visit.duration) }
        }
        let (mine, its) = (longest(self), longest(next))
        mainly = (its?.time ?? 0) > (mine?.time ?? 0) ? its : mine
        state = nil
        cause = nil
        to = next.to
        count += next.count
    }
}

/// How long a lane stood in a state, over the whole log.
public struct StateTotal: Sendable {
    public internal(set) var visits = 0
    /// Nanoseconds.
    public internal(set) var time: UInt64 = 0
}

/// One line of the timeline: a thing that is in one state at a time.
public struct Lane: Sendable {
    /// What it follows.
    public enum Subject: Hashable, Sendable {
        /// A state machine; `isDerived` where it follows from ARKit's own events.
        case machine(name: String, isDerived: Bool)
        /// The connection to a peer.
        case peer(EntityID)
        /// Whether the app is in the foreground.
        case app
        /// The thermal state.
        case heat
        /// The quality of the alignment that the app shows.
        case alignment
        /// Geotracking.
        case geo
    }

    public let subject: Subject
    /// `nil` where it belongs to the device.
    public let session: SessionName?
    public let device: Int
    public internal(set) var visits: [LaneVisit] = []
    /// The transitions that its definition does not have.
    public internal(set) var illegal: [UInt32] = []
    /// By the state's name.
    public internal(set) var totals: [String: StateTotal] = [:]
    /// Stays shorter than this were put together with their neighbours, nanoseconds; 0 where none were.
    public private(set) var grain: UInt64 = 0
    /// Where stays are not put together, and how many of them there are.
    private let detail: Detail
    private static let detailLimit = 80
    private var detailed: Set<UInt32> = []
    /// Whether the last visit goes on.
    var isOpen = false

    init(_ subject: Subject, session: SessionName?, device: Int, detail: Detail = Detail()) {
        self.detail = detail
        self.subject = subject
        self.session = session
        self.device = device
    }

    /// Visits kept of one lane while the log is read, states told apart, and transitions kept that have no edge.
    static let limit = 2000
    private static let stateLimit = 200
    private static let illegalLimit = 1000

    mutating func enter(_ state: String, at mark: Mark) {
        close(at: mark)
        visits.append(LaneVisit(state: state, from: mark, to: mark, cause: nil, count: 1, mainly: nil))
        isOpen = true
        if !detail.isEmpty, detailed.count < Self.detailLimit, detail.contains(mark.time) {
            detailed.insert(mark.number)
        }
        if visits.count > Self.limit { coarsen(to: Self.limit / 2) }
    }

    /// The state it stands in is over, or no longer known.
    mutating func close(at mark: Mark) {
        guard isOpen, let last = visits.indices.last else { return }
        isOpen = false
        visits[last].to = mark
        guard let state = visits[last].state, totals[state] != nil || totals.count < Self.stateLimit else {
            return
        }
        totals[state, default: StateTotal()].visits += 1
        totals[state, default: StateTotal()].time += mark.elapsed(since: visits[last].from)
    }

    /// Why it stands where it stands since `mark`.
    mutating func explain(_ cause: String?, at mark: Mark) {
        guard isOpen, let last = visits.indices.last, visits[last].from == mark else { return }
        visits[last].cause = cause
    }

    mutating func note(illegal event: UInt32) {
        if illegal.count < Self.illegalLimit { illegal.append(event) }
    }

    /// Puts short stays that follow one another together, into stretches that are hardly longer than what counts as short,
    /// and takes ever longer ones for short until at most `count` visits are left. One that goes on stays as it is.
    mutating func coarsen(to count: Int) {
        let open = isOpen ? visits.popLast() : nil
        // Those that stay as they are have at most one stretch between two of them.
        let count = max(count, 2 * detailed.count + 1)
        grain = max(grain, 10_000_000)
        while true {
            var merged: [LaneVisit] = []
            for visit in visits {
                if let last = merged.last, last.duration < grain, visit.duration < grain,
                    last.to == visit.from, !detailed.contains(last.from.number),
                    !detailed.contains(visit.from.number)
                {
                    merged[merged.count - 1].merge(visit)
                } else {
                    merged.append(visit)
                }
            }
            if grain > UInt64.max / 4, merged.count == visits.count {
                // Pieces between which nothing is known stay apart; the earliest go.
                merged.removeFirst(merged.count - max(count, 1))
            }
            visits = merged
            guard visits.count > max(count, 1) else { break }
            grain *= 2
        }
        if let open { visits.append(open) }
    }
}

/// What is measured of sessions, and shown with percentiles.
public enum Measure: String, CaseIterable, Sendable {
    /// From a run that begins a visit to the first normal tracking, and to the first mapped, each time.
    case firstNormal, firstMapped
    /// Relocalizing until normal, each time.
    case relocalization
    /// From an interruption to its end, each time.
    case interruption
    /// From a handshake's start to its completion, each time.
    case handshake
    /// From a log's first event to its last.
    case length
    /// Frames a second on average, of each AR session.
    case fps
    /// Packets sent a second, on average over a log that sent any.
    case packetRate
    /// The same in its busiest stretch to one peer, of half a second or longer.
    case packetPeak

    public enum Unit: String, Sendable {
        case microseconds, thousandths
    }

    /// What its whole numbers count: times in microseconds, rates in thousandths.
    public var unit: Unit {
        switch self {
        case .fps, .packetRate, .packetPeak: .thousandths
        default: .microseconds
        }
    }

    /// Whether more of it is better.
    public var isMoreBetter: Bool { self == .fps }

    /// The wait it measures.
    var span: Span.Kind? { Span.Kind(rawValue: rawValue) }
}

/// All measures of some sessions.
public struct Measures: Summable {
    private var measured: [Measured] = Measure.allCases.map { _ in Measured() }

    public struct Measured: Summable {
        public internal(set) var values = Histogram()
        /// Waits that did not end as they are meant to.
        public internal(set) var missed = Amount()

        public init() {}

        public mutating func add(_ other: Measured) {
            values.add(other.values)
            missed.add(other.missed)
        }

        public var isEmpty: Bool { values.isEmpty && missed.value == 0 }
    }

    public init() {}

    public internal(set) subscript(measure: Measure) -> Measured {
        get { measured[measure.place] }
        set { measured[measure.place] = newValue }
    }

    public mutating func add(_ other: Measures) {
        for index in measured.indices { measured[index].add(other.measured[index]) }
    }
}

extension Measure {
    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// A rate in thousandths; `nil` where it is none.
    static func thousandths(_ rate: Double) -> UInt64? {
        guard rate.isFinite, rate >= 0 else { return nil }
        return UInt64(min(rate * 1000, 1e15).rounded())
    }
}

extension Measures {
    /// What one log's health gives.
    init(of health: SessionHealth) {
        self.init()
        for measure in Measure.allCases {
            guard let span = measure.span, let total = health.spanTotals[span] else { continue }
            self[measure].values = total.times
            self[measure].missed = Amount(UInt64(max(0, total.begun - total.ended)))
        }
        if health.first != nil { self[.length].values.add(health.duration / 1000) }
        for frames in health.frames {
            guard let rate = frames.total.average.flatMap(Measure.thousandths) else { continue }
            self[.fps].values.add(rate)
        }
        addPackets(health)
    }

    private mutating func addPackets(_ health: SessionHealth) {
        let sent = health.links.reduce(0) { $0 + $1.total.sent }
        let seconds = Double(health.duration) / 1e9
        guard sent > 0, seconds > 0 else { return }
        if let rate = Measure.thousandths(Double(sent) / seconds) { self[.packetRate].values.add(rate) }
        let busiest = health.links.map { link in
            let most = link.buckets.values.reduce(0) { max($0, $1?.sent ?? 0) }
            return Double(most) / (Double(link.buckets.width) / 1e9)
        }.max()
        if let peak = busiest.flatMap(Measure.thousandths) { self[.packetPeak].values.add(peak) }
    }
}

/// How the sessions of one version went, with their measures.
public struct VersionTally: Summable {
    /// The app; of several, which only a made-up summary can say, the first by name. `nil` of no or all versions.
    public internal(set) var app: String?
    public internal(set) var tally = SessionTally()
    public internal(set) var measures = Measures()

    public init() {}

    public mutating func add(_ other: VersionTally) {
        app = [app, other.app].compactMap(\.self).min()
        tally.add(other.tally)
        measures.add(other.measures)
    }

    public var unnamed: VersionTally {
        var version = self
        version.app = nil
        return version
    }
}

public import EventLog

/// A wait that has a beginning and an end.
public struct Span: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// From `session.interruptionBegan` to its end.
        case interruption
        /// A stretch of `limited.relocalizing`.
        case relocalization
        /// From a run that begins a visit to the first normal.
        case firstNormal
        /// From such a run to the first mapped.
        case firstMapped
        /// From `collaboration.handshakeStarted` to its completion.
        case handshake
    }

    public let kind: Kind
    public let session: SessionName
    public let device: Int
    public let from: Mark
    /// `nil` where it did not end as it is meant to.
    public internal(set) var to: Mark?
    /// Why, where the log says.
    public let reason: String?
    /// The peer it is with.
    public let peer: EntityID?

    /// Nanoseconds; `nil` where it did not end.
    public var duration: UInt64? { to.map { $0.elapsed(since: from) } }
}

/// What all spans of a kind come to.
public struct SpanTotal: Sendable {
    /// How many began.
    public internal(set) var begun = 0
    /// How many ended as they are meant to.
    public internal(set) var ended = 0
    /// Nanoseconds of those that ended, all together, the shortest and the longest.
    public internal(set) var time: UInt64 = 0
    public internal(set) var shortest: UInt64 = .max
    public internal(set) var longest: UInt64 = 0
    /// How long each of them took, microseconds.
    public internal(set) var times = Histogram()
}

/// The waits of a log.
struct Spans {
    private struct Key: Hashable {
        let kind: Span.Kind
        let session: Int
        let peer: EntityID?
    }

    /// Kept of one kind, and those that go on at one time.
    private static let limit = 400
    private static let openLimit = 1000
    private var open: [Key: Span] = [:]
    private var byKind: [Span.Kind: Thinned<Span>] = [:]
    private(set) var totals: [Span.Kind: SpanTotal] = [:]

    /// A wait begins; one of the kind that goes on goes on.
    mutating func begin(
        _ kind: Span.Kind, _ session: SessionState, at mark: Mark, reason: String? = nil,
        peer: EntityID? = nil
    ) {
        let key = Key(kind: kind, session: session.serial, peer: peer)
        guard open[key] == nil, open.count < Self.openLimit else { return }
        totals[kind, default: SpanTotal()].begun += 1
        open[key] = Span(
            kind: kind, session: SessionName(session.id), device: session.device.index, from: mark, to: nil,
            reason: reason, peer: peer)
    }

    /// It ends as it is meant to.
    mutating func end(_ kind: Span.Kind, _ session: SessionState, at mark: Mark, peer: EntityID? = nil) {
        guard var span = open.removeValue(forKey: Key(kind: kind, session: session.serial, peer: peer)) else {
            return
        }
        span.to = mark
        let time = mark.elapsed(since: span.from)
        var total = totals[kind, default: SpanTotal()]
        total.ended += 1
        total.time = total.time.addingReportingOverflow(time).partialValue
        total.shortest = min(total.shortest, time)
        total.longest = max(total.longest, time)
        total.times.add(time / 1000)
        totals[kind] = total
        keep(span)
    }

    /// It is over, and did not end as it is meant to.
    mutating func drop(_ kind: Span.Kind, _ session: SessionState, peer: EntityID? = nil) {
        if let span = open.removeValue(forKey: Key(kind: kind, session: session.serial, peer: peer)) {
            keep(span)
        }
    }

    /// The device's recording is over, or events are missing.
    mutating func dropAll(_ device: DeviceState) {
        let over = open.filter { $0.value.device == device.index }
        for (key, span) in over.sorted(by: {
            ($0.value.from, $0.key.kind.rawValue) < ($1.value.from, $1.key.kind.rawValue)
        }) {
            open[key] = nil
            keep(span)
        }
    }

    private mutating func keep(_ span: Span) {
        byKind[span.kind, default: Thinned(limit: Self.limit)].append(span)
    }

    /// All that are kept, in the order of their beginnings.
    var all: [Span] {
        byKind.values.flatMap(\.kept).sorted { ($0.from, $0.kind.rawValue) < ($1.from, $1.kind.rawValue) }
    }

    /// How many were left out.
    var leftOut: Int { byKind.values.reduce(0) { $0 + $1.leftOut } }
}

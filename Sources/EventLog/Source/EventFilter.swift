/// Which events of a log are wanted.
public struct EventFilter: Equatable, Sendable {
    /// The kinds; `nil` for all.
    public var kinds: Set<EventKind>?
    /// The first moment; an event at that very instant is inside.
    public var from: Moment?
    /// The last moment; an event at that very instant is inside.
    public var to: Moment?

    public init(kinds: Set<EventKind>? = nil, from: Moment? = nil, to: Moment? = nil) {
        self.kinds = kinds
        self.from = from
        self.to = to
    }

    /// Whether every event is wanted.
    public var takesAll: Bool { kinds == nil && from == nil && to == nil }
}

/// A filter over the batches of a log, in their order.
struct BatchFilter {
    let filter: EventFilter
    /// The same once the log's beginning is known.
    var resolved: ResolvedFilter?
    /// Whether nothing that is wanted can come any more.
    private(set) var isBehind = false

    init(_ filter: EventFilter) { self.filter = filter }

    /// The wanted events of the next batch; `nil` where there are none. `start` is the time of the log's first event.
    mutating func wanted(of batch: EventBatch, start: UInt64) -> EventBatch? {
        guard !filter.takesAll else { return batch }
        let resolved = self.resolved ?? ResolvedFilter(filter, start: start)
        self.resolved = resolved
        if let last = batch.headers.last, resolved.isBehind(last) { isBehind = true }
        let headers = batch.headers.filter { resolved.takes($0) }
        return headers.isEmpty ? nil : EventBatch(content: batch.content, headers: headers)
    }
}

/// A filter on a log whose beginning is known.
struct ResolvedFilter {
    /// Nanoseconds since 1970, both inside.
    var times: ClosedRange<UInt64> = 0...UInt64.max
    /// Event numbers, both inside.
    var numbers: ClosedRange<UInt64> = 0...UInt64.max
    /// Whether a kind is wanted, by its number.
    private var kinds: [Bool]?
    /// Whether no event can be inside.
    private(set) var isEmpty = false

    /// - Parameter start: the time of the log's first event, nanoseconds since 1970.
    init(_ filter: EventFilter, start: UInt64) {
        var first: (time: UInt64, number: UInt64) = (0, 0)
        var last: (time: UInt64, number: UInt64) = (.max, .max)
        switch filter.from {
        case .offset(let nanoseconds): first.time = Self.sum(start, nanoseconds)
        case .instant(let nanoseconds): first.time = nanoseconds
        case .event(let number): first.number = number
        case nil: break
        }
        switch filter.to {
        case .offset(let nanoseconds): last.time = Self.sum(start, nanoseconds)
        case .instant(let nanoseconds): last.time = nanoseconds
        case .event(let number): last.number = number
        case nil: break
        }
        isEmpty = first.time > last.time || first.number > last.number
        if !isEmpty {
            times = first.time...last.time
            numbers = first.number...last.number
        }
        if let wanted = filter.kinds {
            var kinds = [Bool](repeating: false, count: EventKind.allCases.count + 1)
            for kind in wanted { kinds[Int(kind.rawValue)] = true }
            self.kinds = kinds
        }
    }

    private static func sum(_ start: UInt64, _ offset: UInt64) -> UInt64 {
        let (sum, overflow) = start.addingReportingOverflow(offset)
        return overflow ? .max : sum
    }

    func takes(_ header: EventHeader) -> Bool {
        if isEmpty { return false }
        guard times.contains(header.time), numbers.contains(UInt64(header.number)) else { return false }
        return kinds?[Int(header.kind.rawValue)] ?? true
    }

    /// Whether no later event can be inside, since neither times nor numbers go backwards.
    func isBehind(_ header: EventHeader) -> Bool {
        isEmpty || header.time > times.upperBound || UInt64(header.number) > numbers.upperBound
    }
}

import EventLog

/// Some of the kinds of events.
struct KindSet: ExpressibleByArrayLiteral {
    /// One bit for each kind's index; there are fewer than 128.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    init(arrayLiteral kinds: EventKind...) {
        for kind in kinds { insert(kind) }
    }

    @inline(__always)
    func contains(_ kind: EventKind) -> Bool {
        let index = kind.index
        return (index < 64 ? low >> UInt64(index) : high >> UInt64(index & 63)) & 1 != 0
    }

    @inline(__always)
    mutating func insert(_ kind: EventKind) {
        let index = kind.index
        if index < 64 { low |= 1 << UInt64(index) } else { high |= 1 << UInt64(index & 63) }
    }

    mutating func formUnion(_ other: KindSet) {
        low |= other.low
        high |= other.high
    }

    func union(_ other: KindSet) -> KindSet {
        var all = self
        all.formUnion(other)
        return all
    }

    /// The kinds in the order of their numbers.
    var kinds: [EventKind] { EventKind.allCases.filter(contains) }
}

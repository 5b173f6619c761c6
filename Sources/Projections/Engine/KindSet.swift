import EventLog

/// Some of the kinds of events.
struct KindSet: ExpressibleByArrayLiteral {
    /// One bit for each kind's number; there are fewer than 128.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init() {}

    init(arrayLiteral kinds: EventKind...) {
        for kind in kinds { insert(kind) }
    }

    @inline(__always)
    func contains(_ kind: EventKind) -> Bool {
        let number = UInt64(kind.rawValue)
        return (number < 64 ? low >> number : high >> (number & 63)) & 1 != 0
    }

    @inline(__always)
    mutating func insert(_ kind: EventKind) {
        let number = UInt64(kind.rawValue)
        if number < 64 { low |= 1 << number } else { high |= 1 << (number & 63) }
    }

    /// The kinds in the order of their numbers.
    var kinds: [EventKind] { EventKind.allCases.filter(contains) }
}

/// What can be put together from two neighbouring stretches of time.
public protocol Mergeable: Sendable {
    /// Nothing yet.
    init()
    /// Takes in what came right after.
    mutating func merge(_ later: Self)
}

/// Values by stretches of time of equal width, in bounded memory: the widths double when a log goes on for longer.
public struct TimeBuckets<Value: Mergeable>: Sendable {
    /// Stretches kept.
    public static var limit: Int { 512 }

    /// Where the first stretch begins, nanoseconds since 1970.
    public let start: UInt64
    /// Nanoseconds of one stretch.
    public private(set) var width: UInt64 = 500_000_000
    /// One a stretch from `start` on; `nil` where nothing was told.
    public private(set) var values: [Value?] = []

    public init(start: UInt64) { self.start = start }

    /// Changes the value of the stretch that `time` lies in.
    public mutating func change(at time: UInt64, _ body: (inout Value) -> Void) {
        let elapsed = time - min(time, start)
        while elapsed / width >= UInt64(Self.limit) { widen() }
        let place = Int(elapsed / width)
        while values.count <= place { values.append(nil) }
        var value = values[place] ?? Value()
        body(&value)
        values[place] = value
    }

    private mutating func widen() {
        width *= 2
        values = stride(from: 0, to: values.count, by: 2).map { place in
            guard place + 1 < values.count, let later = values[place + 1] else { return values[place] }
            guard var merged = values[place] else { return later }
            merged.merge(later)
            return merged
        }
    }
}

/// How often which value occurred, in buckets whose bounds are the same everywhere, so that histograms add up exactly.
///
/// Values are whole numbers (microseconds, thousandths). Below 64 each has a bucket of its own; above, the numbers between
/// two powers of two are cut into 32 buckets of equal width, as HdrHistogram does it. A value told from a bucket, its
/// middle, is at most 1/64 (1.6 %) beside the true one. Larger than `largest` counts as that.
public struct Histogram: Summable {
    /// Values between two powers of two are told apart by so many bits.
    private static let precision = 5
    /// About 34 years in microseconds.
    public static let largest: UInt64 = 1 << 50 - 1

    /// Sorted by their place, none empty.
    private(set) var buckets: [Bucket] = []
    /// The least and the largest value, and all of them together; `nil` of none.
    public private(set) var least: UInt64?
    public private(set) var most: UInt64?
    public private(set) var total: UInt64 = 0

    struct Bucket: Equatable, Sendable {
        let place: Int
        var count: UInt64
    }

    public init() {}

    /// How many values there are.
    public var count: UInt64 { buckets.reduce(0) { sum($0, $1.count) } }
    public var isEmpty: Bool { buckets.isEmpty }

    /// On average; `nil` of none.
    public var mean: Double? { isEmpty ? nil : Double(total) / Double(count) }

    public mutating func add(_ value: UInt64) {
        let value = min(value, Self.largest)
        put(1, at: Self.place(of: value))
        note(least: value, most: value, total: value)
    }

    public mutating func add(_ other: Histogram) {
        guard let least = other.least, let most = other.most else { return }
        if isEmpty {
            buckets = other.buckets
        } else {
            for bucket in other.buckets { put(bucket.count, at: bucket.place) }
        }
        note(least: least, most: most, total: other.total)
    }

    private mutating func put(_ count: UInt64, at place: Int) {
        let index = buckets.partition(of: place)
        if index < buckets.count, buckets[index].place == place {
            buckets[index].count = sum(buckets[index].count, count)
        } else {
            buckets.insert(Bucket(place: place, count: count), at: index)
        }
    }

    private mutating func note(least: UInt64, most: UInt64, total: UInt64) {
        self.least = min(self.least ?? least, least)
        self.most = max(self.most ?? most, most)
        self.total = sum(self.total, total)
    }

    /// The value that so many of a hundred do not exceed, by nearest rank; `nil` of none.
    public func percentile(_ percent: Double) -> UInt64? {
        guard let least, let most else { return nil }
        let rank = max(1, (Double(count) * min(max(percent, 0), 100) / 100).rounded(.up))
        var seen = 0.0
        for bucket in buckets {
            seen += Double(bucket.count)
            if seen >= rank {
                let (from, to) = (Self.first(of: bucket.place), Self.last(of: bucket.place))
                return min(max(from + (to - from) / 2, least), most)
            }
        }
        return most
    }

    /// The buckets as stretches of values, ascending: `from` to `to`, both inside.
    public var stretches: [(from: UInt64, to: UInt64, count: UInt64)] {
        buckets.map { (Self.first(of: $0.place), Self.last(of: $0.place), $0.count) }
    }

    // MARK: Places

    /// Where a value's bucket stands among all: a scale that is even below 64, and near to logarithmic above.
    public static func place(of value: UInt64) -> Int {
        let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - precision - 1)
        return shift << precision + Int(value >> UInt64(shift))
    }

    /// The first value of the bucket at a place.
    public static func first(of place: Int) -> UInt64 {
        let shift = max(0, place >> precision - 1)
        return UInt64(place - shift << precision) << UInt64(shift)
    }

    static func last(of place: Int) -> UInt64 { first(of: place + 1) - 1 }

    /// The histogram of what was written: buckets by their first values, ascending. `nil` where that can't be one.
    init?(buckets: [(from: UInt64, count: UInt64)], least: UInt64, most: UInt64, total: UInt64) {
        for (from, count) in buckets {
            let place = Self.place(of: from)
            guard count > 0, from <= Self.largest, Self.first(of: place) == from,
                self.buckets.last.map({ $0.place < place }) ?? true
            else { return nil }
            self.buckets.append(Bucket(place: place, count: count))
        }
        guard let lowest = self.buckets.first, let highest = self.buckets.last, least <= most,
            most <= Self.largest, Self.place(of: least) == lowest.place,
            Self.place(of: most) == highest.place, total >= most
        else { return nil }
        (self.least, self.most, self.total) = (least, most, total)
    }
}

extension [Histogram.Bucket] {
    /// Where the bucket of a place is, or belongs.
    fileprivate func partition(of place: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

import TestSupport
import Testing

@testable import Projections

@Suite struct HistogramTests {
    @Test func placesGoUpWithoutGaps() {
        for value in 0..<UInt64(5000) { #expect(Histogram.first(of: Histogram.place(of: value)) <= value) }
        var place = 0
        var value: UInt64 = 0
        while value < Histogram.largest {
            #expect(Histogram.first(of: place) == value && Histogram.place(of: value) == place)
            let last = Histogram.last(of: place)
            #expect(Histogram.place(of: last) == place)
            place += 1
            value = last + 1
        }
        #expect(place == 1472 && value == Histogram.largest + 1)
    }

    /// A value told from its bucket is at most 1/64 beside the true one, and right below 64.
    @Test func theErrorIsBounded() throws {
        var numbers = SeededGenerator(1)
        for _ in 0..<20_000 {
            let value =
                UInt64.random(in: 0...Histogram.largest, using: &numbers)
                >> UInt64.random(
                    in: 0..<50, using: &numbers)
            var histogram = Histogram()
            histogram.add(value)
            // Beside it, so that neither is the least nor the most.
            histogram.add(0 as UInt64)
            histogram.add(Histogram.largest)
            let told = try #require(histogram.percentile(50))
            let error = told > value ? told - value : value - told
            #expect(error * 64 <= value, "\(value) \(told)")
        }
    }

    @Test(arguments: [1, 7, 100, 5000])
    func percentilesAreThoseOfTheSortedValues(count: Int) throws {
        var numbers = SeededGenerator(UInt64(count))
        let values = (0..<count).map { _ in UInt64.random(in: 0...10_000_000, using: &numbers) }.sorted()
        let histogram = values.reduce(into: Histogram()) { $0.add($1) }
        #expect(histogram.count == UInt64(count) && histogram.least == values.first)
        for percent in [0.0, 1, 50, 90, 99, 99.9, 100] {
            let rank = max(1, Int((Double(count) * percent / 100).rounded(.up)))
            let (true_, told) = (values[rank - 1], try #require(histogram.percentile(percent)))
            let error = told > true_ ? told - true_ : true_ - told
            #expect(Double(error) <= Double(true_) / 64 + 0.5, "\(percent) \(true_) \(told)")
        }
        #expect(histogram.percentile(100) ?? 0 <= histogram.most ?? 0)
        #expect(histogram.mean == Double(values.reduce(0, +)) / Double(count))
    }

    @Test func ofNone() {
        let histogram = Histogram()
        #expect(histogram.percentile(50) == nil && histogram.mean == nil && histogram.count == 0)
        #expect(histogram.least == nil && histogram.stretches.isEmpty)
    }

    @Test func sumsStayAtTheLargest() {
        var histogram = Histogram()
        for _ in 0..<40_000 { histogram.add(UInt64.max) }
        #expect(histogram.most == Histogram.largest && histogram.total == .max)
        #expect(Histogram(buckets: [(0, .max), (1, .max)], least: 0, most: 1, total: .max)?.count == .max)
    }

    @Test func whatIsNoHistogramIsRefused() {
        typealias Bucket = (from: UInt64, count: UInt64)
        func isOne(_ buckets: [Bucket], _ least: UInt64, _ most: UInt64, _ total: UInt64) -> Bool {
            Histogram(buckets: buckets, least: least, most: most, total: total) != nil
        }
        #expect(isOne([(3, 1), (64, 2)], 3, 65, 133))
        #expect(!isOne([], 0, 0, 0))
        #expect(!isOne([(3, 0)], 3, 3, 3), "an empty bucket")
        #expect(!isOne([(65, 1)], 65, 65, 65), "not where a bucket begins")
        #expect(!isOne([(64, 1), (3, 1)], 3, 64, 67), "not ascending")
        #expect(!isOne([(3, 1), (3, 1)], 3, 3, 6), "twice")
        #expect(!isOne([(3, 1), (64, 2)], 4, 65, 133), "the least is in no bucket")
        #expect(!isOne([(3, 1), (64, 2)], 3, 66, 133), "the most is in no bucket")
        #expect(!isOne([(3, 1)], 3, 3, 2), "less than the most")
        #expect(!isOne([(1 << 60, 1)], 1 << 60, 1 << 60, 1 << 60), "too large")
    }
}

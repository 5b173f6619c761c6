import Testing

@testable import Projections

struct SlidingWindowTests {
    private func mark(_ number: Int) -> Mark { Mark(number: UInt32(number), time: UInt64(number) * 10) }

    /// Held against an array that is searched through, whatever comes.
    @Test func likeAnArray() {
        var window = SlidingWindow(capacity: 100)
        var plain: [(mark: Mark, weight: UInt64)] = []
        for number in 1...1000 {
            let (mark, weight) = (mark(number), UInt64(number * 7 % 13))
            let since = UInt64(max(0, number - number % 60) * 10)
            window.add(mark, weight, since: since)
            plain = plain.filter { $0.mark.time >= since } + [(mark, weight)]
            #expect(window.count == plain.count && window.first == plain.first?.mark)
            #expect(window.sum == plain.map(\.weight).reduce(0, +))
        }
        window.removeAll()
        #expect(window.count == 0 && window.sum == 0 && window.first == nil)
    }

    @Test func keepsTheLatest() {
        var window = SlidingWindow(capacity: 5)
        for number in 1...12 { window.add(mark(number), since: 0) }
        #expect(window.count == 5 && window.sum == 5 && window.first == mark(8))
        #expect(window.numbers(5) == [8, 9, 10, 11, 12] && window.numbers(3) == [8, 11, 12])
    }

    @Test(arguments: [.min, 0, 1, .max]) func anyCapacity(_ capacity: Int) {
        var window = SlidingWindow(capacity: capacity)
        for number in 1...5000 { window.add(mark(number), .max, since: 0) }
        #expect(window.count == min(max(1, capacity), 4096))
        #expect(window.sum == UInt64(window.count) << 50)
    }
}

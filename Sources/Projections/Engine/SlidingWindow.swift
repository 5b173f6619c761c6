/// The last events of a stream that lie within a span, with the sum of their weights; each comes and goes once, so that
/// an event costs the same whatever the span holds.
///
/// At most `capacity` are kept: of more the latest.
struct SlidingWindow {
    private struct Entry {
        let mark: Mark
        let weight: UInt64
    }

    private let capacity: Int
    private var entries: [Entry] = []
    private var start = 0
    private(set) var count = 0
    /// The sum of the weights. One weight counts as 2⁵⁰ at most, so it cannot overflow.
    private(set) var sum: UInt64 = 0

    /// - Parameter capacity: 1 to 4096; what is beyond is cut.
    init(capacity: Int) { self.capacity = min(max(1, capacity), 4096) }

    /// The earliest; `nil` where it is empty.
    var first: Mark? { count > 0 ? entries[start].mark : nil }

    /// Drops what came before the time `since`, then takes in one more.
    mutating func add(_ mark: Mark, _ weight: UInt64 = 1, since: UInt64) {
        while count > 0, entries[start].mark.time < since { removeFirst() }
        if count == capacity { removeFirst() }
        if count == entries.count { grow() }
        let entry = Entry(mark: mark, weight: min(weight, 1 << 50))
        entries[(start + count) % entries.count] = entry
        count += 1
        sum += entry.weight
    }

    mutating func removeAll() {
        start = 0
        count = 0
        sum = 0
    }

    /// The numbers of the events: of more than `limit` the first and the last ones.
    func numbers(_ limit: Int) -> [UInt32] {
        (0..<count).filter { $0 == 0 || $0 > count - limit }
            .map { entries[(start + $0) % entries.count].mark.number }
    }

    private mutating func removeFirst() {
        sum -= entries[start].weight
        start = (start + 1) % entries.count
        count -= 1
    }

    private mutating func grow() {
        let room = min(max(8, entries.count * 2), capacity)
        let empty = Entry(mark: .start, weight: 0)
        entries = (0..<room).map { $0 < count ? entries[(start + $0) % entries.count] : empty }
        start = 0
    }
}

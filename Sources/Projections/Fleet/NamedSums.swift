import EventLog

/// Sums by name, so many names at most: the others' are added up without their names.
///
/// Which names are kept must not depend on the order in which parts are put together. So it is not the most frequent that
/// are kept, whom a part alone can't tell, but those whose hash is least: a name that is among them in the end was among
/// them in every part, and its sum is whole. Where there are more names than room, those kept are a fair sample, and
/// `others` is exact.
public struct NamedSums<Value: Summable>: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        let name: String
        let rank: EntityID
        var value: Value

        static func precedes(_ left: Entry, _ right: Entry) -> Bool {
            (left.rank.high, left.rank.low, left.name) < (right.rank.high, right.rank.low, right.name)
        }
    }

    /// Names kept.
    public let limit: Int
    /// By hash.
    private var entries: [Entry] = []
    /// What those names had that are not kept.
    public private(set) var others = Value()

    init(limit: Int) { self.limit = limit }

    public var count: Int { entries.count }
    public var isEmpty: Bool { entries.isEmpty && others == Value() }

    /// By name.
    public var sorted: [(name: String, value: Value)] {
        entries.sorted { $0.name < $1.name }.map { ($0.name, $0.value) }
    }

    public subscript(name: String) -> Value? { entries.first { $0.name == name }?.value }

    mutating func add(_ value: Value, to name: String) {
        put(Entry(name: name, rank: EntityID(hashing: name), value: value))
    }

    /// Adds what has no name.
    mutating func addToOthers(_ value: Value) { others.add(value.unnamed) }

    mutating func add(_ other: Self) {
        for entry in other.entries { put(entry) }
        others.add(other.others)
    }

    /// Changes every kept sum; `change` must be the same for all parts, and give sums of sums.
    mutating func change(_ change: (String, inout Value) -> Void) {
        for index in entries.indices { change(entries[index].name, &entries[index].value) }
    }

    private mutating func put(_ entry: Entry) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if Entry.precedes(entries[middle], entry) { low = middle + 1 } else { high = middle }
        }
        if low < entries.count, entries[low].name == entry.name {
            entries[low].value.add(entry.value)
            return
        }
        guard low < limit else { return addToOthers(entry.value) }
        entries.insert(entry, at: low)
        guard entries.count > limit, let last = entries.popLast() else { return }
        addToOthers(last.value)
    }
}

/// The first of many things by their order, so many at most. What is kept of all is kept of every part, so that lists can
/// be put together in any order.
public struct FirstOnes<Element: Comparable & Sendable>: Equatable, Sendable {
    public let limit: Int
    /// Ascending.
    public private(set) var kept: [Element] = []

    init(limit: Int) { self.limit = limit }

    mutating func insert(_ element: Element) {
        var (low, high) = (0, kept.count)
        while low < high {
            let middle = (low + high) / 2
            if kept[middle] < element { low = middle + 1 } else { high = middle }
        }
        guard low < limit else { return }
        kept.insert(element, at: low)
        if kept.count > limit { kept.removeLast() }
    }

    mutating func add(_ other: Self) {
        for element in other.kept { insert(element) }
    }

    /// The same of other things, whose order may be another.
    func map(_ change: (Element) -> Element) -> Self {
        var changed = Self(limit: limit)
        for element in kept { changed.insert(change(element)) }
        return changed
    }
}

/// What a rule waits for in one session, each for the same span of the session's own time, in the order it began.
///
/// One timer of the rule waits for the first; so what is dropped before its time costs nothing for long, however often
/// that happens while the clock stands.
struct WaitingList<Key: Hashable, Value> {
    private struct Entry {
        let key: Key
        let due: UInt64
        let number: UInt64
    }

    private var queue: [Entry] = []
    private var read = 0
    private var values: [Key: (value: Value, number: UInt64)] = [:]
    private var numbers: UInt64 = 0
    /// Whether a timer of the rule is set for the first of the list.
    var isTimed = false

    var isEmpty: Bool { values.isEmpty }

    /// Entries in memory, those that were dropped or begun anew included.
    var waiting: Int { queue.count }

    subscript(key: Key) -> Value? { values.isEmpty ? nil : values[key]?.value }

    /// Waits for `key` until `due` on the session's clock, which is not before that of any other; what `key` waited
    /// for before is dropped.
    mutating func set(_ key: Key, _ value: Value, due: UInt64) {
        numbers += 1
        values[key] = (value, numbers)
        queue.append(Entry(key: key, due: due, number: numbers))
        if queue.count > 64, queue.count > 2 * values.count { compact() }
    }

    mutating func remove(_ key: Key) {
        // Asked more often than not of a list in which nothing waits.
        if !values.isEmpty { values[key] = nil }
    }

    /// Changes what is waited for, and not until when.
    mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
        guard var known = values[key] else { return }
        change(&known.value)
        values[key] = known
    }

    /// Drops all for which `isOver`.
    mutating func removeAll(where isOver: (Key, Value) -> Bool) {
        guard !values.isEmpty else { return }
        values = values.filter { !isOver($0.key, $0.value.value) }
    }

    /// How many are waited for.
    var count: Int { values.count }

    /// Drops what nothing can come of any more, whenever there is twice as much as was left the last time.
    mutating func prune(_ isAlive: (Key, Value) -> Bool) {
        guard values.count >= pruneAt else { return }
        values = values.filter { isAlive($0.key, $0.value.value) }
        pruneAt = max(Self.smallest, 2 * values.count)
        compact()
    }

    private var pruneAt = Self.smallest
    private static var smallest: Int { 1024 }

    /// Takes out the first that is due at `reading` of the clock.
    mutating func popDue(at reading: UInt64) -> (key: Key, value: Value)? {
        guard let due = nextDue, due <= reading else { return nil }
        let entry = queue[read]
        read += 1
        return values.removeValue(forKey: entry.key).map { (entry.key, $0.value) }
    }

    /// When the first is due; `nil` where nothing is waited for.
    var nextDue: UInt64? {
        mutating get {
            while read < queue.count, values[queue[read].key]?.number != queue[read].number { read += 1 }
            guard read < queue.count else {
                queue.removeAll(keepingCapacity: true)
                read = 0
                return nil
            }
            return queue[read].due
        }
    }

    private mutating func compact() {
        queue = queue[read...].filter { values[$0.key]?.number == $0.number }
        read = 0
    }
}

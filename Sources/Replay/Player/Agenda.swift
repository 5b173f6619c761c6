/// What is to happen when, in the order of times and, at one time, of setting.
struct Agenda {
    struct Entry {
        /// Nanoseconds since 1970.
        var due: UInt64
        /// Counts what was set; no two entries have the same.
        var id: UInt64
        /// The device of a merged log that it was set for.
        var device: UInt16

        func isBefore(_ other: Entry) -> Bool { (due, id) < (other.due, other.id) }
    }

    /// A binary heap, in which cancelled entries stay until they come up or are half of it.
    private var heap: [Entry] = []
    private var live: Set<UInt64> = []

    /// Entries that are to happen.
    var count: Int { live.count }

    mutating func set(_ entry: Entry) {
        live.insert(entry.id)
        heap.append(entry)
        var place = heap.count - 1
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Cancels an entry; `false` where it is none any more.
    mutating func cancel(_ id: UInt64) -> Bool {
        guard live.remove(id) != nil else { return false }
        if heap.count > 2 * live.count + 64 {
            let rest = heap.filter { live.contains($0.id) }
            heap = rest.sorted { $0.isBefore($1) }
        }
        return true
    }

    /// Takes the first entry that is due at `time`.
    mutating func take(dueAt time: UInt64) -> Entry? {
        while let first = heap.first, first.due <= time {
            removeFirst()
            if live.remove(first.id) != nil { return first }
        }
        return nil
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) { least = child }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}

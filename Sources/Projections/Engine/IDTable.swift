import EventLog

/// Where the record of an id lies: an open-addressing table from 128-bit ids to indices.
///
/// A `Dictionary` costs 24 ns more for each event. The hash is seeded in each process, so that nobody can make
/// ids that collide; nothing is ever listed in the order of the table, so no output depends on the seed.
struct IDTable: ~Copyable {
    // Not private: a private type as the element of a noncopyable generic crashes the compiler (6.3.1).
    struct Entry: BitwiseCopyable {
        var id: EntityID
        /// The index + 1; 0 where the slot is free.
        var value: UInt32
    }

    private var entries: Slab<Entry>
    private var mask: Int
    private(set) var count = 0

    init() {
        entries = Slab(repeating: Entry(id: .null, value: 0), count: 16)
        mask = 15
    }

    @inline(__always)
    private func home(_ id: EntityID) -> Int {
        let product = (id.low ^ seed).multipliedFullWidth(by: id.high ^ otherSeed)
        return Int(truncatingIfNeeded: product.high ^ product.low) & mask
    }

    /// The index kept for `id`.
    @inline(__always)
    subscript(id: EntityID) -> Int? {
        var slot = home(id)
        while true {
            let entry = entries[slot]
            if entry.value == 0 { return nil }
            if entry.id == id { return Int(entry.value) - 1 }
            slot = (slot + 1) & mask
        }
    }

    /// Keeps `index` for `id`, in place of what was kept before.
    mutating func set(_ id: EntityID, to index: Int) {
        var slot = home(id)
        while entries[slot].value != 0 {
            if entries[slot].id == id {
                entries[slot].value = UInt32(index + 1)
                return
            }
            slot = (slot + 1) & mask
        }
        entries[slot] = Entry(id: id, value: UInt32(index + 1))
        count += 1
        if count * 2 > entries.count { grow() }
    }

    /// Forgets `id`.
    mutating func remove(_ id: EntityID) {
        var slot = home(id)
        while true {
            if entries[slot].value == 0 { return }
            if entries[slot].id == id { break }
            slot = (slot + 1) & mask
        }
        count -= 1
        // Close the gap: whoever stands behind and would pass it on the way from home moves into it.
        var next = (slot + 1) & mask
        while entries[next].value != 0 {
            let distance = (next - home(entries[next].id)) & mask
            if distance >= (next - slot) & mask {
                entries[slot] = entries[next]
                slot = next
            }
            next = (next + 1) & mask
        }
        entries[slot].value = 0
    }

    private mutating func grow() {
        var larger = Slab(repeating: Entry(id: .null, value: 0), count: entries.count * 2)
        mask = larger.count - 1
        for index in entries.indices where entries[index].value != 0 {
            var slot = home(entries[index].id)
            while larger[slot].value != 0 { slot = (slot + 1) & mask }
            larger[slot] = entries[index]
        }
        entries = larger
    }

    private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    private let seed = Self.seeds.0
    private let otherSeed = Self.seeds.1
}

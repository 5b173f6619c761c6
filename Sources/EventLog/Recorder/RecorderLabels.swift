/// What the ids of a recording are called, and which open chunk says so already.
///
/// An open-addressing table, since it is asked for every id of every event; nothing is allocated in asking.
struct RecorderLabels {
    private struct Entry {
        var id = EntityID.null
        /// The label that the id was made from, in its wire form; empty for none.
        var spelling: [UInt8] = []
        /// The name that was given to it, likewise.
        var name: [UInt8] = []
        /// The chunk that has them; 0 for none.
        var toldIn: UInt64 = 0
        var isUsed = false
    }

    private var entries = [Entry](repeating: Entry(), count: 64)
    private var count = 0
    /// Entries whose names the next event needs.
    private var wanted: [Int] = []
    private let numbers = IdentityPlan.flat
    private let isNested = IdentityPlan.isNested

    /// Ids that can have names; those that come later print as UUIDs.
    static let limit = 65_536

    var isEmpty: Bool { count == 0 }

    /// Learns a name; `false` where there are too many.
    mutating func learn(_ label: String, for id: EntityID) -> Bool {
        guard !label.isEmpty else { return false }
        let place = slot(of: id)
        if !entries[place].isUsed {
            guard count < Self.limit else { return false }
            count += 1
            entries[place].id = id
            entries[place].isUsed = true
        }
        var payload = ByteBuffer(capacity: 128)
        payload.append(
            Event.LogLabel {
                $0.id = id
                $0.label = label
            })
        let isSpelling =
            label.utf8.count <= EntityID.longestLabel && EntityID(uuid: label) == nil
            && EntityID(hashing: label) == id
        // Whoever says it again with every event has it written once a chunk all the same.
        let known = isSpelling ? entries[place].spelling : entries[place].name
        guard known != payload.array else { return true }
        if isSpelling { entries[place].spelling = payload.array } else { entries[place].name = payload.array }
        entries[place].toldIn = 0
        if count * 2 > entries.count { grow() }
        return true
    }

    /// Finds the names that must stand before an event in the chunk `serial`, and returns what they take there
    /// at most.
    mutating func prepare(
        _ kind: EventKind, _ payload: ByteCursor, serial: UInt64
    ) -> (records: Int, bytes: Int) {
        if !wanted.isEmpty { wanted.removeAll(keepingCapacity: true) }
        guard count > 0 else { return (0, 0) }
        var needed = (records: 0, bytes: 0)
        let index = Int(kind.rawValue) - 1
        if isNested[index] {
            IdentityPlan.of(kind).forEach(in: payload) { want($0, serial: serial, &needed) }
        } else {
            IdentityPlan.forEachAscending(numbers[index], in: payload) { want($0, serial: serial, &needed) }
        }
        return needed
    }

    private mutating func want(_ id: EntityID, serial: UInt64, _ needed: inout (records: Int, bytes: Int)) {
        let place = slot(of: id)
        guard entries[place].isUsed, entries[place].toldIn != serial, !wanted.contains(place) else { return }
        wanted.append(place)
        let entry = entries[place]
        needed.records += (entry.spelling.isEmpty ? 0 : 1) + (entry.name.isEmpty ? 0 : 1)
        needed.bytes += 2 * OpenChunk.messageOverhead + entry.spelling.count + entry.name.count
    }

    /// Lets the next event do without the names that `prepare` found.
    mutating func passOver() { wanted.removeAll(keepingCapacity: true) }

    /// Gives `write` the names that `prepare` found, which stand in the chunk `serial` then.
    mutating func tell(serial: UInt64, _ write: (UnsafeRawBufferPointer) -> Void) {
        guard !wanted.isEmpty else { return }
        for place in wanted {
            unsafe entries[place].spelling.withUnsafeBytes { if $0.count > 0 { unsafe write($0) } }
            unsafe entries[place].name.withUnsafeBytes { if $0.count > 0 { unsafe write($0) } }
            entries[place].toldIn = serial
        }
        wanted.removeAll(keepingCapacity: true)
    }

    /// Where the id is, or would be put.
    private func slot(of id: EntityID) -> Int {
        let mask = entries.count - 1
        let mixed = (id.low ^ id.high.byteSwapped) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(truncatingIfNeeded: mixed >> 32) & mask
        while entries[place].isUsed && entries[place].id != id { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let before = entries
        entries = [Entry](repeating: Entry(), count: before.count * 2)
        for entry in before where entry.isUsed { entries[slot(of: entry.id)] = entry }
    }
}

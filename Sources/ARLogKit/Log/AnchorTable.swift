internal import EventLog

/// What was written of each live anchor, to decide what is worth writing next.
///
/// An open-addressing table, since it is asked for every anchor of every frame; nothing is allocated in asking. Anchors
/// that have not been heard of for a minute make room for others: a run that drops anchors does not always tell of each.
struct AnchorTable {
    struct Entry {
        var id = EntityID.null
        /// When its next pose may be written, on the clock that only grows, in nanoseconds.
        var due: UInt64 = 0
        /// When it was heard of last.
        var seen: UInt64 = 0
        /// The last pose, written or not.
        var pose = Pose()
        /// Whether it was not written yet.
        var isPending = false
        /// What was written last; `nil` for nothing.
        var isTracked: Bool?
        /// Whether it can be tracked or not at all.
        var isTrackable = false
        var isUsed = false
    }

    private var entries: [Entry]
    private(set) var count = 0
    /// When a full table is gone through again.
    private var nextSweep: UInt64 = 0

    /// Anchors that are followed at once. Of more, only that they come and go is written.
    static let limit = 16_384
    /// Nanoseconds after which an anchor that is not heard of makes room.
    static let silence: UInt64 = 60_000_000_000

    init(capacity: Int = 256) { entries = [Entry](repeating: Entry(), count: capacity) }

    /// Where the anchor is, `isNew` where it was not; `nil` where there are too many.
    mutating func place(of id: EntityID, now: UInt64) -> (index: Int, isNew: Bool)? {
        var index = slot(of: id)
        if entries[index].isUsed {
            entries[index].seen = now
            return (index, false)
        }
        // A table that is full of anchors which live is not gone through for each one more.
        let isFull = count >= Self.limit
        if isFull ? now >= nextSweep : count * 2 >= entries.count {
            makeRoom(now: now)
            index = slot(of: id)
        }
        guard count < Self.limit else { return nil }
        count += 1
        entries[index] = Entry(id: id, seen: now, isUsed: true)
        return (index, true)
    }

    subscript(index: Int) -> Entry {
        get { entries[index] }
        _modify { yield &entries[index] }
    }

    mutating func remove(_ id: EntityID) {
        var hole = slot(of: id)
        guard entries[hole].isUsed else { return }
        count -= 1
        entries[hole].isUsed = false
        // Those behind it that a search would not reach any more move up.
        let mask = entries.count - 1
        var next = (hole + 1) & mask
        while entries[next].isUsed {
            let home = home(of: entries[next].id)
            if (next - home) & mask >= (next - hole) & mask {
                entries[hole] = entries[next]
                entries[next].isUsed = false
                hole = next
            }
            next = (next + 1) & mask
        }
    }

    mutating func removeAll() {
        for index in entries.indices where entries[index].isUsed { entries[index].isUsed = false }
        count = 0
    }

    /// Calls `body` with the place of each anchor whose last pose was not written and is due.
    mutating func forEachPending(now: UInt64, _ body: (inout Entry) -> Void) {
        guard count > 0 else { return }
        for index in entries.indices where entries[index].isUsed && entries[index].isPending {
            if entries[index].due <= now { body(&entries[index]) }
        }
    }

    private func home(of id: EntityID) -> Int {
        let mixed = (id.low ^ id.high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed >> 40) & (entries.count - 1)
    }

    private func slot(of id: EntityID) -> Int {
        let mask = entries.count - 1
        var index = home(of: id)
        while entries[index].isUsed && entries[index].id != id { index = (index + 1) & mask }
        return index
    }

    /// Forgets the silent; twice the room where that is not enough.
    private mutating func makeRoom(now: UInt64) {
        nextSweep = now &+ Self.silence / 10
        let kept = entries.filter { $0.isUsed && now &- $0.seen < Self.silence }
        let grows = kept.count * 4 > entries.count && kept.count < Self.limit
        let capacity = grows ? entries.count * 2 : entries.count
        entries = [Entry](repeating: Entry(), count: capacity)
        count = kept.count
        for entry in kept { entries[slot(of: entry.id)] = entry }
    }
}

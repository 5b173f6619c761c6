public import EventLog

/// How an anchor stands.
public enum AnchorState: UInt8, Sendable {
    case live
    /// `didRemove` was told.
    case removed
    /// A run with `removeExistingAnchors` dropped it; whether `didRemove` follows is undocumented.
    case droppedByRun
}

/// One anchor of a session, as far as the log told.
public struct Anchor: Sendable {
    public let id: EntityID
    /// Tells this life of the anchor from an earlier or later one with the same id.
    public let serial: UInt32
    public var state = AnchorState.live
    public var kind: AnchorKind?
    public var key: Symbol?
    public var name: Symbol?
    /// As it was told.
    public var origin: AnchorOrigin?
    /// Whether it came with the world map: by its origin, or, where none was told, by when it was added.
    public var isOfMap = false
    public var ownerSession: EntityID?
    public var position: Vector3?
    public var orientation: Quaternion?
    public var isTracked = true
    /// Where it was added; `nil` where the log began later.
    public var added: Mark?
    /// Where it was removed or dropped.
    public var gone: Mark?
    public var updates: UInt32 = 0
    /// One bit for each rule that wants to see its next updates.
    var watchers: UInt64 = 0

    public var isLive: Bool { state == .live }

    /// A content anchor: of kind anchor or custom, or with a key and not an object, image, face, body or participant.
    public var isContent: Bool {
        switch kind {
        case .anchor, .custom: true
        case .object, .image, .face, .body, .participant: false
        default: key != nil
        }
    }
}

extension Anchor {
    /// What `anchor.added` tells of it.
    mutating func describe(
        _ payload: StoredEvent.AnchorAdded, in event: LoggedEvent, symbols: Symbols, at mark: Mark
    ) {
        added = mark
        kind = payload.kind ?? kind
        key = symbols.symbol(payload.key, in: event) ?? key
        name = symbols.symbol(payload.name, in: event) ?? name
        origin = payload.origin ?? origin
        ownerSession = payload.ownerSession ?? ownerSession
        position = payload.position ?? position
        orientation = payload.orientation ?? orientation
        isTracked = payload.isTracked ?? true
    }
}

/// The anchors of one session: those that live, and for a while those that are gone.
///
/// A record is named by its index. It stays as long as the anchor lives or nodes still hang on it, and `retention`
/// after it went, so that late events find it; `keepsGone` keeps all of them.
public final class AnchorMap {
    /// Nanoseconds for which an anchor that is gone is remembered.
    static let retention: UInt64 = 60_000_000_000

    public private(set) var records: [Anchor] = []
    /// Which slots of `records` are in use.
    private var isUsed: [Bool] = []
    /// How many live nodes hang on each record.
    private var loads: [UInt32] = []
    private var free: [Int] = []
    private var table = IDTable()
    private var goneInOrder: [(index: Int, serial: UInt32)] = []
    private var goneRead = 0
    private var serials: UInt32 = 0
    private let keepsGone: Bool
    /// The live records as a list, the latest first; -1 ends it.
    private var latest = -1
    private var older: [Int] = []
    private var newer: [Int] = []
    public private(set) var liveCount = 0

    init(keepsGone: Bool) { self.keepsGone = keepsGone }

    /// The record that stands for `id` now: the live one, or the last that went.
    @inline(__always)
    public func index(of id: EntityID) -> Int? { table[id] }

    public subscript(index: Int) -> Anchor {
        _read { yield records[index] }
        _modify { yield &records[index] }
    }

    /// Whether the record at `index` still is the life with this serial.
    public func isCurrent(_ index: Int, serial: UInt32) -> Bool {
        isUsed[index] && records[index].serial == serial
    }

    /// The records in use, in the order in which they began.
    public var all: [Anchor] {
        records.indices.lazy.filter { self.isUsed[$0] }.map { self.records[$0] }
            .sorted { $0.serial < $1.serial }
    }

    /// The indices of the live ones, in the order in which they began.
    public var live: [Int] { latestLive(.max).reversed() }

    /// The indices of at most `count` live ones, the latest first.
    func latestLive(_ count: Int) -> [Int] {
        var found: [Int] = []
        var next = latest
        while next >= 0, found.count < count {
            found.append(next)
            next = older[next]
        }
        return found
    }

    /// A new life of `id`; what an earlier one left is no longer found by the id.
    func begin(_ id: EntityID, added: Mark?) -> Int {
        if let old = table[id], records[old].isLive { end(old, as: .removed, at: added ?? .start) }
        serials &+= 1
        var anchor = Anchor(id: id, serial: serials)
        anchor.added = added
        let index: Int
        if let old = table[id], records[old].state == .removed, loads[old] > 0 {
            // Added again, and what the app kept on it is still there.
            index = old
            records[index] = anchor
        } else if let slot = free.popLast() {
            index = slot
            records[index] = anchor
            isUsed[index] = true
            loads[index] = 0
        } else {
            index = records.count
            records.append(anchor)
            isUsed.append(true)
            loads.append(0)
            older.append(-1)
            newer.append(-1)
        }
        older[index] = latest
        newer[index] = -1
        if latest >= 0 { newer[latest] = index }
        latest = index
        table.set(id, to: index)
        liveCount += 1
        return index
    }

    /// `didUpdate`: what was not told stays as it was. One that is gone stays gone.
    @inline(__always)
    func update(_ index: Int, position: Vector3?, orientation: Quaternion?, isTracked: Bool?) {
        if let position { records[index].position = position }
        if let orientation { records[index].orientation = orientation }
        if let isTracked { records[index].isTracked = isTracked }
        records[index].updates &+= 1
    }

    /// The anchor goes.
    func end(_ index: Int, as state: AnchorState, at mark: Mark) {
        guard records[index].isLive else { return }
        records[index].state = state
        records[index].gone = mark
        records[index].watchers = 0
        if older[index] >= 0 { newer[older[index]] = newer[index] }
        if newer[index] >= 0 { older[newer[index]] = older[index] } else { latest = older[index] }
        liveCount -= 1
        goneInOrder.append((index, records[index].serial))
        forgetOld(at: mark)
    }

    /// Drops all live anchors and returns their indices.
    func dropAll(at mark: Mark) -> [Int] {
        guard liveCount > 0 else { return [] }
        let dropped = live
        for index in dropped { end(index, as: .droppedByRun, at: mark) }
        return dropped
    }

    /// A node came to hang on the record, or left it.
    func changeLoad(_ index: Int, by change: Int) {
        loads[index] = UInt32(max(0, Int(loads[index]) + change))
        if loads[index] == 0, !records[index].isLive, !keepsGone { forgetIfOld(index) }
    }

    /// How many nodes hang on it.
    public func load(of index: Int) -> Int { Int(loads[index]) }

    private var lastGone: UInt64 = 0

    private func forgetOld(at mark: Mark) {
        lastGone = mark.time
        guard !keepsGone else { return }
        while goneRead < goneInOrder.count {
            let (index, serial) = goneInOrder[goneRead]
            if isCurrent(index, serial: serial), let gone = records[index].gone {
                guard mark.elapsed(since: gone) > Self.retention else { break }
                if loads[index] == 0 { release(index) }
            }
            goneRead += 1
        }
        if goneRead > 1024, goneRead * 2 > goneInOrder.count {
            goneInOrder.removeFirst(goneRead)
            goneRead = 0
        }
    }

    private func forgetIfOld(_ index: Int) {
        guard let gone = records[index].gone, lastGone > gone.time,
            lastGone - gone.time > Self.retention
        else { return }
        release(index)
    }

    private func release(_ index: Int) {
        isUsed[index] = false
        if table[records[index].id] == index { table.remove(records[index].id) }
        free.append(index)
    }
}

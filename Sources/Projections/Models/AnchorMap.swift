public import EventLog

/// How an anchor stands.
public enum AnchorState: UInt8, Sendable, BitwiseCopyable {
    case live
    /// `didRemove` was told.
    case removed
    /// A run with `removeExistingAnchors` dropped it; whether `didRemove` follows is undocumented.
    case droppedByRun

    /// The name in output.
    public var name: String { String(describing: self) }
}

/// One anchor of a session, as far as the log told.
public struct Anchor: Sendable, BitwiseCopyable {
    public let id: EntityID
    /// Tells this life of the anchor from an earlier or later one with the same id.
    public let serial: UInt32
    // What an update asks for and changes comes first and together, so that it costs few lines of the cache.
    public var updates: UInt32 = 0
    /// One bit for each rule that wants to see its next updates.
    var watchers: UInt64 = 0
    public var isTracked = true
    public var position: Vector3?
    public var orientation: Quaternion?
    public var state = AnchorState.live
    public var kind: AnchorKind?
    public var key: Symbol?
    public var name: Symbol?
    /// As it was told.
    public var origin: AnchorOrigin?
    /// Whether it came with the world map: by its origin, or, where none was told, by when it was added.
    public var isOfMap = false
    public var ownerSession: EntityID?
    /// Where `isTracked` last changed; `nil` where it is as it was added.
    public var trackingChanged: Mark?
    /// Where it was added; `nil` where the log began later.
    public var added: Mark?
    /// Where this life of it was told to be added before `added`; `nil` where it was told once.
    var addedBefore: Mark?
    /// Whether a node hung on it at any time of this life.
    public var hadNode = false
    /// Whether the app asked for its removal.
    public var isRemovalAsked = false
    /// Whether the app asked for it to be added.
    public var isRequested = false
    /// Where it was removed or dropped.
    public var gone: Mark?
    /// How many of them had come when it went.
    var updatesWhenGone: UInt32 = 0
    /// Where a rule expects it to stay, for rules that want to see only updates that lead away from there.
    var fence = Fence()

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

/// A sphere that an anchor is expected to stay in.
struct Fence: BitwiseCopyable {
    private var center = Vector3(0, 0, 0)
    /// Somewhat less than the square of the radius; below 0 nothing is inside.
    private var squared: Float = -1

    init() {}

    /// - Parameter radius: in metres.
    init(around center: Vector3, radius: Double) {
        self.center = center
        // So much less that no rounding lets through what lies outside.
        squared = Float(radius * radius) * 0.9999
    }

    /// Whether a place certainly is inside; an unknown one stays where it was.
    @inline(__always)
    func holds(_ place: Vector3?) -> Bool {
        guard let place else { return true }
        let (x, y, z) = (place.x - center.x, place.y - center.y, place.z - center.z)
        return x * x + y * y + z * z <= squared
    }
}

extension Anchor {
    /// `didUpdate`: what was not told stays as it was, and one that is gone stays gone.
    @inline(__always)
    mutating func update(_ payload: StoredEvent.AnchorUpdated) {
        if let told = payload.position { position = told }
        if let told = payload.orientation { orientation = told }
        if let told = payload.isTracked { isTracked = told }
        updates &+= 1
    }

    /// What `anchor.added` tells of it.
    mutating func describe(
        _ payload: StoredEvent.AnchorAdded, in event: LoggedEvent, symbols: Symbols, at mark: Mark
    ) {
        if let added, added < mark { addedBefore = added }
        added = mark
        kind = payload.kind ?? kind
        key = symbols.symbol(payload.key, in: event) ?? key
        name = symbols.symbol(payload.name, in: event) ?? name
        origin = payload.origin ?? origin
        ownerSession = payload.ownerSession ?? ownerSession
        position = payload.position ?? position
        orientation = payload.orientation ?? orientation
        let told = payload.isTracked ?? true
        if told != isTracked { trackingChanged = mark }
        isTracked = told
    }
}

/// The anchors of one session: those that live, and for a while those that are gone.
///
/// A record is named by its index. It stays as long as the anchor lives or nodes still hang on it, and `retention`
/// after it went, so that late events find it; `keepsGone` keeps all of them.
///
/// Updates are most of what a log holds, so the run time's exclusivity bookkeeping, two calls for each access, is off
/// for its properties: a world is used by one thread, and whoever yields a record does not call the map meanwhile.
public final class AnchorMap {
    /// Nanoseconds for which an anchor that is gone is remembered.
    static let retention: UInt64 = 60_000_000_000

    @exclusivity(unchecked) @safe private var records = Slab<Anchor>()
    /// Which slots of `records` are in use.
    @exclusivity(unchecked) @safe private var isUsed = Slab<Bool>()
    /// How many live nodes hang on each record.
    @exclusivity(unchecked) @safe private var loads = Slab<UInt32>()
    @exclusivity(unchecked) @safe private var table = IDTable()
    @exclusivity(unchecked) @safe public private(set) var liveCount = 0
    @exclusivity(unchecked) @safe private var free = Slab<Int>()
    @exclusivity(unchecked) @safe private var goneInOrder: [(index: Int, serial: UInt32)] = []
    @exclusivity(unchecked) @safe private var goneRead = 0
    @exclusivity(unchecked) @safe private var serials: UInt32 = 0
    /// When the last one went.
    @exclusivity(unchecked) @safe private var lastGone: UInt64 = 0
    /// The live records, those of content anchors, and the records with nodes on them: each in the one list 0.
    @exclusivity(unchecked) @safe private var lives = LinkedLists()
    @exclusivity(unchecked) @safe private var contents = LinkedLists()
    @exclusivity(unchecked) @safe private var bearers = LinkedLists()
    /// How many live content anchors there are.
    @exclusivity(unchecked) @safe private(set) var contentCount = 0
    private let keepsGone: Bool
    /// The rules that watch anchors by their fences only, by bit.
    @exclusivity(unchecked) @safe var fenceBits: UInt64 = 0

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
        records.indices.filter { isUsed[$0] }.map { records[$0] }.sorted { $0.serial < $1.serial }
    }

    /// The indices of the live ones, in the order in which they began.
    public var live: [Int] { latestLive(.max).reversed() }

    /// The indices of at most `count` live ones, the latest first.
    func latestLive(_ count: Int) -> [Int] { lives.latest(count, of: 0) }

    /// The indices of at most `count` live content anchors, the latest first.
    func latestContent(_ count: Int) -> [Int] { contents.latest(count, of: 0) }

    /// The indices of at most `count` records that nodes hang on, live or gone, the latest first.
    func latestBearing(_ count: Int) -> [Int] { bearers.latest(count, of: 0) }

    /// `didAdd` tells of a live one.
    func describe(
        _ index: Int, _ payload: StoredEvent.AnchorAdded, in event: LoggedEvent, symbols: Symbols,
        at mark: Mark
    ) {
        records[index].describe(payload, in: event, symbols: symbols, at: mark)
        guard records[index].isContent, !contents.contains(index) else { return }
        contents.push(index, to: 0)
        contentCount += 1
    }

    /// Anchors that the app asked for and that were not added yet. They are added within a frame or two; where ever more
    /// are not, they are forgotten.
    @exclusivity(unchecked) @safe private var requested = IDTable()
    private static let requestLimit = 1000

    /// The app asks for an anchor to be added.
    func request(_ id: EntityID) {
        if requested.count >= Self.requestLimit { requested = IDTable() }
        requested.set(id, to: 0)
    }

    /// A new life of `id`; what an earlier one left is no longer found by the id.
    func begin(_ id: EntityID, added: Mark?) -> Int {
        if let old = index(of: id), self[old].isLive { end(old, as: .removed, at: added ?? .start) }
        serials &+= 1
        var anchor = Anchor(id: id, serial: serials)
        anchor.added = added
        if added != nil, requested.count > 0, requested[id] != nil {
            anchor.isRequested = true
            requested.remove(id)
        }
        let index: Int
        if let old = table[id], records[old].state == .removed, loads[old] > 0 {
            // Added again, and what the app kept on it is still there.
            index = old
            anchor.hadNode = true
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
        }
        lives.push(index, to: 0)
        table.set(id, to: index)
        liveCount += 1
        return index
    }

    /// `didUpdate` that nobody wants to see; `false`, changing nothing, where somebody does.
    @inline(__always)
    func update(_ index: Int, _ update: PlacedUpdate) -> Bool {
        guard isUnwatched(index, position: update.position, isTracked: update.isTracked) else { return false }
        records[index].position = update.position
        records[index].orientation = update.orientation
        records[index].updates &+= 1
        return true
    }

    /// Whether nobody wants to see what an update tells: no rule watches the anchor, or it stays inside its fence, and it
    /// is tracked as before.
    @inline(__always)
    func isUnwatched(_ index: Int, position: Vector3?, isTracked: Bool?) -> Bool {
        if records[index].watchers != 0 {
            guard records[index].watchers & ~fenceBits == 0, records[index].fence.holds(position)
            else { return false }
        }
        return isTracked == nil || isTracked == records[index].isTracked
    }

    /// The anchor goes.
    func end(_ index: Int, as state: AnchorState, at mark: Mark) {
        guard self[index].isLive else { return }
        self[index].state = state
        self[index].gone = mark
        self[index].updatesWhenGone = self[index].updates
        self[index].watchers = 0
        lives.remove(index)
        if contents.contains(index) {
            contents.remove(index)
            contentCount -= 1
        }
        liveCount -= 1
        goneInOrder.append((index, self[index].serial))
        forgetOld(at: mark)
    }

    /// Drops all live anchors and returns their indices.
    func dropAll(at mark: Mark) -> [Int] {
        guard liveCount > 0 else { return [] }
        let dropped = live
        for index in dropped { end(index, as: .droppedByRun, at: mark) }
        return dropped
    }

    /// How many nodes hang on it.
    public func load(of index: Int) -> Int { Int(loads[index]) }

    /// A node came to hang on the record, or left it.
    func changeLoad(_ index: Int, by change: Int) {
        let load = max(0, load(of: index) + change)
        if load == 0 { bearers.remove(index) } else if loads[index] == 0 { bearers.push(index, to: 0) }
        if load > 0 { records[index].hadNode = true }
        loads[index] = UInt32(load)
        guard load == 0, !keepsGone, let gone = self[index].gone else { return }
        if lastGone > gone.time, lastGone - gone.time > Self.retention { release(index) }
    }

    private func forgetOld(at mark: Mark) {
        lastGone = mark.time
        guard !keepsGone else { return }
        while goneRead < goneInOrder.count {
            let (index, serial) = goneInOrder[goneRead]
            if isCurrent(index, serial: serial), let gone = self[index].gone {
                guard mark.elapsed(since: gone) > Self.retention else { break }
                if load(of: index) == 0 { release(index) }
            }
            goneRead += 1
        }
        let read = goneRead
        if read > 1024, read * 2 > goneInOrder.count {
            goneInOrder.removeFirst(read)
            goneRead = 0
        }
    }

    private func release(_ index: Int) {
        isUsed[index] = false
        let id = self[index].id
        if self.index(of: id) == index { table.remove(id) }
        free.append(index)
    }
}

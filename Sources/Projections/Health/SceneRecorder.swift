import EventLog

/// Follows what stands in the rooms: anchors, nodes and cameras, with the places where they were.
///
/// Places are looked at in steps of time that double when the log goes on for longer, beside those that are told when a
/// thing comes. Of very many things the shortest-lived are left out.
struct SceneRecorder {
    struct Key: Hashable {
        let isNode: Bool
        let session: Int
        let id: EntityID
    }

    /// Lives, and places of all together, that are kept.
    static let limit = 8192
    static let placeLimit = 60_000
    /// Metres that a thing moves before a place of it is kept.
    static let step = 0.01
    /// Nanoseconds between two looks.
    private(set) var interval: UInt64 = 200_000_000
    private static let looks = 4096
    /// Anchors of one session looked at, the latest.
    private static let looked = 2000

    private(set) var lives: [SceneLife] = []
    /// Lives that were left out.
    private(set) var leftOut = 0
    /// Events whose lives are not left out: what proves a finding is to be seen.
    private let evidence: Set<UInt32>

    init(evidence: Set<UInt32> = []) { self.evidence = evidence }
    private var open: [Key: Int] = [:]
    private var placeCount = 0
    private var start: UInt64 = 0
    private(set) var cameras: [CameraPath] = []

    mutating func begin(at start: UInt64) { self.start = start }

    // MARK: What comes and goes

    mutating func anchorAdded(_ index: Int, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        let key = Key(isNode: false, session: session.serial, id: anchor.id)
        // One that was added before its first event was seen, or was told again: the same life goes on.
        if let place = open[key] {
            describe(place, anchor, world)
        } else {
            add(life(of: anchor, session, from: anchor.added ?? world.now, world), key)
        }
        mark(key, anchor.position, at: world.now.time)
    }

    mutating func anchorRemoved(_ index: Int, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        end(Key(isNode: false, session: session.serial, id: anchor.id), at: world.now)
    }

    mutating func dropped(_ run: Run, _ session: SessionState, _ world: World) {
        for index in run.droppedAnchors {
            let key = Key(isNode: false, session: session.serial, id: session.anchors[index].id)
            if let place = open[key] { lives[place].isDropped = true }
            end(key, at: run.mark)
        }
    }

    mutating func nodeAttached(_ index: Int, _ session: SessionState, _ world: World) {
        nodesDetached(session, world)
        let node = session.nodes[index]
        let key = Key(isNode: true, session: session.serial, id: node.id)
        var life = SceneLife(
            thing: .node, id: node.id, session: SessionName(session.id), device: session.device.index,
            serial: session.serial, from: node.attached)
        life.key = world.symbols.text(node.key)
        life.asset = world.symbols.text(node.asset)
        life.attachment = node.attachment
        life.role = node.role
        life.parent = node.anchor.map { session.anchors[$0].id } ?? node.parent
        add(life, key)
        mark(key, node.position, at: world.now.time)
        if let anchor = node.anchor { look(at: anchor, session, world) }
    }

    mutating func nodesDetached(_ session: SessionState, _ world: World) {
        for node in session.nodes.detached {
            end(Key(isNode: true, session: session.serial, id: node.id), at: world.now)
        }
    }

    mutating func visibility(_ index: Int, _ session: SessionState, _ world: World) {
        let node = session.nodes[index]
        guard let place = open[Key(isNode: true, session: session.serial, id: node.id)],
            lives[place].visibility.count < 100
        else { return }
        lives[place].visibility.append((world.now.time, node.isVisible))
    }

    mutating func nodeMoved(_ id: EntityID, _ session: SessionState, _ world: World) {
        guard let index = session.nodes.index(of: id) else { return }
        mark(
            Key(isNode: true, session: session.serial, id: id), session.nodes[index].position,
            at: world.now.time)
    }

    /// The device's recording is over.
    mutating func recordingEnds(_ device: DeviceState) {
        for (key, place) in open where lives[place].device == device.index {
            lives[place].to = device.last
            lives[place].isOver = false
            open[key] = nil
        }
    }

    mutating func posed(_ payload: StoredEvent.CameraPose, _ session: SessionState, at mark: Mark) {
        guard let position = payload.position, position.isFinite else { return }
        let place = cameras.lastIndex { $0.serial == session.serial }
        if place == nil {
            guard cameras.count < 16 else { return }
            cameras.append(
                CameraPath(
                    session: SessionName(session.id), device: session.device.index, serial: session.serial))
        }
        cameras[place ?? cameras.count - 1].add(position, payload.orientation, at: mark.time)
    }

    // MARK: Looking

    /// Looks where everything stands. Returns when to look again.
    mutating func look(at world: World) -> UInt64 {
        let time = world.now.time
        for device in world.devices {
            for session in device.sessions {
                for index in session.anchors.latestLive(Self.looked).reversed() {
                    look(at: index, session, world)
                }
            }
        }
        while (time - min(time, start)) / interval > UInt64(Self.looks) { interval *= 2 }
        return time.addingReportingOverflow(interval).overflow ? .max : time + interval
    }

    private mutating func look(at index: Int, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        let key = Key(isNode: false, session: session.serial, id: anchor.id)
        if open[key] == nil {
            // Its addition was seen, or it was left out.
            guard anchor.isLive, anchor.added == nil else { return }
            var life = life(of: anchor, session, from: world.now, world)
            life.isFromBefore = true
            add(life, key)
        }
        mark(key, anchor.position, at: world.now.time)
    }

    // MARK: Keeping

    private func life(of anchor: Anchor, _ session: SessionState, from mark: Mark, _ world: World)
        -> SceneLife
    {
        var life = SceneLife(
            thing: .anchor, id: anchor.id, session: SessionName(session.id), device: session.device.index,
            serial: session.serial, from: mark)
        life.kind = anchor.kind
        life.origin = anchor.origin
        life.key = world.symbols.text(anchor.key)
        life.ownerSession = anchor.ownerSession
        return life
    }

    private mutating func describe(_ place: Int, _ anchor: Anchor, _ world: World) {
        lives[place].kind = anchor.kind
        lives[place].origin = anchor.origin
        lives[place].key = world.symbols.text(anchor.key)
        lives[place].ownerSession = anchor.ownerSession
    }

    private mutating func add(_ life: SceneLife, _ key: Key) {
        if let old = open[key] { lives[old].to = life.from }
        if lives.count >= Self.limit { leaveOutShortest(at: life.from) }
        open[key] = lives.count
        lives.append(life)
    }

    private mutating func end(_ key: Key, at mark: Mark) {
        guard let place = open.removeValue(forKey: key) else { return }
        lives[place].to = mark
    }

    private mutating func mark(_ key: Key, _ position: Vector3?, at time: UInt64) {
        guard let position, position.isFinite, let place = open[key] else { return }
        if let last = lives[place].way.last, last.place.distance(to: position) < Self.step { return }
        lives[place].way.append(Waypoint(time: time, place: position, heading: nil))
        placeCount += 1
        if placeCount > Self.placeLimit { thin() }
    }

    /// Keeps every second place of each way, its first and last among them, and looks half as often.
    private mutating func thin() {
        interval = interval < .max / 4 ? interval * 2 : interval
        placeCount = 0
        for place in lives.indices {
            let way = lives[place].way
            if way.count > 2 {
                lives[place].way = way.indices.filter { $0 % 2 == 0 || $0 == way.count - 1 }.map { way[$0] }
            }
            placeCount += lives[place].way.count
        }
        // Where most things have but a place or two, the lives themselves are too many.
        if placeCount > Self.placeLimit * 3 / 4, let last = lives.last { leaveOutShortest(at: last.from) }
    }

    /// Leaves out half of what is kept: the shortest-lived of all.
    private mutating func leaveOutShortest(at now: Mark) {
        let order = lives.indices.sorted { left, right in
            let (isProof, isOther) = (
                evidence.contains(lives[left].from.number), evidence.contains(lives[right].from.number)
            )
            if isProof != isOther { return isProof }
            let (a, b) = (lives[left].duration(until: now), lives[right].duration(until: now))
            return a != b ? a > b : left < right
        }
        let kept = order.prefix(Self.limit / 2).sorted()
        leftOut += lives.count - kept.count
        var places = [Int](repeating: -1, count: lives.count)
        for (new, old) in kept.enumerated() { places[old] = new }
        open = open.compactMapValues { places[$0] >= 0 ? places[$0] : nil }
        lives = kept.map { lives[$0] }
        placeCount = lives.reduce(0) { $0 + $1.way.count }
    }
}

extension Vector3 {
    /// Whether it is a place at all: what a stranger tells may be none.
    var isFinite: Bool {
        x.isFinite && y.isFinite && z.isFinite && abs(x) < 1e6 && abs(y) < 1e6 && abs(z) < 1e6
    }
}

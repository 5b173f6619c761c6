import EventLog
import Projections

/// What stands in the room of one ARSession, as it was drawn: frames, shapes, and what has moved since.
final class FoxgloveRoom {
    /// A message in the making: what one moment changed.
    struct Picture {
        var transforms: [(child: String, parent: String, pose: FoxglovePose)] = []
        var deletions: [String] = []
        var entities: [FoxgloveEntity] = []
    }

    /// The world coordinates of the session, y up.
    let frame: String
    /// Which session it is of those that have poses, from 1 on.
    let place: Int
    private let log: ExportedLog
    private var isBegun = false
    private var hasCamera = false
    /// Anchors and nodes that are drawn.
    private var anchors: Set<EntityID> = []
    private var nodes: Set<EntityID> = []
    /// Drawn anchors that are not tracked.
    private var untracked: Set<EntityID> = []
    /// Drawn anchors that moved, and whether the poses changed at all.
    private var moved: Set<EntityID> = []
    private(set) var hasChanged = false

    init(frame: String, place: Int, log: ExportedLog) {
        self.frame = frame
        self.place = place
        self.log = log
    }

    // MARK: Frames

    private func frame(ofAnchor id: EntityID) -> String { "\(frame)/anchor/\(log.text(of: id))" }
    private func id(ofNode id: EntityID) -> String { "\(frame)/node/\(log.text(of: id))" }
    private var camera: String { frame + "/camera" }

    /// The room around the world coordinates has z up, as viewers have it.
    private func begin(_ picture: inout Picture) {
        guard !isBegun else { return }
        isBegun = true
        let half = Float(0.5).squareRoot()
        var upright = FoxglovePose()
        upright.orientation = Quaternion(half, 0, 0, half)
        picture.transforms.append((frame, frame + "/room", upright))
    }

    func posed(_ payload: StoredEvent.CameraPose, _ picture: inout Picture) {
        guard let pose = FoxglovePose(payload.position, payload.orientation) else { return }
        begin(&picture)
        hasCamera = true
        picture.transforms.append((camera, frame, pose))
    }

    // MARK: Anchors

    /// An anchor came, or was told again.
    func draw(anchor index: Int, _ session: SessionState, _ world: World, _ picture: inout Picture) {
        let anchor = session.anchors[index]
        guard let pose = FoxglovePose(anchor.position, anchor.orientation) else { return }
        begin(&picture)
        let frame = frame(ofAnchor: anchor.id)
        let isFirst = anchors.insert(anchor.id).inserted
        moved.remove(anchor.id)
        hasChanged = true
        if anchor.isTracked { untracked.remove(anchor.id) } else { untracked.insert(anchor.id) }
        picture.transforms.append((frame, self.frame, pose))
        var entity = FoxgloveEntity(
            id: frame, frame: frame, size: Vector3(0.08, 0.08, 0.08), color: Self.color(of: anchor),
            title: world.symbols.text(anchor.key) ?? world.symbols.text(anchor.name)
                ?? log.name(of: anchor.id),
            metadata: [("anchor", log.text(of: anchor.id))])
        if anchor.kind == .plane { entity.size = Vector3(0.4, 0.01, 0.4) }
        entity.note("kind", anchor.kind?.name)
        entity.note("key", world.symbols.text(anchor.key))
        entity.note("origin", anchor.origin?.name)
        entity.note("event", anchor.added.map { "\($0.number)" })
        if !anchor.isTracked { entity.note("isTracked", "false") }
        picture.entities.append(entity)
        // What hangs on it had no place before.
        guard isFirst, session.anchors.load(of: index) > 0 else { return }
        for node in session.nodes.all where node.anchor == index && node.position == nil {
            draw(node, session, world, isDuplicate: false, &picture)
        }
    }

    /// An anchor moved, or its tracking changed.
    func updated(_ id: EntityID, _ session: SessionState, _ world: World, _ picture: inout Picture) {
        guard let index = session.anchors.index(of: id), session.anchors[index].isLive else { return }
        if anchors.contains(id), session.anchors[index].isTracked != untracked.contains(id) {
            moved.insert(id)
            hasChanged = true
        } else {
            draw(anchor: index, session, world, &picture)
        }
    }

    func removed(_ id: EntityID, _ picture: inout Picture) {
        guard anchors.remove(id) != nil else { return }
        untracked.remove(id)
        moved.remove(id)
        hasChanged = true
        picture.deletions.append(frame(ofAnchor: id))
    }

    /// A run may have dropped anchors.
    func dropped(_ session: SessionState, _ picture: inout Picture) {
        let gone = anchors.filter { id in
            !(session.anchors.index(of: id).map { session.anchors[$0].isLive } ?? false)
        }
        for id in gone.sorted(by: { ($0.high, $0.low) < ($1.high, $1.low) }) { removed(id, &picture) }
    }

    // MARK: Nodes

    func draw(
        _ node: Node, _ session: SessionState, _ world: World, isDuplicate: Bool, _ picture: inout Picture
    ) {
        guard let (frame, pose) = stand(node, session) else { return }
        begin(&picture)
        nodes.insert(node.id)
        let size: Float = isDuplicate ? 0.14 : 0.1
        var entity = FoxgloveEntity(
            id: id(ofNode: node.id), frame: frame, pose: pose, isSphere: true,
            size: Vector3(size, size, size), color: Self.color(of: node, isDuplicate: isDuplicate),
            title: world.symbols.text(node.thing) ?? log.name(of: node.id),
            metadata: [("node", log.text(of: node.id))])
        entity.note("key", world.symbols.text(node.key))
        entity.note("asset", world.symbols.text(node.asset))
        entity.note("anchor", node.anchor.map { log.text(of: session.anchors[$0].id) })
        entity.note("role", node.role == .content ? nil : node.role.name)
        entity.note("event", "\(node.attached.number)")
        if isDuplicate { entity.note("duplicate", "true") }
        if !node.isVisible { entity.note("isVisible", "false") }
        picture.entities.append(entity)
    }

    func detached(_ gone: [Node], _ picture: inout Picture) {
        for node in gone where nodes.remove(node.id) != nil { picture.deletions.append(id(ofNode: node.id)) }
    }

    /// Nodes that hang on others more deeply than this are taken to have no place.
    private static let deepest = 16

    /// Where a node stands: where it was told to, or on what it hangs.
    private func stand(_ node: Node, _ session: SessionState) -> (frame: String, pose: FoxglovePose)? {
        var node = node
        for _ in 0..<Self.deepest {
            if let pose = FoxglovePose(node.position, nil) { return (frame, pose) }
            if let anchor = node.anchor {
                let id = session.anchors[anchor].id
                return anchors.contains(id) ? (frame(ofAnchor: id), .identity) : nil
            }
            if node.attachment == .camera { return hasCamera ? (camera, .identity) : nil }
            guard let parent = node.parent.flatMap({ session.nodes.index(of: $0) }) else { return nil }
            node = session.nodes[parent]
        }
        return nil
    }

    // MARK: Now and then

    /// Where everything stands that moved since the last time.
    func takeMoves(_ session: SessionState, _ picture: inout Picture) -> [FoxglovePose] {
        hasChanged = false
        for id in moved.sorted(by: { ($0.high, $0.low) < ($1.high, $1.low) }) {
            guard let index = session.anchors.index(of: id) else { continue }
            let anchor = session.anchors[index]
            guard let pose = FoxglovePose(anchor.position, anchor.orientation) else { continue }
            picture.transforms.append((frame(ofAnchor: id), frame, pose))
        }
        moved.removeAll(keepingCapacity: true)
        return session.anchors.live.suffix(Self.poses).compactMap { index in
            FoxglovePose(session.anchors[index].position, session.anchors[index].orientation)
        }
    }

    /// Anchors in one `PosesInFrame`, the latest.
    private static let poses = 2000

    /// Nothing of it stands any more.
    func clear(_ picture: inout Picture) {
        let gone = anchors.map { frame(ofAnchor: $0) } + nodes.map { id(ofNode: $0) }
        picture.deletions += gone.sorted()
        (anchors, nodes, untracked, moved) = ([], [], [], [])
        hasCamera = false
    }

    // MARK: Colours

    private static func color(of anchor: Anchor) -> FoxgloveColor {
        let alpha = anchor.isTracked ? 0.8 : 0.3
        return switch anchor.kind {
        case .plane, .mesh, .environmentProbe: FoxgloveColor(0.6, 0.6, 0.65, alpha / 2)
        case .image, .object, .face, .body: FoxgloveColor(0.1, 0.65, 0.35, alpha)
        case .participant: FoxgloveColor(0.95, 0.6, 0.1, alpha)
        default: FoxgloveColor(0.25, 0.45, 0.9, alpha)
        }
    }

    private static func color(of node: Node, isDuplicate: Bool) -> FoxgloveColor {
        let alpha = node.isVisible ? 1 : 0.2
        if isDuplicate { return FoxgloveColor(0.9, 0.1, 0.1, alpha) }
        return node.role == .content
            ? FoxgloveColor(0.45, 0.25, 0.8, alpha) : FoxgloveColor(0.5, 0.5, 0.5, alpha)
    }
}

extension FoxgloveEntity {
    /// Says something more of it, where that is known.
    fileprivate mutating func note(_ key: String, _ value: String?) {
        if let value { metadata.append((key, value)) }
    }
}

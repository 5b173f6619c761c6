import EventLog

/// A second live, visible content node shows one logical thing.
///
/// Two nodes are judged when the later one is attached or one of them is shown (and, where a view's return makes a new
/// visit of a run, at that return). What a node shows is its key, or else its asset; one key with two assets is two
/// parts of one thing. A second part of one thing wants its own key, its own asset, or role overlay: without one of
/// them it cannot be told from a duplicate.
///
/// Whether it is a swap is known only later: one of the two may be detached or hidden within `duplicate.swap`. The
/// event of the finding stays the one at which the second came.
final class DuplicateNode: Rule, DescribedRule {
    static let distance = LimitAbout(
        "duplicate.distance", 0.05, unit: "m", "how far apart two nodes may stand and still be one thing")
    static let swap = LimitAbout(
        "duplicate.swap", 0.5, unit: "s", "how long the old node may stay when it is exchanged for a new one")

    static let about = RuleAbout(
        id: "duplicate-node", severity: .error,
        summary: "Two visible content nodes show one logical thing.",
        why: """
            didAdd handled in two places, an anchor-to-node table that survived a reset, a view mounted again over its \
            old scene: the user sees the thing twice, or flickering where both stand in one place.
            """,
        example: """
            {"t":2.0,"event":"node.attached","node":"N1","anchor":"R1","key":"speaker"}
            {"t":12.6,"event":"session.run","options":["resetTracking","removeExistingAnchors"]}
            {"t":14.4,"event":"anchor.added","anchor":"R1","key":"speaker"}
            {"t":14.5,"event":"node.attached","node":"N2","anchor":"R1","key":"speaker"}
            """,
        advice: """
            Keep one table from the thing's identity to its node, attach only when it has none, and detach the nodes \
            where their anchors go (with the run that drops them, in didRemove, when the view goes).
            """,
        quiet: [
            "different keys, or one key with different assets, on one anchor: a second part of one thing wants its own "
                + "key, its own asset, or role overlay, because without one it cannot be told from a duplicate",
            "role overlay or debug, and nodes below another node",
            "one key on several live anchors: three equal chairs",
            "one of the two is detached or hidden within 0.5 s: an exchange",
        ],
        limits: [distance, swap, World.mapAnchors, World.ownRun], needs: [.node])

    /// A node that may be a duplicate, until it is known whether it was an exchange.
    private struct Pending {
        let node: (id: EntityID, attached: UInt32)
        let mark: Mark
        /// Whom it doubles, the oldest first.
        let others: [Other]
    }

    private typealias Other = (id: EntityID, attached: UInt32, way: Way)

    /// By session and node.
    @exclusivity(unchecked) @safe private var pending = Few<WaitingList<EntityID, Pending>>()
    /// Nodes of one key, or of one anchor, that a new one is compared with, the latest first.
    private static let compared = 1024
    /// Nodes that one may double at once.
    private static let doubled = 8

    override var interests: [EventKind] {
        [.nodeAttached, .nodeVisibilityChanged, .nodeMoved, .remoteAnchorMapped, .viewAppeared]
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .visitBegan = step.change else { return }
        for session in world.devices[step.device].visited { judgeVisit(session, world) }
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .nodeAttached(let index): judge(index, session, world)
        case .placed(let index): judge(index, session, world)
        case .visibility(let index):
            if session.nodes[index].isVisible {
                judge(index, session, world)
            } else {
                pending[session.serial]?.remove(session.nodes[index].id)
            }
        case .remoteMapped(_, let anchor):
            guard let record = session.anchors.index(of: anchor) else { return }
            if let index = session.nodes.onAnchor(record).prefix(Self.compared).first(where: {
                session.nodes[$0].isContent && session.nodes[$0].isVisible
            }) {
                judge(index, session, world)
            }
        default: break
        }
    }

    /// Nodes that were attached between a run and the view's return belong to the visit that began with the run.
    private func judgeVisit(_ session: SessionState, _ world: World) {
        let visitors = session.nodes.inOrder.prefix { session.nodes[$0].attached > session.runs.visitStart }
        for index in visitors.reversed() { judge(index, session, world) }
    }

    private func judge(_ index: Int, _ session: SessionState, _ world: World) {
        let nodes = session.nodes
        guard nodes[index].isContent, nodes[index].isVisible else { return }
        let (id, attached, anchor) = (nodes[index].id, nodes[index].attached, nodes[index].anchor)
        var others: [Other] = []
        if let thing = nodes[index].thing {
            // First those on the same anchor, however many others show the thing elsewhere.
            if let anchor {
                nodes.forEach(onAnchor: anchor, atMost: Self.compared) {
                    compare($0, with: index, session, &others)
                }
            }
            nodes.forEach(showing: thing, atMost: Self.compared) { other in
                if anchor == nil || nodes[other].anchor != anchor {
                    compare(other, with: index, session, &others)
                }
            }
        }
        if let anchor {
            let mapped = mappedTwice(anchor, session)
            if !mapped.isEmpty { others += mapped }
        }
        guard !others.isEmpty else { return }
        let doubt = Pending(
            node: (id, attached.number), mark: world.now,
            others: Array(others.sorted { $0.attached < $1.attached }.prefix(Self.doubled)))
        var list = pending.removeValue(forKey: session.serial) ?? WaitingList()
        list.prune { session.nodes.node($0, attachedAt: $1.node.attached) != nil }
        wait(
            settings.nanoseconds(of: Self.swap), isAfter: true, for: id, doubt, in: &list, session, world)
        pending[session.serial] = list
    }

    @inline(__always)
    private func compare(_ other: Int, with index: Int, _ session: SessionState, _ others: inout [Other]) {
        guard other != index else { return }
        let nodes = session.nodes
        let isOld = nodes[other].attached < nodes[index].attached
        if let way = way(isOld ? other : index, isOld ? index : other, session) {
            others.append((nodes[other].id, nodes[other].attached.number, way))
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = pending.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, waiting) = list.popDue(at: reading) { conclude(waiting, session, world) }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { pending[session.serial] = list }
    }

    private func conclude(_ waiting: Pending, _ session: SessionState, _ world: World) {
        guard let node = session.nodes.node(waiting.node.id, attachedAt: waiting.node.attached),
            node.isVisible
        else { return }
        for (id, attached, way) in waiting.others {
            guard let other = session.nodes.node(id, attachedAt: attached), other.isVisible else { continue }
            let (old, new) = other.attached < node.attached ? (other, node) : (node, other)
            report(
                world, subject(new, way, session), at: waiting.mark,
                events: evidence(old, new, way, session) + [waiting.mark.number],
                limit: way.usesDistance ? Self.distance : Self.swap,
                identity: [.way(way.name), .key(world.symbols.text(new.thing))]
            ) { message(old, new, way, at: waiting.mark, session, world) }
            return
        }
    }

    // What still waits is not concluded: nobody saw whether it was an exchange.
    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { pending[session.serial] = nil }
    }
}

extension DuplicateNode {
    /// In which way two nodes are one thing twice, in the letters of the catalogue.
    enum Way: Equatable {
        /// (a) Two on one anchor.
        case oneAnchor
        /// (b1) The old one hangs on an anchor that is gone.
        case anchorGone
        /// (b2) The old one stands under root or camera since an earlier visit.
        case earlierVisit
        /// (b3) The old one stands since an earlier epoch; the new one came with the map or from a peer.
        case earlierEpoch
        /// (c) One anchor of a peer was mapped to two of ours.
        case mappedTwice(remote: EntityID)
        /// (d) Two under the camera.
        case camera
        /// (e) Two under the root, in one place.
        case root

        var usesDistance: Bool { self == .root || self == .earlierVisit }

        /// As a part of the finding's identity: never to be changed.
        var name: String {
            switch self {
            case .oneAnchor: "one anchor"
            case .anchorGone: "anchor gone"
            case .earlierVisit: "earlier visit"
            case .earlierEpoch: "earlier epoch"
            case .mappedTwice: "mapped twice"
            case .camera: "camera"
            case .root: "root"
            }
        }
    }

    /// - Parameters:
    ///   - old: the index of the one that was attached first.
    ///   - new: that of the other.
    private func way(_ old: Int, _ new: Int, _ session: SessionState) -> Way? {
        // A node is much to copy, and mostly the two are told apart by a few of its values.
        let nodes = session.nodes
        guard nodes[old].isContent, nodes[old].isVisible, nodes[new].isContent, nodes[new].isVisible,
            nodes[old].showsSame(as: nodes[new]), nodes[old].attached > session.lastGap
        else { return nil }
        if let anchor = nodes[old].anchor {
            if anchor == nodes[new].anchor { return .oneAnchor }
            if isGone(anchor, new, session) { return .anchorGone }
        }
        let (oldAttached, newAttached) = (nodes[old].attached, nodes[new].attached)
        let (oldAttachment, newAttachment) = (nodes[old].attachment, nodes[new].attachment)
        if oldAttachment == .camera, newAttachment == .camera { return .camera }
        // What stood before the first run that was told may stand since any visit.
        var isKnown: Bool { session.runs.knownSince.map { oldAttached > $0 } ?? false }
        let visitStart = session.runs.visitStart
        if oldAttachment != .anchor, oldAttached < visitStart, newAttached > visitStart, isKnown,
            session.device.lastUserAction < visitStart, session.lastAddRequest < visitStart,
            !areApart(nodes[old], nodes[new], session)
        {
            return .earlierVisit
        }
        let epochStart = session.runs.epochStart
        if oldAttached < epochStart, newAttached > epochStart, isKnown, let anchor = nodes[new].anchor,
            session.anchors[anchor].isOfMap || session.anchors[anchor].origin == .remote
        {
            return .earlierEpoch
        }
        if oldAttachment == .root, newAttachment == .root, oldAttached > visitStart,
            let one = nodes[old].position, let other = nodes[new].position,
            one.isWithin(settings.value(of: Self.distance), of: other)
        {
            return .root
        }
        return nil
    }

    /// Whether their places, where both are known, say that they are two things.
    private func areApart(_ old: Node, _ new: Node, _ session: SessionState) -> Bool {
        func place(_ node: Node) -> Vector3? {
            node.position ?? node.anchor.flatMap { session.anchors[$0].position }
        }
        guard let one = place(old), let other = place(new) else { return false }
        return !one.isWithin(settings.value(of: Self.distance), of: other)
    }

    /// Whether the old one's anchor had gone when the new one came. One that was added again after a run lives, and what
    /// the app kept on it with it; a second node on it is a duplicate all the same.
    private func isGone(_ index: Int, _ new: Int, _ session: SessionState) -> Bool {
        guard let gone = session.anchors[index].gone, gone < session.nodes[new].attached else { return false }
        let id = session.anchors[index].id
        if let anchor = session.nodes[new].anchor, session.anchors[anchor].id == id { return true }
        return session.anchors.index(of: id).map { !session.anchors[$0].isLive } ?? true
    }

    /// Nodes on the other anchors of ours that stand for the same anchor of a peer.
    private func mappedTwice(
        _ anchor: Int, _ session: SessionState
    ) -> [Other] {
        guard session.anchors[anchor].isLive,
            let (remote, ours) = session.mapping(of: session.anchors[anchor].id)
        else { return [] }
        var found: [Other] = []
        for id in ours {
            guard let record = session.anchors.index(of: id), record != anchor,
                session.anchors[record].isLive
            else { continue }
            for other in session.nodes.onAnchor(record).prefix(Self.compared).map({ session.nodes[$0] })
            where other.isContent && other.isVisible && other.attached > session.lastGap {
                found.append((other.id, other.attached.number, .mappedTwice(remote: remote)))
            }
        }
        return found
    }
}

import EventLog

/// Content stood at coordinates of this session's own world, which are nobody else's and not tomorrow's.
///
/// It is known at the latest when the log ends: a node that stood long enough may still prove to be the ghost of an
/// anchor. Of a map that is saved only content that stands at that moment, or comes later, is said. At most
/// `followed` nodes of a session are followed at once.
final class ContentOnWorldCoordinates: Rule, DescribedRule {
    static let duration = LimitAbout(
        "contentOnWorldCoordinates.duration", 5, unit: "s", "how long such a node stands until it is content")
    static let swap = LimitAbout(
        "contentOnWorldCoordinates.swap", 1, unit: "s",
        "how near to an anchor with its key a ghost is taken away")

    static let about = RuleAbout(
        id: "content-on-world-coordinates", severity: .warning,
        summary: "Content that is shared or kept hangs under the root instead of on an anchor.",
        why: """
            The origin of a session is where it was started. Peers have another one, and after a restored map or a \
            relocalization it is another one here, too. Only anchors are carried along; content under the root comes \
            to stand somewhere else, or is missing.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":5.0,"event":"node.attached","node":"N1","attachment":"root","key":"chair","position":[0,0,-1]}
            {"t":10.5,"event":"frame.stats","fps":60}
            {"t":30.0,"event":"worldMap.saved","map":"M1","room":"hall"}
            """,
        advice: "Add an ARAnchor where the content is to stand, and hang its node on that anchor.",
        quiet: [
            "content under the camera, overlays, reticles without a key, isLocalOnly",
            "a ghost that is detached within a second of an anchor added with its key",
            "one device alone, in a recording that neither saves nor restores a map",
            "a map that comes with a join: the host's coordinates are the guest's then",
        ],
        limits: [duration, swap], needs: [.node, .session])

    /// Why a node is content at the wrong place, and when that became true.
    private struct Proof {
        let node: EntityID
        let key: Symbol
        let attached: Mark
        let cause: Mark
        let isShared: Bool
        let mark: Mark
    }

    private struct Watched {
        let key: Symbol
        let attached: Mark
        /// Whether it has stood long enough.
        var isOld = false
        var proof: Proof?
        var detached: Mark?
        /// The last anchor with its key.
        var anchorAdded: Mark?
    }

    private struct Wait: Hashable {
        let node: EntityID
        /// Whether only the time counts in which the world is shared.
        let isShared: Bool
    }

    private struct Scene {
        var watched: [EntityID: Watched] = [:]
        var waiting = WaitingList<Wait, UInt32>()
        /// Since when the world is shared; `nil` where it is not.
        var shared: Mark?
    }

    @exclusivity(unchecked) @safe private var scenes = Few<Scene>()
    /// The first event of a recording that saved or restored a map, by device.
    @exclusivity(unchecked) @safe private var maps = Few<Mark>()
    /// Nodes of a recording that were no ghosts: the first of them, and how many they were.
    @exclusivity(unchecked) @safe private var proven = Few<(first: Proof, count: Int)>()

    /// Nodes followed at once in one session.
    private static let followed = 128

    override var interests: [EventKind] {
        [.nodeAttached, .nodeDetached, .anchorAdded, .sessionRun, .peerStateChanged, .worldMapSaved]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .nodeAttached(let index):
            // Most nodes hang elsewhere; one of them matters where its id was followed before.
            if session.nodes[index].attachment == .root || scenes.contains(session.serial) {
                attached(session.nodes[index], session, world)
            }
        case .anchorAdded(let index):
            guard let key = session.anchors[index].key, scenes.contains(session.serial) else { return }
            added(key, step.mark, session)
        case .ran(let change):
            // Who joins with the host's map gets the host's coordinates.
            if change.run.bringsMap, change.run.purpose != .join { mapped(step.mark, session.device, world) }
            for other in session.device.sessions { refresh(other, step.mark, world) }
        default:
            if step.event.kind == .worldMapSaved { return mapped(step.mark, session.device, world) }
            guard step.event.kind == .nodeDetached, scenes.contains(session.serial),
                let payload = step.event.decode(StoredEvent.NodeDetached.self)
            else { return }
            detached(payload.node, step.mark, session)
        }
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .peer = step.change else { return }
        for session in world.devices[step.device].sessions { refresh(session, step.mark, world) }
    }

    // MARK: Nodes

    private func attached(_ node: Node, _ session: SessionState, _ world: World) {
        if scenes.contains(session.serial) { detached(node.id, node.attached, session) }
        guard node.isContent, node.attachment == .root, !node.isLocalOnly, let key = node.key else { return }
        var scene = scenes.removeValue(forKey: session.serial) ?? Scene()
        defer { scenes[session.serial] = scene }
        if scene.shared == nil, session.isCollaboratingWithPeer {
            scene.shared = session.peers.connected(1).first.flatMap { session.peers[$0].connected }
        }
        confirm(&scene, at: node.attached, session.device.index)
        guard scene.watched.count < Self.followed else { return }
        scene.watched[node.id] = Watched(key: key, attached: node.attached)
        wait(node.id, false, &scene, session, world)
        if scene.shared != nil { wait(node.id, true, &scene, session, world) }
    }

    private func wait(
        _ node: EntityID, _ isShared: Bool, _ scene: inout Scene, _ session: SessionState, _ world: World
    ) {
        guard let attached = scene.watched[node]?.attached.number else { return }
        wait(
            settings.nanoseconds(of: Self.duration), for: Wait(node: node, isShared: isShared), attached,
            in: &scene.waiting, session, world)
    }

    private func detached(_ node: EntityID, _ mark: Mark, _ session: SessionState) {
        guard let watched = scenes[session.serial]?.watched[node], watched.detached == nil else { return }
        for isShared in [false, true] {
            scenes[session.serial]?.waiting.remove(Wait(node: node, isShared: isShared))
        }
        let isGhost = watched.anchorAdded.map { isSwap($0, mark) } ?? false
        scenes[session.serial]?.watched[node] = isGhost || watched.proof == nil ? nil : watched
        scenes[session.serial]?.watched[node]?.detached = mark
    }

    /// An anchor with this key was added: what was detached a moment ago was its ghost.
    private func added(_ key: Symbol, _ mark: Mark, _ session: SessionState) {
        guard var scene = scenes.removeValue(forKey: session.serial) else { return }
        confirm(&scene, at: mark, session.device.index)
        for (node, watched) in scene.watched where watched.key == key {
            if watched.detached == nil {
                scene.watched[node]?.anchorAdded = mark
            } else {
                scene.watched[node] = nil
            }
        }
        scenes[session.serial] = scene
    }

    private func isSwap(_ earlier: Mark, _ later: Mark) -> Bool {
        later.elapsed(since: earlier) <= settings.nanoseconds(of: Self.swap)
    }

    /// Nodes that went too long ago to be ghosts are none.
    private func confirm(_ scene: inout Scene, at mark: Mark, _ device: Int) {
        for (node, watched) in scene.watched {
            guard let detached = watched.detached, !isSwap(detached, mark) else { continue }
            scene.watched[node] = nil
            if let proof = watched.proof { confirm(proof, device) }
        }
    }

    private func confirm(_ proof: Proof, _ device: Int) {
        guard let (first, count) = proven[device] else { return proven[device] = (proof, 1) }
        let isEarlier = (proof.mark, proof.attached) < (first.mark, first.attached)
        proven[device] = (isEarlier ? proof : first, count + 1)
    }

    // MARK: What makes it wrong

    /// Whether the world of a session is shared may have changed.
    private func refresh(_ session: SessionState, _ mark: Mark, _ world: World) {
        guard var scene = scenes.removeValue(forKey: session.serial) else { return }
        defer { scenes[session.serial] = scene }
        let isShared = session.isCollaboratingWithPeer
        guard isShared != (scene.shared != nil) else { return }
        scene.shared = isShared ? mark : nil
        for (node, watched) in scene.watched where watched.detached == nil && watched.proof == nil {
            if isShared {
                wait(node, true, &scene, session, world)
            } else {
                scene.waiting.remove(Wait(node: node, isShared: true))
            }
        }
    }

    /// A map is saved or restored: what stands there by its coordinates is content at the wrong place.
    private func mapped(_ mark: Mark, _ device: DeviceState, _ world: World) {
        guard !maps.contains(device.index) else { return }
        maps[device.index] = mark
        for session in device.sessions {
            for (node, watched) in scenes[session.serial]?.watched ?? [:] where watched.isOld {
                prove(node, cause: mark, isShared: false, at: mark, session)
            }
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = scenes[session.serial]?.waiting else { return }
        scenes[session.serial]?.waiting = WaitingList()
        list.isTimed = false
        while let (wait, attached) = list.popDue(at: reading) {
            guard scenes[session.serial]?.watched[wait.node]?.attached.number == attached else { continue }
            scenes[session.serial]?.watched[wait.node]?.isOld = true
            let cause = wait.isShared ? scenes[session.serial]?.shared : maps[session.device.index]
            guard let cause else { continue }
            prove(wait.node, cause: cause, isShared: wait.isShared, at: world.now, session)
        }
        setTimer(for: &list, isAfter: false, session)
        scenes[session.serial]?.waiting = list
    }

    private func prove(
        _ node: EntityID, cause: Mark, isShared: Bool, at mark: Mark, _ session: SessionState
    ) {
        guard let watched = scenes[session.serial]?.watched[node], watched.proof == nil,
            watched.detached == nil
        else { return }
        scenes[session.serial]?.watched[node]?.proof = Proof(
            node: node, key: watched.key, attached: watched.attached, cause: cause, isShared: isShared,
            mark: mark)
    }

    // MARK: The end

    override func gap(_ device: DeviceState, _ world: World) {
        for session in device.sessions { scenes[session.serial] = nil }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        for session in device.sessions {
            for watched in scenes.removeValue(forKey: session.serial)?.watched.values ?? [:].values {
                if let proof = watched.proof { confirm(proof, device.index) }
            }
        }
        maps[device.index] = nil
        guard let (first, count) = proven.removeValue(forKey: device.index) else { return }
        for _ in 0..<count { report(first, device.index, world) }
    }

    private func report(_ proof: Proof, _ device: Int, _ world: World) {
        report(
            world, Subject(nil, device: device, []), at: proof.mark,
            events: [proof.attached.number, proof.cause.number, proof.mark.number], limit: Self.duration,
            identity: [.way(proof.isShared ? "shared" : "map"), .key(world.symbols.text(proof.key))]
        ) {
            let reason =
                proof.isShared
                ? "the world is shared with peers since \(world.seconds(proof.cause)) (#\(proof.cause.number))"
                : "a world map is saved or restored \(world.at(proof.cause))"
            return
                "Node \(world.name(proof.node)) (\(world.symbols.text(proof.key))) hangs under the root since "
                + "\(world.seconds(proof.attached)) (#\(proof.attached.number)), and \(reason); "
                + "\(Self.duration.phrase(settings))."
        }
    }
}

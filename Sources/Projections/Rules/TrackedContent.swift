import EventLog

/// What `visible-while-lost` and `hidden-while-tracked` share: something that has to hold of an anchor that ARKit tracks
/// (an object, an image, a face, a body) and of the nodes on it, for a while and without a break.
class TrackedContent: Rule {
    /// By session and record: the life of the anchor, and the event since which it holds.
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, (serial: UInt32, since: Mark)>>()
    /// What was told and still holds, by session and record: the anchor's life.
    @exclusivity(unchecked) @safe private var told = Few<[Int: UInt32]>()

    /// How long it has to hold, in nanoseconds.
    var grace: UInt64 { 0 }

    /// Whether it holds now of a live anchor of these kinds.
    func holds(_ anchor: Int, _ session: SessionState) -> Bool { false }

    /// It held for the grace, since the event `since`.
    func conclude(_ anchor: Int, since: Mark, _ session: SessionState, _ world: World) {}

    override var watchesTracking: Bool { true }
    override var interests: [EventKind] {
        [.anchorAdded, .nodeAttached, .nodeDetached, .nodeVisibilityChanged]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .anchorAdded(let anchor): examine(anchor, session, world)
        case .nodeAttached(let node):
            session.nodes.forEachAnchorLeft { examine($0, session, world) }
            if let anchor = session.nodes[node].anchor { examine(anchor, session, world) }
        case .nodesDetached: session.nodes.forEachAnchorLeft { examine($0, session, world) }
        case .visibility(let node):
            if let anchor = session.nodes[node].anchor { examine(anchor, session, world) }
        default: break
        }
    }

    override func trackingChanged(of anchor: Int, _ session: SessionState, _ world: World) {
        examine(anchor, session, world)
    }

    @inline(__always)
    private func examine(_ anchor: Int, _ session: SessionState, _ world: World) {
        switch session.anchors[anchor].kind {
        case .object, .image, .face, .body: follow(anchor, session, world)
        default: return
        }
    }

    private func follow(_ anchor: Int, _ session: SessionState, _ world: World) {
        let serial = session.anchors[anchor].serial
        // What was told of the anchor before events were missing need not be so any more.
        guard session.anchors[anchor].isLive, (session.anchors[anchor].added ?? .start) > session.lastGap,
            holds(anchor, session)
        else {
            _ = waiting.change(session.serial) { $0.remove(anchor) }
            _ = told.change(session.serial) { $0[anchor] = nil }
            return
        }
        guard told[session.serial]?[anchor] != serial,
            waiting[session.serial]?[anchor]?.serial != serial
        else { return }
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        list.prune { session.anchors.isCurrent($0, serial: $1.serial) && session.anchors[$0].isLive }
        wait(grace, for: anchor, (serial, world.now), in: &list, session, world)
        waiting[session.serial] = list
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (anchor, waiting) = list.popDue(at: reading) {
            guard session.anchors.isCurrent(anchor, serial: waiting.serial), session.anchors[anchor].isLive
            else { continue }
            told[session.serial, default: [:]][anchor] = waiting.serial
            conclude(anchor, since: waiting.since, session, world)
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    /// The content nodes directly on an anchor that were attached since events were missing, the latest first.
    func content(on anchor: Int, _ session: SessionState) -> some Sequence<Node> {
        session.nodes.onAnchor(anchor).prefix(Self.looked).lazy.map { session.nodes[$0] }
            .filter { $0.isContent && $0.attached > session.lastGap }
    }

    /// The kind and the name of what is tracked, and the first thing that is shown on it.
    func identity(of anchor: Anchor, showing nodes: [Node], _ world: World) -> [FindingPart] {
        [
            .kind(anchor.kind?.name), .name(world.symbols.text(anchor.name)),
            .key(world.symbols.text(nodes.first?.thing ?? anchor.key)),
        ]
    }

    /// Nodes of one anchor that are looked at, the latest.
    private static let looked = 1024
    /// Nodes named in the evidence.
    static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            waiting[session.serial] = nil
            told[session.serial] = nil
        }
    }
}

extension Anchor {
    /// The event since which it is tracked, or is not, as it stands now.
    var trackedSince: Mark? { trackingChanged ?? added }
}

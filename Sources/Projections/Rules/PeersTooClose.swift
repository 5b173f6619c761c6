import EventLog

/// A peer's device was held right beside this one for a while.
///
/// A participant anchor and the camera stand where they were told last.
final class PeersTooClose: Rule, DescribedRule {
    static let distance = LimitAbout(
        "peers.distance", 0.3, unit: "m", "how near a participant's anchor may be to the camera")
    static let duration = LimitAbout("peersTooClose.duration", 5, unit: "s", "for how long")

    static let about = RuleAbout(
        id: "peers-too-close", severity: .info,
        summary: "A peer's device was within a hand's breadth of the camera for some seconds.",
        why: """
            Two devices side by side see nearly the same, which is good for the merge; but a participant that stays \
            at the camera is often one that does not move with its peer, so that names and pointers float in the \
            user's face.
            """,
        example: """
            {"t":4.0,"event":"anchor.added","anchor":"P","kind":"participant","position":[0,0,-0.2]}
            {"t":5.0,"event":"camera.pose","position":[0,0,0]}
            {"t":10.0,"event":"camera.pose","position":[0,0,0]}
            """,
        advice: "Hide what marks a participant that is nearer than an arm's length.",
        quiet: ["a moment of it", "places that are not told"],
        limits: [distance, duration], needs: [.anchor, .camera])

    private typealias Near = (serial: UInt32, since: Mark)

    /// Participants that are near, by record, until their time is over.
    @exclusivity(unchecked) @safe private var near = Few<WaitingList<Int, Near>>()
    /// Participants that are near and were reported.
    @exclusivity(unchecked) @safe private var told = Few<[Int: UInt32]>()
    /// Participants of whom nothing was told since a gap: nobody knows where they are now. By session.
    @exclusivity(unchecked) @safe private var unseen = Few<Set<Int>>()

    override var watchesAnchors: Bool { true }
    override var interests: [EventKind] { [.cameraPose, .anchorAdded, .anchorRemoved, .sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .anchorAdded(let anchor):
            guard session.anchors[anchor].kind == .participant else { return }
            session.anchors[anchor].watchers |= watchBit
            saw(anchor, session)
            look(anchor, session, world)
        case .anchorRemoved(let anchor): leave(anchor, session)
        case .ran(let change):
            for anchor in change.run.droppedAnchors { leave(anchor, session) }
        default:
            guard session.participants.count > 0 else { return }
            for anchor in session.participants.live(in: session.anchors)
            where unseen[session.serial]?.contains(anchor) != true {
                look(anchor, session, world)
            }
        }
    }

    override func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {
        saw(anchor, session)
        look(anchor, session, world)
    }

    private func saw(_ anchor: Int, _ session: SessionState) {
        _ = unseen.change(session.serial) { $0.remove(anchor) }
    }

    private func look(_ anchor: Int, _ session: SessionState, _ world: World) {
        guard let camera = session.cameraPosition, let position = session.anchors[anchor].position,
            position.isWithin(settings.value(of: Self.distance), of: camera)
        else { return leave(anchor, session) }
        let serial = session.anchors[anchor].serial
        guard near[session.serial]?[anchor]?.serial != serial, told[session.serial]?[anchor] != serial else {
            return
        }
        var list = near.removeValue(forKey: session.serial) ?? WaitingList()
        wait(
            settings.nanoseconds(of: Self.duration), for: anchor, (serial, world.now), in: &list, session,
            world)
        near[session.serial] = list
    }

    private func leave(_ anchor: Int, _ session: SessionState) {
        _ = near.change(session.serial) { $0.remove(anchor) }
        _ = told.change(session.serial) { $0[anchor] = nil }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = near.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (anchor, waited) = list.popDue(at: reading) {
            guard session.anchors.isCurrent(anchor, serial: waited.serial) else { continue }
            told[session.serial, default: [:]][anchor] = waited.serial
            judge(session.anchors[anchor], since: waited.since, session, world)
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { near[session.serial] = list }
    }

    private func judge(_ anchor: Anchor, since: Mark, _ session: SessionState, _ world: World) {
        let peer = anchor.ownerSession.flatMap { session.peers.peer(ofSession: $0) }
        let subject: [UInt64] = peer.map { [0, UInt64($0)] } ?? [1, anchor.id.low, anchor.id.high]
        report(
            world, Subject(session, subject), at: world.now,
            events: [anchor.added?.number, since.number, world.now.number].compactMap { $0 },
            limit: Self.distance
        ) {
            "Participant \(world.name(anchor.id))\(peer.map { " (\(world.name(ofPeer: $0, session)))" } ?? "") was "
                + "within \(plain(settings.value(of: Self.distance))) m of the camera\(world.inside(session)) for "
                + "\(world.span(world.now.elapsed(since: since))) until \(world.seconds(world.now)) "
                + "(#\(world.now.number)); \(Self.distance.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        forget(device)
        for session in device.sessions where session.participants.count > 0 {
            unseen[session.serial] = Set(session.participants.live(in: session.anchors))
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            near[session.serial] = nil
            told[session.serial] = nil
            unseen[session.serial] = nil
        }
    }
}

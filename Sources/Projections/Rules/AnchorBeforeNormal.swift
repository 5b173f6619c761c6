import EventLog

/// An anchor was placed before tracking was normal, and did not stay.
///
/// Where no origin is told, an anchor is the app's if the app asked for it, or if nobody else can have made it: plain and
/// custom anchors are never ARKit's own, and without collaboration no peer's. A jump is a step from one place that was
/// told to the next.
final class AnchorBeforeNormal: Rule, DescribedRule {
    static let jump = LimitAbout(
        "anchorBeforeNormal.jump", 0.5, unit: "m", "how far an anchor may move in one update")
    static let window = LimitAbout(
        "anchorBeforeNormal.window", 60, unit: "s", "how long after the add the anchor is watched")

    static let about = RuleAbout(
        id: "anchor-before-normal", severity: .warning,
        summary: "An anchor placed before tracking was normal jumped, or was removed by ARKit.",
        why: """
            Until the first normal ARKit has no scale and no floor it is sure of. An anchor of that time is moved when it \
            has them, or thrown away, and the content on it leaps through the room.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":1.5,"event":"anchor.added","anchor":"A1","kind":"anchor","origin":"app","position":[0,0,-1]}
            {"t":3.0,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":3.1,"event":"anchor.updated","anchor":"A1","position":[0.4,0.1,-1.6]}
            """,
        advice:
            "Add anchors once tracking is normal; keep what the user taps before that, and place it then.",
        quiet: [
            "the anchor stays where it was", "a removal the app asked for, or a run that drops the anchors",
            "anchors that ARKit, a peer or the world map brought",
        ],
        limits: [jump, window], needs: [.anchor, .camera, .session])

    private struct Early {
        let serial: UInt32
        let added: Mark
        let visit: Mark
        var position: Vector3?
    }

    /// By session and record.
    @exclusivity(unchecked) @safe private var early = Few<[Int: Early]>()
    /// Anchors watched at once in one session.
    private static let followed = 256

    override var watchesAnchors: Bool { true }
    override var interests: [EventKind] { [.anchorAdded, .anchorRemoved] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .anchorAdded(let index): added(index, at: step.mark, session)
        case .anchorRemoved(let index):
            guard !early.isEmpty, let anchor = early[session.serial]?.removeValue(forKey: index),
                anchor.serial == session.anchors[index].serial,
                !session.anchors[index].isRemovalAsked, isInTime(anchor, step.mark)
            else { return }
            report(
                index, anchor, .way("removed"),
                "was removed \(world.at(step.mark)) though nobody asked for it", Self.window,
                session, world)
        default: break
        }
    }

    private func added(_ index: Int, at mark: Mark, _ session: SessionState) {
        guard session.runs.last != nil, session.runs.visitStart > session.lastGap,
            session.normalTracking.firstOfVisit == nil
        else { return }
        let anchor = session.anchors[index]
        guard anchor.addedBefore == nil, isOfApp(anchor, session) else { return }
        early[session.serial, default: [:]][index] = Early(
            serial: anchor.serial, added: mark, visit: session.runs.visitStart, position: anchor.position)
        session.anchors[index].watchers |= watchBit
    }

    private func isOfApp(_ anchor: Anchor, _ session: SessionState) -> Bool {
        if let origin = anchor.origin { return origin == .app }
        if anchor.isRequested { return true }
        guard anchor.kind == .anchor || anchor.kind == .custom, !anchor.isOfMap, anchor.ownerSession == nil
        else {
            return false
        }
        return session.runs.last?.configuration?.isCollaborationEnabled == false
    }

    override func watchedAnchorUpdated(_ index: Int, _ session: SessionState, _ world: World) {
        guard let anchor = early[session.serial]?[index], anchor.serial == session.anchors[index].serial,
            isInTime(anchor, world.now)
        else { return forget(index, session) }
        guard let place = session.anchors[index].position else { return }
        early[session.serial]?[index]?.position = place
        guard let before = anchor.position,
            !before.isWithin(settings.value(of: Self.jump), of: place)
        else { return }
        forget(index, session)
        let centimetres = (before.distance(to: place) * 100).rounded()
        report(
            index, anchor, .way("jumped"), "jumped by \(plain(centimetres / 100)) m \(world.at(world.now))",
            Self.jump,
            session,
            world)
    }

    private func isInTime(_ anchor: Early, _ mark: Mark) -> Bool {
        mark.elapsed(since: anchor.added) <= settings.nanoseconds(of: Self.window)
    }

    private func forget(_ index: Int, _ session: SessionState) {
        session.anchors[index].watchers &= ~watchBit
        early[session.serial]?[index] = nil
    }

    private func report(
        _ index: Int, _ anchor: Early, _ way: FindingPart, _ what: String, _ limit: LimitAbout,
        _ session: SessionState,
        _ world: World
    ) {
        let id = session.anchors[index].id
        report(
            world, Subject(session, [id.low, id.high]), at: world.now,
            events: [anchor.visit.number, anchor.added.number, world.now.number],
            limit: limit, identity: [way] + world.content(of: session.anchors[index])
        ) {
            "Anchor \(world.name(id)) was added\(world.inside(session)) \(world.at(anchor.added)), before tracking was "
                + "normal for the first time since the run \(world.at(anchor.visit)), and \(what); \(limit.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { early[session.serial] = nil }
    }
}

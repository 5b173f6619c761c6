import EventLog

/// What `sessions-compete` and `sessions-overlap` share: two sessions of one device that run at once, and the harm that
/// shows that they take the camera from each other.
///
/// A session runs from its run to its pause or failure. Planes, meshes and probes come and go by ARKit's own will; their
/// removal is no harm.
class SessionsAtOnce: CameraLoss {
    static let frames = LimitAbout(
        "sessionsCompete.frames", 2, unit: "s", "how long a session is without frames until that is harm")
    static let removal = LimitAbout(
        "sessionsCompete.removal", 1, unit: "s",
        "how soon after its add an anchor is removed that the other session cost")

    /// Where the zeros of each session began: the event, and the reading of its clock.
    @exclusivity(unchecked) @safe private var still = Few<(since: Mark, reading: UInt64)>()

    override var interests: [EventKind] { super.interests + [.anchorRemoved] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if case .anchorRemoved(let index) = step.change {
            guard world.devices[step.device].sessions.count > 1, session.isInUse else { return }
            removed(index, at: step.mark, session, world)
        } else {
            super.handle(step, in: session, world)
        }
    }

    private func removed(_ index: Int, at mark: Mark, _ session: SessionState, _ world: World) {
        guard let added = session.anchors[index].added, added > session.lastGap,
            !session.anchors[index].isRemovalAsked,
            mark.elapsed(since: added) <= settings.nanoseconds(of: Self.removal)
        else { return }
        switch session.anchors[index].kind {
        case .plane, .mesh, .environmentProbe: return
        default: lost(session, .removal(session.anchors[index].id, added: added), world)
        }
    }

    override func wantsFrames(_ device: DeviceState) -> Bool { device.sessions.count > 1 }

    override func frames(_ fps: Double, _ session: SessionState, _ world: World) {
        guard fps == 0, other(than: session) != nil else {
            if !still.isEmpty { still[session.serial] = nil }
            return
        }
        let reading = session.reading(at: world.now.time)
        guard let began = still[session.serial] else {
            still[session.serial] = (world.now, reading)
            return
        }
        guard reading - began.reading >= settings.nanoseconds(of: Self.frames) else { return }
        lost(session, .noFrames, world)
        still[session.serial] = nil
    }

    /// Another session of the device that runs and is not interrupted.
    func other(than session: SessionState) -> SessionState? {
        session.device.sessions.suffix(Self.looked).last { $0 !== session && $0.isInUse && !$0.isInterrupted }
    }

    /// Who ran the two; the sessions' own names may be ids.
    func callers(of session: SessionState, and other: SessionState, _ world: World) -> [FindingPart] {
        .sources([session, other].map { world.symbols.text($0.runs.last?.source) })
    }

    /// Sessions of one device that are looked at, the latest.
    static let looked = 32

    override func draft(_ session: SessionState, _ loss: Loss, _ world: World) -> Draft? {
        guard let run = session.runs.last?.mark, let other = other(than: session),
            let otherRun = other.runs.last?.mark
        else { return nil }
        var events = [run.number, otherRun.number]
        var limit: LimitAbout?
        switch loss {
        case .failure(let code):
            guard code == 101 || code == 102 else { return nil }
        case .noFrames:
            events += [still[session.serial]?.since.number].compactMap { $0 }
            limit = Self.frames
        case .removal(_, let added):
            events.append(added.number)
            limit = Self.removal
        case .interruption: break
        }
        events.append(world.now.number)
        let (now, used) = (world.now, limit)
        return Draft(
            subject: Subject(session, []), mark: now, events: events, limit: limit,
            identity: callers(of: session, and: other, world)
        ) { [settings] in
            "\(world.title(session)) (run \(world.at(run))) and \(world.title(other, isFirst: false)) (run "
                + "\(world.at(otherRun))) ran at once, and \(world.title(session, isFirst: false)) "
                + "\(loss.phrase(world)) \(world.at(now))"
                + (used.map { "; \($0.phrase(settings))" } ?? "") + "."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        super.gap(device, world)
        for session in device.sessions { still[session.serial] = nil }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        super.recordingEnded(device, world)
        for session in device.sessions { still[session.serial] = nil }
    }
}

extension World {
    /// `session X`, or `the session main`.
    func title(_ session: SessionState, isFirst: Bool = true) -> String {
        session.id.map { "\(isFirst ? "S" : "s")ession \(name($0))" }
            ?? "\(isFirst ? "T" : "t")he session main"
    }
}

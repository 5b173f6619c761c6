import EventLog

/// A relocalization went on and on.
///
/// It is true once tracking has been `limited.relocalizing` for as long as the deadline. Whether the app helped is known
/// a few seconds later: the finding becomes an error when that time passes, or the relocalization ends, without an
/// offer. A log that ends before leaves it a warning.
final class RelocalizationTimeout: Rule, DescribedRule {
    static let deadline = LimitAbout(
        "relocalization.deadline", 30, unit: "s", "how long a relocalization may take")
    static let offer = LimitAbout(
        "relocalizationTimeout.offer", 5, unit: "s",
        "how long after the deadline a way out may still be offered")

    static let about = RuleAbout(
        id: "relocalization-timeout", severity: .warning, highest: .error,
        summary: "Relocalization did not come to an end.",
        why: """
            ARKit looks for the place it knew, without limit: when the user stands elsewhere or the light changed it \
            never finds it, no anchor moves, and nothing tells the user. It is an error where the app offered no way out.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"}}
            {"t":1.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":31.5,"event":"frame.stats","fps":60}
            {"t":37.0,"event":"frame.stats","fps":60}
            """,
        advice: """
            Start a timer with limited.relocalizing and offer to try again, to place relative to the user, or to start \
            over (a run with resetTracking and removeExistingAnchors).
            """,
        quiet: [
            "time away: background, interruption, pause",
            "a run or a pause before the deadline ends the count",
            "a way out that is offered in time makes it a warning",
        ],
        limits: [deadline, offer], needs: [.camera, .session])

    /// The relocalization that each session is in.
    @exclusivity(unchecked) @safe private var running = Few<WaitingList<Int, Mark>>()
    /// Those that are too long, while an offer may still come.
    @exclusivity(unchecked) @safe private var late = Few<(began: Mark, at: Mark)>()

    override var interests: [EventKind] {
        [.cameraTrackingStateChanged, .recoveryOffered, .sessionRun, .sessionPause, .sessionFailed]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .recoveryOffered {
            late[session.serial] = nil
            return
        }
        let current = session.localization.current
        if let waiting = late[session.serial], waiting.began != current?.began { fail(session, world) }
        guard let current, current.began == step.mark else { return }
        wait(
            settings.nanoseconds(of: Self.deadline), for: 0, current.began,
            in: &running[session.serial, default: WaitingList()], session, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        if token > 0 {
            if late[session.serial].map({ Int($0.began.number) }) == token { fail(session, world) }
            return
        }
        guard var list = running.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, began) = list.popDue(at: reading) { judge(began, session, world) }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { running[session.serial] = list }
    }

    private func judge(_ began: Mark, _ session: SessionState, _ world: World) {
        guard let current = session.localization.current, current.began == began else { return }
        report(
            world, subject(began, session), at: world.now, events: [began.number, world.now.number],
            limit: Self.deadline, identity: [session.relocalizationWay(since: began)]
        ) {
            message(began, world.now, session, world)
                + (current.offered.map { "; a way out was offered \(world.at($0))." } ?? ".")
        }
        guard current.offered == nil else { return }
        late[session.serial] = (began, world.now)
        wait(
            settings.nanoseconds(of: Self.offer), isAfter: true, token: Int(began.number), session, world)
    }

    /// Nobody offered anything in time.
    private func fail(_ session: SessionState, _ world: World) {
        guard let (began, at) = late.removeValue(forKey: session.serial) else { return }
        world.sink.raise(
            rule: index, subject: subject(began, session), to: .error, at: at,
            events: [began.number, at.number]
        ) { message(began, at, session, world) + ", and no way out was offered." }
    }

    private func subject(_ began: Mark, _ session: SessionState) -> Subject {
        Subject(session, [UInt64(began.number)])
    }

    private func message(_ began: Mark, _ at: Mark, _ session: SessionState, _ world: World) -> String {
        "Relocalization\(world.inside(session)) began \(world.at(began)) and still went on "
            + "\(world.span(at.elapsed(since: began))) later, \(Self.deadline.phrase(settings))"
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            running[session.serial] = nil
            late[session.serial] = nil
        }
    }
}

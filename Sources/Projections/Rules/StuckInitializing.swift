import EventLog

/// A run's tracking does not come out of initializing.
///
/// A further run, a pause and a failure end the count; whether the state goes on is known when it is told anew.
final class StuckInitializing: Rule, DescribedRule {
    static let deadline = LimitAbout(
        "initializing.deadline", 20, unit: "s", "how long tracking may be initializing")

    static let about = RuleAbout(
        id: "stuck-initializing", severity: .warning,
        summary: "Tracking is initializing for twenty seconds.",
        why: """
            ARKit needs a second or two of moving camera and a scene with features. A lens that is covered, a dark or \
            blank room, or a user who was never told to move keeps it waiting, and the app with it.
            """,
        example: """
            {"t":1.2,"event":"camera.trackingStateChanged","state":"limited","reason":"initializing"}
            {"t":21.5,"event":"frame.stats","fps":60}
            """,
        advice:
            "Show the coaching overlay, or say what helps (move the phone, more light), while tracking is limited.",
        quiet: [
            "time in the background, interrupted or paused does not count",
            "another run begins the count anew", "other limits: relocalizing, few features, fast motion",
        ],
        limits: [deadline], needs: [.camera])

    /// Since when each session is initializing.
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, Mark>>()
    /// Sessions whose present initializing was told.
    @exclusivity(unchecked) @safe private var told: Set<Int> = []
    @exclusivity(unchecked) @safe private var initializing: Symbol?

    override var interests: [EventKind] {
        [.cameraTrackingStateChanged, .sessionRun, .sessionPause, .sessionFailed]
    }

    override func prepare(_ world: World) { initializing = world.symbols.symbol("limited.initializing") }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard step.event.kind == .cameraTrackingStateChanged, session.tracking.state == initializing else {
            if !waiting.isEmpty { waiting[session.serial]?.remove(0) }
            if !told.isEmpty { told.remove(session.serial) }
            return
        }
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        if list[0] == nil, !told.contains(session.serial) {
            wait(
                settings.nanoseconds(of: Self.deadline), for: 0, step.mark, in: &list, session, world)
        }
        waiting[session.serial] = list
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, since) = list.popDue(at: reading) {
            told.insert(session.serial)
            report(since, session, world)
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func report(_ since: Mark, _ session: SessionState, _ world: World) {
        let run = session.runs.last?.mark
        report(
            world, Subject(session, [UInt64(run?.number ?? 0)]), at: world.now,
            events: [run?.number, since.number, world.now.number].compactMap { $0 }, limit: Self.deadline,
            identity: [world.caller(of: session.runs.last)]
        ) {
            "Tracking\(world.of(session)) is initializing since \(world.seconds(since)) (#\(since.number))"
                + (run.map { ", after the run \(world.at($0))" } ?? "")
                + ", and still was \(world.at(world.now)); \(Self.deadline.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            waiting[session.serial] = nil
            told.remove(session.serial)
        }
    }
}

import EventLog

/// The app never tells the user what to do while ARKit relocalizes.
///
/// One `recovery.statusShown` anywhere in the recording shows that the app can, and takes everything back. After lost
/// events nobody knows whether it was shown.
final class RelocalizationSilent: Rule, DescribedRule {
    static let delay = LimitAbout(
        "relocalizationSilent.delay", 2, unit: "s", "how long a relocalization may go on without a word")

    static let about = RuleAbout(
        id: "relocalization-silent", severity: .info,
        summary: "The app relocalizes and never tells the user what to do.",
        why: """
            While ARKit looks for the known place the user has to bring it back into view. Nobody does that unasked: \
            the screen looks frozen, and the session seems broken.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"}}
            {"t":1.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":3.6,"event":"frame.stats","fps":60}
            """,
        advice: "Show a hint for as long as tracking is limited.relocalizing, and log recovery.statusShown.",
        quiet: [
            "a relocalization of less than two seconds", "the status was shown at any time in the recording",
        ],
        limits: [delay], needs: [.camera, .session])

    @exclusivity(unchecked) @safe private var running = Few<WaitingList<Int, Mark>>()
    /// Devices that showed it, or of which events are missing.
    private var excused: Set<Int> = []

    override var interests: [EventKind] { [.cameraTrackingStateChanged, .recoveryStatusShown] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .recoveryStatusShown { return excuse(session.device, world) }
        guard let current = session.localization.current, current.began == step.mark else { return }
        wait(
            settings.nanoseconds(of: Self.delay), for: 0, current.began,
            in: &running[session.serial, default: WaitingList()], session, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = running.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, began) = list.popDue(at: reading) {
            guard session.localization.current?.began == began, !excused.contains(session.device.index)
            else { continue }
            report(
                world, subject(session.device), at: world.now, events: [began.number, world.now.number],
                limit: Self.delay
            ) {
                "Relocalization\(world.inside(session)) began \(world.at(began)) and went on for "
                    + "\(world.span(world.now.elapsed(since: began))) without a word to the user, and none was ever "
                    + "shown in this recording; \(Self.delay.phrase(settings))."
            }
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { running[session.serial] = list }
    }

    private func subject(_ device: DeviceState) -> Subject { Subject(nil, device: device.index, []) }

    private func excuse(_ device: DeviceState, _ world: World) {
        guard excused.insert(device.index).inserted else { return }
        world.sink.retract(rule: index, subject: subject(device))
    }

    override func gap(_ device: DeviceState, _ world: World) {
        excuse(device, world)
        for session in device.sessions { running[session.serial] = nil }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        excused.remove(device.index)
        for session in device.sessions { running[session.serial] = nil }
    }
}

import EventLog

/// The process ended right after a session was run.
///
/// It is the last run of the recording that counts, whichever session it is of. One that is part of a double run is
/// told by that rule.
final class AbruptEndAfterRun: Rule, DescribedRule {
    static let span = LimitAbout(
        "abruptEndAfterRun.span", 2, unit: "s", "how soon after a run the end is its doing")

    static let about = RuleAbout(
        id: "abrupt-end-after-run", severity: .warning,
        summary: "The process ended within two seconds of a run.",
        why: """
            A run takes camera, memory and graphics at once: a configuration the device does not support, a world map \
            that cannot be read, or too little memory ends the process there.
            """,
        example: """
            {"t":0.0,"event":"log.opened","device":"A"}
            {"t":3.0,"event":"session.run","configuration":{"kind":"worldTracking"},"source":"start-button"}
            {"t":4.1,"event":"camera.trackingStateChanged","state":"limited","reason":"initializing"}
            """,
        advice: """
            Look for the crash report of this moment; ask isSupported before each run, and give up what another session \
            holds first.
            """,
        quiet: [
            "an end while the app is not active", "a double run, which has a rule of its own",
            "a piece of a log that does not tell where it was opened",
        ],
        limits: [span], needs: [.session])

    /// The last run of each device, and whether it is part of a double run.
    @exclusivity(unchecked) @safe private var last = Few<(run: Run, session: SessionState, isDouble: Bool)>()

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change else { return }
        last[step.device] = (change.run, session, DoubleRun.isDouble(change.object, settings, world))
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        guard let (run, session, isDouble) = last.removeValue(forKey: device.index), !isDouble,
            device.opened != nil, device.closed == nil, device.isActive
        else { return }
        let elapsed = device.last.elapsed(since: run.mark)
        guard elapsed <= settings.nanoseconds(of: Self.span) else { return }
        report(
            world, Subject(session, []), at: device.last, events: [run.mark.number, device.last.number],
            limit: Self.span, identity: [world.caller(of: run)]
        ) {
            "The log breaks off \(world.at(device.last)), \(world.span(elapsed)) after \(world.quoted(run.source)) ran"
                + " the session\(session.id.map { " \(world.name($0))" } ?? "") \(world.at(run.mark)); "
                + "\(Self.span.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { last[device.index] = nil }
}

import EventLog

/// Moving objects were to be tracked, and a configuration that only detects runs.
final class ModeFallback: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "mode-fallback", severity: .info,
        summary: "Tracking of moving objects was asked for, and the configuration has no tracking objects.",
        why: """
            Where a device or a reference object cannot be tracked in motion, detection of objects that stand still is a \
            sound fallback, but another experience: a thing that is carried away leaves its content behind.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","detectionObjects":1},"requestedMode":"moving"}
            """,
        advice:
            "Tell the user that the object has to stay where it is, or offer what works without tracking.",
        quiet: [
            "tracking objects are configured", "stationary was asked for, or no mode was told",
            "a run that tells no configuration",
        ],
        needs: [.session])

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change, change.run.requestedMode == .moving,
            let configuration = change.run.configuration, configuration.trackingObjects == 0
        else { return }
        report(
            world, Subject(session, [UInt64(step.mark.number)]), at: step.mark, events: [step.mark.number],
            identity: [world.caller(of: change.run), .name(world.symbols.text(configuration.name))]
        ) {
            let objects = configuration.detectionObjects
            return
                "The run\(world.of(session)) \(world.at(step.mark)) was to track moving objects, but its configuration "
                + "\(world.personal(world.symbols.text(configuration.name)).map { "“\($0)” " } ?? "")has none to track"
                + (objects > 0 ? " and \(objects) to detect." : ".")
        }
    }
}

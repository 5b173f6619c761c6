import EventLog

/// A run asked for what the device cannot do.
final class RunUnsupported: Rule, DescribedRule {
    static let window = LimitAbout(
        "runUnsupported.window", 1, unit: "s", "how soon after a run a failure is the run's")

    static let about = RuleAbout(
        id: "run-unsupported", severity: .error,
        summary:
            "A run failed because the device does not support its configuration, or the configuration is invalid.",
        why: """
            ARError 100 (unsupportedConfiguration) and 303 (invalidConfiguration) are certain before the run: nobody \
            asked isSupported, supportsFrameSemantics or supportsSceneReconstruction of this device.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"bodyTracking"}}
            {"t":1.2,"event":"session.failed","code":100}
            """,
        advice: """
            Ask the configuration's isSupported and supports… before the run, and offer something else where they say no.
            """,
        quiet: ["other failures", "a failure long after the run"],
        limits: [window], needs: [.session])

    override var interests: [EventKind] { [.sessionFailed] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let run = session.runs.last,
            let code = step.event.decode(StoredEvent.SessionFailed.self)?.code, code == 100 || code == 303,
            step.mark.elapsed(since: run.mark) <= settings.nanoseconds(of: Self.window)
        else { return }
        report(
            world, Subject(session, []), at: step.mark, events: [run.mark.number, step.mark.number],
            limit: Self.window,
            identity: [.kind(run.configuration?.kind.name)]
        ) {
            "The run\(world.of(session)) \(world.at(run.mark))"
                + (run.configuration.map { " with \($0.kind.name)" } ?? "")
                + " failed \(world.span(step.mark.elapsed(since: run.mark))) later with ARError \(code) "
                + "(\(code == 100 ? "unsupportedConfiguration" : "invalidConfiguration")); "
                + "\(Self.window.phrase(settings))."
        }
    }
}

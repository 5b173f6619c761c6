import EventLog

/// One session was run three times or more in a moment.
///
/// A burst goes on as long as each run is within the window of the second one before it; a burst is one finding.
final class RunStorm: Rule, DescribedRule {
    static let window = LimitAbout("runStorm.window", 2, unit: "s", "the span three runs are crowded into")
    static let runs = LimitAbout("runStorm.runs", 3, unit: "runs", "how many runs make a storm")

    static let about = RuleAbout(
        id: "run-storm", severity: .warning,
        summary: "One session was run three times or more within two seconds.",
        why: """
            Every run makes ARKit take its camera and its world apart and together again. A storm of them is a loop: \
            a view that runs whenever it is drawn, an error handler that runs again and fails again.
            """,
        example: """
            {"t":1.0,"event":"session.run","source":"view"}
            {"t":1.6,"event":"session.run","source":"view"}
            {"t":2.2,"event":"session.run","source":"view"}
            """,
        advice:
            "Run from one place, on a change of what is wanted, and wait for the answer before running again.",
        limits: [window, runs], needs: [.session])

    private struct Burst {
        /// The last runs, as many as make a storm.
        var runs: [(mark: Mark, source: Symbol?)] = []
        /// The event at which the burst that goes on became a storm.
        var storm: UInt32?
    }

    @exclusivity(unchecked) @safe private var bursts = Few<Burst>()

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change else { return }
        let run = change.run
        let needed = max(2, Int(min(settings.value(of: Self.runs), 1000).rounded(.up)))
        var burst = bursts[session.serial, default: Burst()]
        defer { bursts[session.serial] = burst }
        burst.runs.append((run.mark, run.source))
        if burst.runs.count > needed { burst.runs.removeFirst(burst.runs.count - needed) }
        guard burst.runs.count == needed,
            run.mark.elapsed(since: burst.runs[0].mark) <= settings.nanoseconds(of: Self.window)
        else {
            burst.storm = nil
            return
        }
        let name = burst.storm ?? run.mark.number
        burst.storm = name
        report(
            world, Subject(session, [UInt64(name)]), at: run.mark, events: burst.runs.map(\.mark.number),
            limit: Self.window, identity: .sources(burst.runs.map { world.symbols.text($0.source) })
        ) {
            "run was called \(needed) times\(world.inside(session)) within "
                + "\(world.span(run.mark.elapsed(since: burst.runs[0].mark))), \(world.at(run.mark)) for the last time; "
                + "\(Self.window.phrase(settings))."
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        for session in device.sessions { bursts[session.serial] = nil }
    }
}

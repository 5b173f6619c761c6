import EventLog

/// Two callers ran one session before ARKit had answered the first.
///
/// A pair is judged by the run right before: a second run within the window, the first not settled, nothing between
/// that would make a new run natural. Where one of two sources is unknown they may differ or not; then only runs that
/// agree in everything else are called double, because they are so either way.
final class DoubleRun: Rule, DescribedRule {
    static let window = LimitAbout(
        "doubleRun.window", 0.5, unit: "s", "how soon after the first the second run comes")
    static let aftermath = LimitAbout(
        "doubleRun.aftermath", 2, unit: "s",
        "how soon after the second run a failure or the log's end is its doing")

    static let about = RuleAbout(
        id: "double-run", severity: .warning, highest: .error,
        summary: "Two callers ran one session before ARKit had answered the first run.",
        why: """
            `run` is asynchronous: until the camera's tracking state changes, ARKit has not taken the first \
            configuration in. Two places that call it at once (network reconnect and foreground, two taps, view and \
            coordinator) race; the session may end with the wrong configuration, without its anchors, or fail.
            """,
        example: """
            {"t":11.35,"event":"session.run","configuration":{"kind":"worldTracking"},"source":"network-reconnect"}
            {"t":11.39,"event":"session.run","configuration":{"kind":"worldTracking"},"source":"foreground"}
            """,
        advice: "Send every run through one guarded place that knows whether a run is already on its way.",
        quiet: [
            "a reconfiguration: the same source with another configuration",
            "a run after a pause, a failure or the end of an interruption",
            "a run of the coaching overlay",
            "runs of two sessions",
        ],
        limits: [window, aftermath], needs: [.session])

    /// The double runs of each session that a failure or the log's end may still make worse.
    @exclusivity(unchecked) @safe private var recent = Few<[(subject: Subject, first: Run, second: Run)]>()

    /// Double runs followed at once in one session.
    private static let followed = 16

    override var interests: [EventKind] { [.sessionRun, .sessionFailed] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if case .ran(let change) = step.change {
            guard let previous = change.previous, Self.isDouble(change.object, settings, world) else {
                return
            }
            judge(previous, change.run, session, world)
        } else if step.event.kind == .sessionFailed {
            worsen(session, at: step.mark, world) {
                "the session failed \($0) later, \(Self.aftermath.phrase(settings))"
            }
        }
    }

    private func judge(_ first: Run, _ second: Run, _ session: SessionState, _ world: World) {
        let names = [first.source, second.source].map { $0.map { UInt64($0.index) } ?? .max }
        let subject = Subject(session, names.sorted())
        recent[session.serial, default: []].removeAll { !isRecent($0.second, at: second.mark) }
        if recent[session.serial, default: []].count == Self.followed {
            recent[session.serial]?.removeFirst()
        }
        recent[session.serial, default: []].append((subject, first, second))
        let contradiction = contradiction(first, second)
        report(
            world, subject, severity: contradiction == nil ? .warning : .error, at: second.mark,
            events: [first.mark.number, second.mark.number], limit: Self.window,
            identity: .sources([first, second].map { world.symbols.text($0.source) })
        ) { message(first, second, session, world, contradiction.map { "they disagree on \($0)" }) }
    }

    /// Whether a run is the second of a double run.
    static func isDouble(_ change: RunChange, _ settings: Settings, _ world: World) -> Bool {
        guard let previous = change.previous, !change.wasSettled, !change.wasInterrupted,
            change.run.mark.elapsed(since: previous.mark) <= settings.nanoseconds(of: window)
        else { return false }
        return areDouble(previous, change.run, world)
    }

    private static func areDouble(_ first: Run, _ second: Run, _ world: World) -> Bool {
        let overlay = world.symbols.symbol("coaching-overlay")
        if first.source == overlay || second.source == overlay { return false }
        if let one = first.source, let other = second.source, one != other { return true }
        // One caller, or unknown ones: the same thing twice. A configuration given only once is unknown.
        return first.configuration == second.configuration && first.options == second.options
    }

    /// What the two cannot both have.
    private func contradiction(_ first: Run, _ second: Run) -> String? {
        if first.removesAnchors != second.removesAnchors { return "removeExistingAnchors" }
        guard let one = first.configuration, let other = second.configuration else { return nil }
        if one.kind != other.kind { return "the configuration" }
        return one.initialWorldMap != other.initialWorldMap ? "the initial world map" : nil
    }

    private func isRecent(_ run: Run, at mark: Mark) -> Bool {
        mark.elapsed(since: run.mark) <= settings.nanoseconds(of: Self.aftermath)
    }

    private func worsen(
        _ session: SessionState, at mark: Mark, _ world: World, _ what: (String) -> String
    ) {
        for (subject, first, second) in recent.removeValue(forKey: session.serial) ?? []
        where isRecent(second, at: mark) {
            world.sink.raise(
                rule: index, subject: subject, to: .error, at: second.mark,
                events: [first.mark.number, second.mark.number]
            ) {
                message(first, second, session, world, what(world.span(mark.elapsed(since: second.mark))))
            }
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        for session in device.sessions {
            if device.closed == nil, device.isActive {
                worsen(session, at: device.last, world) {
                    "the log breaks off \($0) later, \(Self.aftermath.phrase(settings))"
                }
            }
            recent[session.serial] = nil
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        for session in device.sessions { recent[session.serial] = nil }
    }
}

extension DoubleRun {
    private func message(
        _ first: Run, _ second: Run, _ session: SessionState, _ world: World, _ worse: String?
    ) -> String {
        let apart = world.span(second.mark.elapsed(since: first.mark))
        let callers =
            first.source == second.source
            ? "\(world.quoted(first.source)) called run twice"
            : "\(world.quoted(first.source)) and \(world.quoted(second.source)) both called run"
        return
            "\(callers)\(world.of(session)), the second \(world.at(second.mark)), \(apart) after the first and "
            + "before ARKit had answered it; \(Self.window.phrase(settings))"
            + (worse.map { "; " + $0 } ?? "")
            + "."
    }
}

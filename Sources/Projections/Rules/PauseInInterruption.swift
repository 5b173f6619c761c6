import EventLog

/// The session was paused while it was interrupted.
final class PauseInInterruption: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "pause-in-interruption", severity: .error,
        summary: "The session was paused during an interruption, whose end will never be told.",
        why: """
            ARKit sends sessionInterruptionEnded only to a session that runs. After a pause in between the app waits for \
            it for ever, behind a screen that says interrupted, and skips what it does at the end.
            """,
        example: """
            {"t":5.0,"event":"session.interruptionBegan","reason":"background"}
            {"t":5.4,"event":"session.pause","source":"background"}
            """,
        advice: """
            Leave an interrupted session alone, or take the pause for the interruption's end: reset whatever waits for \
            sessionInterruptionEnded.
            """,
        quiet: ["a pause before the interruption or after its end", "a run during the interruption"],
        needs: [.session])

    override var interests: [EventKind] { [.sessionPause] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .paused(let interruption?) = step.change else { return }
        let source = step.event.decode(StoredEvent.SessionPause.self)?.source
        report(
            world, Subject(session, [UInt64(interruption.number)]), at: step.mark,
            events: [interruption.number, step.mark.number],
            identity: [.source(step.event.content.string(source).map { Symbols.kept($0) })]
        ) {
            "The session\(session.id.map { " \(world.name($0))" } ?? "") was paused \(world.at(step.mark)), "
                + "\(world.span(step.mark.elapsed(since: interruption))) into the interruption that began "
                + "\(world.at(interruption)): its end will never be told."
        }
    }
}

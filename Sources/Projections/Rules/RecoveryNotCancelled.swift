import EventLog

/// Ways out of a relocalization were offered after it had succeeded.
final class RecoveryNotCancelled: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "recovery-not-cancelled", severity: .warning,
        summary: "The app offered ways out although tracking was normal again.",
        why: """
            The timer that waits for a relocalization was not cancelled when it succeeded. The user is asked to start \
            over while everything is in its place, and may throw it away.
            """,
        example: """
            {"t":1.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":9.0,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":31.5,"event":"recovery.offered","choices":["retry","placeRelative","startOver"]}
            """,
        advice: "Cancel the timer when tracking leaves limited.relocalizing, and look again before offering.",
        quiet: [
            "an offer while tracking is still limited", "a visit without a relocalization",
            "a run that ARKit has not answered yet",
        ], needs: [.session, .camera])

    override var interests: [EventKind] { [.recoveryOffered] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard session.localization.state == .normal, let last = session.localization.last,
            last.relocalization.began > session.runs.visitStart
        else { return }
        let began = last.relocalization.began
        let normal = last.isNormal ? last.ended : session.tracking.entered
        report(
            world, Subject(session, [UInt64(began.number)]), at: step.mark,
            events: [began.number, normal.number, step.mark.number]
        ) {
            "Ways out were offered\(world.inside(session)) \(world.at(step.mark)), "
                + "\(world.span(step.mark.elapsed(since: normal))) after tracking had become normal "
                + "\(world.at(normal)); the relocalization had begun \(world.at(began))."
        }
    }
}

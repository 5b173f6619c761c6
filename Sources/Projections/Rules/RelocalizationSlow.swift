import EventLog

/// A relocalization succeeded late.
final class RelocalizationSlow: Rule, DescribedRule {
    static let from = LimitAbout(
        "relocalizationSlow.from", 15, unit: "s", "from when on a relocalization that succeeds is slow")

    static let about = RuleAbout(
        id: "relocalization-slow", severity: .info,
        summary: "It took a long time until the session knew its place again.",
        why: """
            Until tracking is normal again nothing stands where it belongs. Fifteen seconds and more mean that the user \
            had to search for the view that ARKit knows.
            """,
        example: """
            {"t":1.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":19.0,"event":"camera.trackingStateChanged","state":"normal"}
            """,
        advice: "Show the user a picture or a description of the place where the map was made.",
        quiet: ["time away does not count", "from the deadline on it is a relocalization-timeout"],
        limits: [from, RelocalizationTimeout.deadline], needs: [.camera])

    override var interests: [EventKind] { [.cameraTrackingStateChanged] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let last = session.localization.last, last.ended == step.mark, last.isNormal else { return }
        let began = last.relocalization.began
        let reading = session.reading(at: step.mark.time)
        let span = reading - min(reading, last.relocalization.reading)
        guard span >= settings.nanoseconds(of: Self.from),
            span < settings.nanoseconds(of: RelocalizationTimeout.deadline)
        else { return }
        report(
            world, Subject(session, [UInt64(began.number)]), at: step.mark,
            events: [began.number, step.mark.number], limit: Self.from,
            identity: [session.relocalizationWay(since: began)]
        ) {
            "Relocalization\(world.inside(session)) began \(world.at(began)) and took \(world.span(span)) until "
                + "tracking was normal \(world.at(step.mark)); \(Self.from.phrase(settings))."
        }
    }
}

import EventLog

/// A map left the device although the user had not agreed.
final class MapSharedWithoutConsent: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "map-shared-without-consent", severity: .warning,
        summary: "A world map was sent without the user's consent.",
        why: """
            A world map holds the shape and the look of the user's home. Whether it leaves the device is the user's to \
            decide.
            """,
        example: """
            {"t":20.5,"event":"worldMap.sent","map":"M1","peer":"guest","hasConsent":false}
            """,
        advice: "Ask before the first map is sent, and send none until the user has agreed.",
        quiet: ["a map of which the consent was not told"], needs: [.worldMap])

    override var interests: [EventKind] { [.worldMapSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapSent.self), payload.hasConsent == false
        else { return }
        report(
            world, Subject(session, [payload.map.low, payload.map.high]), at: step.mark,
            events: [step.mark.number]
        ) {
            "World map \(world.name(payload.map)) was sent\(world.inside(session)) \(world.at(step.mark))"
                + (payload.peer.map { " to \(world.name($0))" } ?? "") + " without the user's consent."
        }
    }
}

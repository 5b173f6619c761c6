import EventLog

/// A map was sent in a way that may lose pieces of it.
final class MapTransferLossy: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "map-transfer-lossy", severity: .error,
        summary: "A world map was sent unreliably.",
        why: """
            A map is an archive of some megabytes: one lost piece makes all of it unreadable. Unreliable transports \
            lose pieces as soon as the air is busy, and refuse messages of that size.
            """,
        example: """
            {"t":20.5,"event":"worldMap.sent","map":"M1","peer":"guest","isReliable":false}
            """,
        advice: "Send the map reliably (MCSession's .reliable, or as a resource).",
        quiet: ["a map of which the transport was not told"], needs: [.worldMap])

    override var interests: [EventKind] { [.worldMapSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapSent.self), payload.isReliable == false
        else { return }
        report(
            world, Subject(session, [payload.map.low, payload.map.high]), at: step.mark,
            events: [step.mark.number]
        ) {
            "World map \(world.name(payload.map)) was sent\(world.inside(session)) \(world.at(step.mark))"
                + (payload.peer.map { " to \(world.name($0))" } ?? "") + " unreliably."
        }
    }
}

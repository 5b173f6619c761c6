import EventLog

/// A captured map carries many anchors that are nobody's content.
final class MapAnchorBloat: Rule, DescribedRule {
    static let limit = LimitAbout(
        "mapAnchors.limit", 20, unit: "anchors", "from how many anchors without a key on a map is bloated")

    static let about = RuleAbout(
        id: "map-anchor-bloat", severity: .info,
        summary: "A captured map holds many anchors beyond the content.",
        why: """
            Planes, meshes and forgotten anchors are stored with the map. All of them come back when it is run, the app \
            has to sort them out, and the map is larger for it.
            """,
        example: """
            {"t":20.5,"event":"worldMap.captured","map":"M1","anchors":64,"keys":["lamp","sofa"]}
            """,
        advice: "Remove from map.anchors what is not content before the map is saved or sent.",
        quiet: ["a map whose anchors or keys were not told"], limits: [limit], needs: [.worldMap])

    override var interests: [EventKind] { [.worldMapCaptured] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapCaptured.self),
            let anchors = payload.anchors, payload.keys.count > 0
        else { return }
        let others = Double(anchors) - Double(payload.keys.count)
        guard others >= settings.value(of: Self.limit) else { return }
        report(
            world, Subject(session, [payload.map.low, payload.map.high]), at: step.mark,
            events: [step.mark.number], limit: Self.limit
        ) {
            "World map \(world.name(payload.map)) was captured\(world.inside(session)) \(world.at(step.mark)) with "
                + "\(anchors) anchors, \(plain(others)) of them without a key; \(Self.limit.phrase(settings))."
        }
    }
}

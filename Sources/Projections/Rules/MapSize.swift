import EventLog

/// A world map was large when it was saved or sent.
final class MapSize: Rule, DescribedRule {
    static let large = LimitAbout("mapSize.info", 4, unit: "MB", "from which size on a map is large")
    static let huge = LimitAbout("mapSize.warning", 11, unit: "MB", "from which size on a map is too large")

    static let about = RuleAbout(
        id: "map-size", severity: .info, highest: .warning,
        summary: "A world map that was saved or sent is large.",
        why: """
            A map grows with every corner that is scanned. A large one takes seconds to send and to relocalize in, and \
            some transports refuse it.
            """,
        example: """
            {"t":20.5,"event":"worldMap.saved","map":"M1","room":"hall","bytes":12400000}
            """,
        advice: "Capture once the room is mapped and not later, and remove anchors that nobody needs before.",
        quiet: ["a map whose size was not told"], limits: [large, huge], needs: [.worldMap])

    override var interests: [EventKind] { [.worldMapSaved, .worldMapSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .worldMapSaved {
            guard let payload = step.event.decode(StoredEvent.WorldMapSaved.self) else { return }
            judge(payload.bytes, payload.map, "saved", step.mark, session, world)
        } else if let payload = step.event.decode(StoredEvent.WorldMapSent.self) {
            judge(payload.bytes, payload.map, "sent", step.mark, session, world)
        }
    }

    private func judge(
        _ bytes: UInt64?, _ map: EntityID, _ what: String, _ mark: Mark, _ session: SessionState,
        _ world: World
    ) {
        guard let bytes else { return }
        let megabytes = Double(bytes) / 1e6
        let isHuge = megabytes >= settings.value(of: Self.huge)
        guard isHuge || megabytes >= settings.value(of: Self.large) else { return }
        let limit = isHuge ? Self.huge : Self.large
        report(
            world, Subject(session, [map.low, map.high]), severity: isHuge ? .warning : .info, at: mark,
            events: [mark.number], limit: limit, identity: [.way(what)]
        ) {
            "World map \(world.name(map)) had \(plain((megabytes * 10).rounded() / 10)) MB when it was "
                + "\(what)\(world.inside(session)) \(world.at(mark)); \(limit.phrase(settings))."
        }
    }
}

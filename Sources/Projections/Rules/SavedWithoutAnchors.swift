import EventLog

/// A map without a single anchor was saved while content stood in the scene.
final class SavedWithoutAnchors: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "saved-without-anchors", severity: .warning,
        summary: "A world map without anchors was captured or saved while content was shown.",
        why: """
            A map brings back anchors and nothing else. Content that hangs on no anchor of the session, under the root \
            say, is not in the map, and the room comes back empty.
            """,
        example: """
            {"t":5.0,"event":"node.attached","node":"N1","key":"lamp"}
            {"t":20.5,"event":"worldMap.captured","map":"M1","anchors":0}
            """,
        advice: "Add an anchor for each placed thing (session.add(anchor:)) and build its node in didAdd.",
        quiet: ["nodes under the camera", "a map whose anchors were not told"],
        needs: [.worldMap, .node])

    override var interests: [EventKind] { [.worldMapCaptured, .worldMapSaved] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .worldMapSaved {
            guard let payload = step.event.decode(StoredEvent.WorldMapSaved.self), payload.anchors == 0
            else { return }
            judge(payload.map, "saved", step.mark, session, world)
        } else if let payload = step.event.decode(StoredEvent.WorldMapCaptured.self), payload.anchors == 0 {
            judge(payload.map, "captured", step.mark, session, world)
        }
    }

    private func judge(
        _ map: EntityID, _ what: String, _ mark: Mark, _ session: SessionState, _ world: World
    ) {
        let reach = world.sink.isFull(index) ? Self.evidence : Self.searched
        let nodes = session.nodes.inOrder.prefix(reach).map { session.nodes[$0] }
            .filter { $0.isContent && $0.attachment != .camera && $0.attached > session.lastGap }
        guard !nodes.isEmpty else { return }
        report(
            world, Subject(session, [map.low, map.high]), at: mark,
            events: nodes.prefix(Self.evidence).map(\.attached.number) + [mark.number],
            identity: [.way(what)]
        ) {
            let names = listing(nodes.reversed()) { node in
                world.name(node.id) + (node.thing.map { " (\(world.symbols.text($0)))" } ?? "")
            }
            return
                "World map \(world.name(map)) was \(what)\(world.inside(session)) \(world.at(mark)) with no anchor "
                + "in it while content was shown: \(names)."
        }
    }

    /// Nodes that are looked through, the latest first.
    private static let searched = 1024
    /// Nodes named in the evidence.
    private static let evidence = 16
}

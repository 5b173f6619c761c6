import EventLog

/// A map was saved in a way that loses it or shows it.
final class MapUnprotected: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "map-unprotected", severity: .warning,
        summary: "A world map was saved without an atomic write or without file protection.",
        why: """
            A file that is not written atomically is torn when the app dies meanwhile, and the old map is gone with it. \
            A map shows what a home looks like: without protection it can be read while the phone is locked.
            """,
        example: """
            {"t":20.5,"event":"worldMap.saved","map":"M1","room":"living","isAtomic":true,"isProtected":false}
            """,
        advice: "Write with Data.WritingOptions.atomic and .completeFileProtection.",
        quiet: ["a saving of which neither was told"], needs: [.worldMap])

    override var interests: [EventKind] { [.worldMapSaved] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapSaved.self) else { return }
        let lacks: [(name: String, text: String)] = [
            payload.isAtomic == false ? ("isAtomic", "an atomic write") : nil,
            payload.isProtected == false ? ("isProtected", "file protection") : nil,
        ].compactMap { $0 }
        guard !lacks.isEmpty else { return }
        report(
            world, Subject(session, [payload.map.low, payload.map.high]), at: step.mark,
            events: [step.mark.number], identity: lacks.map { .way($0.name) }
        ) {
            "World map \(world.name(payload.map)) was saved\(world.inside(session)) \(world.at(step.mark)) without "
                + listing(lacks) { $0.text } + "."
        }
    }
}

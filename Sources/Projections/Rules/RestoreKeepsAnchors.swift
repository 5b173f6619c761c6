import EventLog

/// A saved map was run over content that was still there.
final class RestoreKeepsAnchors: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "restore-keeps-anchors", severity: .error,
        summary: "A world map was run without removeExistingAnchors while content anchors lived.",
        why: """
            The map brings its own anchors. Without removeExistingAnchors those of the session stay as well, so what \
            was placed shows up twice: once where it was, once where the map has it.
            """,
        example: """
            {"t":5.0,"event":"anchor.added","anchor":"A1","kind":"anchor","key":"lamp"}
            {"t":9.0,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"}}
            """,
        advice:
            "Run a configuration with initialWorldMap with removeExistingAnchors (and resetTracking where wanted).",
        quiet: ["nothing was placed yet", "planes, images, objects, faces and participants"],
        needs: [.session, .anchor])

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change,
            let map = change.run.configuration?.initialWorldMap, !change.run.removesAnchors
        else { return }
        let run = change.run
        let reach = world.sink.isFull(index) ? Self.evidence : Self.searched
        let kept = session.anchors.latestContent(reach).filter {
            (session.anchors[$0].added ?? .start) > session.lastGap
        }
        guard !kept.isEmpty else { return }
        let count = session.lastGap == .start ? session.anchors.contentCount : kept.count
        let shown = kept.prefix(Self.evidence).map { session.anchors[$0] }
        report(
            world, Subject(session, [UInt64(run.mark.number)]), at: run.mark,
            events: shown.compactMap { $0.added?.number } + [run.mark.number],
            identity: [.source(world.symbols.text(run.source))]
        ) {
            "World map \(world.name(map)) was run\(world.inside(session)) \(world.at(run.mark)) without "
                + "removeExistingAnchors while \(count) content anchor\(count == 1 ? "" : "s") lived: "
                + listing(kept.reversed()) { world.name(session.anchors[$0].id) } + "."
        }
    }

    /// Content anchors that are looked through, the latest first.
    private static let searched = 1024
    /// Anchors named in the evidence.
    private static let evidence = 16
}

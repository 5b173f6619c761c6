import EventLog

/// A saved map was restored with `resetTracking`.
final class RestoreWithReset: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "restore-with-reset", severity: .info,
        summary: "A map was restored with resetTracking.",
        why: """
            ARKit accepts it, and Apple's own sample does it: a map in the configuration makes ARKit start over and \
            relocalize in any case. It is told because what tracking knew of the room before is gone either way.
            """,
        example: """
            {"t":2.0,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"},"options":["resetTracking","removeExistingAnchors"],"purpose":"restore"}
            """,
        advice:
            "Nothing has to be done; removeExistingAnchors is the option that a restore cannot do without.",
        needs: [.session])

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change, change.run.purpose == .restore,
            change.run.options.contains(.resetTracking)
        else { return }
        report(
            world, Subject(session, [UInt64(step.mark.number)]), at: step.mark, events: [step.mark.number],
            identity: [.source(world.symbols.text(change.run.source))]
        ) {
            "The run\(world.inside(session)) \(world.at(step.mark)) restored "
                + (change.run.configuration?.initialWorldMap.map { "world map \(world.name($0))" } ?? "a room")
                + " with resetTracking."
        }
    }
}

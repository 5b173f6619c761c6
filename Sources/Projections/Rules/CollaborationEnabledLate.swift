import EventLog

/// Collaboration was switched on by a second run when a peer was already there.
///
/// The run before, in the same epoch, had a configuration without collaboration.
final class CollaborationEnabledLate: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "collaboration-enabled-late", severity: .warning,
        summary: "Collaboration was switched on by a later run, when a peer was already there.",
        why: """
            ARKit restarts tracking when isCollaborationEnabled changes: what was mapped and placed until then does \
            not come along as it was, and the peer waits until both are localized once more.
            """,
        example: """
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":3.8,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":3.9,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            """,
        advice: """
            Run with isCollaborationEnabled from the start where people may join, or switch it on with a run that \
            resets tracking on purpose.
            """,
        quiet: ["switched on by a run that resets or brings a map: an ordinary join", "nobody is there yet"],
        needs: [.session, .collaboration])

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change, !change.run.startsEpoch,
            change.run.configuration?.isCollaborationEnabled == true,
            let previous = change.previous, previous.configuration?.isCollaborationEnabled == false,
            let there = session.peers.arrived(Self.evidence)
        else { return }
        report(
            world, Subject(session, []), at: step.mark,
            events: [previous.mark.number] + there.map(\.changed.number) + [step.mark.number],
            identity: [.source(world.symbols.text(change.run.source))]
        ) {
            "Collaboration was switched on\(world.inside(session)) \(world.at(step.mark)), "
                + "\(world.span(step.mark.elapsed(since: previous.mark))) after a run without it, when "
                + listing(there) { "peer \(world.name($0.id))" }
                + " \(there.count == 1 ? "was" : "were") already there."
        }
    }

    /// Peers named in the evidence.
    private static let evidence = 8
}

import EventLog

/// A run gave the session another identifier while a peer was connected.
final class SessionIdentifierChanged: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "session-identifier-changed", severity: .info,
        summary: "The session's identifier changed with a run while a peer was connected.",
        why: """
            Anchors tell by their sessionIdentifier whose they are. Peers that know us by the old identifier cannot \
            say whose the new anchors are, and keep the old ones for ever.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true},"identifier":"S1"}
            {"t":2.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":9.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true},"identifier":"S2"}
            """,
        advice:
            "Tell each peer the session's identifier after every run, and let peers remove what was the old one's.",
        quiet: ["no peer is connected", "one of the two runs does not tell its identifier"],
        needs: [.session, .collaboration])

    override var interests: [EventKind] { [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change, let previous = change.previous,
            let now = change.run.identifier, let before = previous.identifier, now != before,
            session.device.collaborating === session, session.peers.connectedCount > 0
        else { return }
        report(
            world, Subject(session, [UInt64(step.mark.number)]), at: step.mark,
            events: [previous.mark.number, step.mark.number],
            identity: [.source(world.symbols.text(change.run.source))]
        ) {
            "The identifier\(world.of(session)) changed from \(world.name(before)) to \(world.name(now)) with the run "
                + "\(world.at(step.mark)) while "
                + listing(session.peers.connected(4)) { world.name(ofPeer: $0, session) }
                + " knew it by the old one."
        }
    }
}

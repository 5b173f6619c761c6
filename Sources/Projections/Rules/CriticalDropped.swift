import EventLog

/// A critical packet was thrown away.
final class CriticalDropped: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "critical-dropped", severity: .error,
        summary: "A critical collaboration packet was dropped.",
        why: """
            ARKit builds the shared map out of the critical packets and sends none of them twice. One that is \
            throttled, or given up because the queue is full or the app is in the wrong state, is missing for good: \
            the peers' maps never merge, or drift apart.
            """,
        example: """
            {"t":12.5,"event":"collaboration.dataDropped","packet":"P7","priority":"critical","reason":"throttled"}
            """,
        advice: """
            Throttle and drop optional packets only; keep critical ones, in order, until they are sent to every \
            connected peer.
            """,
        quiet: [
            "there is no peer, or the peer has just disconnected (noPeers, disconnected)", "optional packets",
        ],
        needs: [.collaboration])

    override var interests: [EventKind] { [.collaborationDataDropped] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.CollaborationDataDropped.self),
            payload.priority == .critical, payload.reason != .noPeers, payload.reason != .disconnected
        else { return }
        report(
            world, Subject(session, [UInt64(payload.reason.rawValue)]), at: step.mark,
            events: [step.mark.number],
            identity: [.cause(payload.reason.name)]
        ) {
            "Critical packet \(world.name(payload.packet))\(world.of(session)) was dropped \(world.at(step.mark)), "
                + "reason \(payload.reason.name)."
        }
    }
}

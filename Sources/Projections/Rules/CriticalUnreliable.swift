import EventLog

/// A critical packet was sent in a way that may lose it.
///
/// The fault lies in the sending, so it is judged also where no peer is named.
final class CriticalUnreliable: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "critical-unreliable", severity: .error,
        summary: "A critical collaboration packet was sent unreliably.",
        why: """
            ARKit says with each packet how it wants to be sent: critical ones reliably, because the shared map is \
            built of them and none is sent again. Sent unreliably they are lost wherever the radio is bad, and the \
            worlds never merge.
            """,
        example: """
            {"t":9.2,"event":"collaboration.dataSent","packet":"P3","peer":"B","priority":"critical","isReliable":false}
            """,
        advice: "Choose the mode by the packet: reliable for priority critical, unreliable for optional.",
        quiet: ["optional packets", "a packet of which it is not told how it was sent"],
        needs: [.collaboration])

    override var interests: [EventKind] { [.collaborationDataSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .packet(let packet) = step.change, packet.priority == .critical,
            packet.isReliable == false
        else { return }
        report(
            world, Subject(session, [packet.peer.map { UInt64($0) } ?? .max]), at: step.mark,
            events: [step.mark.number]
        ) {
            "A critical packet was sent to \(world.name(ofPeer: packet.peer, session))\(world.inside(session)) "
                + "unreliably \(world.at(step.mark))."
        }
    }
}

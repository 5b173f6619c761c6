import EventLog

/// A host or guest applied packets although it was not yet, or no longer, syncing.
///
/// Judged where the protocol is hostGuest and the machine `collaboration` was told. A visit is one finding.
final class AppliedOutsideSyncing: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "applied-outside-syncing", severity: .warning,
        summary: "Collaboration data was applied while the state machine was not syncing.",
        why: """
            With a host and guests the map goes first and the packets follow. What is applied before belongs to \
            another world: ARKit takes it in, and the guest localizes against the wrong map or not at all.
            """,
        example: """
            {"t":4.0,"event":"state.changed","machine":"collaboration","from":"idle","to":"waiting"}
            {"t":5.0,"event":"collaboration.dataApplied","packet":"P1"}
            """,
        advice:
            "Discard or keep packets until the handshake is done, and call update(with:) while syncing only.",
        quiet: ["protocol peerToPeer, or not told: ARKit wants all data", "a state that was never told"],
        needs: [.collaboration, .state])

    override var interests: [EventKind] { [.collaborationDataApplied] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .packet = step.change, world.devices[step.device].collaborationProtocol == .hostGuest,
            let machine = session.collaborationMachine(world), let state = machine.state,
            state != world.collaboration.syncing
        else { return }
        report(
            world, Subject(session, [UInt64(session.runs.visitStart.number)]), at: step.mark,
            events: [machine.entered.number, step.mark.number],
            identity: [.machine(machine.name), .state(world.symbols.text(state))]
        ) {
            "Collaboration data was applied\(world.inside(session)) \(world.at(step.mark)) while the machine "
                + "collaboration was in \(world.symbols.text(state)) since \(world.seconds(machine.entered)) "
                + "(#\(machine.entered.number))."
        }
    }
}

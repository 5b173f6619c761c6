import EventLog

/// The app offered fewer ways out than there are.
final class RecoveryIncomplete: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "recovery-incomplete", severity: .info,
        summary: "The app offered fewer than the three ways out of a relocalization.",
        why: """
            Trying again helps who stands near the known place, placing relative to the user helps who sees the room \
            but is not recognized, starting over helps everybody else. Whoever lacks the one that fits is stuck.
            """,
        example: """
            {"t":9.0,"event":"recovery.offered","choices":["retry","startOver"]}
            """,
        advice: "Offer all three: retry, placeRelative and startOver.", needs: [.session])

    override var interests: [EventKind] { [.recoveryOffered] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.RecoveryOffered.self) else { return }
        let missing = RecoveryChoice.allCases.filter { !payload.choices.contains($0) }
        guard !missing.isEmpty else { return }
        report(
            world, Subject(nil, device: step.device, []), at: step.mark, events: [step.mark.number],
            identity: missing.map { .way($0.name) }
        ) {
            "What was offered\(world.inside(session)) \(world.at(step.mark)) lacks "
                + listing(missing.map(\.name)) + "."
        }
    }
}

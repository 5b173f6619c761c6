import EventLog

/// The recorder had to drop events.
final class LogGap: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "log-gap", severity: .warning,
        summary: "The recorder had to drop events: the log has a gap.",
        why: """
            Nothing is concluded across a gap, neither from what is not there nor from how things stood before: what \
            went wrong around it may not be found.
            """,
        example: """
            {"t":12.0,"event":"log.gap","lost":120,"reason":"disk full"}
            """,
        advice: "Look at the reason: free the disk, or record fewer kinds of events.", needs: [])

    override var interests: [EventKind] { [.logGap] }

    override func handle(_ step: Step, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.LogGap.self) else { return }
        report(world, Subject(nil, device: step.device, []), at: step.mark, events: [step.mark.number]) {
            let told = world.symbols.text(world.symbols.symbol(payload.reason, in: step.event))
            let reason = world.personal(told).map { ": " + $0 }
            return "The recorder dropped \(payload.lost) \(payload.lost == 1 ? "event" : "events") "
                + "\(world.at(step.mark))\(reason ?? "")."
        }
    }
}

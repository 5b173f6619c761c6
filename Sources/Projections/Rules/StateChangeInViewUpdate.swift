import EventLog

/// SwiftUI warned that a view's body changes state.
///
/// An app cannot read the system's messages; they come into a log from a console log that was imported.
final class StateChangeInViewUpdate: Rule, DescribedRule {
    /// SwiftUI's own words.
    private static let text = Array("Modifying state during view update".utf8)

    static let about = RuleAbout(
        id: "state-change-in-view-update", severity: .warning,
        summary: "SwiftUI warned: Modifying state during view update.",
        why: """
            A body, makeUIView or updateUIView that changes state is drawn again because of it, as often as it likes: \
            runs and nodes that are made there are made twice.
            """,
        example: """
            {"t":2.8,"event":"log.message","level":"warning","text":"Modifying state during view update, this will cause undefined behavior."}
            """,
        advice:
            "Change state in handlers, tasks and onChange, never while a view is drawn; run the session from there, too.",
        quiet: ["other messages"], needs: [])

    override var interests: [EventKind] { [.logMessage] }

    override func handle(_ step: Step, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.LogMessage.self),
            var rest = step.event.content.cursor(payload.text), Self.isFound(in: &rest)
        else { return }
        report(
            world, Subject(nil, device: step.device, []), at: step.mark, events: [step.mark.number]
        ) {
            "SwiftUI said “Modifying state during view update” \(world.at(step.mark)): what a view does while it is "
                + "drawn makes it be drawn again."
        }
    }

    /// Whether the text occurs in what is left of a message. No letter but the first is an M, so nothing is read twice.
    private static func isFound(in rest: inout ByteCursor) -> Bool {
        var matched = 0
        while let byte = rest.read(UInt8.self) {
            matched = byte == text[matched] ? matched + 1 : byte == text[0] ? 1 : 0
            if matched == text.count { return true }
        }
        return false
    }
}

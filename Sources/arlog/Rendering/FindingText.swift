import EventLog
import Projections

/// A finding for people who are told of something else: its severity and rule, where it belongs, and what happened.
struct FindingText {
    let finding: Finding

    init(_ finding: Finding) { self.finding = finding }

    /// - Parameters:
    ///   - place: when and where; it is made inert.
    ///   - mark: what stands before it.
    func write(_ place: String, mark: String = "", indent: Int, _ console: Console) {
        let space = String(repeating: " ", count: indent)
        let severity = console.output.styled(finding.severity.name, finding.severity.style)
        let rule = console.output.styled(finding.rule, .bold)
        let position = place.isEmpty ? "" : "  " + TerminalText.inert(place)
        console.line("\(space)\(mark)\(severity)  \(rule)\(position)")
        let width = min(console.tableWidth ?? 110, 110) - indent - 2
        for line in Table.wrap(TerminalText.inert(finding.message), to: max(20, width)) {
            console.line(space + "  " + line)
        }
    }
}

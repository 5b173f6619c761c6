import EventLog
import Projections

/// `check` for people: the log in one line, then each finding with its evidence and what to do.
struct CheckText {
    let console: Console

    private var output: Output { console.output }

    func write(_ results: [CheckResult]) {
        var tally = Tally()
        for (index, result) in results.enumerated() {
            if index > 0 { console.line() }
            write(result)
            tally.add(result)
        }
        if results.count > 1 {
            console.line()
            console.line("\(results.count) logs: \(tally.phrase)")
        }
    }

    private func write(_ result: CheckResult) {
        var tally = Tally()
        tally.add(result)
        let device = result.device.map { ", device \(TerminalText.inert($0))" } ?? ""
        let path = TerminalText.inert(result.file.name)
        let facts =
            result.events == 0
            ? "no events, so nothing can be said"
            : "\(result.events) event\(result.events == 1 ? "" : "s") in "
                + "\(DurationText.text(result.duration))\(device): \(tally.phrase)"
        let isLong = console.tableWidth.map { TerminalText.width("\(path): \(facts)") > $0 } ?? false
        console.line(output.styled(path, .bold) + ":" + (isLong ? "" : " " + facts))
        if isLong { paragraph(facts, indent: 2) }
        for finding in result.findings { write(finding, of: result) }
        for fold in result.folded {
            paragraph(
                "\(fold.count) more of \(fold.rule), \(fold.severity.name), were counted and not kept.",
                indent: 2)
        }
        writeNotJudged(result)
    }

    private func write(_ finding: Finding, of result: CheckResult) {
        console.line()
        let start = DurationText.text(finding.mark.time - min(finding.mark.time, result.start))
        var head = "  \(output.styled(finding.severity.name, style(finding.severity)))  "
        head += output.styled(finding.rule, .bold) + "  at \(start)"
        if case .other(let id) = finding.session {
            head += ", session \(TerminalText.inert(result.idText(id)))"
        }
        if result.devices.count > 1 {
            head += ", device \(TerminalText.inert(result.devices[finding.device]))"
        }
        console.line(head)
        paragraph(finding.message, indent: 4)
        paragraph("→ " + finding.advice, indent: 4)
        let numbers = finding.events.map { "#\($0)" }.joined(separator: " ")
        paragraph(
            (finding.events.count == 1 ? "event " : "events ") + numbers
                + (finding.count > 1 ? " · \(finding.count) times" : ""), indent: 4, style: .dim)
    }

    private func writeNotJudged(_ result: CheckResult) {
        guard !result.notJudged.isEmpty else { return }
        console.line()
        var byReason: [(reason: String, rules: [String])] = []
        for (rule, reason) in result.notJudged {
            if let index = byReason.firstIndex(where: { $0.reason == reason }) {
                byReason[index].rules.append(rule)
            } else {
                byReason.append((reason, [rule]))
            }
        }
        for (reason, rules) in byReason {
            paragraph(
                "not judged, \(reason): \(rules.joined(separator: ", "))", indent: 2, style: .dim)
        }
    }

    private func paragraph(_ text: String, indent: Int, style: Style? = nil) {
        let width = min(console.tableWidth ?? 110, 110) - indent
        for line in Table.wrap(TerminalText.inert(text), to: max(20, width)) {
            let line = style.map { output.styled(line, $0) } ?? line
            console.line(String(repeating: " ", count: indent) + line)
        }
    }

    private func style(_ severity: Severity) -> Style {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .info: .cyan
        }
    }
}

import EventLog
import Projections

/// `check` for people: the log in one line and what could not be judged, then each fault with its evidence, what to do,
/// and what came of it.
struct CheckText {
    let console: Console

    private var output: Output { console.output }

    func write(_ report: CheckReport) {
        var tally = Tally()
        for (index, result) in report.results.enumerated() {
            if index > 0 { console.line() }
            write(result, isAgainstBaseline: report.isAgainstBaseline)
            tally.add(result)
        }
        if report.results.count > 1 {
            console.line()
            console.line("\(report.results.count) logs: \(tally.phrase)")
        }
    }

    private func write(_ result: CheckResult, isAgainstBaseline: Bool) {
        var tally = Tally()
        tally.add(result)
        let device = result.device.map { ", device \(TerminalText.inert($0))" } ?? ""
        let path = TerminalText.inert(result.file.name)
        let facts =
            result.events == 0
            ? "no events, so nothing can be said"
            : "\(result.events) event\(result.events == 1 ? "" : "s") in "
                + "\(DurationText.text(result.duration))\(device): \(isAgainstBaseline ? tally.newPhrase : tally.phrase)"
        let isLong = console.tableWidth.map { TerminalText.width("\(path): \(facts)") > $0 } ?? false
        console.line(output.styled(path, .bold) + ":" + (isLong ? "" : " " + facts))
        if isLong { paragraph(facts, indent: 2) }
        for line in CheckLimits.lines(of: result) { paragraph(line, indent: 2, style: .dim) }
        if !result.findings.isEmpty { writeTimeline(of: result) }
        for story in CausalStory.all(of: result.findings) { write(story, of: result) }
        for fold in result.folded {
            paragraph(
                "\(fold.count) more of \(fold.rule), \(fold.severity.name), were counted and not kept.",
                indent: 2)
        }
    }

    private func write(_ story: CausalStory, of result: CheckResult) {
        console.line()
        write(result.findings[story.cause], of: result, indent: 2, isCause: true)
        for index in story.consequences {
            write(result.findings[index], of: result, indent: 4, isCause: false)
        }
    }

    /// A consequence is told without advice: that is the cause's.
    private func write(_ finding: Finding, of result: CheckResult, indent: Int, isCause: Bool) {
        let severity = output.styled(finding.severity.name, finding.severity.style)
        let rule = output.styled(finding.rule, .bold)
        let space = String(repeating: " ", count: indent)
        let place = TerminalText.inert(result.place(of: finding))
        console.line(
            isCause
                ? "\(space)\(severity)  \(rule)  \(place)" : "\(space)└ hence  \(severity)  \(rule)  \(place)"
        )
        paragraph(finding.message, indent: indent + 2)
        if isCause { paragraph("→ " + finding.advice, indent: indent + 2) }
        let numbers = finding.events.map { "#\($0)" }.joined(separator: " ")
        paragraph(
            (finding.events.count == 1 ? "event " : "events ") + numbers
                + (finding.count > 1 ? " · \(finding.count) times" : ""), indent: indent + 2, style: .dim)
    }

    private func paragraph(_ text: String, indent: Int, style: Style? = nil) {
        let width = min(console.tableWidth ?? 110, 110) - indent
        for line in Table.wrap(TerminalText.inert(text), to: max(20, width)) {
            let line = style.map { output.styled(line, $0) } ?? line
            console.line(String(repeating: " ", count: indent) + line)
        }
    }

    /// Machines drawn; `arlog trace` has them all.
    private static let machineLimit = 12

    /// The machines over time, those of ARKit first, and where the findings became true.
    private func writeTimeline(of result: CheckResult) {
        var timeline = TextTimeline(duration: result.duration)
        let machines = result.machines.filter(\.isDerived) + result.machines.filter { !$0.isDerived }
        for machine in machines.prefix(Self.machineLimit) {
            timeline.add(result.title(of: machine), stays: result.stays(of: machine))
        }
        timeline.add(result.findings) { result.elapsed($0) }
        console.line()
        timeline.write(to: console, indent: 2)
        let more = max(0, machines.count - Self.machineLimit)
        guard more > 0 || result.strayEntries > 0 else { return }
        let count = result.strayEntries > 0 ? "More machines are not drawn" : "\(more) more are not drawn"
        paragraph("\(count): arlog trace has them.", indent: 2, style: .dim)
    }
}

/// A fault with no known cause, and everything that came of it, by their places among the findings.
struct CausalStory {
    let cause: Int
    var consequences: [Int] = []

    /// The stories of a log, in the order in which their causes showed; each finding is in one.
    static func all(of findings: [Finding]) -> [CausalStory] {
        var stories: [CausalStory] = []
        var places: [Int: Int] = [:]
        for index in findings.indices where findings[index].causedBy == nil {
            places[index] = stories.count
            stories.append(CausalStory(cause: index))
        }
        for index in findings.indices {
            guard var first = findings[index].causedBy else { continue }
            while let earlier = findings[first].causedBy { first = earlier }
            if let place = places[first] { stories[place].consequences.append(index) }
        }
        return stories
    }
}

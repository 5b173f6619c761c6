import EventLog
import Projections

/// The history of an anchor, node or packet, ready to be rendered.
struct HistoryResult {
    let spelled: String
    let history: EntityHistory
    /// Those that rest on one of its events.
    let findings: [Finding]
    /// The first event's time, nanoseconds since 1970.
    let start: UInt64
    let labels: LabelTable
    /// The devices of a merged log.
    let devices: [EntityID]

    private func t(_ mark: Mark) -> UInt64 { mark.time - min(mark.time, start) }

    private func device(_ index: Int) -> String? {
        devices.count > 1 && devices.indices.contains(index) ? labels.text(of: devices[index]) : nil
    }

    // MARK: JSON

    func writeJSON(_ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.field("id", spelled)
        json.field("stands", history.conclusion)
        json.key("steps")
        json.beginArray()
        for step in history.steps { write(step, to: &json) }
        json.endArray()
        if history.leftOut > 0 { json.field("leftOut", history.leftOut) }
        json.key("findings")
        json.beginArray()
        for finding in findings {
            json.beginObject()
            json.field("rule", finding.rule)
            json.field("severity", finding.severity.name)
            json.field("t", secondsOf: t(finding.mark))
            json.field("events", finding.events.map { Int($0) })
            json.field("message", finding.message)
            json.field("fingerprint", finding.fingerprint)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    private func write(_ step: HistoryStep, to json: inout JSONWriter) {
        json.beginObject()
        json.field("time", timeOf: step.mark.time)
        json.field("t", secondsOf: t(step.mark))
        json.field("event", step.mark.number)
        json.field("kind", step.kind.name)
        json.field("device", device(step.device))
        json.field(step.subject.rawValue, step.id.map { labels.text(of: $0) })
        json.field("text", step.text)
        if step.count > 1 {
            json.field("count", step.count)
            json.field("lastEvent", step.last.number)
        }
        json.endObject()
    }

    // MARK: Text

    func writeText(_ console: Console) {
        let title = console.output.styled(TerminalText.inert(spelled), .bold)
        console.line(title + (history.conclusion.map { ": \(TerminalText.inert($0))" } ?? ""))
        var table = Table(columns: [.right, .right, .left, .left], indent: 2)
        for step in history.steps {
            table.add([
                DurationText.text(t(step.mark)), "#\(step.mark.number)", subject(of: step), words(of: step),
            ])
        }
        console.output.write(table.text(width: console.tableWidth))
        if history.leftOut > 0 { console.line("  … and \(history.leftOut) more events") }
        for finding in findings {
            console.line()
            let severity = console.output.styled(finding.severity.name, finding.severity.style)
            let rule = console.output.styled(finding.rule, .bold)
            console.line("  \(severity)  \(rule)  at \(DurationText.text(t(finding.mark)))")
            let width = min(console.tableWidth ?? 110, 110) - 4
            for line in Table.wrap(TerminalText.inert(finding.message), to: max(20, width)) {
                console.line("    " + line)
            }
        }
    }

    private func subject(of step: HistoryStep) -> String {
        let name = step.id.map { labels.name(of: $0) } ?? ""
        let whose = device(step.device).map { ", \($0)" } ?? ""
        if case .other(let id)? = step.session {
            return "\(step.subject.rawValue) \(name) in \(labels.name(of: id))\(whose)"
        }
        return (step.subject == .other ? name : "\(step.subject.rawValue) \(name)") + whose
    }

    private func words(of step: HistoryStep) -> String {
        let what = step.subject == .other ? step.kind.name : step.text
        guard step.count > 1 else { return what }
        return "\(what) \(step.count) times, until \(DurationText.text(t(step.last))) (#\(step.last.number))"
    }
}

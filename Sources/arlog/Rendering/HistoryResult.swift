import EventLog
import Projections

/// The history of an anchor, node or packet, ready to be rendered.
struct HistoryResult {
    let spelled: String
    let history: EntityHistory
    /// What was found in the whole log.
    let result: CheckResult

    private var names: Names { result.names }
    private var findings: [Finding] { result.findings.filter { history.concerns($0) } }

    private func t(_ mark: Mark) -> UInt64 { mark.time - min(mark.time, result.start) }

    private func device(_ index: Int) -> String? {
        result.devices.count > 1 && result.devices.indices.contains(index) ? result.devices[index] : nil
    }

    // MARK: JSON

    func writeJSON(_ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.field("id", spelled)
        json.key("ends")
        json.beginArray()
        for end in history.ends {
            json.beginObject()
            json.field("is", end.subject.rawValue)
            json.field("session", names.text(of: end.session))
            json.field("device", device(end.device))
            json.field("text", end.text)
            json.endObject()
        }
        json.endArray()
        let steps = history.steps
        json.key("steps")
        json.beginArray()
        for step in steps.first + steps.last { write(step, to: &json) }
        json.endArray()
        if history.leftOut > 0 { json.field("leftOut", history.leftOut) }
        if history.hasMoreRelatives { json.field("hasMoreRelatives", true) }
        json.key("findings")
        json.beginArray()
        for finding in findings { FindingJSON.write(finding, of: result, causedBy: nil, to: &json) }
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
        json.field("session", step.session.map { names.text(of: $0) })
        json.field("device", device(step.device))
        json.field("about", step.subject.rawValue)
        json.field("id", names.text(of: step.id))
        json.field("text", step.text)
        json.field("other", step.support.map { names.text(of: $0) })
        if step.count > 1 {
            json.field("count", step.count)
            json.field("lastEvent", step.last.number)
        }
        json.endObject()
    }

    // MARK: Text

    func writeText(_ console: Console) {
        let title = console.output.styled(TerminalText.inert(spelled), .bold)
        let ends = history.ends
        if ends.count == 1 {
            console.line(title + ": " + TerminalText.inert(ends[0].text))
        } else {
            console.line(title)
            for end in ends {
                let whose = owner(end.session, end.device)
                console.line(TerminalText.inert("  \(end.subject.rawValue)\(whose): \(end.text)"))
            }
        }
        let steps = history.steps
        write(steps.first, console)
        if history.leftOut > 0 { console.line("  … \(Figures.count(history.leftOut, "step")) not shown …") }
        write(steps.last, console)
        if history.hasMoreRelatives { console.line("  More hangs together with it than is followed here.") }
        for finding in findings {
            console.line()
            FindingText(finding).write(result.place(of: finding), indent: 2, console)
        }
    }

    private func write(_ steps: [HistoryStep], _ console: Console) {
        guard !steps.isEmpty else { return }
        var table = Table(columns: [.right, .right, .left, .left], indent: 2)
        for step in steps {
            table.add([
                DurationText.text(t(step.mark)), "#\(step.mark.number)", subject(of: step), words(of: step),
            ])
        }
        console.output.write(table.text(width: console.tableWidth))
    }

    private func owner(_ session: SessionName?, _ device: Int) -> String {
        var text = ""
        if case .other(let id)? = session { text += " in \(names.name(of: id))" }
        if let device = self.device(device) { text += ", \(device)" }
        return text
    }

    private func subject(of step: HistoryStep) -> String {
        let name = names.name(of: step.id)
        return (step.subject == .other ? name : "\(step.subject.rawValue) \(name)")
            + owner(step.session, step.device)
    }

    private func words(of step: HistoryStep) -> String {
        let text = step.text + (step.support.map { " (\(names.name(of: $0)))" } ?? "")
        guard step.count > 1 else { return text }
        return "\(text) \(step.count) times, until \(DurationText.text(t(step.last))) (#\(step.last.number))"
    }
}

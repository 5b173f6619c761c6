import EventLog
import Projections

/// Traces as text, JSON or a Mermaid diagram.
struct TraceRendering {
    let traces: [Trace]
    /// Whether the log has machines, whichever of them were asked for.
    let isChosen: Bool
    /// The first event's time, nanoseconds since 1970.
    let start: UInt64
    let labels: LabelTable
    /// The devices of a merged log.
    let devices: [EntityID]
    /// The last event's time, nanoseconds since 1970.
    let end: UInt64

    func t(_ mark: Mark) -> UInt64 { mark.time - min(mark.time, start) }

    func session(_ trace: Trace) -> String? {
        switch trace.session {
        case .main: "main"
        case .other(let id): labels.text(of: id)
        case nil: nil
        }
    }

    func writeJSON(_ console: Console) {
        var json = JSONWriter()
        json.beginObject()
        json.key("traces")
        json.beginArray()
        for trace in traces {
            json.beginObject()
            json.field("machine", trace.machine)
            json.field("session", session(trace))
            if devices.count > 1 { json.field("device", labels.text(of: devices[trace.device])) }
            json.key("visits")
            json.beginArray()
            for visit in trace.visits {
                json.beginObject()
                json.field("state", visit.state)
                json.field("from", secondsOf: t(visit.from))
                json.field("to", secondsOf: t(visit.to))
                json.field("event", visit.from.number)
                json.endObject()
            }
            json.endArray()
            json.field("illegal", trace.illegal)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    func writeText(_ console: Console) {
        if traces.contains(where: { $0.visits.count > 1 }) { timeline.write(to: console, indent: 0) }
        for trace in traces {
            console.line()
            var title = console.output.styled(TerminalText.inert(trace.machine), .bold)
            if let session = session(trace), session != "main" {
                title += " of session " + TerminalText.inert(session)
            }
            if devices.count > 1 {
                title += " on " + TerminalText.inert(labels.name(of: devices[trace.device]))
            }
            console.line(title + (trace.isJudged || trace.isDerived ? "" : ", not judged"))
            var table = Table(
                columns: [.right, .right, .left, .right, .left], header: ["at", "for", "state", "event"],
                indent: 2)
            let illegal = Set(trace.illegal)
            for visit in trace.visits {
                let isIllegal = illegal.contains(visit.from.number)
                table.add([
                    DurationText.text(t(visit.from)), DurationText.text(t(visit.to) - t(visit.from)),
                    visit.state,
                    "#\(visit.from.number)", isIllegal ? "← no such way" : "",
                ])
            }
            console.output.write(table.text(width: console.tableWidth))
        }
        if traces.isEmpty {
            console.line(isChosen ? "None of these machines was told of." : "No machine was told of.")
        }
    }

    func writeMermaid(_ console: Console) {
        for trace in traces {
            let owner = session(trace).map { $0 == "main" ? "" : " of \($0)" } ?? ""
            console.line("---")
            console.line("title: \(mermaid(trace.machine + owner))")
            console.line("---")
            console.line("stateDiagram-v2")
            var names: [String: String] = [:]
            for visit in trace.visits where names[visit.state] == nil {
                names[visit.state] = "s\(names.count)"
                console.line("    state \(mermaid(visit.state)) as \(names[visit.state] ?? "")")
            }
            if let first = trace.visits.first { console.line("    [*] --> \(names[first.state] ?? "")") }
            for way in ways(trace) {
                let count = way.count == 1 ? "once" : "\(way.count) times"
                console.line(
                    "    \(names[way.from] ?? "") --> \(names[way.to] ?? ""): \(count)"
                        + (way.isIllegal ? ", no such way" : ""))
            }
        }
    }

    /// The transitions that were taken, in the order of their first time.
    private func ways(_ trace: Trace) -> [(from: String, to: String, count: Int, isIllegal: Bool)] {
        var ways: [(from: String, to: String, count: Int, isIllegal: Bool)] = []
        var places: [[String]: Int] = [:]
        let illegal = Set(trace.illegal)
        for (visit, next) in zip(trace.visits, trace.visits.dropFirst()) {
            let isIllegal = illegal.contains(next.from.number)
            if let index = places[[visit.state, next.state]] {
                ways[index].count += 1
                ways[index].isIllegal = ways[index].isIllegal || isIllegal
            } else {
                places[[visit.state, next.state]] = ways.count
                ways.append((visit.state, next.state, 1, isIllegal))
            }
        }
        return ways
    }

    /// A stranger's text as a Mermaid string: quotes, markup and line ends become entities.
    private func mermaid(_ text: String) -> String {
        var safe = "\""
        for scalar in text.unicodeScalars {
            if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " ._-".unicodeScalars.contains(scalar)
            {
                safe.unicodeScalars.append(scalar)
            } else {
                safe += "#\(scalar.value);"
            }
        }
        return safe + "\""
    }
}

import EventLog
import Projections

/// A report as JSON, for machines and for the page's own script. Times are as CLI.md has them; series are arrays with a
/// beginning and a step, ways are arrays of numbers in rows.
struct ReportJSON {
    let report: Report
    /// Findings written at most, the worst of them; a page of many thousands would be of no use.
    var findingLimit = Int.max
    /// The shape's version: it rises when a key changes its meaning.
    static let version = 1

    private var result: CheckResult { report.result }
    private var health: SessionHealth { report.health }
    private var names: Names { report.names }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("report", Self.version)
        result.file.write(to: &json, names)
        json.field("isShared", names.isShared ? true : nil)
        json.field("device", result.device)
        json.field("events", result.events)
        if let first = health.first {
            json.field("start", timeOf: first.time)
            json.field("end", timeOf: health.last.time)
        }
        json.field("duration", secondsOf: result.duration)
        writeVerdict(to: &json)
        writeFindings(to: &json)
        json.list("folded", result.folded) { json, fold in
            json.beginObject()
            json.field("rule", fold.rule)
            json.field("severity", fold.severity.name)
            json.field("count", fold.count)
            json.endObject()
        }
        json.list("notJudged", result.notJudged) { json, lacking in
            json.beginObject()
            json.field("rule", lacking.rule)
            json.field("reason", lacking.reason)
            json.endObject()
        }
        json.list("recordings", health.recordings, write)
        json.list("lanes", health.lanes, write)
        json.list("moments", health.moments, write)
        json.key("momentCounts")
        json.beginObject()
        for (kind, count) in health.momentCounts.sorted(by: { $0.key.index < $1.key.index }) {
            json.field(kind.name, count)
        }
        json.endObject()
        json.list("waits", health.spans, write)
        writeTotals(to: &json)
        ReportJSONSeries(report: report).write(to: &json)
        ReportJSONScene(report: report).write(to: &json)
        json.list("checklist", health.checklist) { json, point in
            json.beginObject()
            json.field("point", point.point.rawValue)
            json.field("title", point.point.title)
            json.field("state", point.state.rawValue)
            json.field("note", point.note)
            json.field("events", point.events)
            json.endObject()
        }
        json.list("limits", health.limits) { FindingJSON.write($1, to: &$0) }
        json.field("gaps", health.gaps)
        json.field("hasLoss", result.hasLoss)
        writeLeftOut(to: &json)
        json.endObject()
    }

    private func writeFindings(to json: inout JSONWriter) {
        let findings = result.findings
        var chosen = Array(findings.indices)
        if chosen.count > findingLimit {
            let worst = chosen.sorted { left, right in
                let (a, b) = (findings[left].severity, findings[right].severity)
                return a != b ? a > b : left < right
            }
            chosen = worst.prefix(findingLimit).sorted()
        }
        let places = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
        json.list("findings", chosen) { json, index in
            let cause = findings[index].causedBy.flatMap { places[$0] }
            FindingJSON.write(findings[index], of: result, causedBy: cause, to: &json)
        }
        json.field("findingsLeftOut", findings.count > chosen.count ? findings.count - chosen.count : nil)
    }

    private func writeVerdict(to json: inout JSONWriter) {
        let verdict = report.verdict
        json.key("verdict")
        json.beginObject()
        json.field("level", verdict.level.rawValue)
        json.field("text", verdict.sentence)
        for severity in Severity.allCases.reversed() {
            json.field(severity.name, verdict.counts[severity] ?? 0)
        }
        json.endObject()
    }

    private func write(_ json: inout JSONWriter, _ recording: RecordingFacts) {
        json.beginObject()
        json.field("t", secondsOf: report.elapsed(recording.opened))
        json.field("end", secondsOf: report.elapsed(recording.last))
        json.field("device", names.personal(recording.id.map { names.text(of: $0) }))
        json.field("deviceModel", recording.deviceModel)
        json.field("os", recording.system)
        json.field("app", recording.app)
        json.field("appVersion", recording.appVersion)
        json.field("sdk", recording.sdk)
        json.field("recorder", recording.recorder)
        json.field("role", recording.role?.name)
        json.field("protocol", recording.collaborationProtocol?.name)
        if !recording.records.isEmpty { json.field("records", recording.records.map(\.name)) }
        switch recording.ending {
        case .closed(let reason):
            json.field("isCut", false)
            json.field("closedBy", reason?.name)
        case .cut(let isInBackground):
            json.field("isCut", true)
            json.field("isInBackground", isInBackground)
        case nil: break
        }
        json.endObject()
    }

    private func write(_ json: inout JSONWriter, _ lane: Lane) {
        json.beginObject()
        json.field("lane", report.name(of: lane))
        if case .machine(_, let isDerived) = lane.subject { json.field("isDerived", isDerived) }
        json.field("session", lane.session.map { names.text(of: $0) })
        json.field("device", report.deviceName(lane.device))
        json.list("visits", lane.visits) { json, visit in
            json.beginObject()
            json.field("state", visit.state)
            json.field("from", secondsOf: report.elapsed(visit.from))
            json.field("to", secondsOf: report.elapsed(visit.to))
            json.field("event", visit.from.number)
            json.field("cause", visit.cause)
            json.field("count", visit.count > 1 ? visit.count : nil)
            json.field("mainly", visit.mainly?.state)
            json.endObject()
        }
        json.field("illegal", lane.illegal)
        json.list("totals", lane.totals.sorted { $0.key < $1.key }) { json, total in
            json.beginObject()
            json.field("state", total.key)
            json.field("visits", total.value.visits)
            json.field("time", secondsOf: total.value.time)
            json.endObject()
        }
        json.field("grain", secondsOf: lane.grain > 0 ? lane.grain : nil)
        json.endObject()
    }

    private func write(_ json: inout JSONWriter, _ moment: TimelineEvent) {
        json.beginObject()
        json.field("t", secondsOf: report.elapsed(moment.mark))
        json.field("event", moment.mark.number)
        json.field("kind", moment.kind.name)
        json.field("session", moment.session.map { names.text(of: $0) })
        json.field("device", report.deviceName(moment.device))
        json.field("text", moment.isPrivate ? names.personal(moment.text) : moment.text)
        json.field("detail", moment.detail)
        json.field("id", moment.id.map { names.text(of: $0) })
        json.endObject()
    }

    private func write(_ json: inout JSONWriter, _ span: Span) {
        json.beginObject()
        json.field("kind", span.kind.rawValue)
        json.field("session", names.text(of: span.session))
        json.field("device", report.deviceName(span.device))
        json.field("from", secondsOf: report.elapsed(span.from))
        json.field("to", secondsOf: span.to.map { report.elapsed($0) })
        json.field("event", span.from.number)
        json.field("reason", span.reason)
        json.field("peer", span.peer.map { names.text(of: $0) })
        json.endObject()
    }

    private func writeTotals(to json: inout JSONWriter) {
        let totals = health.spanTotals.sorted { $0.key.rawValue < $1.key.rawValue }
        json.list("waitTotals", totals) { json, total in
            json.beginObject()
            json.field("kind", total.key.rawValue)
            json.field("begun", total.value.begun)
            json.field("ended", total.value.ended)
            if total.value.ended > 0 {
                json.field("time", secondsOf: total.value.time)
                json.field("shortest", secondsOf: total.value.shortest)
                json.field("longest", secondsOf: total.value.longest)
            }
            json.endObject()
        }
    }

    private func writeLeftOut(to json: inout JSONWriter) {
        let leftOut = health.leftOut
        json.key("leftOut")
        json.beginObject()
        json.field("moments", leftOut.moments)
        json.field("waits", leftOut.spans)
        json.field("lives", leftOut.lives)
        json.field("laneEntries", leftOut.laneEntries)
        json.field("coarseLanes", leftOut.coarseLanes)
        json.endObject()
    }
}

extension JSONWriter {
    /// An array of what `write` makes of each thing.
    mutating func list<Things: Collection>(
        _ name: String, _ things: Things, _ write: (inout JSONWriter, Things.Element) -> Void
    ) {
        key(name)
        beginArray()
        for thing in things { write(&self, thing) }
        endArray()
    }
}

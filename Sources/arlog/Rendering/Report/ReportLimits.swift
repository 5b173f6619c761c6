import EventLog
import Projections

/// What a report can't tell, and why: what was not recorded or not read, how the log ended, what there was no room for.
struct ReportLimits {
    let report: Report

    private var health: SessionHealth { report.health }
    private var result: CheckResult { report.result }

    func write(to html: inout HTMLWriter) {
        html.raw(
            "<section id=\"limits\" aria-labelledby=\"limits-title\">\n<h2 id=\"limits-title\">How far this report goes</h2>\n<ul>\n"
        )
        for line in lines { html.element("li", line) }
        html.raw("</ul>\n")
        if !result.notJudged.isEmpty {
            html.raw(
                "<details><summary>\(Figures.count(result.notJudged.count, "rule")) not judged</summary>\n")
            unjudged.write(to: &html)
            html.raw("</details>\n")
        }
        recordings.write(to: &html)
        html.raw("</section>\n")
    }

    /// One sentence each.
    var lines: [String] {
        var lines = CheckLimits.lines(of: result)
        if lines.isEmpty { lines.append("Every rule could judge this log.") }
        let leftOut = health.leftOut
        if leftOut.coarseLanes > 0 {
            lines.append(
                "the shortest stays of \(Figures.count(leftOut.coarseLanes, "lane")) are drawn together: there are very many"
            )
        }
        if leftOut.laneEntries > 0 {
            lines.append("more lanes than are drawn; \(leftOut.laneEntries) entries into states are left out")
        }
        if leftOut.moments > 0 {
            lines.append("\(leftOut.moments) further events are counted and not drawn, evenly over the log")
        }
        if leftOut.spans > 0 {
            lines.append("\(leftOut.spans) further waits are in the numbers and not drawn")
        }
        if leftOut.lives > 0 {
            lines.append("\(leftOut.lives) anchors and nodes, the shortest-lived, are not on the map")
        }
        if health.gaps > 0 {
            lines.append("events are missing \(Figures.count(health.gaps, "time")) in the middle")
        }
        return lines
    }

    private var unjudged: ReportTable {
        var table = ReportTable(caption: "Rules not judged", header: ["rule", "why"], numbers: [])
        for (rule, reason) in result.notJudged { table.rows.append([.init(rule), .init(reason)]) }
        return table
    }

    var recordings: ReportTable {
        var table = ReportTable(
            caption: "Recordings",
            header: ["begins", "device", "app", "role", "recorder", "records", "ends"], numbers: [0])
        for recording in health.recordings {
            let device = [
                report.names.personal(recording.id.map { report.names.text(of: $0) }), recording.deviceModel,
                recording.system,
            ]
            let app = [recording.app, recording.appVersion, recording.sdk.map { "SDK " + $0 }]
            let role = [recording.role?.name, recording.collaborationProtocol?.name]
            let begins = report.elapsed(recording.opened)
            table.rows.append([
                .init(Figures.time(begins), moment: begins), .init(Self.list(device)), .init(Self.list(app)),
                .init(Self.list(role)), .init(recording.recorder ?? ""),
                .init(
                    recording.records.isEmpty
                        ? "does not say" : recording.records.map(\.name).joined(separator: ", ")),
                .init(ending(recording)),
            ])
        }
        return table
    }

    func ending(_ recording: RecordingFacts) -> String {
        let at = "at " + Figures.time(report.elapsed(recording.last)) + " (#\(recording.last.number))"
        switch recording.ending {
        case .closed(let reason): return "closed \(at)" + (reason.map { ", \($0.name)" } ?? "")
        case .cut(let isInBackground): return "cut \(at)" + (isInBackground ? ", in the background" : "")
        case nil: return at
        }
    }

    private static func list(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

import EventLog
import Projections

/// What a fleet's report can't tell, and why.
struct FleetLimits {
    let report: FleetReport

    func write(to html: inout HTMLWriter) {
        html.raw(
            "<section id=\"limits\" aria-labelledby=\"limits-title\">\n<h2 id=\"limits-title\">How far this report goes</h2>\n<ul>\n"
        )
        for line in lines { html.element("li", line) }
        html.raw("</ul>\n")
        if let table = unjudged {
            html.raw("<details><summary>")
            html.text("Rules that could not judge every session: \(table.rows.count)")
            html.raw("</summary>\n")
            table.write(to: &html)
            html.raw("</details>\n")
        }
        html.raw("</section>\n")
    }

    /// One sentence each.
    var lines: [String] {
        let summary = report.summary
        var lines: [String] = ["A log counts as one session, also where it is of several devices."]
        if summary.unread.value > 0 {
            lines.append(
                "\(Figures.count(summary.unread.value, "log")) could not be read at all and \(summary.unread.value == 1 ? "is" : "are") in no other number."
            )
        }
        if summary.total.tally.lossy.value > 0 {
            lines.append(
                "\(Figures.count(summary.total.tally.lossy.value, "session")) could be read in part: what is missing may hold more."
            )
        }
        if report.tally.known.value > 0 {
            lines.append(
                "The baseline knows \(Figures.count(report.tally.known.value, "finding")): they count for no verdict."
            )
        }
        if report.learned > 0 {
            lines.append(
                "\(Figures.count(report.learned, "fault")) that the baseline knows came in summaries that were made without it: the verdicts on their sessions still count them."
            )
        }
        if summary.faults.others.new.severity != nil || summary.versions.others.tally.sessions > 0
            || summary.devices.others.sessions > 0
        {
            lines.append(
                "There are more names than a summary tells apart. Those that are told are a fair sample, each counted wholly; what others stands for is the exact rest."
            )
        }
        return lines
    }

    private var unjudged: ReportTable? {
        let names = report.summary.notJudged.sorted
        guard !names.isEmpty else { return nil }
        var table = ReportTable(
            caption: "Rules not judged", header: ["rule", "sessions without it"], numbers: [1])
        table.isSortable = true
        for (name, count) in names.sorted(by: { ($1.value.value, $0.name) < ($0.value.value, $1.name) }) {
            table.rows.append([.init(name), .init(String(count.value), order: Double(count.value))])
        }
        return table
    }
}

import EventLog
import Projections

/// The report of a fleet for a ticket: what matters most of it, as Markdown.
struct FleetMarkdown {
    let report: FleetReport

    /// Faults in the table, and sessions.
    private static let faultLimit = 50
    private static let sessionLimit = 20

    func write(to out: inout ByteBuffer) {
        func line(_ text: String = "") { out.append(utf8: text + "\n") }
        func inert(_ text: String) -> String { ReportMarkdown.inert(text) }
        func section(_ title: String, _ table: ReportTable?) {
            guard let table else { return }
            line()
            line("## " + title)
            line()
            ReportMarkdown.write(table, &out)
        }
        line("# \(ReportMarkdown.mark(report.level)) \(inert(report.sentence))")
        line()
        line(
            ([Figures.count(report.tally.sessions, "session")] + report.facts).map(inert).joined(
                separator: " · "))
        if report.isShared { line(); line("Shared: names, texts and places are left out.") }
        let findings = FleetFindings(report: report)
        let (new, known) = (report.new, report.known)
        if new.isEmpty {
            line()
            line("## Findings")
            line()
            line("Nothing was found\(report.hasBaseline ? " that the baseline does not know" : "").")
        } else {
            section("Findings", findings.table("Findings", new.prefix(Self.faultLimit), \.new))
            if new.count > Self.faultLimit { line(); line("and \(new.count - Self.faultLimit) more") }
        }
        if !known.isEmpty {
            section(
                "Known to the baseline", findings.table("Known", known.prefix(Self.faultLimit), \.known))
        }
        let tables = FleetTables(report: report)
        for versions in tables.versions {
            section("Versions: " + ReportMarkdown.inert(versions.caption), versions)
        }
        section("Distributions", distributions)
        if var sessions = tables.sessions {
            sessions.rows = Array(sessions.rows.prefix(Self.sessionLimit))
            section("Sessions, the worst first", sessions)
        }
        section("Device models", tables.devices)
        section("Logs that could not be read wholly", tables.troubles)
        line()
        line("## How far this report goes")
        line()
        for text in FleetLimits(report: report).lines { line("- " + inert(text)) }
    }

    private var distributions: ReportTable? {
        var table = ReportTable(
            caption: "Distributions", header: ["", "p50", "p90", "p99", "least", "most", "values", "never"],
            numbers: [1, 2, 3, 4, 5, 6, 7])
        for measure in Measure.allCases {
            let measured = report.total.measures[measure]
            guard !measured.isEmpty else { continue }
            let values = measured.values
            let told = [
                values.percentile(50), values.percentile(90), values.percentile(99), values.least,
                values.most,
            ]
            table.rows.append(
                [.init(measure.title)] + told.map { .init(FleetReport.text($0, of: measure)) }
                    + [.init(String(values.count)), .init(String(measured.missed.value))])
        }
        return table.rows.isEmpty ? nil : table
    }
}

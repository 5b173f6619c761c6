import EventLog
import Projections

/// The findings of a fleet by fingerprint: the worst told in full, the others in a table, and apart those that a baseline
/// knows.
struct FleetFindings {
    let report: FleetReport

    /// Faults told in full, and those in the table.
    private static let limit = 40
    private static let rowLimit = 400

    func write(to html: inout HTMLWriter) {
        html.raw(
            "<section id=\"findings\" aria-labelledby=\"findings-title\">\n<h2 id=\"findings-title\">Findings</h2>\n"
        )
        let (new, known) = (report.new, report.known)
        if new.isEmpty {
            let what =
                report.hasBaseline
                ? "Nothing was found that the baseline does not know." : "Nothing was found."
            html.element(
                "p", ["class": "note"], report.tally.sessions == 0 ? "There was nothing to judge." : what)
        }
        if new.count > 1 { writeFilter(to: &html) }
        for found in new.prefix(Self.limit) { write(found, to: &html) }
        let rest = new.dropFirst(Self.limit)
        if !rest.isEmpty {
            details("\(rest.count) further, less widespread", rest, \.new, to: &html)
        }
        let others = report.summary.faults.others.new
        if let severity = others.severity {
            let text =
                "And \(Figures.count(others.occurrences, "finding")), at worst \(severity.name)s, that were only "
                + "counted: very many of one kind, or more faults than are told apart."
            html.element("p", ["class": "note"], text)
        }
        if !known.isEmpty {
            details(
                Figures.count(known.count, "fault") + " that the baseline knows", known[...], \.known,
                to: &html)
        }
        html.raw("</section>\n")
    }

    /// What the page's script shows and listens to.
    private func writeFilter(to html: inout HTMLWriter) {
        html.raw(
            """
            <div class="filter" hidden><label>Show <select id="severity"><option value="">all severities</option>\
            <option value="error">errors</option><option value="warning">warnings</option>\
            <option value="info">remarks</option></select></label>\
            <label>with <input id="words" type="search" placeholder="rule, text, device, version"></label>\
            <output id="shown" aria-live="polite"></output></div>

            """)
    }

    private func write(_ found: FleetReport.Found, to html: inout HTMLWriter) {
        let (fault, seen) = (found.fault, found.fault.new)
        let severity = seen.severity ?? .info
        html.open("article", ["class": "finding fault " + severity.name])
        html.raw("<h3>")
        html.element("span", ["class": "severity"], ReportFindings.mark(severity) + " " + severity.name)
        html.raw(" ")
        html.element("code", fault.rule ?? "unknown rule")
        html.raw("</h3>")
        html.raw("<p class=\"where\">in ")
        html.element("strong", Figures.count(seen.logs.value, "session"))
        let sessions = report.tally.sessions
        html.text(" (\(Figures.share(min(seen.logs.value, sessions), of: sessions)))")
        html.element("span", Figures.count(seen.occurrences, "time"))
        if let only = report.onlyVersion(of: fault) {
            html.raw("<span>")
            html.element("b", "only in " + report.versionName(only))
            html.raw("</span>")
        }
        html.raw("</p>")
        meter(seen.logs.value, of: sessions, to: &html)
        if let about = FleetReport.about(fault) { html.element("p", about.summary) }
        if let example = fault.example {
            html.element("p", ["class": "example"], "For example: " + example.message)
        }
        if let about = FleetReport.about(fault) { html.element("p", ["class": "advice"], about.advice) }
        html.raw("<p class=\"evidence\">")
        html.text(
            Self.list("Devices", fault.devices) + ". "
                + Self.list("Versions", fault.versions, report.versionName) + ".")
        html.element(
            "code", ["class": "fingerprint", "title": "The same fault has this fingerprint in every log"],
            found.fingerprint)
        html.raw("</p></article>\n")
    }

    private func meter(_ part: UInt64, of whole: UInt64, to html: inout HTMLWriter) {
        guard whole > 0 else { return }
        let share = min(Double(part) / Double(whole), 1)
        // In tenths of a percent, so that the text is the same everywhere.
        let tenths = Int((share * 1000).rounded(.up))
        html.raw(
            "<div class=\"meter\" aria-hidden=\"true\"><i style=\"width:\(tenths / 10).\(tenths % 10)%\"></i></div>"
        )
    }

    /// `Devices: iPhone16,2 (30), iPhone14,3 (10) and 4 more`
    private static func list(
        _ title: String, _ names: NamedSums<Amount>, _ called: (String) -> String = { $0 }
    ) -> String {
        let most = names.sorted.sorted { left, right in
            left.value != right.value ? left.value.value > right.value.value : left.name < right.name
        }
        let told = most.prefix(5).map { "\(called($0.name)) (\($0.value.value))" }
        let more = most.count - told.count
        let isMore = more > 0 || names.others.value > 0
        let rest = more > 0 ? " and \(more) more" : isMore ? " and others" : ""
        return "\(title): " + (told.isEmpty ? "not told" : told.joined(separator: ", ")) + rest
    }

    private func details(
        _ title: String, _ faults: ArraySlice<FleetReport.Found>, _ part: KeyPath<Fault, Fault.Seen>,
        to html: inout HTMLWriter
    ) {
        html.raw("<details><summary>")
        html.text(title)
        html.raw("</summary>\n")
        table(title, faults.prefix(Self.rowLimit), part).write(to: &html)
        if faults.count > Self.rowLimit {
            html.element(
                "p", ["class": "note"], "and \(faults.count - Self.rowLimit) more; --json has them all")
        }
        html.raw("</details>\n")
    }

    /// Faults in rows; also how Markdown has them.
    func table(
        _ caption: String, _ faults: some Sequence<FleetReport.Found>, _ part: KeyPath<Fault, Fault.Seen>
    ) -> ReportTable {
        var table = ReportTable(
            caption: caption,
            header: ["rule", "severity", "sessions", "times", "devices", "versions", "fingerprint"],
            numbers: [2, 3])
        table.isSortable = true
        for (fingerprint, fault) in faults {
            let seen = fault[keyPath: part]
            let severity = seen.severity ?? .info
            table.rows.append([
                .init(fault.rule ?? "unknown rule"),
                .init(
                    severity.name, tone: severity == .error ? "error" : nil, order: Double(severity.rawValue)),
                .init(String(seen.logs.value), order: Double(seen.logs.value)),
                .init(String(seen.occurrences), order: Double(seen.occurrences)),
                .init(Self.names(fault.devices)), .init(Self.names(fault.versions, report.versionName)),
                .init(fingerprint, tone: "code"),
            ])
        }
        return table
    }

    private static func names(
        _ names: NamedSums<Amount>, _ called: (String) -> String = { $0 }
    ) -> String {
        let told = names.sorted.map { called($0.name) }
        let rest = told.count > 3 || names.others.value > 0 ? ", …" : ""
        return told.prefix(3).joined(separator: ", ") + rest
    }
}

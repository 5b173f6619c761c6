import EventLog
import Projections

/// The report of many sessions as one page that needs nothing else.
struct FleetPage {
    let report: FleetReport

    func bytes() -> ByteBuffer {
        var html = HTMLWriter()
        write(to: &html)
        return html.finish()
    }

    private func write(to html: inout HTMLWriter) {
        let frame = PageFrame(
            title: "Fleet health: " + Figures.count(report.tally.sessions, "session"),
            styles: [PackageResources.report_css, PackageResources.fleet_css],
            scripts: [PackageResources.fleet_js], skip: ("findings", "To the findings"))
        let tables = FleetTables(report: report)
        frame.begin(&html)
        writeHeader(to: &html)
        html.raw("<main>\n")
        ReportTiles.write(tiles, to: &html)
        FleetFindings(report: report).write(to: &html)
        section("versions", "Versions side by side", tables.versions, to: &html)
        FleetCharts(report: report).write(to: &html)
        section("sessions", "Sessions, the worst first", [tables.sessions].compactMap(\.self), to: &html)
        section(
            "groups", "By version, device and system",
            [tables.allVersions, tables.devices, tables.systems].compactMap(\.self), to: &html)
        section(
            "troubles", "Logs that could not be read wholly", [tables.troubles].compactMap(\.self), to: &html)
        FleetLimits(report: report).write(to: &html)
        html.raw("</main>\n")
        frame.end(&html)
    }

    private func section(_ id: String, _ title: String, _ tables: [ReportTable], to html: inout HTMLWriter) {
        guard !tables.isEmpty else { return }
        html.raw(
            "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\">\n<h2 id=\"\(id)-title\">\(title)</h2>\n")
        for table in tables { table.write(to: &html) }
        html.raw("</section>\n")
    }

    private func writeHeader(to html: inout HTMLWriter) {
        html.raw("<header>\n<p class=\"brand\">arlog <span>fleet health</span></p>\n")
        PageFrame.verdict(report.level.rawValue, report.badge, report.sentence, to: &html)
        PageFrame.about(
            Figures.count(report.tally.sessions, "session"), report.facts, isShared: report.isShared,
            to: &html)
        writeShares(to: &html)
        html.raw("</header>\n")
    }

    private var tiles: [ReportTiles.Tile] {
        let (tally, measures) = (report.tally, report.total.measures)
        var tiles: [ReportTiles.Tile] = [
            .init(
                name: "with errors", value: String(tally.error.value),
                tone: tally.error.value > 0 ? "error" : nil),
            .init(
                name: "with warnings only", value: String(tally.warning.value),
                tone: tally.warning.value > 0 ? "warning" : nil),
            .init(
                name: report.hasBaseline ? "new errors and warnings each" : "errors and warnings each",
                value: tally.findingsEach.map(Figures.decimal) ?? "–"),
        ]
        let cut = tally.cut.value
        tiles.append(
            .init(
                name: "cut while in use", value: String(cut), note: cut > 0 ? "crashes are among these" : nil)
        )
        for (measure, name) in [
            (Measure.firstNormal, "first normal, p50"), (.relocalization, "relocalized, p50"),
            (.fps, "frames a second, p50"),
        ] where !measures[measure].values.isEmpty {
            let (values, bad) = (measures[measure].values, measure.percents[1])
            tiles.append(
                .init(
                    name: name, value: FleetReport.text(values.percentile(50), of: measure),
                    note: "p\(bad) " + FleetReport.text(values.percentile(Double(bad)), of: measure)))
        }
        let troubled = report.summary.troubled
        if troubled > 0 {
            tiles.append(.init(name: "damaged or unread", value: String(troubled), tone: "warning"))
        }
        return tiles
    }

    /// The verdicts as one bar, and in words below it.
    private func writeShares(to html: inout HTMLWriter) {
        let tally = report.tally
        let parts = [
            ("healthy", "healthy", tally.healthy.value), ("warning", "with warnings", tally.warning.value),
            ("error", "with errors", tally.error.value), ("unknown", "unknown", tally.unknown.value),
        ].filter { $0.2 > 0 }
        guard parts.count > 1 else { return }
        html.raw("<div class=\"shares\" aria-hidden=\"true\">")
        for (name, title, count) in parts {
            html.raw(
                "<span class=\"\(name)\" style=\"flex-grow:\(count)\" title=\"\(count) \(title)\"></span>")
        }
        html.raw("</div>\n<ul class=\"legend\">")
        for (name, title, count) in parts {
            html.raw("<li><i class=\"\(name)\"></i>\(count) \(title)</li>")
        }
        html.raw("</ul>\n")
    }
}

extension FleetReport {
    /// What it is about, in a few words each.
    var facts: [String] {
        var facts: [String] = []
        if let first = summary.first, let last = summary.last {
            let days = [first, last].map { String(Timestamp.text($0).prefix(10)) }
            facts.append(days[0] == days[1] ? days[0] : "\(days[0]) to \(days[1])")
        }
        let length = total.measures[.length].values.total
        if length > 0 {
            facts.append(Self.text(length, of: .length) + " in all")
        }
        facts.append(Figures.count(tally.events.value, "event"))
        let (versions, devices) = (summary.versions.sorted, summary.devices.sorted)
        func told(_ names: [String]) -> Int { names.count { $0 != LogSummary.untold } }
        facts.append(Figures.count(told(versions.map(\.name)), "version"))
        facts.append(Figures.count(told(devices.map(\.name)), "device model"))
        if hasBaseline { facts.append("against a baseline") }
        return facts
    }
}

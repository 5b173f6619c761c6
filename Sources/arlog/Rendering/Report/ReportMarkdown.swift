import EventLog
import Projections

/// A report for a ticket: what matters most of it, as Markdown.
struct ReportMarkdown {
    let report: Report

    private var result: CheckResult { report.result }

    func write(to out: inout ByteBuffer) {
        func line(_ text: String = "") { out.append(utf8: text + "\n") }
        let verdict = report.verdict
        line("# \(Self.mark(verdict.level)) \(Self.inert(verdict.sentence))")
        line()
        line(([report.title] + facts).map(Self.inert).joined(separator: " · "))
        if report.names.isShared { line(); line("Shared: names, texts and places are left out.") }
        line()
        line("## Findings")
        line()
        if report.groups.isEmpty {
            line(result.events == 0 ? "There was nothing to judge." : "Nothing was found.")
        }
        var left = ReportFindings.limit
        for (cause, effects) in report.groups {
            guard left > 0 else { break }
            line(item(result.findings[cause], indent: ""))
            for effect in effects.prefix(left) { line(item(result.findings[effect], indent: "  ")) }
            left -= 1 + min(left, effects.count)
        }
        let untold = verdict.counts.values.reduce(0, +) - min(result.findings.count, ReportFindings.limit)
        if untold > 0 { line("- and \(Figures.count(untold, "further finding"))") }
        let tables = ReportTables(report: report)
        if let checklist = tables.checklist {
            line()
            line("## Ten points of a collaboration")
            line()
            write(checklist, &out)
        }
        line()
        line("## In numbers")
        for table in [tables.waits, tables.states, tables.links, tables.drops, tables.frames, tables.devices]
        {
            guard let table else { continue }
            line()
            line("**\(Self.inert(table.caption))**")
            line()
            write(table, &out)
        }
        line()
        line("## How far this report goes")
        line()
        let limits = ReportLimits(report: report)
        for text in limits.lines { line("- " + Self.inert(text)) }
        line()
        write(limits.recordings, &out)
    }

    private var facts: [String] {
        var facts = report.health.first.map { [Timestamp.text($0.time)] } ?? []
        facts.append(Figures.time(result.duration))
        facts.append(Figures.count(result.events, "event"))
        return facts
    }

    private func item(_ finding: Finding, indent: String) -> String {
        let hence = indent.isEmpty ? "" : "hence "
        let events = finding.events.prefix(20).map { "#\($0)" }.joined(separator: " ")
        return
            "\(indent)- \(hence)**\(finding.severity.name)** `\(finding.rule)` \(Self.inert(result.place(of: finding)))"
            + (finding.count > 1 ? ", \(finding.count) times" : "") + ": \(Self.inert(finding.message))"
            + " → \(Self.inert(finding.advice)) (events \(Self.inert(events)))"
    }

    private func write(_ table: ReportTable, _ out: inout ByteBuffer) { Self.write(table, &out) }

    static func write(_ table: ReportTable, _ out: inout ByteBuffer) {
        func row(_ cells: [String]) { out.append(utf8: "| " + cells.joined(separator: " | ") + " |\n") }
        row(table.header.map(inert))
        row(table.header.indices.map { table.numbers.contains($0) ? "---:" : "---" })
        for cells in table.rows { row(cells.map { inert($0.text) }) }
    }

    static func mark(_ level: HealthVerdict.Level) -> String {
        switch level {
        case .healthy: "✅"
        case .warning: "⚠️"
        case .error: "❌"
        case .unknown: "❔"
        }
    }

    /// A stranger's text in one line of Markdown: nothing of it is markup, a link, a mention or an issue's number.
    static func inert(_ text: String) -> String {
        var safe = ""
        for scalar in TerminalText.inert(text).unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "@": safe += "&#64;"
            case "#": safe += "&#35;"
            case ":": safe += text.contains("://") ? "&#58;" : ":"
            case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "!", "|", "~", "$":
                safe += "\\"
                safe.unicodeScalars.append(scalar)
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}

import EventLog
import Projections

/// `check --format github`: workflow commands, which GitHub Actions shows as annotations.
///
/// Nothing but commands is written, so that no text of a log can begin a line. A runner takes ten annotations of each kind
/// from a step; the findings come worst first.
struct CheckGitHub {
    let console: Console

    func write(_ report: CheckReport) {
        let all = report.results.flatMap { result in result.findings.map { (result, $0) } }
        for severity in Severity.allCases.reversed() {
            for (result, finding) in all where finding.severity == severity { write(finding, of: result) }
        }
        for error in report.unread { command("error", title: "arlog", [error.description]) }
        for result in report.results {
            let limits = CheckLimits.lines(of: result)
            guard !limits.isEmpty else { continue }
            command("notice", title: "not judged", path: result.file.path, limits)
        }
    }

    private func write(_ finding: Finding, of result: CheckResult) {
        var lines = [finding.message, "→ " + finding.advice]
        if let cause = finding.causedBy.map({ result.findings[$0] }) {
            lines.append("caused by \(cause.rule) at #\(cause.mark.number)")
        }
        lines.append("events " + finding.events.map { "#\($0)" }.joined(separator: " "))
        let level = finding.severity == .info ? "notice" : finding.severity.name
        command(
            level, title: "\(finding.rule) \(result.place(of: finding))", path: result.file.path,
            line: finding.mark.number, lines)
    }

    private func command(
        _ level: String, title: String, path: String? = nil, line: UInt32? = nil, _ lines: [String]
    ) {
        var properties = "title=" + Self.property(title)
        if let path, path != "-" { properties += ",file=" + Self.property(path) }
        if let line { properties += ",line=\(max(1, line))" }
        console.line("::\(level) \(properties)::\(Self.data(lines))")
    }

    /// A command's text: the lines with the escape itself escaped, after all that acts was made inert.
    static func data(_ lines: [String]) -> String {
        lines.map { TerminalText.inert($0).replacing("%", with: "%25") }.joined(separator: "%0A")
    }

    /// A property of a command: what separates properties is escaped, too.
    static func property(_ text: String) -> String {
        data([text]).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

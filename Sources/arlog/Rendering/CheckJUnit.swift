import EventLog
import Projections

/// `check --format junit`: a suite for each log, in it a case for each rule that ran.
///
/// A rule whose findings are at or above `--fail-on` has failed; one that could not be judged was skipped; what is milder
/// stands in the case's output. A log that could not be read is a suite with an error.
struct CheckJUnit {
    let report: CheckReport

    func write(to output: Output) {
        var counts = Counts()
        var suites = ""
        for result in report.results { suites += suite(result, &counts) }
        for error in report.unread { suites += suite(error, &counts) }
        output.write(#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n")
        output.write("<testsuites name=\"arlog check\"\(counts.attributes)>\n\(suites)</testsuites>\n")
    }

    private struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0

        var attributes: String {
            #" tests="\#(tests)" failures="\#(failures)" errors="\#(errors)" skipped="\#(skipped)""#
        }

        mutating func add(_ other: Counts) {
            tests += other.tests
            failures += other.failures
            errors += other.errors
            skipped += other.skipped
        }
    }

    private func suite(_ result: CheckResult, _ all: inout Counts) -> String {
        var counts = Counts()
        let byRule = Dictionary(grouping: result.findings, by: \.rule)
        let reasons = Dictionary(uniqueKeysWithValues: result.notJudged.map { ($0.rule, $0.reason) })
        let folded = Dictionary(grouping: result.folded, by: \.rule)
        let name = result.file.name
        var cases = ""
        for rule in result.rules {
            counts.tests += 1
            let findings = byRule[rule.id] ?? []
            var body = ""
            if let reason = reasons[rule.id] {
                counts.skipped += 1
                body = "<skipped message=\"\(Markup.escaped(reason))\"/>"
            } else if !findings.isEmpty {
                let more = folded[rule.id]?.reduce(0) { $0 + $1.count } ?? 0
                let isFailure = findings.contains { report.fails($0.severity) }
                counts.failures += isFailure ? 1 : 0
                body = text(of: findings, more: more, in: result, isFailure: isFailure)
            }
            let head = "<testcase classname=\"\(Markup.escaped(name))\" name=\"\(rule.id)\""
            cases += "    \(head)" + (body.isEmpty ? "/>\n" : ">\(body)</testcase>\n")
        }
        all.add(counts)
        return "  <testsuite name=\"\(Markup.escaped(name))\"\(counts.attributes)>\n\(cases)  </testsuite>\n"
    }

    private func text(of findings: [Finding], more: Int, in result: CheckResult, isFailure: Bool) -> String {
        var lines: [String] = []
        for finding in findings {
            let events = finding.events.map { "#\($0)" }.joined(separator: " ")
            lines.append("\(finding.severity.name) \(result.place(of: finding)): \(finding.message)")
            lines.append("→ \(finding.advice)")
            if let cause = finding.causedBy.map({ result.findings[$0] }) {
                lines.append("caused by \(cause.rule) at #\(cause.mark.number)")
            }
            lines.append("events \(events) · fingerprint \(finding.fingerprint)")
        }
        if more > 0 { lines.append("\(more) more were counted and not kept") }
        let text = lines.map(Markup.escaped).joined(separator: "\n")
        guard isFailure else { return "<system-out>\(text)</system-out>" }
        let worst = findings.max { $0.severity < $1.severity } ?? findings[0]
        let message = Markup.escaped(worst.message)
        return "<failure message=\"\(message)\" type=\"\(worst.severity.name)\">\(text)</failure>"
    }

    private func suite(_ error: CommandError, _ all: inout Counts) -> String {
        let counts = Counts(tests: 1, errors: 1)
        all.add(counts)
        let name = Markup.escaped(error.subject ?? "a log")
        return """
              <testsuite name="\(name)"\(counts.attributes)>
                <testcase classname="\(name)" name="read"><error message="\(Markup.escaped(error.description))"/></testcase>
              </testsuite>

            """
    }
}

import EventLog
import TestSupport
import Testing

@testable import Projections

/// What suites of hostile logs share: lines written fast, and judging that must stay bounded.
protocol HostileLogs {}

extension HostileLogs {
    /// A log written fast, line by line.
    static func log(_ lines: [String]) throws -> MemoryLog {
        try MemoryLog(ndjson: lines.joined(separator: "\n") + "\n")
    }

    /// A line whose time is in milliseconds, with `fields` behind it.
    static func line(_ t: Int, _ event: String, _ fields: String = "") -> String {
        #"{"t":\#(t / 1000).\#(String(t % 1000 + 1000).dropFirst()),"event":"\#(event)"\#(fields)}"#
    }

    /// Judges the log. What is quadratic in its length does not come to an end before the suite's limit.
    func judge(_ lines: [String], _ here: SourceLocation = #_sourceLocation) throws -> Verdict {
        let found = try Self.log(lines).judged(inBatchesOf: 4096)
        for (rule, count) in Dictionary(grouping: found.findings, by: \.rule).mapValues(\.count) {
            #expect(count <= FindingSink.limit, "\(rule)", sourceLocation: here)
        }
        for finding in found.findings {
            #expect(finding.events.count <= 20 && finding.message.utf8.count < 4000, sourceLocation: here)
        }
        return found
    }
}

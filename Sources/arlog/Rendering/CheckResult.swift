import EventLog
import Projections

/// What `check` knows of one log, ready to be rendered.
struct CheckResult {
    let file: LogFile
    /// The device's name, from `log.opened`.
    let device: String?
    let events: Int
    /// The first event's time, nanoseconds since 1970.
    let start: UInt64
    /// Nanoseconds from the first event to the last.
    let duration: UInt64
    let findings: [Finding]
    let notJudged: [(rule: String, reason: String)]
    /// Findings beyond those that are kept.
    let folded: [FoldedFindings]
    /// The name of an id as JSON has it: its label, or its UUID.
    let idText: (EntityID) -> String
    /// The names of the devices of a merged log; empty where there is one device.
    let devices: [String]
}

/// How many findings of each severity.
struct Tally {
    var counts: [Severity: Int] = [:]

    /// Adds all that was found in a log, also what was counted and not kept.
    mutating func add(_ result: CheckResult) {
        for finding in result.findings { counts[finding.severity, default: 0] += 1 }
        for fold in result.folded { counts[fold.severity, default: 0] += fold.count }
    }

    func count(_ severity: Severity) -> Int { counts[severity, default: 0] }

    /// Whether there is a finding as bad as `severity` or worse.
    func reaches(_ severity: Severity) -> Bool {
        Severity.allCases.contains { $0 >= severity && count($0) > 0 }
    }

    /// `2 errors, 1 warning`, worst first; `no findings` where there is none.
    var phrase: String {
        let parts = Severity.allCases.reversed().compactMap { severity -> String? in
            let count = count(severity)
            guard count > 0 else { return nil }
            return "\(count) \(severity.name)\(count == 1 || severity == .info ? "" : "s")"
        }
        return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
    }
}

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
    /// The rules that ran.
    let rules: [RuleAbout]
    /// To be reported: neither ignored nor known.
    let findings: [Finding]
    let notJudged: [(rule: String, reason: String)]
    /// The same by what is not recorded.
    let notRecorded: [(what: Unrecorded, rules: [String])]
    /// Findings beyond those that are kept.
    let folded: [FoldedFindings]
    /// What the configuration ignores, with how many that were, and how many the baseline knows.
    let ignored: [(entry: IgnoreEntry, count: Int)]
    let known: Int
    /// Whether events are missing in the middle of the log.
    let hasGaps: Bool
    /// What of it could not be read, in half a sentence; `nil` where everything was.
    let loss: String?
    let names: Names
    /// The names of the devices of a merged log; empty where there is one device.
    let devices: [String]
    /// The states of the machines over time, where somebody wants to see them.
    var machines: [MachineHistory.Line] = []
    /// Entries into states of machines for which there was no room among them.
    var strayEntries = 0
}

extension CheckResult {
    /// Whether something of it could not be read.
    var hasLoss: Bool { loss != nil }

    /// The session as output names it; `nil` where the finding is the device's.
    func session(of finding: Finding) -> String? {
        finding.session.map { names.text(of: $0) }
    }

    /// The device's name, where there are several.
    func device(of finding: Finding) -> String? {
        devices.count > 1 && devices.indices.contains(finding.device) ? devices[finding.device] : nil
    }

    /// Nanoseconds from the log's first event to the finding.
    func elapsed(_ finding: Finding) -> UInt64 { finding.mark.time - min(finding.mark.time, start) }

    /// `at 12.5 s, session left, device B`: where a finding belongs.
    func place(of finding: Finding) -> String {
        var text = "at " + DurationText.text(elapsed(finding))
        if case .other(let id) = finding.session { text += ", session " + names.text(of: id) }
        if let device = device(of: finding) { text += ", device " + device }
        return text
    }
}

/// All that `check` found in one run.
struct CheckReport {
    let results: [CheckResult]
    /// Logs that could not be read, with why.
    let unread: [CommandError]
    /// Whether only what a baseline does not know is reported.
    let isAgainstBaseline: Bool
    /// The severity from which on a finding fails the check; `nil` where none does.
    let failing: Severity?

    /// Whether a finding as bad as this fails the check.
    func fails(_ severity: Severity) -> Bool { failing.map { severity >= $0 } ?? false }
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
    var phrase: String { phrase(none: "no findings", "") }

    /// The same where only what a baseline does not know is told.
    var newPhrase: String { phrase(none: "nothing new", "new ") }

    private func phrase(none: String, _ what: String) -> String {
        let parts = Severity.allCases.reversed().compactMap { severity -> String? in
            let count = count(severity)
            guard count > 0 else { return nil }
            return "\(count) \(what)\(severity.name)\(count == 1 || severity == .info ? "" : "s")"
        }
        return parts.isEmpty ? none : parts.joined(separator: ", ")
    }
}

internal import EventLog
public import Projections

/// The fault that a test case is about: what a rule finds in a recording, and should not find in its replay.
///
/// Another handler calls things otherwise than the recorded app, so that its fingerprints are others: what counts is the
/// rule, and how bad it is.
public struct ReplayGoal: Sendable {
    public let rule: String
    /// How bad it is at least.
    public let severity: Severity
    /// What the rule judges by.
    public let settings: Settings

    public init(rule: String, severity: Severity, settings: Settings = Settings()) {
        self.rule = rule
        self.severity = severity
        var settings = settings
        // It is asked for, whatever a configuration leaves out.
        settings.off.remove(rule)
        self.settings = settings
    }

    /// The faults of this kind among all events of a recording, the recorded decisions among them.
    public func faults(in recording: EventStore) -> [Finding] {
        let analysis = Analysis(settings: settings) { $0 == self.rule }
        analysis.name { recording.labels.name(of: $0) }
        analysis.take(recording.batch(recording.headers))
        return analysis.finish().filter { $0.rule == rule && $0.severity >= severity }
    }

    /// What is wrong with a replay, a sentence each, fit for one line of a terminal; empty where the fault is gone.
    ///
    /// Wrong is the fault itself, and whatever keeps it from being seen: a replay that did not come to its end or has an
    /// account of something else, and a handler that decided nothing, which can do nothing wrong.
    public func problems(of replay: ReplayResult) -> [String] {
        var problems = faults(in: replay.log).map { told($0, replay.log) }
        problems += replay.accounts.map(\.description)
        if !replay.isComplete, !replay.accounts.contains(where: \.endsReplay) {
            problems.append("the replay ended before the recording did")
        }
        if replay.isComplete, replay.outputCount == 0 { problems.append("the handler decided nothing") }
        return problems.map { TerminalText.inert($0) }
    }

    private func told(_ finding: Finding, _ log: EventStore) -> String {
        let start = log.headers.first?.time ?? 0
        let seconds = SwiftLiteral.secondsText(max(finding.mark.time, start) - start)
        return "\(finding.rule), \(finding.severity.name), at \(seconds) s: \(finding.message)"
    }
}

import EventLog
@testable import Projections
import TestSupport
import Testing

/// What the rules say of a story: given, when, then.
///
///     Story.given {
///         run(1, source: "network-reconnect")
///     }.when {
///         run(1.04, source: "foreground")
///     }.then().finds("double-run", .warning, events: [1, 2])
///
/// Every story is judged twice, as one batch and event by event: findings never depend on where a batch ends.
struct Verdict {
    let findings: [Finding]
    let notJudged: [String: String]
    let folded: [String: Int]

    /// There is exactly one finding of the rule, and it is this one.
    @discardableResult
    func finds(
        _ rule: String, _ severity: Severity? = nil, events: [UInt32]? = nil, count: Int = 1,
        session: String? = nil, _ here: SourceLocation = #_sourceLocation
    ) -> Finding? {
        let found = findings.filter { $0.rule == rule }
        #expect(found.count == 1, "\(rule): \(found.map(\.message))", sourceLocation: here)
        guard let first = found.first else { return nil }
        if let severity { #expect(first.severity == severity, sourceLocation: here) }
        if let events { #expect(first.events == events, sourceLocation: here) }
        #expect(first.count == count, sourceLocation: here)
        #expect(first.events.last == first.mark.number, sourceLocation: here)
        if let session {
            #expect(
                first.session == (session == "main" ? .main : .other(EntityID(session))), sourceLocation: here
            )
        }
        return first
    }

    /// The findings of the rule are these, in this order, by their evidence.
    func finds(_ rule: String, each events: [[UInt32]], _ here: SourceLocation = #_sourceLocation) {
        #expect(findings.filter { $0.rule == rule }.map(\.events) == events, sourceLocation: here)
    }

    /// What a story that breaks off or has a gap says of itself: these are asked for by their names.
    private static let ofTheLog: Set = ["log-gap", "log-cut", "abrupt-end-after-run"]

    /// The rule says nothing; without a name, no rule does.
    func isQuiet(_ rule: String? = nil, _ here: SourceLocation = #_sourceLocation) {
        let found = findings.filter { rule == nil ? !Self.ofTheLog.contains($0.rule) : $0.rule == rule }
        #expect(found.isEmpty, "\(found.map(\.message))", sourceLocation: here)
    }

    /// No other rule says anything.
    func findsOnly(_ rules: String..., at here: SourceLocation = #_sourceLocation) {
        let found = Set(findings.map(\.rule)).subtracting(Self.ofTheLog.subtracting(rules))
        #expect(found == Set(rules), "\(findings.map(\.message))", sourceLocation: here)
    }
}

extension Story {
    /// Judges the story by all rules, or by `settings`.
    func then(
        _ settings: [String: Double] = [:], _ here: SourceLocation = #_sourceLocation
    ) throws -> Verdict {
        let log = try log()
        let whole = try log.judged(by: settings)
        let single = try log.judged(inBatchesOf: 1, by: settings)
        #expect(whole.findings == single.findings, sourceLocation: here)
        return whole
    }
}

extension MemoryLog {
    /// What the rules say of the log, told in batches of `size` events.
    func judged(inBatchesOf size: Int = .max, by settings: [String: Double] = [:]) throws -> Verdict {
        var limits = Settings()
        for (name, value) in settings { try limits.set(name, to: value) }
        let analysis = Analysis(settings: limits)
        for batch in size == .max ? [batch] : batches(of: size) { analysis.take(batch) }
        let findings = analysis.finish()
        return Verdict(
            findings: findings,
            notJudged: Dictionary(uniqueKeysWithValues: analysis.notJudged.map { ($0.rule, $0.reason) }),
            folded: Dictionary(analysis.folded.map { ($0.rule, $0.count) }, uniquingKeysWith: +))
    }
}

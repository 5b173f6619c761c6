import EventLog

/// How a session went, in one sentence.
public struct HealthVerdict: Sendable {
    public enum Level: String, CaseIterable, Sendable {
        /// Nothing could be said of it.
        case unknown
        case healthy, warning, error
    }

    public let level: Level
    public let sentence: String
    /// How many findings there are of each severity, with those that were only counted.
    public let counts: [Severity: Int]

    /// - Parameters:
    ///   - events: how many the log has.
    ///   - rules: how many rules judged.
    ///   - at: says when something happened: `at 12.5 s`.
    public init(
        _ findings: [Finding], _ folded: [FoldedFindings], events: Int, rules: Int, at: (Finding) -> String
    ) {
        var counts: [Severity: Int] = [:]
        for finding in findings { counts[finding.severity, default: 0] += 1 }
        for fold in folded { counts[fold.severity, default: 0] += fold.count }
        self.counts = counts
        let worst = counts.keys.max()
        guard events > 0 else {
            (level, sentence) = (.unknown, "Nothing can be said of this log: it has no events.")
            return
        }
        guard rules > 0 else {
            (level, sentence) = (.unknown, "Nothing can be said of this log: no rule could judge it.")
            return
        }
        guard let worst, worst > .info else {
            level = .healthy
            let remarks = counts[.info] ?? 0
            sentence =
                remarks == 0
                ? "This session looks healthy: \(rules) rules looked at it and found nothing."
                : "This session looks healthy: no error and no warning, \(Self.count(remarks, "remark"))."
            return
        }
        level = worst == .error ? .error : .warning
        let told = [(counts[.error] ?? 0, "error"), (counts[.warning] ?? 0, "warning")]
            .filter { $0.0 > 0 }.map { Self.count($0.0, $0.1) }.joined(separator: " and ")
        guard let first = findings.first(where: { $0.severity == worst }),
            let about = Catalogue.about.first(where: { $0.id == first.rule })
        else {
            sentence = "This session has \(told)."
            return
        }
        let which = (counts[worst] ?? 0) > 1 ? "The first \(worst.name)" : "The \(worst.name)"
        sentence = "This session has \(told). \(which), \(at(first)): \(about.summary)"
    }

    private static func count(_ number: Int, _ name: String) -> String {
        "\(number) \(name)\(number == 1 ? "" : "s")"
    }
}

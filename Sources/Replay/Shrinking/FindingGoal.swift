import EventLog
public import Projections

/// The finding that a smaller log must still give: the same rule, severity and fault.
public struct FindingGoal: Equatable, Sendable {
    public let rule: String
    public let severity: Severity
    public let fingerprint: String

    public init(_ finding: Finding) {
        rule = finding.rule
        severity = finding.severity
        fingerprint = finding.fingerprint
    }

    /// Whether all events of a store give it.
    public func isMet(by store: EventStore, settings: Settings) -> Bool {
        Judge(store, goal: self, settings: settings).holds(store.headers)
    }

    func isMet(by finding: Finding) -> Bool {
        finding.rule == rule && finding.severity == severity && finding.fingerprint == fingerprint
    }
}

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

/// Tells of any choice of events whether it still gives a finding, for the same reason, and is whole.
final class Judge {
    private let store: EventStore
    private let goal: FindingGoal
    private let settings: Settings
    /// Says that a machine's transitions do not follow from one another: what leaving one of them out leads to.
    private static let chainRule = "broken-trace"
    /// The faults of that kind that the log has by itself.
    private var brokenTraces: Set<String> = []
    /// What the finding says, but for its numbers: a rule may have several reasons for one severity.
    private var reason: String?
    /// How often it was asked.
    private(set) var checks = 0

    init(_ store: EventStore, goal: FindingGoal, settings: Settings) {
        self.store = store
        self.goal = goal
        var settings = settings
        // Whether it is reported or not, a log in which machines jump is not whole.
        settings.off.remove(Self.chainRule)
        self.settings = settings
        let found = findings(store.headers)
        brokenTraces = Set(found.filter { $0.rule == Self.chainRule }.map(\.fingerprint))
        reason = found.first { goal.isMet(by: $0) }.map { Self.reason($0) }
    }

    /// The finding, where the events give it and no machine jumps that did not in the whole log.
    func finding(in headers: [EventHeader]) -> Finding? {
        let found = findings(headers)
        guard found.allSatisfy({ $0.rule != Self.chainRule || brokenTraces.contains($0.fingerprint) }) else {
            return nil
        }
        return found.first { goal.isMet(by: $0) && (reason == nil || Self.reason($0) == reason) }
    }

    func holds(_ headers: [EventHeader]) -> Bool { finding(in: headers) != nil }

    /// From now on the reason is what these events give: their names were changed.
    func settle(on headers: [EventHeader]) {
        reason = nil
        reason = finding(in: headers).map { Self.reason($0) }
    }

    /// The message without its numbers.
    private static func reason(_ finding: Finding) -> String {
        finding.message.filter { !$0.isNumber && $0 != "." }
    }

    private func findings(_ headers: [EventHeader]) -> [Finding] {
        checks += 1
        let analysis = Analysis(settings: settings) { $0 == self.goal.rule || $0 == Self.chainRule }
        analysis.name { self.store.labels.name(of: $0) }
        analysis.take(store.batch(headers))
        return analysis.finish()
    }

    /// The rules that find anything worse than a note in these events.
    func faults(in headers: [EventHeader]) -> Set<String> {
        checks += 1
        let analysis = Analysis(settings: settings)
        analysis.take(store.batch(headers))
        return Set(analysis.finish().filter { $0.severity > .info }.map(\.rule))
    }
}

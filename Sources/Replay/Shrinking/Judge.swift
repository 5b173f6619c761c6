internal import EventLog
internal import Projections

/// Tells of any choice of events whether it still gives a finding, for the same reason, and is whole.
final class Judge {
    /// What these rules find where there are only these events; `nil` where nothing can be said. Events of a finding are
    /// named by their numbers in the store.
    typealias Finder = (
        _ headers: [EventHeader], _ settings: Settings, _ isWanted: @escaping (String) -> Bool
    ) -> [Finding]?

    private let find: Finder
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

    /// - Parameter headers: all events.
    init(_ headers: [EventHeader], goal: FindingGoal, settings: Settings, find: @escaping Finder) {
        self.find = find
        self.goal = goal
        var settings = settings
        // Whether it is reported or not, a log in which machines jump is not whole.
        settings.off.remove(Self.chainRule)
        self.settings = settings
        let found = findings(headers) ?? []
        brokenTraces = Set(found.filter { $0.rule == Self.chainRule }.map(\.fingerprint))
        reason = found.first { goal.isMet(by: $0) }.map { Self.reason($0) }
    }

    /// A judge of what the events of a store say as they are.
    convenience init(_ store: EventStore, goal: FindingGoal, settings: Settings) {
        self.init(store.headers, goal: goal, settings: settings) { headers, settings, isWanted in
            let analysis = Analysis(settings: settings, isOn: isWanted)
            analysis.name { store.labels.name(of: $0) }
            analysis.take(store.batch(headers))
            return analysis.finish()
        }
    }

    /// The finding, where the events give it and no machine jumps that did not in the whole log.
    func finding(in headers: [EventHeader]) -> Finding? {
        guard let found = findings(headers) else { return nil }
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

    private func findings(_ headers: [EventHeader]) -> [Finding]? {
        checks += 1
        let rule = goal.rule
        return find(headers, settings) { $0 == rule || $0 == Self.chainRule }
    }

    /// The rules that find anything worse than a note in these events.
    func faults(in headers: [EventHeader]) -> Set<String> {
        checks += 1
        let found = find(headers, settings) { _ in true } ?? []
        return Set(found.filter { $0.severity > .info }.map(\.rule))
    }
}

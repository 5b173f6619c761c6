import EventLog
import Projections
import Replay

/// Finds what is to be shrunk, and holds as little of the log as gives it.
struct ShrinkWork {
    /// What a log is shrunk from.
    struct Loaded {
        let finding: Finding
        let goal: FindingGoal
        let store: EventStore
        /// Events of the log by kind.
        let counts: [EventKind: Int]
        let hasLoss: Bool
    }

    let file: LogFile
    let limits: ReaderLimits
    let settings: Settings
    let rule: String
    let fingerprint: String?
    let console: Console

    func load() throws(CommandError) -> Loaded {
        let (finding, counts, status) = try find()
        let goal = FindingGoal(finding)
        for choice in [Choice.evidence(finding), .until(finding), .all] {
            let store = try hold(choice)
            if goal.isMet(by: store, settings: settings) {
                return Loaded(
                    finding: finding, goal: goal, store: store, counts: counts, hasLoss: status == .lossy)
            }
        }
        throw CommandError(
            "the finding rests on what could not be read", in: file.path,
            advice: "arlog recover first, and shrink what it writes")
    }

    /// Which events are held; those that are most and matter least are tried without.
    private enum Choice {
        /// Up to the evidence, with updates and statistics only where they are evidence themselves.
        case evidence(Finding)
        /// All up to the evidence.
        case until(Finding)
        case all

        func takes(_ header: EventHeader) -> Bool {
            switch self {
            case .evidence(let finding):
                guard header.number <= finding.events.last ?? .max else { return false }
                switch header.kind {
                case .anchorUpdated, .cameraPose, .frameStats, .deviceStats:
                    return finding.events.contains(header.number)
                default: return true
                }
            case .until(let finding): return header.number <= finding.events.last ?? .max
            case .all: return true
            }
        }
    }

    private func hold(_ choice: Choice) throws(CommandError) -> EventStore {
        let log = try OpenLog(file, "reading", console, limits: limits)
        let store = EventStore(labels: log.labels)
        while let batch = try log.next() {
            store.devices = log.devices
            for event in batch.events where choice.takes(event.header) {
                guard store.hasRoom else {
                    throw CommandError(
                        "more events than can be held", in: file.path,
                        advice: "cut a part of it out with arlog cat --from … --to … --format ndjson")
                }
                store.append(event)
            }
        }
        return store
    }

    /// The worst finding of the rule, the first of those; the counts of all kinds on the way.
    private func find() throws(CommandError) -> (Finding, [EventKind: Int], ExitStatus) {
        let log = try OpenLog(file, "checking", console, limits: limits)
        let analysis = Analysis(settings: settings)
        var counts: [EventKind: Int] = [:]
        while let batch = try log.next() {
            for header in batch.headers { counts[header.kind, default: 0] += 1 }
            analysis.take(batch)
        }
        try log.requireEvents()
        let all = analysis.finish()
        let status = log.finish(.done, analysis.world, console)
        let found = all.filter { $0.rule == rule && (fingerprint == nil || $0.fingerprint == fingerprint) }
        let worst = found.map(\.severity).max()
        if let finding = found.first(where: { $0.severity == worst }) { return (finding, counts, status) }
        let others = Set(all.map(\.rule)).sorted()
        let which = fingerprint.map { "fingerprint \($0) of " } ?? ""
        throw CommandError(
            "no finding of \(which)\(rule) in this log", in: file.path,
            advice: others.isEmpty
                ? "arlog check finds nothing in it"
                : "arlog check finds \(others.prefix(5).joined(separator: ", "))\(others.count > 5 ? " …" : "")"
        )
    }
}

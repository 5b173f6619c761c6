import EventLog
import Projections

/// How far a check could go: what was not recorded or could not be read, and what was left out on purpose.
enum CheckLimits {
    static func lines(of result: CheckResult) -> [String] {
        var lines = result.notRecorded.map { line($0.what, $0.rules) }
        if result.events == 0 { lines.append("no events: " + unjudged(result.notJudged.map(\.rule))) }
        if result.hasGaps {
            lines.append("events are missing in the middle of this log: nothing is concluded across them")
        }
        if result.hasLoss {
            lines.append("not all of this log could be read: what is missing may hold more")
        }
        for (entry, count) in result.ignored {
            lines.append("ignored, \(count) of \(entry.rule): \(entry.reason)")
        }
        if result.known > 0 { lines.append("known to the baseline: \(result.known)") }
        return lines
    }

    private static func line(_ what: Unrecorded, _ rules: [String]) -> String {
        let lacking =
            what.isTold ? "the recorder does not write \(what.names) events" : "no \(what.names) events"
        let kinds = what.families.flatMap(\.telling).joined(separator: ", ")
        return "\(lacking): \(unjudged(rules)); record \(kinds) …"
    }

    private static func unjudged(_ rules: [String]) -> String {
        let names = rules.prefix(shown).joined(separator: ", ") + (rules.count > shown ? ", …" : "")
        return "\(rules.count) rule\(rules.count == 1 ? "" : "s") not judged (\(names))"
    }

    /// Rules named of one lack; --json names all.
    private static let shown = 3
}

extension EventFamily {
    /// The kinds of the family that most rules ask for.
    fileprivate var telling: [String] {
        let kinds: [EventKind] =
            switch self {
            case .session: [.sessionRun, .sessionPause, .sessionInterruptionBegan]
            case .camera: [.cameraTrackingStateChanged]
            case .frame: [.frameWorldMappingStatusChanged, .frameStats]
            case .anchor: [.anchorAdded, .anchorUpdated, .anchorRemoved]
            case .node: [.nodeAttached, .nodeDetached]
            case .worldMap: [.worldMapCaptured, .worldMapSaved, .worldMapLoaded]
            case .collaboration: [.peerStateChanged, .collaborationDataSent, .collaborationDataApplied]
            case .state: [.stateChanged, .appLifecycleChanged, .viewAppeared]
            case .device: [.deviceStats, .deviceThermalStateChanged]
            }
        return kinds.map(\.name)
    }
}

import EventLog
import TestSupport

@testable import Projections

extension Story {
    /// What a report of the story shows, read in batches of `size` events.
    func health(batchesOf size: Int = .max, settings: Settings = Settings()) throws -> SessionHealth {
        try log().health(batchesOf: size, settings: settings)
    }
}

extension MemoryLog {
    func health(batchesOf size: Int = .max, settings: Settings = Settings()) throws -> SessionHealth {
        let collector = HealthCollector(settings: settings)
        let analysis = Analysis(settings: settings)
        analysis.name { self.labels.name(of: $0) }
        analysis.collect(with: collector)
        for batch in size == .max ? [batch] : batches(of: size) { analysis.take(batch) }
        return collector.finish(analysis, findings: analysis.finish())
    }
}

extension SessionHealth {
    func lane(_ name: String) -> Lane? {
        lanes.first { lane in
            if case .machine(name, _) = lane.subject { return true }
            return String(describing: lane.subject) == name
        }
    }

    func seconds(_ time: UInt64) -> Double { Double(time - (first?.time ?? 0)) / 1e9 }

    /// `interruption 5-8`, `relocalization 5-` for one that did not end.
    var waits: [String] {
        spans.map { span in
            let from = plain(seconds(span.from.time))
            return "\(span.kind.rawValue) \(from)-" + (span.to.map { plain(seconds($0.time)) } ?? "")
        }
    }

    func point(_ point: ChecklistPoint.Point) -> ChecklistPoint? { checklist.first { $0.point == point } }
}

extension Lane {
    /// `normal 1.5-9`
    func told(_ health: SessionHealth) -> [String] {
        visits.map {
            "\($0.state ?? "\($0.count) stays") \(plain(health.seconds($0.from.time)))-\(plain(health.seconds($0.to.time)))"
        }
    }
}

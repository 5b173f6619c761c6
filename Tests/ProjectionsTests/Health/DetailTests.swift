import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct DetailTests {
    /// A machine that changes ten times a second and an app that says as much, and two runs in the middle of it.
    private static let busy = Story {
        opened()
        for step in 0..<4000 {
            changed(
                1 + Double(step) * 0.1, "door", step % 2 == 0 ? "shut" : "open",
                to: step % 2 == 0 ? "open" : "shut")
            if step == 2490 {
                run(250.001, source: "a")
                run(250.002, source: "b")
            }
            StoryLine(1.05 + Double(step) * 0.1, "log.marker", [("text", .text("step \(step)"))])
        }
        closed(402)
    }

    private func health(_ detail: (([Finding]) -> Detail)?) throws -> (SessionHealth, Finding) {
        let log = try Self.busy.log()
        func read(_ detail: Detail) -> (SessionHealth, [Finding]) {
            let collector = HealthCollector(detail: detail)
            let analysis = Analysis()
            analysis.collect(with: collector)
            analysis.take(log.batch)
            let findings = analysis.finish()
            return (collector.finish(analysis, findings: findings), findings)
        }
        let (first, findings) = read(Detail())
        let finding = try #require(findings.first { $0.rule == "double-run" })
        guard let detail else { return (first, finding) }
        return (read(detail([finding])).0, finding)
    }

    private func near(_ health: SessionHealth, _ finding: Finding) -> (visits: Int, moments: Int) {
        let time = finding.mark.time
        let window = time - 4_000_000_000...time + 1_000_000_000
        let visits =
            health.lane("door")?.visits.filter { window.contains($0.from.time) && $0.count == 1 } ?? []
        return (
            visits.count,
            health.moments.filter { $0.kind == .logMarker && window.contains($0.mark.time) }.count
        )
    }

    @Test func nearAFindingEverythingIsShown() throws {
        let (thin, finding) = try health(nil)
        let (close, _) = try health { Detail(around: $0) }
        // Five seconds have fifty of each.
        #expect(near(thin, finding).visits < 10 && near(thin, finding).moments < 10)
        #expect(near(close, finding).visits == 50 && near(close, finding).moments == 50)
        #expect(close.momentCounts[.logMarker] == 4000)
        #expect(close.lane("door")?.totals["open"]?.visits == thin.lane("door")?.totals["open"]?.visits)
        #expect((close.lane("door")?.visits.count ?? 0) <= Lane.limit)
        #expect(
            close.lane("door").map { zip($0.visits, $0.visits.dropFirst()).allSatisfy { $0.to == $1.from } }
                == true)
    }

    @Test func windowsThatMeetAreOne() throws {
        let (_, finding) = try health(nil)
        var later = finding
        later.mark = Mark(number: finding.mark.number + 1, time: finding.mark.time + 3_000_000_000)
        let detail = Detail(around: [later, finding])
        #expect(detail.contains(finding.mark.time - 5_000_000_000))
        #expect(!detail.contains(finding.mark.time - 5_000_000_001))
        #expect(detail.contains(finding.mark.time + 4_500_000_000))
        #expect(detail.contains(later.mark.time + 2_000_000_000))
        #expect(!detail.contains(later.mark.time + 2_000_000_001))
        #expect(!Detail().contains(0) && Detail().isEmpty)
    }
}

import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct HealthVerdictTests {
    private func verdict(_ story: Story) throws -> HealthVerdict {
        let log = try story.log()
        let analysis = Analysis()
        analysis.take(log.batch)
        let findings = analysis.finish()
        return HealthVerdict(
            findings, analysis.folded, events: analysis.world.eventCount,
            rules: Catalogue.about.count - analysis.notJudged.count
        ) { "at #\($0.mark.number)" }
    }

    @Test func healthy() throws {
        let verdict = try verdict(
            Story {
                opened(); run(1, source: "a"); tracking(2, "normal"); closed(9)
            })
        #expect(verdict.level == .healthy && verdict.counts.isEmpty)
        #expect(verdict.sentence.hasPrefix("This session looks healthy: "))
    }

    @Test func remarksAreHealthy() throws {
        let verdict = try verdict(
            Story {
                opened(); run(1); tracking(2, "normal"); frame(9)
            })
        #expect(verdict.level == .healthy)
        #expect(verdict.sentence == "This session looks healthy: no error and no warning, 1 remark.")
    }

    @Test func theFirstOfTheWorst() throws {
        let verdict = try verdict(
            Story {
                opened()
                run(1, source: "a")
                run(1.2, source: "b")
                tracking(2, "normal")
                nodeAttached(3, "N1", "camera", key: "wand")
                nodeAttached(4, "N2", "camera", key: "wand")
                tracking(7, "normal")
                closed(9)
            })
        #expect(verdict.level == .error && verdict.counts == [.error: 1, .warning: 1])
        #expect(
            verdict.sentence
                == "This session has 1 error and 1 warning. The error, at #6: Two visible content nodes show one logical thing."
        )
    }

    @Test func nothingToSay() {
        #expect(HealthVerdict([], [], events: 0, rules: 5) { _ in "" }.level == .unknown)
        #expect(HealthVerdict([], [], events: 5, rules: 0) { _ in "" }.level == .unknown)
    }
}

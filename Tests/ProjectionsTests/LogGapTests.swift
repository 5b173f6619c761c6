import TestSupport
import Testing

@testable import Projections

struct LogGapTests {
    private let rule = "log-gap"

    @Test(.tags(.positive)) func lost() throws {
        let verdict = try Story {
            opened()
            event(2.8, "log.gap", ["lost": 120, "reason": "disk full"])
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2])
        #expect(finding?.message == "The recorder dropped 120 events at 2.8 s (#2): disk full.")
        #expect(finding?.session == nil && finding?.limit == nil)
        verdict.findsOnly(rule)
        #expect(verdict.notJudged[rule] == nil)
    }

    @Test(.tags(.positive)) func eachIsCounted() throws {
        let finding = try Story {
            gap(1, lost: 1)
            gap(9, lost: 20)
            closed(60)
        }.then().finds(rule, .warning, events: [1], count: 2)
        #expect(finding?.message == "The recorder dropped 1 event at 0 s (#1).")
    }

    @Test(.tags(.lookAlike)) func aSilenceIsNone() throws {
        try Story {
            frame(1)
            frame(5000)
            closed(5001)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { gap(1) }.then().finds(rule, .warning, events: [1])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            gap(1).with("device", "A")
            gap(2).with("device", "B")
            gap(3).with("device", "A")
        }.then().finds(rule, each: [[1], [2]])
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            gap(1)
            opened(2)
            gap(3)
        }.then().finds(rule, each: [[2], [4]])
    }
}

import EventLog
@testable import Projections
import TestSupport
import Testing

struct CriticalDroppedTests {
    private let rule = "critical-dropped"

    @Test(.tags(.positive), arguments: ["throttled", "backpressure", "encodeFailed", "wrongState"])
    func reasons(_ reason: String) throws {
        let verdict = try Story {
            together()
            dropped(5, "critical", reason, packet: "P9")
            closed(9)
        }.then()
        let finding = verdict.finds(rule, .error, events: [5])
        #expect(finding?.message.contains("was dropped at 5 s (#5), reason \(reason)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func eachReasonIsOneFinding() throws {
        let verdict = try Story {
            together()
            dropped(5, "critical", "throttled")
            dropped(6, "critical", "backpressure")
            dropped(7, "critical", "throttled")
            closed(9)
        }.then()
        verdict.finds(rule, each: [[5], [6]])
        #expect(verdict.findings.map(\.count) == [2, 1])
    }

    @Test(.tags(.lookAlike), arguments: ["noPeers", "disconnected"])
    func nobodyThere(_ reason: String) throws {
        try Story {
            together()
            dropped(5, "critical", reason)
            closed(9)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["optional", nil])
    func othersMayBeDropped(_ priority: String?) throws {
        try Story {
            together()
            dropped(5, priority, "throttled")
            closed(9)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { dropped(5, "critical", "throttled") }.then().finds(rule, .error, events: [1])
    }

    /// A lost packet is one, whatever else is missing.
    @Test(.tags(.gap)) func gapBefore() throws {
        try Story {
            together()
            gap(4)
            dropped(5, "critical", "throttled")
            gap(6)
        }.then().finds(rule, .error, events: [6])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        let verdict = try Story {
            dropped(5, "critical", "throttled")
            dropped(6, "critical", "throttled").of(session: "other")
            closed(9)
        }.then()
        verdict.finds(rule, each: [[1], [2]])
        #expect(verdict.findings.map(\.session) == [.main, .other("other")])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        let verdict = try Story {
            dropped(5, "critical", "throttled").with("device", "A")
            dropped(6, "critical", "throttled").with("device", "B")
        }.then()
        verdict.finds(rule, each: [[1], [2]])
        #expect(verdict.findings.map(\.device) == [1, 2])
    }

    @Test func notJudgedWithoutPackets() throws {
        let verdict = try Story {
            opened(records: ["session"])
            dropped(5, "critical", "throttled")
            closed(9)
        }.then()
        verdict.isQuiet()
        #expect(verdict.notJudged[rule] != nil)
    }
}

@testable import Projections
import TestSupport
import Testing

struct CriticalUnreliableTests {
    private let rule = "critical-unreliable"

    private func story(_ lines: StoryLine...) -> Story {
        Story {
            together()
            lines
            closed(9)
        }
    }

    @Test(.tags(.positive)) func unreliable() throws {
        let verdict = try story(sent(5, "critical", isReliable: false)).then()
        let finding = verdict.finds(rule, .error, events: [5])
        #expect(finding?.message.contains("unreliably at 5 s (#5)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func eachPeerIsOneFinding() throws {
        let verdict = try story(
            sent(5, "critical", isReliable: false), sent(6, to: "C", "critical", isReliable: false),
            sent(7, "critical", isReliable: false)
        ).then()
        verdict.finds(rule, each: [[5], [6]])
        #expect(verdict.findings.map(\.count) == [2, 1])
    }

    /// Wrong whoever was to get it.
    @Test(.tags(.positive)) func noPeerNamed() throws {
        let finding = try story(sent(5, to: nil, "critical", isReliable: false)).then()
            .finds(rule, .error, events: [5])
        #expect(finding?.message.contains("an unnamed peer") == true)
    }

    @Test(.tags(.lookAlike)) func rightOnes() throws {
        try story(
            sent(5, "critical", isReliable: true), sent(6, "optional", isReliable: false),
            sent(7, "optional", isReliable: true)
        ).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try story(sent(5, "critical"), sent(6, nil, isReliable: false)).then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { sent(5, "critical", isReliable: false) }.then().finds(rule, .error, events: [1])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try story(
            sent(5, "critical", isReliable: false), gap(6), sent(7, "critical", isReliable: false)
        ).then().finds(rule, .error, events: [5], count: 2)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try story(
            sent(5, "critical", isReliable: false),
            sent(6, "critical", isReliable: false).of(session: "other")
        ).then().finds(rule, each: [[5], [6]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            sent(5, "critical", isReliable: false).with("device", "A")
            sent(6, "critical", isReliable: false).with("device", "B")
        }.then().finds(rule, each: [[1], [2]])
    }
}

@testable import Projections
import TestSupport
import Testing

struct SessionIdentifierChangedTests {
    private let rule = "session-identifier-changed"

    private func given(
        _ before: String? = "S1", _ after: String? = "S2", state: String = "connected",
        between: [StoryLine] = []
    ) -> Story {
        Story {
            opened()
            run(1, collaboration: true, identifier: before)
            peer(2, "B", state)
            between
            run(9, source: "settings", collaboration: true, identifier: after)
            closed(60)
        }
    }

    @Test(.tags(.positive)) func changed() throws {
        let verdict = try given().then()
        let finding = verdict.finds(rule, .info, events: [2, 4])
        #expect(finding?.message.contains("with the run at 9 s (#4) while peer") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try given(between: [run(5, collaboration: true, identifier: "S3")]).then()
            .finds(rule, each: [[2, 4], [4, 5]])
    }

    @Test(.tags(.lookAlike)) func theSame() throws { try given("S1", "S1").then().isQuiet() }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try given(nil, "S2").then().isQuiet()
        try given("S1", nil).then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["connecting", "notConnected"])
    func nobodyConnected(_ state: String) throws { try given(state: state).then().isQuiet() }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            run(1, collaboration: true, identifier: "S1")
            peer(2, "B", "connected")
            run(9, collaboration: true, identifier: "S2")
            frame(12)
        }.then().finds(rule, .info, events: [1, 3])
    }

    @Test(.tags(.gap)) func gapBetween() throws { try given(between: [gap(5)]).then().isQuiet(rule) }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given(
            "S1", "S1",
            between: [
                run(5, identifier: "S2").of(session: "other"), run(6, identifier: "S3").of(session: "other"),
            ]
        ).then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true, identifier: "S1").with("device", "A")
            peer(2, "B", "connected").with("device", "A")
            run(9, collaboration: true, identifier: "S2").with("device", "C")
        }.then().isQuiet()
    }
}

import TestSupport
import Testing

@testable import Projections

struct RecoveryIncompleteTests {
    private let rule = "recovery-incomplete"

    @Test(
        .tags(.positive),
        arguments: [
            (["retry"], "lacks placeRelative and startOver"),
            (["retry", "startOver"], "lacks placeRelative"),
            (["placeRelative", "startOver"], "lacks retry"),
        ])
    func fewer(_ choices: [String], _ words: String) throws {
        let verdict = try Story {
            opened()
            offered(9, choices)
            closed(20)
        }.then()
        let finding = verdict.finds(rule, .info, events: [2])
        #expect(finding?.message.contains("at 9 s (#2) " + words) == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func allThree() throws {
        try Story {
            offered(9)
            closed(20)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func oneFindingALog() throws {
        try Story {
            offered(9, ["retry"])
            offered(12)
            offered(15, ["startOver"]).of(session: "other")
            closed(20)
        }.then().finds(rule, .info, events: [1], count: 2)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            offered(1, ["retry"]).told(by: "A")
            offered(2).told(by: "B")
            offered(3, ["retry"]).told(by: "B")
        }.then().finds(rule, each: [[3], [5]])
    }

    @Test(.tags(.gap)) func gapBefore() throws {
        try Story {
            gap(8)
            offered(9, ["retry"])
        }.then().finds(rule, .info, events: [2])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { offered(9, ["retry"]) }.then().finds(rule, .info, events: [1])
    }
}

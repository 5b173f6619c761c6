import TestSupport
import Testing

@testable import Projections

struct MapTransferLossyTests {
    private let rule = "map-transfer-lossy"

    @Test(.tags(.positive)) func unreliably() throws {
        let verdict = try Story {
            opened()
            mapSent(2, "M1", to: "guest", isReliable: false)
            closed(20)
        }.then()
        let finding = verdict.finds(rule, .error, events: [2])
        #expect(finding?.message.hasSuffix(" unreliably.") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func reliablyOrUnknown() throws {
        for isReliable in [true, nil] {
            try Story {
                mapSent(2, "M1", isReliable: isReliable)
                closed(20)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.twoSessions, .twoDevices, .gap, .logEnd)) func eachMapIsOneFinding() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapSent(2, "M1", to: "B", isReliable: false).told(by: "A")
            gap(3).told(by: "A")
            mapSent(4, "M1", to: "C", isReliable: false).told(by: "A")
            mapSent(5, "M1", isReliable: false).told(by: "A").of(session: "other")
            mapSent(6, "M2", isReliable: false).told(by: "B")
        }.then().finds(rule, each: [[3], [6], [7]])
    }
}

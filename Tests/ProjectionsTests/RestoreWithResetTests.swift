import TestSupport
import Testing

@testable import Projections

struct RestoreWithResetTests {
    private let rule = "restore-with-reset"

    @Test(.tags(.positive)) func restored() throws {
        let verdict = try Story {
            opened()
            run(2, options: ["resetTracking", "removeExistingAnchors"], purpose: "restore", map: "M1")
            closed(20)
        }.then()
        let finding = verdict.finds(rule, .info, events: [2])
        #expect(finding?.message.hasSuffix("with resetTracking.") == true)
        #expect(finding?.message.contains("at 2 s (#2) restored world map ") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func others() throws {
        for quiet in [
            run(2, options: ["removeExistingAnchors"], purpose: "restore", map: "M1"),
            run(2, options: ["resetTracking", "removeExistingAnchors"], purpose: "reset"),
            run(2, options: ["resetTracking", "removeExistingAnchors"], map: "M1"),
        ] {
            try Story {
                quiet
                closed(20)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.twoSessions, .gap)) func eachRunIsOneFinding() throws {
        try Story {
            run(2, options: ["resetTracking"], purpose: "restore")
            run(3, options: ["resetTracking"], purpose: "restore").of(session: "other")
            gap(4)
            run(5, options: ["resetTracking"], purpose: "restore")
            closed(20)
        }.then().finds(rule, each: [[1], [2], [4]])
    }

    @Test(.tags(.twoDevices, .logEnd)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            run(2, options: ["resetTracking"], purpose: "restore").told(by: "A")
            run(3, options: ["resetTracking"], purpose: "restore").told(by: "B")
        }.then().finds(rule, each: [[3], [4]])
    }
}

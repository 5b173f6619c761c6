@testable import Projections
import TestSupport
import Testing

struct StateChangeInViewUpdateTests {
    private let rule = "state-change-in-view-update"
    private let warning = "Modifying state during view update, this will cause undefined behavior."

    @Test(.tags(.positive)) func swiftUIsWarning() throws {
        let verdict = try Story {
            run(1)
            message(2.8, warning)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2])
        #expect(finding?.message.contains("at 1.8 s (#2)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func anywhereInTheText() throws {
        for text in [
            "[SwiftUI] " + warning, "MModifying state during view update",
            "ModModifying state during view update.",
        ] {
            try Story { message(2.8, text) }.then().finds(rule, .warning, events: [1])
        }
    }

    @Test(.tags(.lookAlike)) func otherMessages() throws {
        for text in [
            "", "Modifying", "Modifying state during view", "modifying state during view update",
            "Modifying states during view update",
            "Publishing changes from within view updates is not allowed.",
        ] {
            try Story { message(2.8, text) }.then().isQuiet()
        }
        try Story { event(2.8, "log.marker", ["text": .text(warning)]) }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aLogIsOneFinding() throws {
        try Story {
            message(2.8, warning)
            message(3, "something else")
            message(4, warning)
        }.then().finds(rule, .warning, events: [1], count: 2)
    }

    /// It is said whatever was lost before.
    @Test(.tags(.gap)) func afterAGap() throws {
        try Story {
            gap(1)
            message(2.8, warning)
        }.then().finds(rule, .warning, events: [2])
    }

    @Test(.tags(.logEnd, .positive)) func whateverTheRecorderWrites() throws {
        try Story {
            opened(records: ["device"])
            message(2.8, warning)
        }.then().finds(rule, .warning, events: [2])
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try Story { message(2.8, warning) }.isApartByDevice(rule, [1], decisive: [])
    }
}

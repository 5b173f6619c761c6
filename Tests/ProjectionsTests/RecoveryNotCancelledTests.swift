import TestSupport
import Testing

@testable import Projections

struct RecoveryNotCancelledTests {
    private let rule = "recovery-not-cancelled"

    /// Relocalizing since 1 s, event 3, and normal since 9 s, event 5.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5, map: "M1")
            tracking(1, "limited", "relocalizing")
            statusShown(2)
            tracking(9, "normal")
        }.when(lines)
    }

    @Test(.tags(.positive)) func offeredAfterwards() throws {
        let verdict = try given {
            offered(31)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [3, 5, 6])
        #expect(
            finding?.message.contains("at 31 s (#6), 22 s after tracking had become normal at 9 s (#5)")
                == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func againIsCounted() throws {
        try given {
            offered(31)
            offered(40)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 5, 6], count: 2)
    }

    @Test(.tags(.positive)) func throughAnotherState() throws {
        try Story {
            tracking(1, "limited", "relocalizing")
            tracking(5, "limited", "excessiveMotion")
            tracking(6, "normal")
            offered(9)
            statusShown(9)
        }.then().finds(rule, .warning, events: [1, 3, 4])
    }

    @Test(.tags(.lookAlike)) func stillLimited() throws {
        try given {
            tracking(20, "limited", "relocalizing")
            offered(31)
            closed(49)
        }.then().isQuiet(rule)
        try given {
            tracking(20, "limited", "insufficientFeatures")
            offered(31)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func noRelocalizationInThisVisit() throws {
        try Story {
            run(0.5)
            tracking(1, "limited", "initializing")
            tracking(3, "normal")
            offered(31)
            closed(60)
        }.then().isQuiet(rule)
        for next in [run(20, options: ["resetTracking"]), run(20, map: "M2")] {
            try given {
                next
                tracking(21, "normal")
                offered(31)
                closed(60)
            }.then().isQuiet(rule)
        }
        try given {
            paused(15)
            run(20)
            tracking(21, "normal")
            offered(31)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// A plain run keeps the visit; until ARKit answers it nobody knows how tracking stands.
    @Test(.tags(.lookAlike)) func plainRun() throws {
        try given {
            run(20)
            offered(20.1)
            closed(60)
        }.then().isQuiet(rule)
        try given {
            run(20)
            tracking(20.2, "normal")
            offered(31)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 5, 8])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            tracking(10, "normal").of(session: "other")
            offered(31).of(session: "other")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            tracking(1, "limited", "relocalizing").told(by: "A")
            tracking(9, "normal").told(by: "A")
            tracking(9, "normal").told(by: "B")
            offered(10).told(by: "B")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(20)
            tracking(25, "normal")
            offered(31)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { offered(31) }.then().finds(rule, .warning, events: [3, 5, 6])
        try given {
            opened(20)
            tracking(25, "normal")
            offered(31)
        }.then().isQuiet(rule)
    }
}

@testable import Projections
import TestSupport
import Testing

struct InterruptionMediumTests {
    private let rule = "interruption-medium"

    private func given(until end: Double, @StoryBuilder _ lines: () -> [StoryLine] = { [closed(90)] })
        -> Story
    {
        Story {
            together()
            interrupted(10, "background")
            resumed(end)
            lines()
        }
    }

    @Test(.tags(.positive)) func someSeconds() throws {
        let verdict = try given(until: 20).then()
        let finding = verdict.finds(rule, .info, events: [5, 6])
        #expect(
            finding?.message.contains("was interrupted for 10 s until 20 s (#6) with peer") == true
                && finding?.message.contains("default limit 2 s (interruption.short)") == true)
        verdict.findsOnly(rule)
    }

    @Test(
        .tags(.limit), arguments: [(11.4, false), (12, false), (12.001, true), (40, true), (40.001, false)])
    func howLong(_ end: Double, _ isMedium: Bool) throws {
        let verdict = try given(until: end).then()
        if isMedium { verdict.finds(rule, .info) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        try given(until: 20).then(["interruption.short": 10]).isQuiet()
        try given(until: 20).then(["interruption.long": 9]).isQuiet(rule)
    }

    /// Whatever is done afterwards.
    @Test(.tags(.positive)) func caughtUp() throws {
        try given(until: 20) {
            syncRequested(21)
            closed(90)
        }.then().finds(rule, .info, events: [5, 6])
    }

    @Test(.tags(.lookAlike)) func nobodyThere() throws {
        try Story {
            run(1, collaboration: true)
            interrupted(10)
            resumed(20)
            closed(90)
        }.then().isQuiet()
        try Story {
            together()
            interrupted(10)
            peer(15, "B", "notConnected")
            resumed(20)
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given(until: 20) {}.then().finds(rule, .info, events: [5, 6])
        try Story {
            together()
            interrupted(10)
            frame(30)
        }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            together()
            interrupted(10)
            gap(15)
            resumed(20)
            closed(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            together()
            interrupted(10)
            resumed(20).of(session: "other")
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            peer(2, "B", "connected").with("device", "C")
            interrupted(10).with("device", "A")
            resumed(20).with("device", "A")
            closed(90).with("device", "A")
            closed(90).with("device", "C")
        }.then().isQuiet()
    }
}

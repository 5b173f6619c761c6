import TestSupport
import Testing

@testable import Projections

struct RelocalizationSlowTests {
    private let rule = "relocalization-slow"

    private func relocalized(
        _ t: Double, from: Double = 1, @StoryBuilder between: () -> [StoryLine] = { [] }
    ) -> Story {
        Story {
            statusShown(0)
            tracking(from, "limited", "relocalizing")
            between()
            tracking(t, "normal")
            closed(90)
        }
    }

    @Test(.tags(.positive)) func late() throws {
        let verdict = try relocalized(18.5).then()
        let finding = verdict.finds(rule, .info, events: [2, 3])
        #expect(finding?.message.contains("took 17.5 s until tracking was normal at 18.5 s (#3)") == true)
        #expect(finding?.limit?.name == "relocalizationSlow.from")
        verdict.findsOnly(rule)
    }

    /// From 15 s on, until it is a timeout.
    @Test(
        .tags(.limit), arguments: [(15.999, false), (16, true), (16.001, true), (30.999, true), (31, false)])
    func limits(_ normal: Double, _ isSlow: Bool) throws {
        let verdict = try relocalized(normal).then()
        if isSlow { verdict.finds(rule, .info, events: [2, 3]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        try relocalized(11).then(["relocalizationSlow.from": 10]).finds(rule, .info, events: [2, 3])
        try relocalized(41).then(["relocalization.deadline": 41]).finds(rule, .info, events: [2, 3])
        try relocalized(41).then(["relocalization.deadline": 40]).isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try relocalized(20) {
            interrupted(5)
            resumed(10)
        }.then().isQuiet(rule)
        try relocalized(20) {
            interrupted(5)
            resumed(8)
        }.then().finds(rule, .info, events: [2, 5])
    }

    @Test(.tags(.lookAlike)) func notBackToNormal() throws {
        for end in [tracking(18, "limited", "excessiveMotion"), run(18), paused(18)] {
            try relocalized(60) { end }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try relocalized(20) { tracking(2, "normal").of(session: "other") }
            .then().finds(rule, .info, events: [2, 4], session: "main")
        try relocalized(20) { tracking(15, "limited", "relocalizing").of(session: "other") }
            .when { tracking(90, "normal").of(session: "other") }
            .then().finds(rule, .info, events: [2, 4], session: "main")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            tracking(1, "limited", "relocalizing").told(by: "A")
            tracking(5, "normal").told(by: "B")
            tracking(19, "normal").told(by: "A")
            tracking(20, "normal").told(by: "B")
        }.then().finds(rule, .info, events: [3, 5])
    }

    @Test(.tags(.gap)) func gapBetween() throws { try relocalized(20) { gap(10) }.then().isQuiet(rule) }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            tracking(1, "limited", "relocalizing")
            frame(20)
        }.then().isQuiet(rule)
        try relocalized(20) { opened(10) }.then().isQuiet(rule)
    }
}

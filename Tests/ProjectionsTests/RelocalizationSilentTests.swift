import TestSupport
import Testing

@testable import Projections

struct RelocalizationSilentTests {
    private let rule = "relocalization-silent"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5, map: "M1")
            tracking(1, "limited", "relocalizing")
        }.when(lines)
    }

    @Test(.tags(.positive)) func neverShown() throws {
        let verdict = try given {
            frame(3.2)
            tracking(8, "normal")
            closed(20)
        }.then()
        let finding = verdict.finds(rule, .info, events: [3, 4])
        #expect(finding?.message.contains("began at 1 s (#3) and went on for 2.2 s without a word") == true)
        #expect(finding?.session == nil)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func oneFindingALog() throws {
        try given {
            frame(4)
            tracking(8, "normal")
            tracking(10, "limited", "relocalizing")
            frame(13)
            tracking(13, "limited", "relocalizing").of(session: "other")
            frame(16)
            closed(20)
        }.then().finds(rule, .info, events: [3, 4], count: 3)
    }

    @Test(.tags(.lookAlike), arguments: [0.2, 1.5, 10, 19])
    func shownAtAnyTime(_ t: Double) throws {
        try Story {
            if t < 1 { statusShown(t) }
            tracking(1, "limited", "relocalizing")
            if t > 1, t < 3 { statusShown(t) }
            frame(4)
            if t > 4 { statusShown(t) }
            closed(20)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit), arguments: [(2.999, false), (3, true), (3.001, true)])
    func delay(_ normal: Double, _ isSilent: Bool) throws {
        let verdict = try given {
            tracking(normal, "normal")
            closed(20)
        }.then()
        if isSilent { verdict.finds(rule, .info, events: [3, 4]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            frame(4)
            frame(6)
            closed(20)
        }
        try story.then(["relocalizationSilent.delay": 5]).finds(rule, .info, events: [3, 5])
        try story.then(["relocalizationSilent.delay": 60]).isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func endedOrAway() throws {
        for end in [run(2), paused(2), tracking(2, "limited", "excessiveMotion")] {
            try given {
                end
                closed(20)
            }.then().isQuiet(rule)
        }
        try given {
            interrupted(2)
            frame(10)
            resumed(11)
            tracking(11.9, "normal")
            closed(20)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            statusShown(1.5).of(session: "other")
            frame(4)
            closed(20)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            run(0.5).told(by: "A")
            tracking(1, "limited", "relocalizing").told(by: "A")
            statusShown(2).told(by: "B")
            frame(4).told(by: "A")
            frame(20).told(by: "B")
        }.then().finds(rule, .info, events: [4, 6])
    }

    /// What was shown may be among what was lost.
    @Test(.tags(.gap)) func gapAnywhere() throws {
        for t in [0.9, 2, 10] {
            try Story {
                opened()
                if t < 1 { gap(t) }
                tracking(1, "limited", "relocalizing")
                if t == 2 { gap(t) }
                frame(4)
                if t > 4 { gap(t) }
                closed(20)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { frame(2.9) }.then().isQuiet(rule)
        try given { frame(3) }.then().finds(rule, .info, events: [3, 4])
        try given {
            frame(4)
            opened(10)
            statusShown(11)
        }.then().finds(rule, .info, events: [3, 4])
    }
}

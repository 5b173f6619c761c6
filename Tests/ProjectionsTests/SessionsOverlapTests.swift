@testable import Projections
import TestSupport
import Testing

struct SessionsOverlapTests {
    private let rule = "sessions-overlap"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(0.1).of(session: "P")
            run(3).of(session: "T")
        }.when(lines)
    }

    @Test(.tags(.positive)) func withoutHarm() throws {
        let verdict = try given { closed(60) }.then()
        let finding = verdict.finds(rule, .info, events: [1, 2], session: "T")
        #expect(finding?.message.contains("was run at 2.9 s (#2) while session") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func againIsOneFinding() throws {
        try given {
            paused(5).of(session: "T")
            run(9).of(session: "T")
            closed(60)
        }.then().finds(rule, .info, events: [1, 2], count: 2)
    }

    /// With harm it is another rule's.
    @Test(.tags(.lookAlike)) func withHarm() throws {
        for line in [interrupted(3.2, "camera"), failed(9, code: 102)] {
            for session in ["P", "T"] {
                try given {
                    line.of(session: session)
                    closed(60)
                }.then().isQuiet(rule)
            }
        }
        try given {
            interrupted(3.2, "camera").of(session: "P")
            resumed(4).of(session: "P")
            paused(5).of(session: "T")
            run(9).of(session: "T")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func interruptionsThatAreNoHarm() throws {
        try given {
            app(8, "inactive")
            interrupted(8.1).of(session: "P")
            closed(60)
        }.then().finds(rule, .info, events: [1, 2])
    }

    @Test(.tags(.lookAlike)) func oneAfterTheOther() throws {
        for ending in [paused(2), failed(2, code: 200)] {
            try Story {
                run(0.1).of(session: "P")
                ending.of(session: "P")
                run(3).of(session: "T")
                closed(60)
            }.then().isQuiet()
        }
        try Story {
            run(0.1)
            run(3)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit)) func limitsOfHarm() throws {
        let story = given {
            frames(4, fps: 0).of(session: "P")
            frames(5, fps: 0).of(session: "P")
            closed(60)
        }
        try story.then().finds(rule, .info, events: [1, 2])
        try story.then(["sessionsCompete.frames": 1]).isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws { try given {}.then().finds(rule, .info, events: [1, 2]) }

    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            run(0.1).of(session: "P")
            gap(1)
            run(3).of(session: "T")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func threeSessions() throws {
        try given {
            run(5).of(session: "U")
            closed(60)
        }.then().finds(rule, each: [[1, 2], [2, 3]])
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try given { frame(9) }.isApartByDevice(rule, [1, 2], decisive: [1, 2])
    }
}

@testable import Projections
import TestSupport
import Testing

struct StuckInitializingTests {
    private let rule = "stuck-initializing"

    /// A run, event 1, and tracking that is initializing since 2 s, event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            tracking(2, "limited", "initializing")
        }.when(lines)
    }

    @Test(.tags(.positive)) func forTwentySeconds() throws {
        let verdict = try given {
            frame(10)
            frame(23)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [1, 2, 4])
        #expect(
            finding?.message.contains("is initializing since 1 s (#2), after the run at 0 s (#1)") == true)
        #expect(finding?.message.contains("still was at 22 s (#4); default limit 20 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(21.9999, false), (22.0, true), (22.1, true)])
    func deadline(_ normal: Double, _ isStuck: Bool) throws {
        let verdict = try given {
            tracking(normal, "normal")
            closed(60)
        }.then()
        if isStuck { verdict.finds(rule, .warning, events: [1, 2, 3]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherDeadline() throws {
        let story = given {
            tracking(32, "normal")
            closed(60)
        }
        try story.then(["initializing.deadline": 30.1]).isQuiet()
        try story.then(["initializing.deadline": 30]).finds(rule, events: [1, 2, 3])
    }

    /// Told again, it goes on; told otherwise in between, it begins anew.
    @Test(.tags(.positive)) func toldAgain() throws {
        try given {
            tracking(15, "limited", "initializing")
            tracking(22.5, "limited", "initializing")
            tracking(50, "limited", "initializing")
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 4])
    }

    @Test(.tags(.lookAlike)) func otherStates() throws {
        for reason in ["relocalizing", "insufficientFeatures", "excessiveMotion", nil] {
            try Story {
                run(1)
                tracking(2, "limited", reason)
                closed(60)
            }.then().isQuiet(rule)
        }
        try given {
            tracking(12, "limited", "insufficientFeatures")
            tracking(13, "limited", "initializing")
            tracking(32, "normal")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func anotherRunBeginsAnew() throws {
        try given {
            run(15)
            tracking(16, "limited", "initializing")
            tracking(35, "normal")
            closed(60)
        }.then().isQuiet()
        // What nobody told anew is not known.
        try given {
            run(15)
            closed(60)
        }.then().isQuiet()
        for ending in [paused(15), failed(15)] {
            try given {
                ending
                run(30)
                closed(60)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try given {
            run(30)
            tracking(31, "limited", "initializing")
            frame(51)
            closed(60)
        }.then().finds(rule, each: [[1, 2, 3], [3, 4, 5]])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        for (leaves, returns) in [(app(10, "background"), app(40, "active")), (interrupted(10), resumed(40))]
        {
            try given {
                leaves
                frame(30)
                returns
                tracking(51.9, "normal")
                closed(60)
            }.then().isQuiet()
        }
        try given {
            app(10, "background")
            app(40, "active")
            tracking(52, "normal")
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 5])
    }

    @Test(.tags(.logEnd), arguments: [(21.9999, false), (22.0, true)])
    func theLogsEnd(_ end: Double, _ isStuck: Bool) throws {
        let verdict = try given { frame(end) }.then()
        if isStuck { verdict.finds(rule, .warning, events: [1, 2, 3]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.positive)) func fromTheMiddle() throws {
        try Story {
            tracking(2, "limited", "initializing")
            frame(22)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(10)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { frame(23) }
        try story.isApartBySession(rule, [1, 2, 3], decisive: [], isDeadline: true)
        try story.isApartByDevice(rule, [1, 2, 3], decisive: [3])
        try given {
            tracking(12, "normal").of(session: "other")
            frame(22)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 4])
    }
}

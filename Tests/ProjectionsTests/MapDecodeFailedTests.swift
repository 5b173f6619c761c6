import TestSupport
import Testing

@testable import Projections

struct MapDecodeFailedTests {
    private let rule = "map-decode-failed"

    /// A map that could not be read at 1 s: event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened(records: ["session", "worldMap"])
            mapLoadFailed(1, "M1")
        }.when(lines)
    }

    @Test(.tags(.positive)) func nothingFollows() throws {
        let verdict = try given {
            frame(6.2)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3])
        #expect(
            finding?.message.contains(
                "could not be loaded at 1 s (#2), and 5.2 s later nothing had been run without a map; default limit 5 s"
            ) == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(5.999, false), (6, false), (6.001, true)])
    func delay(_ t: Double, _ isLate: Bool) throws {
        let verdict = try given {
            run(t)
            closed(60)
        }.then()
        if isLate { verdict.finds(rule, .error, events: [2, 3]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            frame(4.1)
            run(10)
            closed(60)
        }
        try story.then(["mapDecodeFailed.delay": 9]).isQuiet()
        try story.then(["mapDecodeFailed.delay": 3]).finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.positive)) func aRunWithAMap() throws {
        try given {
            run(2, map: "M0")
            frame(7)
            closed(60)
        }.then().finds(rule, .error, events: [2, 4])
    }

    @Test(.tags(.lookAlike)) func unknownRun() throws {
        try given {
            run(2, nil)
            frame(7)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func runsAlready() throws {
        for start in [[run(0.5)], [paused(0.4), run(0.5)], [run(0.5, nil)], [run(0.5), interrupted(0.6)]] {
            try Story {
                start
                mapLoadFailed(1, "M1")
                frame(20)
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    /// Paused time counts: who paused to load must run again.
    @Test(.tags(.positive)) func pausedToLoad() throws {
        try Story {
            run(0.2)
            paused(0.5)
            mapLoadFailed(1, "M1")
            frame(7)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
        try Story {
            run(0.2)
            failed(0.5)
            mapLoadFailed(1, "M1")
            frame(7)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
        try Story {
            run(0.2, map: "M0")
            mapLoadFailed(1, "M1")
            frame(7)
            closed(60)
        }.then().finds(rule, .error, events: [2, 3])
    }

    /// The log begins in the middle: the session runs, and nobody told with what.
    @Test(.tags(.lookAlike)) func runsSinceBeforeTheLog() throws {
        for sign in [tracking(0.5, "normal"), anchorAdded(0.5, "P1", "plane")] {
            try Story {
                sign
                mapLoadFailed(1, "M1")
                paused(40)
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        for (away, back) in [
            (app(2, "background"), app(30, "active")), (interrupted(2), resumed(30)),
            (interrupted(2), resumed(4)),
        ] {
            try given {
                away
                frame(3)
                back
                run(back.ndjson.contains(":4,") ? 8.5 : 33)
                closed(60)
            }.then().isQuiet(rule)
        }
        try given {
            interrupted(2)
            frame(25)
            resumed(30)
            frame(36)
            closed(60)
        }.then().finds(rule, .error, events: [2, 6])
    }

    @Test(.tags(.positive)) func eachMapIsOneFinding() throws {
        try given {
            mapLoadFailed(2, "M1")
            mapLoadFailed(3, "M2")
            mapLoadFailed(3.5)
            frame(20)
            closed(60)
        }.then().finds(rule, each: [[2, 6], [4, 6], [5, 6]])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            run(2).of(session: "other")
            frame(7)
            closed(60)
        }.then().finds(rule, .error, events: [2, 4], session: "main")
        try given {
            mapLoadFailed(2, "M2").of(session: "other")
            run(3)
            frame(20)
            closed(60)
        }.then().finds(rule, .error, events: [3, 5], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A", records: ["session", "worldMap"])
            opened(0.1, device: "B", records: ["session", "worldMap"])
            mapLoadFailed(1, "M1").told(by: "A")
            run(2).told(by: "B")
            app(2, "background").told(by: "B")
            frame(7).told(by: "A")
        }.then().finds(rule, .error, events: [3, 6])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3)
            frame(20)
            closed(60)
        }.then().isQuiet(rule)
        try Story {
            run(0.1, map: "M0")
            gap(0.5)
            mapLoadFailed(1, "M1")
            frame(20)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { frame(5.9) }.then().isQuiet(rule)
        try given { frame(6) }.then().finds(rule, .error, events: [2, 3])
        try given {
            opened(3)
            frame(20)
        }.then().isQuiet(rule)
    }
}

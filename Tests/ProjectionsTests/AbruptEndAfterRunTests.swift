import TestSupport
import Testing

@testable import Projections

struct AbruptEndAfterRunTests {
    private let rule = "abrupt-end-after-run"

    private func cut(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            opened()
            lines()
        }
    }

    @Test(.tags(.positive)) func crashed() throws {
        let verdict = try cut {
            run(3, source: "start-button")
            tracking(4.1, "limited", "initializing")
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(
            finding?.message
                == "The log breaks off at 4.1 s (#3), 1.1 s after “start-button” ran the session at 3 s (#2); "
                + "default limit 2 s (abruptEndAfterRun.span).")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func theRunIsTheLastEvent() throws {
        try cut { run(3) }.then().finds(rule, .warning, events: [2])
    }

    @Test(.tags(.positive)) func theLastRunCounts() throws {
        try cut {
            run(3)
            tracking(3.5, "normal")
            run(4)
            frame(5.5)
        }.then().finds(rule, .warning, events: [4, 5])
    }

    @Test(.tags(.limit), arguments: [(4.999, true), (5, true), (5.001, false)])
    func span(_ end: Double, _ isSoon: Bool) throws {
        let verdict = try cut {
            run(3)
            frame(end)
        }.then()
        if isSoon { verdict.finds(rule, .warning, events: [2, 3]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherSpan() throws {
        let story = cut {
            run(3)
            frame(4)
        }
        try story.then(["abruptEndAfterRun.span": 0.9]).isQuiet(rule)
        let finding = try story.then(["abruptEndAfterRun.span": 1]).finds(rule, events: [2, 3])
        #expect(finding?.limit == UsedLimit(name: "abruptEndAfterRun.span", value: 1, unit: "s"))
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func closedProperly() throws {
        try cut {
            run(3)
            closed(4)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike), arguments: ["background", "inactive", "terminated"])
    func notActive(_ phase: String) throws {
        try cut {
            run(3)
            app(4, phase)
        }.then().isQuiet(rule)
    }

    /// That one is told by double-run, and is an error there.
    @Test(.tags(.lookAlike)) func aDoubleRun() throws {
        let verdict = try cut {
            run(3, source: "reconnect")
            run(3.1, source: "foreground")
            frame(4)
        }.then()
        verdict.isQuiet(rule)
        verdict.finds("double-run", .error, events: [2, 3])
        // With another window it is none.
        try cut {
            run(3, source: "reconnect")
            run(3.1, source: "foreground")
            frame(4)
        }.then(["doubleRun.window": 0.05]).finds(rule, .warning, events: [3, 4])
    }

    @Test(.tags(.lookAlike)) func aPieceOfALog() throws {
        try Story {
            run(3)
            frame(4)
        }.then().isQuiet(rule)
    }

    // MARK: Recordings, sessions, devices

    @Test(.tags(.logEnd)) func eachRecording() throws {
        try Story {
            opened()
            run(1)
            opened(2)
            run(3)
            closed(3.5)
            opened(5)
            frame(6)
        }.then().finds(rule, each: [[2]])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try cut {
            run(3)
            run(4).of(session: "other")
            frame(4.5)
        }.then().finds(rule, .warning, events: [3, 4], session: "other")
        // A double run of one session is no excuse for the run of another.
        try cut {
            run(3, source: "a")
            run(3.1, source: "b")
            run(3.2, source: "c").of(session: "other")
        }.then().finds(rule, .warning, events: [4], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(device: "B")
            run(3).with("device", "A")
            run(4).with("device", "B")
            frame(4.5).with("device", "A")
            frame(9).with("device", "B")
        }.then().finds(rule, .warning, events: [3, 5])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try cut {
            run(3)
            gap(3.5)
            frame(4)
        }.then().isQuiet(rule)
    }
}

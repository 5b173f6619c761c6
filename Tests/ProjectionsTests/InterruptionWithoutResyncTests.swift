@testable import Projections
import TestSupport
import Testing

struct InterruptionWithoutResyncTests {
    private let rule = "interruption-without-resync"

    /// Interrupted from 10 s, event 5, until `end`, event 6.
    private func given(
        until end: Double = 50, @StoryBuilder _ lines: () -> [StoryLine] = { [frame(70)] }
    ) -> Story {
        Story {
            together()
            interrupted(10, "call")
            resumed(end)
            lines()
        }
    }

    @Test(.tags(.positive)) func nothingDone() throws {
        let verdict = try given {
            frame(55)
            frame(61)
            closed(90)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [5, 6, 8])
        #expect(
            finding?.message.contains("was interrupted for 40 s until 50 s (#6) with peer") == true
                && finding?.message.contains("within 10 s; default limit 30 s (interruption.long)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(39.999, false), (40, false), (40.001, true)])
    func howLong(_ end: Double, _ isLong: Bool) throws {
        let verdict = try given(until: end).then()
        if isLong { verdict.finds(rule, .warning, events: [5, 6, 7]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        try given().then(["interruption.long": 40]).isQuiet(rule)
        try given(until: 20).then(["interruption.long": 9.9]).finds(rule)
        try given { syncRequested(62) }.then(["interruptionWithoutResync.reaction": 12]).isQuiet()
        try given { syncRequested(62) }.then(["interruptionWithoutResync.reaction": 11]).finds(rule)
    }

    @Test(.tags(.lookAlike, .limit), arguments: [(50.1, true), (60, true), (60.001, false)])
    func caughtUp(_ t: Double, _ isInTime: Bool) throws {
        for line in [
            syncRequested(t), syncRequested(t, nil, "light"), handshakeStarted(t), handshakeCompleted(t),
            run(t, collaboration: true),
        ] {
            let verdict = try given {
                line
                frame(90)
            }.then()
            if isInTime { verdict.isQuiet(rule) } else { verdict.finds(rule, .warning, events: [5, 6, 7]) }
        }
    }

    @Test(.tags(.lookAlike)) func nobodyThere() throws {
        // Never, only before, only after; each for the whole time of the interruption.
        for (before, during) in [
            ("notConnected", "notConnected"), ("connected", "notConnected"), ("notConnected", "connected"),
        ] {
            try Story {
                opened()
                run(0.1, collaboration: true)
                peer(2, "B", before)
                interrupted(10, "call")
                peer(20, "B", during)
                resumed(50)
                frame(90)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.lookAlike)) func thePeerLeftSoonAfter() throws {
        try given {
            peer(55, "B", "notConnected")
            frame(90)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func withoutCollaboration() throws {
        try Story {
            run(1)
            peer(2, "B", "connected")
            interrupted(10)
            resumed(50)
            frame(90)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func eachInterruptionIsOneFinding() throws {
        try given {
            frame(70)
            interrupted(80)
            resumed(120)
            frame(140)
        }.then().finds(rule, each: [[5, 6, 7], [8, 9, 10]])
    }

    /// The end of an interruption that a pause falls into is never told.
    @Test(.tags(.lookAlike)) func pausedMeanwhile() throws {
        try Story {
            together()
            interrupted(10)
            paused(20)
            resumed(50)
            frame(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            app(52, "background")
            frame(80)
            app(100, "active")
            syncRequested(105)
            frame(130)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(59.999, false), (60.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given { frame(end) }.then()
        if isLate { verdict.finds(rule, .warning, events: [5, 6, 7]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(55)
            frame(90)
        }.then().isQuiet(rule)
        try Story {
            together()
            interrupted(10)
            gap(20)
            resumed(50)
            frame(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        // Peers belong to the session that last ran with collaboration on.
        try Story {
            together()
            run(3).of(session: "other")
            interrupted(10).of(session: "other")
            resumed(50).of(session: "other")
            frame(90)
        }.then().isQuiet(rule)
        // Another session's run catches nothing up.
        try given {
            run(52).of(session: "other")
            frame(90)
        }.then().finds(rule, .warning, events: [5, 6, 8])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            peer(2, "B", "connected").with("device", "C")
            interrupted(10).with("device", "A")
            resumed(50).with("device", "A")
            frame(90).with("device", "A")
        }.then().isQuiet()
    }
}

@testable import Projections
import TestSupport
import Testing

struct ResetWithoutHandshakeTests {
    private let rule = "reset-without-handshake"

    /// Syncing from 3 s, event 5; reset at 20 s, event 6.
    private func given(
        _ options: [String] = ["resetTracking"], @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing")
            run(20, options: options, collaboration: true)
            lines()
        }
    }

    @Test(.tags(.positive)) func nobodyTold() throws {
        let verdict = try given {
            frame(25)
            frame(31)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [5, 6, 8])
        #expect(
            finding?.message.contains("Tracking was reset at 20 s (#6)") == true
                && finding?.message.contains("is in syncing; default limit 10 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func stillWaiting() throws {
        try given {
            changed(21, "collaboration", "syncing", to: "scanning")
            changed(22, "collaboration", "scanning", to: "exporting")
            changed(23, "collaboration", "exporting", to: "waiting")
            frame(31)
        }.then().finds(rule, .error, events: [5, 6, 10])
    }

    @Test(.tags(.limit, .lookAlike), arguments: [(20.1, true), (30, true), (30.001, false)])
    func aHandshakeInTime(_ t: Double, _ isInTime: Bool) throws {
        for line in [handshakeStarted(t), handshakeCompleted(t), handshakeStarted(t, nil)] {
            let verdict = try given {
                line
                closed(60)
            }.then()
            if isInTime { verdict.isQuiet() } else { verdict.finds(rule, .error, events: [5, 6, 7]) }
        }
    }

    @Test(.tags(.limit)) func otherReaction() throws {
        let story = given { handshakeStarted(35) }
        try story.then(["resetWithoutHandshake.reaction": 15]).isQuiet()
        try story.then(["resetWithoutHandshake.reaction": 14.9]).finds(rule, .error, events: [5, 6, 7])
    }

    @Test(.tags(.lookAlike), arguments: ["idle", "scanning", "exporting"])
    func theHandshakeComesAfterTheMapping(_ state: String) throws {
        try given {
            changed(21, "collaboration", "syncing", to: "scanning")
            if state != "scanning" { changed(22, "collaboration", "scanning", to: state) }
            frame(31)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func wentIdleBefore() throws {
        try Story {
            together(role: "guest")
            changed(3, "collaboration", "waiting", to: "syncing")
            changed(15, "collaboration", "syncing", to: "idle")
            changed(16, "collaboration", "idle", to: "waiting")
            run(20, options: ["resetTracking"], collaboration: true)
            frame(31)
        }.then().isQuiet()
    }

    @Test(.tags(.limit), arguments: [(9.999, false), (10.0, true), (19.0, true)])
    func leftSyncingBefore(_ t: Double, _ isSoon: Bool) throws {
        let story = Story {
            together(role: "guest")
            changed(3, "collaboration", "waiting", to: "syncing")
            changed(t, "collaboration", "syncing", to: "waiting")
            run(20, options: ["resetTracking"], collaboration: true)
            frame(31)
        }
        if isSoon {
            try story.then().finds(rule, .error, events: [6, 7, 8])
        } else {
            try story.then().isQuiet()
        }
        try story.then(["resetWithoutHandshake.before": 0.5]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func otherRuns() throws {
        try given(["removeExistingAnchors"]) { frame(31) }.then().isQuiet()
        try given([]) { frame(31) }.then().isQuiet()
        try Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing")
            run(20, options: ["resetTracking"])
            frame(31)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func nobodyThere() throws {
        try Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing")
            peer(10, "B", "notConnected")
            run(20, options: ["resetTracking"], collaboration: true)
            frame(31)
        }.then().isQuiet()
        try given {
            peer(25, "B", "notConnected")
            frame(31)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func neverSyncing() throws {
        try Story {
            together()
            run(20, options: ["resetTracking"], collaboration: true)
            frame(31)
        }.then().isQuiet()
    }

    /// A log that resets without end must not be held whole until the time is over.
    @Test(.tags(.limit)) func onlySoManyAtOnce() throws {
        let verdict = try Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing")
            for index in 0..<100 {
                run(20 + Double(index) / 100, options: ["resetTracking"], collaboration: true)
            }
            frame(32)
            closed(60)
        }.then()
        #expect(verdict.findings.filter { $0.rule == rule }.map { $0.events[1] } == Array(6..<22))
    }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try given {
            frame(31)
            run(40, options: ["resetTracking"], collaboration: true)
            frame(51)
        }.then().finds(rule, each: [[5, 6, 7], [5, 8, 9]])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            interrupted(22)
            frame(40)
            resumed(50)
            handshakeStarted(57)
            closed(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd), arguments: [(29.999, false), (30.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given { frame(end) }.then()
        if isLate { verdict.finds(rule, .error, events: [5, 6, 7]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(25)
            frame(40)
        }.then().isQuiet(rule)
        try Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing")
            gap(10)
            run(20, options: ["resetTracking"], collaboration: true)
            frame(40)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            handshakeStarted(22).of(session: "other")
            frame(31)
        }.then().finds(rule, .error, events: [5, 6, 8])
        try Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing").of(session: "other")
            run(20, options: ["resetTracking"], collaboration: true)
            frame(31)
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            peer(2, "B", "connected").with("device", "A")
            changed(3, "collaboration", "waiting", to: "syncing").with("device", "C")
            run(20, options: ["resetTracking"], collaboration: true).with("device", "A")
            frame(31).with("device", "A")
        }.then().isQuiet()
    }

    /// Nobody was there when tracking was reset: who comes later has a handshake of its own to make.
    @Test(.tags(.lookAlike)) func somebodyComesLater() throws {
        try Story {
            together()
            changed(3, "collaboration", "waiting", to: "syncing")
            peer(10, "B", "notConnected")
            run(20, options: ["resetTracking"], collaboration: true)
            peer(22, "C", "connected")
            frame(31)
            closed(60)
        }.then().isQuiet(rule)
    }
}

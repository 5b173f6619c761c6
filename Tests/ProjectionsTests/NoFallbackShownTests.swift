@testable import Projections
import TestSupport
import Testing

struct NoFallbackShownTests {
    private let rule = "no-fallback-shown"

    /// Probed at 1 s, event 2.
    private func given(
        _ records: [String]? = nil, @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story {
            opened(records: records)
            probed(1, isSupported: false)
            lines()
        }
    }

    @Test(.tags(.positive)) func wantedAndNothingShown() throws {
        for want in [
            run(4, collaboration: true), peer(4, "B", "connecting"), userAction(4, "invite"),
            peerIdentified(4, "B", session: "S"),
        ] {
            let verdict = try given {
                want
                frame(8)
                frame(10)
                closed(60)
            }.then()
            let finding = verdict.finds(rule, .warning, events: [2, 3, 5])
            #expect(finding?.message.contains("at 1 s (#2) and wanted at 4 s (#3)") == true)
            #expect(finding?.limit?.name == "noFallbackShown.reaction" && finding?.session == nil)
            verdict.findsOnly(rule)
        }
    }

    @Test(.tags(.limit), arguments: [(2.0, true), (9, true), (9.001, false)])
    func shownInTime(_ t: Double, _ isInTime: Bool) throws {
        let verdict = try given {
            if t < 4 { fallbackShown(t) }
            userAction(4)
            if t > 4 { fallbackShown(t) }
            closed(60)
        }.then()
        if isInTime { verdict.isQuiet() } else { verdict.finds(rule, .warning, events: [2, 3, 4]) }
    }

    @Test(.tags(.limit)) func otherReaction() throws {
        let story = given {
            userAction(4)
            fallbackShown(14)
            closed(60)
        }
        try story.then(["noFallbackShown.reaction": 10]).isQuiet()
        try story.then(["noFallbackShown.reaction": 9.9]).finds(rule)
    }

    @Test(.tags(.lookAlike)) func neverUsed() throws {
        try given {
            run(2)
            anchorAdded(5, "A1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func supported() throws {
        try Story {
            probed(1, isSupported: true)
            userAction(4)
            closed(60)
        }.then().isQuiet()
        // Asked again it is: the first answer was not the last word.
        try given {
            userAction(4)
            probed(6, isSupported: true)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func wantedBeforeTheProbe() throws {
        try Story {
            userAction(0.5)
            probed(1, isSupported: false)
            closed(60)
        }.then().isQuiet()
    }

    /// It stands on the screen already.
    @Test(.tags(.lookAlike)) func shownBeforeTheProbe() throws {
        try Story {
            fallbackShown(0.5)
            probed(1, isSupported: false)
            userAction(4)
            closed(60)
        }.then().isQuiet()
    }

    /// Only the first time counts, and a log has one finding.
    @Test(.tags(.positive)) func saidOnce() throws {
        try given {
            userAction(4)
            userAction(20)
            probed(30, isSupported: false)
            userAction(40)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 4])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            userAction(4)
            app(5, "background")
            frame(20)
            app(30, "active")
            fallbackShown(33)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(8.999, false), (9.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            userAction(4)
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [2, 3, 4]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        for moment in [3.0, 6.0] {
            try given {
                if moment < 4 { gap(moment) }
                userAction(4)
                if moment > 4 { gap(moment) }
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    /// The device can or cannot, whichever session asked.
    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            run(4, collaboration: true).of(session: "other")
            fallbackShown(6).of(session: "third")
            closed(60)
        }.then().isQuiet()
        try given {
            run(4, collaboration: true).of(session: "other")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 4])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            probed(1, isSupported: false).with("device", "A")
            userAction(4).with("device", "C")
            closed(60).with("device", "A")
            closed(60).with("device", "C")
        }.then().isQuiet()
        try Story {
            probed(1, isSupported: false).with("device", "A")
            userAction(4).with("device", "A")
            fallbackShown(5).with("device", "C")
            closed(60).with("device", "A")
        }.then().finds(rule, .warning, events: [1, 2, 4])
    }

    @Test func twoRecordings() throws {
        try given {
            userAction(4)
            opened(6)
            closed(60)
        }.then().isQuiet()
        // What the first showed says nothing of the second.
        try given {
            fallbackShown(2)
            opened(6)
            probed(7, isSupported: false)
            userAction(8)
            closed(60)
        }.then().finds(rule, .warning, events: [5, 6, 7])
    }
}

@testable import Projections
import TestSupport
import Testing

struct SessionsCompeteTests {
    private let rule = "sessions-compete"

    /// Two sessions: P runs since event 1, T since event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(0.1).of(session: "P")
            run(3).of(session: "T")
        }.when(lines)
    }

    @Test(.tags(.positive)) func interruptedByTheOther() throws {
        let verdict = try given {
            interrupted(3.2, "camera").of(session: "P")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [1, 2, 3], session: "P")
        #expect(finding?.message.contains("was interrupted, reason camera, at 3.1 s (#3)") == true)
        verdict.findsOnly(rule)
    }

    /// Without a reason it is certain once the app stayed active for a second; the interruption decides.
    @Test(.tags(.positive)) func interruptedForNoReason() throws {
        try given {
            interrupted(3.2).of(session: "T")
            frame(5)
            closed(60)
        }.then().finds(rule, .error, events: [1, 2, 3], session: "T")
    }

    @Test(.tags(.lookAlike), arguments: ["background", "call", "other"])
    func otherReasons(_ reason: String) throws {
        try given {
            interrupted(3.2, reason).of(session: "P")
            closed(60)
        }.then().isQuiet(rule)
    }

    /// ARKit tells no reason on the way into the background.
    @Test(.tags(.lookAlike)) func intoTheBackground() throws {
        try given {
            app(8, "inactive")
            interrupted(8.1).of(session: "P")
            app(8.2, "background")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit), arguments: [(9.0, true), (9.1, true), (9.2, false)])
    func backgroundAfterTheInterruption(_ inactive: Double, _ isQuiet: Bool) throws {
        let verdict = try given {
            interrupted(8.1).of(session: "P")
            app(inactive, "inactive")
            closed(60)
        }.then()
        if isQuiet { verdict.isQuiet(rule) } else { verdict.finds(rule, .error, events: [1, 2, 3]) }
    }

    @Test(.tags(.positive), arguments: [(101, true), (102, true), (100, false), (103, false), (200, false)])
    func failures(_ code: Int, _ isHarm: Bool) throws {
        let verdict = try given {
            failed(9, code: Int64(code)).of(session: "P")
            closed(60)
        }.then()
        if isHarm { verdict.finds(rule, .error, events: [1, 2, 3]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit), arguments: [(5.9999, false), (6.0, true)])
    func noFrames(_ last: Double, _ isHarm: Bool) throws {
        let verdict = try given {
            frames(4, fps: 0).of(session: "P")
            frames(5, fps: 0).of(session: "P")
            frames(last, fps: 0).of(session: "P")
            closed(60)
        }.then()
        if isHarm { verdict.finds(rule, .error, events: [1, 2, 3, 5]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.lookAlike)) func framesInBetween() throws {
        try given {
            frames(4, fps: 0).of(session: "P")
            frames(5, fps: 12).of(session: "P")
            frames(6, fps: 0).of(session: "P")
            frames(7.9, fps: 0).of(session: "P")
            closed(60)
        }.then().isQuiet(rule)
    }

    /// Without frames while it is away a session is not harmed.
    @Test(.tags(.lookAlike)) func noFramesInTheBackground() throws {
        try given {
            frames(4, fps: 0).of(session: "P")
            app(4.5, "background")
            frames(20, fps: 0).of(session: "P")
            app(30, "active")
            frames(31.4, fps: 0).of(session: "P")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit), arguments: [(6.0, true), (6.0001, false)])
    func removedAtOnce(_ removed: Double, _ isHarm: Bool) throws {
        let verdict = try given {
            anchorAdded(5, "A1", "anchor").of(session: "P")
            anchorRemoved(removed, "A1").of(session: "P")
            closed(60)
        }.then()
        if isHarm { verdict.finds(rule, .error, events: [1, 2, 3, 4]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.lookAlike)) func removedOnPurpose() throws {
        try given {
            anchorAdded(5, "A1", "anchor").of(session: "P")
            removeRequested(5.4, "A1").of(session: "P")
            anchorRemoved(5.5, "A1").of(session: "P")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike), arguments: ["plane", "mesh", "environmentProbe"])
    func whatARKitTakesBack(_ kind: String) throws {
        try given {
            anchorAdded(5, "A1", kind).of(session: "P")
            anchorRemoved(5.5, "A1").of(session: "P")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            frames(4, fps: 0).of(session: "P")
            frames(7, fps: 0).of(session: "P")
            anchorAdded(8, "A1", "anchor").of(session: "T")
            anchorRemoved(10, "A1").of(session: "T")
            closed(60)
        }
        try story.then().finds(rule, session: "P")
        try story.then(["sessionsCompete.frames": 3.1]).isQuiet(rule)
        try story.then(["sessionsCompete.frames": 3.1, "sessionsCompete.removal": 2])
            .finds(rule, .error, events: [1, 2, 5, 6], session: "T")
    }

    @Test(.tags(.lookAlike)) func theFirstWasPaused() throws {
        try Story {
            run(0.1).of(session: "P")
            paused(2).of(session: "P")
            run(3).of(session: "T")
            interrupted(3.2, "camera").of(session: "T")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func oneSession() throws {
        try Story {
            run(0.1)
            interrupted(3.2, "camera")
            failed(9, code: 102)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive, .twoSessions)) func oneFindingASession() throws {
        try given {
            interrupted(3.2, "camera").of(session: "P")
            resumed(4).of(session: "P")
            interrupted(5, "camera").of(session: "P")
            resumed(6).of(session: "P")
            interrupted(7, "camera").of(session: "T")
            closed(60)
        }.then().finds(rule, each: [[1, 2, 3], [1, 2, 7]])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { interrupted(3.2, "camera").of(session: "P") }.then().finds(
            rule, .error, events: [1, 2, 3])
        // Whether the app went into the background nobody saw.
        try given {
            interrupted(3.2).of(session: "P")
            frame(4)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3.1)
            interrupted(3.2, "camera").of(session: "P")
            closed(60)
        }.then().isQuiet(rule)
        try given {
            interrupted(3.2).of(session: "P")
            gap(3.5)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try given { interrupted(3.2, "camera").of(session: "P") }
            .isApartByDevice(rule, [1, 2, 3], decisive: [1, 2, 3])
    }
}

@testable import Projections
import TestSupport
import Testing

struct CameraConflictTests {
    private let rule = "camera-conflict"

    /// The session runs since event 1; the picker claims the camera at 8 s, event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            cameraClaimed(8)
        }.when(lines)
    }

    @Test(.tags(.positive)) func interruption() throws {
        let verdict = try given {
            interrupted(8.4, "camera")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [1, 2, 3])
        #expect(finding?.message.contains("“picker” claimed the camera at 7 s (#2)") == true)
        #expect(finding?.message.contains("was interrupted, reason camera, at 7.4 s (#3)") == true)
        verdict.findsOnly(rule)
    }

    /// The camera was taken when the session was run.
    @Test(.tags(.positive)) func aClaimBeforeTheRun() throws {
        let verdict = try Story {
            opened()
            cameraClaimed(8)
            run(10)
            failed(11)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3, 4])
        #expect(
            finding?.message.hasPrefix(
                "“picker” had the camera since 8 s (#2) when the session main was run at 10 s (#3), and 1 s after both"
            )
                == true)
    }

    @Test(.tags(.positive)) func otherHarm() throws {
        for harm in [failed(9), failed(9, code: 200), frames(9, fps: 0), interrupted(9)] {
            try given {
                harm
                frame(11)
                closed(60)
            }.then().finds(rule, .error, events: [1, 2, 3])
        }
    }

    @Test(.tags(.lookAlike)) func noHarm() throws {
        for line in [
            interrupted(9, "call"), interrupted(9, "background"), interrupted(9, "other"), frames(9, fps: 12),
        ] {
            try given {
                line
                closed(60)
            }.then().isQuiet(rule)
        }
        try given {
            app(8.5, "inactive")
            interrupted(8.6)
            app(8.7, "background")
            closed(60)
        }.then().isQuiet(rule)
        try given {
            interrupted(8.6)
            app(9, "inactive")
            closed(60)
        }.then().isQuiet(rule)
        // Away the session has no frames anyway.
        try given {
            app(8.5, "background")
            frames(9, fps: 0)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func pausedBefore() throws {
        try Story {
            run(1)
            paused(7)
            cameraClaimed(8)
            interrupted(8.4, "camera")
            frames(8.5, fps: 0)
            failed(9)
            closed(60)
        }.then().isQuiet(rule)
        // Or before anything happened.
        try given {
            paused(8.1)
            failed(9)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func releasedBeforeTheRun() throws {
        try Story {
            cameraClaimed(1)
            cameraReleased(2)
            run(3)
            interrupted(3.4, "camera")
            closed(60)
        }.then().isQuiet(rule)
        // By another one it was not.
        try Story {
            cameraClaimed(1)
            cameraReleased(2, "call")
            run(3)
            interrupted(3.4, "camera")
            closed(60)
        }.then().finds(rule, .error, events: [1, 3, 4])
    }

    /// What is released within the five seconds has done its harm all the same.
    @Test(.tags(.positive)) func releasedAfterwards() throws {
        try given {
            cameraReleased(8.5)
            interrupted(9, "camera")
            closed(60)
        }.then().finds(rule, .error, events: [1, 2, 4])
    }

    @Test(.tags(.limit), arguments: [(13.0, true), (13.0001, false)])
    func window(_ harm: Double, _ isIts: Bool) throws {
        let verdict = try given {
            interrupted(harm, "camera")
            closed(60)
        }.then()
        if isIts { verdict.finds(rule, .error, events: [1, 2, 3]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherWindow() throws {
        let story = given {
            interrupted(15, "camera")
            closed(60)
        }
        try story.then().isQuiet()
        let finding = try story.then(["cameraConflict.window": 7]).finds(rule, events: [1, 2, 3])
        #expect(finding?.limit == UsedLimit(name: "cameraConflict.window", value: 7, unit: "s"))
    }

    @Test(.tags(.positive)) func oneFindingAClaim() throws {
        try given {
            interrupted(8.4, "camera")
            failed(8.6)
            run(20)
            cameraReleased(21)
            cameraClaimed(30)
            frames(31, fps: 0)
            closed(60)
        }.then().finds(rule, each: [[1, 2, 3], [5, 7, 8]])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { interrupted(8.4, "camera") }.then().finds(rule, .error, events: [1, 2, 3])
        try given { interrupted(8.4) }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        for line in [interrupted(8.4, "camera"), failed(8.4)] {
            try given {
                gap(8.2)
                line
                closed(60)
            }.then().isQuiet()
        }
    }

    /// Whichever session runs; a paused one is not harmed.
    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            run(1).of(session: "other")
            paused(2).of(session: "other")
            run(3)
            cameraClaimed(8)
            failed(8.3).of(session: "other")
            frames(8.4, fps: 0)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4, 6])
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try given { interrupted(8.4, "camera") }.isApartByDevice(rule, [1, 2, 3], decisive: [1, 2, 3])
    }

    /// On the way into the background the interruption may be told first; coming back changes nothing about its reason.
    @Test(.tags(.lookAlike)) func backFromTheBackground() throws {
        func story(_ phase: [StoryLine]) -> Story {
            given {
                interrupted(8.6)
                phase
                resumed(20)
                frame(30)
                closed(60)
            }
        }
        try story([app(9, "inactive"), app(9.1, "background"), app(19, "active")]).then().isQuiet(rule)
        // The phase it is in already is no way out of it.
        try story([app(9, "active")]).then().finds(rule, .error, events: [1, 2, 3])
    }

    /// Each claim that costs a session its camera is one, also where they wait for their reason together.
    @Test(.tags(.twoSessions)) func twoInterruptionsWait() throws {
        try Story {
            run(1)
            run(1.5).of(session: "other")
            cameraClaimed(8)
            interrupted(8.6).of(session: "other")
            cameraClaimed(8.8, "scanner")
            interrupted(9)
            frame(9.7)
            frame(10.2)
            closed(60)
        }.then().finds(rule, each: [[2, 3, 4], [1, 5, 6]])
    }
}

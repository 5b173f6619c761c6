import EventLog
import TestSupport
import Testing

@testable import Projections

/// Epochs and visits, by the definitions of the ground rules.
struct RunHistoryTests {
    /// The session's runs after a first one at 1 s and then `lines`: how many epochs and visits, and the event at which
    /// the last visit began.
    private func history(@StoryBuilder _ lines: () -> [StoryLine]) throws -> (
        epochs: Int, visits: Int, start: UInt32
    ) {
        let world = try Story.given { run(1, source: "mount") }.when(lines).world()
        let runs = try #require(world.session()?.runs)
        return (runs.epoch, runs.visit, runs.visitStart.number)
    }

    @Test func theFirstRun() throws {
        #expect(try history {} == (1, 1, 1))
        let world = try Story { frame(1) }.world()
        #expect(world.session()?.runs.epoch == 0 && world.session()?.runs.last == nil)
    }

    @Test func epochs() throws {
        #expect(try history { run(5) } == (1, 1, 1))
        #expect(try history { run(5, options: ["resetTracking"]) } == (2, 2, 2))
        #expect(try history { run(5, options: ["removeExistingAnchors"]) } == (2, 2, 2))
        #expect(try history { run(5, map: "M1") } == (2, 2, 2))
        #expect(
            try history { run(5, options: ["stopTrackedRaycasts", "resetSceneReconstruction"]) } == (1, 1, 1))
        #expect(try history { run(5, "faceTracking", purpose: "reset") } == (1, 1, 1))
    }

    @Test func pauseAndFailure() throws {
        #expect(
            try history {
                paused(3)
                run(5)
            } == (1, 2, 3))
        #expect(
            try history {
                failed(3)
                run(5)
            } == (1, 2, 3))
        #expect(try history { paused(3) } == (1, 1, 1))
        // Only the first run after it.
        #expect(
            try history {
                paused(3)
                run(5)
                run(6)
            } == (1, 2, 3))
    }

    @Test func interruption() throws {
        #expect(
            try history {
                interrupted(3)
                resumed(4)
                run(5)
            } == (1, 1, 1))
    }

    // MARK: Views

    @Test func viewGoneAndBackBeforeTheRun() throws {
        #expect(
            try history {
                viewDisappeared(3)
                viewAppeared(4)
                run(5)
            } == (1, 2, 4))
    }

    @Test func viewGoneRunAndBack() throws {
        #expect(
            try history {
                viewDisappeared(3)
                run(4)
                viewAppeared(5)
            } == (1, 2, 3))
    }

    @Test func viewGoneAndNotBack() throws {
        #expect(
            try history {
                viewDisappeared(3)
                run(4)
            } == (1, 1, 1))
        #expect(
            try history {
                viewDisappeared(3)
                viewAppeared(4)
            } == (1, 1, 1))
    }

    @Test func anotherViewBack() throws {
        #expect(
            try history {
                viewDisappeared(3, "ar")
                viewAppeared(4, "menu")
                run(5)
            } == (1, 1, 1))
    }

    /// A view that came after the run and went before the next was not shown at the run.
    @Test func viewThatWasNotShownAtTheRun() throws {
        #expect(
            try history {
                viewAppeared(3, "menu")
                viewDisappeared(4, "menu")
                viewAppeared(5, "menu")
                run(6)
            } == (1, 1, 1))
        // Its second coming and going, too: what was told once is known.
        #expect(
            try history {
                viewAppeared(3, "menu")
                viewDisappeared(4, "menu")
                viewDisappeared(4.5, "menu")
                viewAppeared(5, "menu")
                run(6)
            } == (1, 1, 1))
    }

    @Test func viewShownSinceBeforeTheRun() throws {
        let world = try Story {
            viewAppeared(0.5)
            run(1)
            viewDisappeared(3)
            viewAppeared(4)
            run(5)
            viewDisappeared(6)
            run(7)
            viewAppeared(8)
            viewDisappeared(9)
            viewAppeared(10)
        }.world()
        let runs = try #require(world.session()?.runs)
        #expect(runs.epoch == 1 && runs.visit == 3 && runs.visitStart.number == 7)
    }

    @Test func oneVisitForOneReturn() throws {
        #expect(
            try history {
                viewDisappeared(3)
                viewAppeared(4)
                run(5)
                viewDisappeared(6)
                viewAppeared(7)
                run(8)
                run(9)
            } == (1, 3, 7))
        // A visit of its own already: the view's return makes no second one.
        #expect(
            try history {
                viewDisappeared(3)
                paused(3.1)
                run(4)
                viewAppeared(5)
            } == (1, 2, 4))
    }

    @Test func viewsOfAllSessions() throws {
        let world = try Story {
            run(1)
            run(1).of(session: "other")
            viewDisappeared(3)
            run(4)
            run(4).of(session: "other")
            viewAppeared(5)
        }.world()
        #expect(world.session()?.runs.visit == 2)
        #expect(world.session("other")?.runs.visit == 2)
    }

    // MARK: What came since the run

    @Test func settled() throws {
        func isSettled(@StoryBuilder _ lines: () -> [StoryLine]) throws -> Bool? {
            try Story.given { run(1) }.when(lines).world().session()?.runs.isSettled
        }
        #expect(try isSettled {} == false)
        #expect(try isSettled { tracking(2, "limited") } == true)
        #expect(try isSettled { tracking(2, "normal").of(session: "other") } == false)
        #expect(
            try isSettled {
                tracking(2, "normal")
                run(3)
            } == false)
        #expect(
            try isSettled {
                anchorUpdated(2, "A1")
                mapping(2, "mapped")
                frame(2)
            } == false)
    }

    @Test func gapForgetsTheRuns() throws {
        #expect(
            try history {
                gap(3)
                run(5)
            } == (1, 1, 1))
        let world = try Story {
            run(1)
            gap(2)
        }.world()
        #expect(world.session()?.runs.last == nil && world.session()?.runs.isSettled == true)
    }

    @Test func recordings() throws {
        let world = try Story {
            opened()
            run(1)
            run(2, options: ["resetTracking"])
            opened(3)
            run(4)
        }.world()
        #expect(world.devices.count == 1 && world.devices.first?.sessions.count == 1)
        #expect(world.session()?.runs.epoch == 1)
    }

    @Test func segmentsOfOneRecording() throws {
        let world = try Story {
            opened(role: "guest").with("recording", "R1").with("segment", 1)
            run(1)
            closed(2)
            opened(2).with("recording", "R1").with("segment", 2)
            run(4)
        }.world()
        #expect(world.session()?.runs.visit == 1)
        #expect(world.devices.first?.closed == nil)
        #expect(world.devices.first?.role == .guest)
    }
}

@testable import Projections
import TestSupport
import Testing

struct ViewDarkTests {
    private let rule = "view-dark"

    /// A view, event 1, its run, event 2, Stop at 9 s, event 3, and the pause at 9.1 s, event 4.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            viewAppeared(0.5, "tracking")
            run(1)
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.1, source: "stop-button")
        }.when(lines)
    }

    @Test(.tags(.positive)) func darkAfterStop() throws {
        let verdict = try given {
            userAction(11.5)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [1, 2, 3, 4, 5])
        #expect(finding?.message.contains("was paused") == false)
        #expect(finding?.message.contains("Stop paused the session at 8.6 s (#4)") == true)
        #expect(finding?.message.contains("view “tracking”, shown since 0 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(11.0999, false), (11.1, true), (11.2, true)])
    func delay(_ end: Double, _ isDark: Bool) throws {
        for ending in [
            viewDisappeared(end, "tracking"), run(end, purpose: "preview"), viewAppeared(end, "settings"),
            run(end).of(session: "preview"),
        ] {
            let verdict = try given {
                ending
                closed(60)
            }.then()
            if isDark {
                verdict.finds(rule, .warning, events: [1, 2, 3, 4, 5])
            } else {
                verdict.isQuiet(rule)
            }
        }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            viewDisappeared(14.1, "tracking")
            closed(60)
        }
        try story.then(["viewDark.delay": 5.1]).isQuiet()
        try story.then(["viewDark.delay": 5]).finds(rule, events: [1, 2, 3, 4, 5])
    }

    /// Stop may be told before the pause or after it.
    @Test(.tags(.limit), arguments: [(8.1, true), (8.0999, false), (10.1, true), (10.1001, false)])
    func stopNearThePause(_ stop: Double, _ isStop: Bool) throws {
        let stopped = changed(stop, "objectTracking", "running", to: "stopped")
        let story = Story {
            viewAppeared(0.5, "tracking")
            run(1)
            if stop < 9.1 { stopped }
            paused(9.1)
            if stop > 9.1 { stopped }
            frame(11.5)
            closed(60)
        }
        let verdict = try story.then()
        if isStop { verdict.finds(rule, .warning, events: [1, 2, 3, 4, 5]) } else { verdict.isQuiet() }
        try story.then(["viewDark.stop": 0.5]).isQuiet()
        try story.then(["viewDark.stop": 2]).finds(rule, .warning, events: [1, 2, 3, 4, 5])
    }

    /// The machine may have gone on by then.
    @Test(.tags(.positive)) func stoppedAndIdle() throws {
        try Story {
            viewAppeared(0.5, "tracking")
            run(1)
            changed(9, "objectTracking", "running", to: "stopped")
            changed(9.05, "objectTracking", "stopped", to: "idle")
            paused(9.1)
            frame(11.5)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3, 5, 6])
    }

    @Test(.tags(.lookAlike)) func pausedWithoutStop() throws {
        try Story {
            viewAppeared(0.5, "tracking")
            run(1)
            changed(5, "objectTracking", "running", to: "lost")
            paused(9.1)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func stoppedWithoutPause() throws {
        try Story {
            viewAppeared(0.5, "tracking")
            run(1)
            changed(9, "objectTracking", "running", to: "stopped")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func theViewWasGone() throws {
        try Story {
            viewAppeared(0.5, "tracking")
            run(1)
            changed(9, "objectTracking", "running", to: "stopped")
            viewDisappeared(9.05, "tracking")
            paused(9.1)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// What appeared after the run lies over its view; but within a second of it, it is the run's own.
    @Test(.tags(.lookAlike, .limit), arguments: [(2.0, true), (2.0001, false)])
    func anotherViewOverIt(_ appeared: Double, _ isDark: Bool) throws {
        let story = Story {
            viewAppeared(0.5, "tracking")
            run(1)
            viewAppeared(appeared, "sheet")
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.1)
            frame(12)
            closed(60)
        }
        let verdict = try story.then()
        if isDark { verdict.finds(rule, .warning, events: [2, 3, 4, 5, 6]) } else { verdict.isQuiet(rule) }
        try story.then(["visit.ownRun": 3]).finds(rule, .warning, events: [2, 3, 4, 5, 6])
    }

    /// A view of the settings counts whatever run it belongs to.
    @Test(.tags(.limit)) func namedViews() throws {
        let log = try Story {
            run(1)
            viewAppeared(5, "camera")
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.1)
            frame(12)
            closed(60)
        }.log()
        try log.judged().isQuiet(rule)
        for (views, count) in [(["camera"], 1), (["other", "camera"], 1), (["other"], 0)] {
            var settings = Settings()
            try settings.set("viewDark.views", to: views)
            let analysis = Analysis(settings: settings)
            analysis.take(log.batch)
            #expect(analysis.finish().filter { $0.rule == rule }.count == count, "\(views)")
        }
    }

    @Test(.tags(.lookAlike)) func noViewWasTold() throws {
        try Story {
            run(1)
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.1)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// Nobody looks at the view while the app is not active.
    @Test(.tags(.lookAlike)) func inTheBackground() throws {
        try given {
            app(9.5, "background")
            frame(20)
            app(30, "active")
            run(31)
            closed(60)
        }.then().isQuiet(rule)
        try given {
            app(9.5, "background")
            app(30, "active")
            run(31.6)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3, 4, 7])
    }

    @Test(.tags(.logEnd), arguments: [(11.0999, false), (11.1, true)])
    func theLogsEnd(_ end: Double, _ isDark: Bool) throws {
        let verdict = try given { frame(end) }.then()
        if isDark { verdict.finds(rule, .warning, events: [1, 2, 3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gaps() throws {
        try given {
            gap(10)
            closed(60)
        }.then().isQuiet()
        try Story {
            viewAppeared(0.5, "tracking")
            gap(0.7)
            run(1)
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.1)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        // Another session's pause, and another session's machine.
        try Story {
            viewAppeared(0.5, "tracking")
            run(1)
            changed(9, "objectTracking", "running", to: "stopped").of(session: "other")
            paused(9.1)
            closed(60)
        }.then().isQuiet(rule)
        try Story {
            viewAppeared(0.5, "tracking")
            run(1).of(session: "other")
            changed(9, "objectTracking", "running", to: "stopped")
            paused(9.1).of(session: "other")
            frame(12)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3, 4, 5], session: "other")
    }

    @Test(.tags(.twoDevices)) func apart() throws {
        try given { frame(11.5) }
            .isApartByDevice(rule, [1, 2, 3, 4, 5], decisive: [1, 2, 3, 4, 5])
        try Story {
            viewAppeared(0.5, "tracking").of(device: "A")
            run(1).of(device: "A")
            changed(9, "objectTracking", "running", to: "stopped").of(device: "A")
            paused(9.1).of(device: "A")
            run(9.2).of(device: "B")
            frame(12).of(device: "A")
        }.then().finds(rule, .warning, events: [1, 2, 3, 4, 6])
    }

    /// Stop is what the tracking machine says, and no other.
    @Test(.tags(.lookAlike)) func anotherMachineStops() throws {
        for machine in ["collaboration", "player"] {
            try Story {
                viewAppeared(0.5, "tracking")
                run(1)
                changed(9, machine, "running", to: "stopped")
                paused(9.1)
                frame(11.5)
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    /// Once more, after another run.
    @Test(.tags(.positive)) func again() throws {
        try given {
            frame(12)
            run(20)
            changed(29, "objectTracking", "loading", to: "stopped")
            paused(29.1)
            frame(32)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3, 4, 5], count: 2)
    }
}

import TestSupport
import Testing

@testable import Projections

struct FramesStoppedTests {
    private let rule = "frames-stopped"

    /// A session that runs, event 2, and tracks, event 3.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            opened()
            run(1)
            tracking(2.6, "normal")
            frame(8)
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func stopped() throws {
        let verdict = try given { samples(9, 20, fps: 0) }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3, 5, 7])
        #expect(
            finding?.message
                == "No frame came from 9 s (#5) to 11 s (#7), while the session was running and tracking was normal; "
                + "default limit 2 s (framesStopped.span).")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func limitedIsTrackingToo() throws {
        let finding = try given {
            tracking(8.5, "limited", "excessiveMotion")
            samples(9, 20, fps: 0)
        }.then().finds(rule, .error, events: [2, 5, 6, 8])
        #expect(finding?.message.contains("tracking was limited.excessiveMotion") == true)
    }

    @Test(.tags(.positive)) func twiceIsCounted() throws {
        try given {
            samples(9, 12, fps: 0)
            frame(13)
            samples(14, 20, fps: 0)
        }.then().finds(rule, .error, events: [2, 3, 5, 7], count: 2)
    }

    @Test(.tags(.limit), arguments: [(10.9999, false), (11, true), (11.1, true)])
    func span(_ last: Double, _ isStopped: Bool) throws {
        let verdict = try given {
            stats(9, fps: 0)
            stats(last, fps: 0)
        }.then()
        if isStopped { verdict.finds(rule, .error, events: [2, 3, 5, 6]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherSpan() throws {
        let story = given { samples(9, 12, fps: 0) }
        try story.then(["framesStopped.span": 3.1]).isQuiet()
        let finding = try story.then(["framesStopped.span": 3]).finds(rule, events: [2, 3, 5, 8])
        #expect(finding?.limit == UsedLimit(name: "framesStopped.span", value: 3, unit: "s"))
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func slowIsNotStopped() throws {
        try given { samples(9, 30, fps: 0.5) }.then().isQuiet()
        try given { [9, 10.5, 12, 13.5].flatMap { [stats($0, fps: 0), frame($0 + 1)] } }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func awayOrNotTracking() throws {
        for line in [
            paused(8.5), failed(8.5, code: 102), interrupted(8.5, "camera"), app(8.5, "background"),
            app(8.5, "inactive"), tracking(8.5, "notAvailable"),
        ] {
            try given {
                line
                samples(9, 14, fps: 0)
            }.then().isQuiet(rule)
        }
    }

    /// What was away in between, or ran anew, begins anew.
    @Test(.tags(.lookAlike)) func awayBetween() throws {
        for (leave, back) in [
            (interrupted(9.5), resumed(10)), (paused(9.5), run(10)),
            (app(9.5, "inactive"), app(10, "active")),
            (tracking(9.5, "notAvailable"), tracking(10, "normal")), (frame(9.5), run(10)),
            (userAction(9.5), run(10)),
        ] {
            try given {
                stats(9, fps: 0)
                leave
                back
                stats(10.2, fps: 0)
                stats(12.1, fps: 0)
            }.then().isQuiet(rule)
        }
        try given {
            stats(9, fps: 0)
            interrupted(9.5)
            resumed(10)
            stats(10.2, fps: 0)
            stats(12.2, fps: 0)
        }.then().finds(rule, .error, events: [2, 3, 8, 9])
    }

    @Test(.tags(.lookAlike)) func fpsNotTold() throws {
        try given { [stats(9, retained: 1), stats(20, retained: 1)] }.then().isQuiet()
        // It does not end a row either.
        try given {
            stats(9, fps: 0)
            stats(10, retained: 1)
            stats(11, fps: 0)
        }.then().finds(rule, .error, events: [2, 3, 5, 7])
    }

    /// That it runs and that it tracks must have been told.
    @Test(.tags(.lookAlike)) func neverTold() throws {
        try Story {
            run(1)
            samples(9, 20, fps: 0)
            closed(60)
        }.then().isQuiet()
        try Story {
            tracking(2, "normal")
            samples(9, 20, fps: 0)
            closed(60)
        }.then().isQuiet()
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        func story(_ end: Double) -> Story {
            Story {
                run(1)
                tracking(2, "normal")
                stats(9, fps: 0)
                stats(end, fps: 0)
            }
        }
        try story(10.9).then().isQuiet()
        try story(11).then().finds(rule, .error, events: [1, 2, 3, 4])
        // Time that goes on without a sample says nothing of frames.
        try story(10).when { userAction(20) }.then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            [stats(9, fps: 0), stats(11, fps: 0).of(session: "other"), frame(12), stats(13, fps: 0)]
        }
        .then().isQuiet()
        try given {
            run(8.5).of(session: "other")
            tracking(8.6, "normal").of(session: "other")
            for second in [9.0, 11] {
                stats(second, fps: 0)
                stats(second + 0.5, fps: 0).of(session: "other")
            }
        }.then().finds(rule, each: [[2, 3, 7, 9], [5, 6, 8, 10]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ device: String) -> Story {
            Story {
                run(1).with("device", "A")
                tracking(2, "normal").with("device", "A")
                stats(9, fps: 0).with("device", "A")
                stats(11, fps: 0).with("device", .text(device))
            }
        }
        try story("B").then().isQuiet()
        try story("A").then().finds(rule, .error, events: [1, 2, 3, 4])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            stats(9, fps: 0)
            gap(10)
            stats(12, fps: 0)
            stats(30, fps: 0)
        }.then().isQuiet()
        // Told anew that it tracks: judged anew.
        try given {
            gap(9)
            tracking(10, "normal")
            stats(12, fps: 0)
            stats(14, fps: 0)
        }.then().finds(rule, .error, events: [6, 7, 8])
    }

    /// No sample need fall into the time without tracking; and a limit that changes is none.
    @Test(.tags(.lookAlike)) func trackingWasLostBetween() throws {
        try given {
            frames(10, fps: 0)
            tracking(10.5, "notAvailable")
            tracking(11.2, "normal")
            frames(12.1, fps: 0)
        }.then().isQuiet(rule)
        try given {
            frames(10, fps: 0)
            tracking(10.5, "limited", "excessiveMotion")
            frames(12.1, fps: 0)
        }.then().finds(rule, .error)
    }
}

import TestSupport
import Testing

@testable import Projections

struct InterruptionUnendedTests {
    private let rule = "interruption-unended"

    /// Events every ten seconds.
    private func goesOn(_ from: Double, _ to: Double) -> [StoryLine] {
        stride(from: from, through: to, by: 10).map { userAction($0) }
    }

    /// An interruption begins at 10 s, event 3, and events follow until `end`.
    private func story(_ end: Double = 100, @StoryBuilder _ lines: () -> [StoryLine] = { [] }) -> Story {
        let more = lines()
        return Story {
            opened()
            run(1)
            interrupted(10, "camera")
            goesOn(20, end)
            more
        }
    }

    @Test(.tags(.positive)) func neverEnded() throws {
        let verdict = try story { closed(101) }.then()
        let finding = verdict.finds(rule, .warning, events: [3, 9])
        #expect(
            finding?.message
                == "The interruption that began at 10 s (#3) never ended: 60 s later events still came, and no run, "
                + "pause or failure; default limit 60 s (interruptionUnended.span).")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func toldTwiceIsOne() throws {
        try Story {
            interrupted(10)
            interrupted(12)
            goesOn(20, 100)
            closed(101)
        }.then().finds(rule, .warning, events: [1, 8])
    }

    /// Also where it was found already: nothing ended it, so it is the same one, and silence takes nothing back.
    @Test(.tags(.positive)) func toldAgainAfterwards() throws {
        try Story {
            interrupted(10)
            goesOn(20, 70)
            frame(100)
            interrupted(101)
            goesOn(110, 200)
            frame(500)
            closed(501)
        }.then().finds(rule, .warning, events: [1, 7])
        try Story {
            interrupted(10)
            goesOn(20, 80)
            interrupted(85)
            goesOn(90, 200)
            resumed(201)
            closed(202)
        }.then().isQuiet()
    }

    /// A run after the minute does not make up for it, and later interruptions are others.
    @Test(.tags(.positive)) func eachInterruption() throws {
        try Story {
            interrupted(10)
            goesOn(20, 80)
            run(85)
            interrupted(90)
            resumed(95)
            interrupted(100)
            goesOn(110, 200)
            closed(201)
        }.then().finds(rule, each: [[1, 7], [12, 18]])
    }

    // MARK: Limits

    /// What ends it at the very last moment of the minute is still within.
    @Test(.tags(.limit), arguments: [(69.9999, false), (70, false), (70.0001, true)])
    func span(_ end: Double, _ isLong: Bool) throws {
        for line in [run(end), paused(end), failed(end, code: 102)] {
            let verdict = try story(60) {
                line
                closed(300)
            }.then()
            if isLong { verdict.finds(rule, .warning, events: [3, 9]) } else { verdict.isQuiet(rule) }
        }
        let verdict = try story(60) { closed(end) }.then()
        if isLong { verdict.finds(rule, .warning, events: [3, 9]) } else { verdict.isQuiet(rule) }
        try story(60) { userAction(70) }.then().finds(rule, .warning, events: [3, 9])
    }

    @Test(.tags(.limit), arguments: [(15.0, true), (15.001, false)])
    func silence(_ step: Double, _ isUnended: Bool) throws {
        for start in [10.0, 20] {
            let verdict = try Story {
                interrupted(10)
                if start > 10 { userAction(start) }
                userAction(start + step)
                goesOn(40, 100)
                closed(101)
            }.then()
            if isUnended { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
        }
    }

    /// A silence is found wherever it lies, also between events that nobody looks at.
    @Test(.tags(.limit), arguments: (10...54).map { Double($0) })
    func silenceAnywhere(_ start: Double) throws {
        func story(_ silence: Double) -> Story {
            Story {
                interrupted(10)
                for t in stride(from: 10.5, through: start, by: 0.5) { event(t, "camera.pose") }
                for t in stride(from: start + silence, through: 100, by: 0.5) { event(t, "camera.pose") }
                closed(101)
            }
        }
        try story(15).then().finds(rule, .warning)
        try story(15.1).then().isQuiet()
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = story { closed(101) }
        try story.then(["interruptionUnended.span": 91.1]).isQuiet()
        try story.then(["interruptionUnended.silence": 9.9]).isQuiet()
        let finding = try story.then(["interruptionUnended.span": 20]).finds(rule, events: [3, 5])
        #expect(finding?.limit == UsedLimit(name: "interruptionUnended.span", value: 20, unit: "s"))
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func endedAnyTime() throws {
        for end in [30.0, 69, 71, 5000] {
            try story(min(end - 1, 100)) {
                resumed(end)
                closed(end + 1)
            }.then().isQuiet(rule)
        }
    }

    /// Nobody ended it, but it was no longer one.
    @Test(.tags(.lookAlike)) func endedByAnotherWay() throws {
        for line in [run(65), paused(65), failed(65, code: 102)] {
            try story(60) {
                line
                goesOn(70, 200)
                closed(201)
            }.then().isQuiet(rule)
        }
    }

    /// A late end is an end, also after a run.
    @Test(.tags(.lookAlike)) func endedAfterARun() throws {
        try story(80) {
            run(85)
            resumed(90)
            closed(101)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func closedWithinTheMinute() throws {
        try story(60) { closed(69) }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func inTheBackground() throws {
        for phase in ["background", "inactive"] {
            try Story {
                interrupted(10)
                app(10.1, phase)
                goesOn(20, 300)
                closed(301)
            }.then().isQuiet()
        }
        // The minute is one in the foreground; what is silent meanwhile is no silence.
        let verdict = try Story {
            interrupted(10)
            userAction(20)
            app(30, "background")
            app(1000, "active")
            goesOn(1010, 1050)
            closed(1050.1)
        }.then()
        verdict.finds(rule, .warning, events: [1, 8])
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try story(60).then().isQuiet(rule)
        try story(60).when { frame(69.9) }.then().isQuiet(rule)
        try story(60).when { frame(70) }.then().finds(rule, .warning, events: [3, 9])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            interrupted(10)
            interrupted(12).of(session: "other")
            goesOn(20, 60)
            resumed(65).of(session: "other")
            goesOn(70, 100)
            closed(101)
        }.then().finds(rule, .warning, events: [1, 9], session: "main")
        try Story {
            interrupted(10)
            interrupted(12).of(session: "other")
            run(15).of(session: "third")
            goesOn(20, 100)
            closed(101)
        }.then().finds(rule, each: [[1, 9], [2, 10]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        // Another device's events are not this one's.
        try Story {
            interrupted(10).with("device", "A")
            goesOn(20, 100).on("B")
            frame(101).with("device", "A")
        }.then().isQuiet()
        try Story {
            interrupted(10).with("device", "A")
            interrupted(11).with("device", "B")
            for t in stride(from: 20.0, through: 100, by: 10) {
                userAction(t).with("device", "A")
                userAction(t + 1).with("device", "B")
            }
        }.then().finds(rule, each: [[1, 13], [2, 14]])
    }

    /// The end may be among what was lost, whether that was before the minute was over or later.
    @Test(.tags(.gap)) func gapAnywhere() throws {
        for time in [15.0, 65, 100.5] {
            try Story {
                interrupted(10)
                goesOn(20, 60)
                if time < 70 { gap(time) }
                goesOn(70, 100)
                if time > 70 { gap(time) }
                closed(120)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            interrupted(10)
            goesOn(20, 60)
            opened(61)
            goesOn(70, 100)
            closed(101)
        }.then().isQuiet(rule)
        // An end in the next recording is of another session.
        try Story {
            opened()
            interrupted(10)
            goesOn(20, 100)
            closed(101)
            opened(102)
            resumed(103)
            closed(104)
        }.then().finds(rule, .warning, events: [2, 8])
    }
}

import TestSupport
import Testing

@testable import Projections

struct ContentTrustedAfterInterruptionTests {
    private let rule = "content-trusted-after-interruption"

    /// A lamp, event 3, and an interruption of 30 s, events 4 and 5.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            opened()
            run(1)
            anchorAdded(5, "A1", "anchor", key: "lamp")
            interrupted(20, "background")
            resumed(50)
            lines()
            closed(100)
        }
    }

    @Test(.tags(.positive)) func trusted() throws {
        let verdict = try given {
            relocalizationAsked(50.1, false)
            frame(60)
            frame(60.1)
        }.then()
        let finding = verdict.finds(rule, .info, events: [3, 4, 5, 6, 8])
        #expect(
            finding?.message.hasPrefix(
                "The interruption from 20 s (#4) to 50 s (#5) was not to be relocalized after (#6)")
                == true)
        #expect(
            finding?.message.hasSuffix("default limit 10 s (contentTrustedAfterInterruption.reset).") == true)
        verdict.findsOnly(rule)
    }

    /// ARKit asks before it tells the end, or after.
    @Test(.tags(.positive)) func askedBeforeTheEnd() throws {
        try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            relocalizationAsked(29, false)
            resumed(30)
            frame(41)
            closed(60)
        }.then().finds(rule, .info, events: [1, 2, 3, 4, 5])
    }

    @Test(.tags(.positive)) func eachInterruption() throws {
        try Story {
            anchorAdded(5, "A1", "anchor")
            for start in [10.0, 40] {
                interrupted(start)
                resumed(start + 5)
                relocalizationAsked(start + 5, false)
                frame(start + 16)
            }
            closed(100)
        }.then().finds(rule, each: [[1, 2, 3, 4, 5], [1, 6, 7, 8, 9]])
    }

    /// Told twice it began at the first; another one in the time that is left stops only the clock.
    @Test(.tags(.positive)) func interruptedAgain() throws {
        try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            interrupted(21.5)
            resumed(22.5)
            relocalizationAsked(22.5, false)
            frame(40)
            closed(60)
        }.then().finds(rule, .info, events: [1, 2, 4, 5, 6])
        try given {
            relocalizationAsked(50.1, false)
            interrupted(55)
            resumed(56)
            frame(61)
            frame(61.1)
        }.then().finds(rule, .info, events: [3, 4, 5, 6, 10])
        // One that nobody refused makes room for the next.
        try given {
            interrupted(55)
            resumed(58)
            relocalizationAsked(58.1, false)
            frame(69)
        }.then().finds(rule, .info, events: [3, 6, 7, 8, 9])
    }

    @Test(.tags(.positive)) func aPlainRunIsNoReset() throws {
        try given {
            relocalizationAsked(50.1, false)
            run(52)
            frame(61)
        }.then().finds(rule, .info, events: [3, 4, 5, 6, 8])
    }

    // MARK: Limits

    @Test(.tags(.limit), arguments: [(22.0, false), (22.001, true)])
    func length(_ end: Double, _ isLong: Bool) throws {
        let verdict = try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            resumed(end)
            relocalizationAsked(end, false)
            frame(40)
            closed(60)
        }.then()
        if isLong { verdict.finds(rule, .info, events: [1, 2, 3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit), arguments: [(59.0, false), (60, false), (60.001, true)])
    func reset(_ time: Double, _ isLate: Bool) throws {
        for options in [["resetTracking"], ["removeExistingAnchors"]] {
            let verdict = try given {
                relocalizationAsked(50.1, false)
                run(time, options: options)
            }.then()
            if isLate { verdict.finds(rule, .info, events: [3, 4, 5, 6, 7]) } else { verdict.isQuiet(rule) }
        }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            relocalizationAsked(50.1, false)
            frame(61)
            run(62, options: ["resetTracking"])
        }
        try story.then(["contentTrustedAfterInterruption.reset": 12]).isQuiet(rule)
        try story.then(["contentTrustedAfterInterruption.interruption": 30]).isQuiet(rule)
        let finding = try story.then(["contentTrustedAfterInterruption.reset": 5]).finds(
            rule, events: [3, 4, 5, 6, 7])
        #expect(finding?.limit?.value == 5)
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func relocalized() throws {
        try given { relocalizationAsked(50.1, true) }.then().isQuiet()
        // The last answer counts, and none says nothing.
        try given { [relocalizationAsked(50.1, false), relocalizationAsked(50.2, true)] }.then().isQuiet()
        try given { frame(70) }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func noContent() throws {
        for anchor in [
            anchorAdded(5, "P", "plane"), anchorAdded(5, "O", "object", key: "cup"), frame(5),
        ] {
            try Story {
                anchor
                interrupted(20)
                resumed(50)
                relocalizationAsked(50.1, false)
                closed(100)
            }.then().isQuiet()
        }
        try given {
            relocalizationAsked(50.1, false)
            anchorRemoved(55, "A1")
        }.then().isQuiet()
    }

    /// What was placed afterwards stands in the new world.
    @Test(.tags(.lookAlike)) func placedAfterwards() throws {
        try Story {
            interrupted(20)
            resumed(50)
            relocalizationAsked(50.1, false)
            anchorAdded(51, "A1", "anchor")
            closed(100)
        }.then().isQuiet()
        try given {
            relocalizationAsked(50.1, false)
            anchorRemoved(51, "A1")
            anchorAdded(52, "A2", "anchor")
        }.then().isQuiet()
    }

    /// A reset while it was interrupted is one, too.
    @Test(.tags(.lookAlike)) func resetWithinTheInterruption() throws {
        try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            run(40, options: ["resetTracking"])
            resumed(50)
            relocalizationAsked(50.1, false)
            closed(100)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            relocalizationAsked(50.1, false)
            app(55, "background")
            frame(80)
            app(90, "active")
            run(95, options: ["resetTracking"])
        }.then().isQuiet(rule)
    }

    /// A pause within the interruption: its end is never told.
    @Test(.tags(.lookAlike)) func pausedWithin() throws {
        for line in [paused(25), failed(25, code: 102)] {
            try Story {
                anchorAdded(5, "A1", "anchor")
                interrupted(20)
                line
                run(40)
                resumed(50)
                relocalizationAsked(50.1, false)
                closed(100)
            }.then().isQuiet(rule)
        }
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd), arguments: [(59.9, false), (60, true)])
    func theLogsEnd(_ end: Double, _ isLong: Bool) throws {
        let verdict = try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            resumed(50)
            relocalizationAsked(50, false)
            frame(end)
        }.then()
        if isLong { verdict.finds(rule, .info, events: [1, 2, 3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.logEnd)) func stillInterrupted() throws {
        try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            relocalizationAsked(21, false)
            closed(40)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given { relocalizationAsked(50.1, false).of(session: "other") }.then().isQuiet()
        try given {
            relocalizationAsked(50.1, false)
            run(55, options: ["resetTracking"]).of(session: "other")
            frame(61)
        }.then().finds(rule, .info, events: [3, 4, 5, 6, 8], session: "main")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ device: StoryValue) -> Story {
            Story {
                anchorAdded(5, "A1", "anchor").with("device", "A")
                interrupted(20).with("device", "A")
                resumed(50).with("device", "A")
                relocalizationAsked(50.1, false).with("device", device)
                run(55, options: ["resetTracking"]).with("device", "B")
                frame(61).with("device", "A")
            }
        }
        try story("B").then().isQuiet()
        try story("A").then().finds(rule, .info, events: [1, 2, 3, 4, 6])
    }

    @Test(.tags(.gap), arguments: [25.0, 50.05, 55]) func gapBetween(_ time: Double) throws {
        try Story {
            anchorAdded(5, "A1", "anchor")
            interrupted(20)
            if time < 50 { gap(time) }
            resumed(50)
            if time == 50.05 { gap(time) }
            relocalizationAsked(50.1, false)
            if time > 51 { gap(time) }
            frame(70)
            closed(100)
        }.then().isQuiet(rule)
    }
}

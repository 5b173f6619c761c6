import TestSupport
import Testing

@testable import Projections

struct PhaseMismatchTests {
    private let rule = "phase-mismatch"

    /// An object O, event 2, that the app says is detected, event 3.
    private func detected(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            run(1)
            anchorAdded(4, "O", "object")
            changed(4.1, "objectTracking", "running", to: "detected")
            lines()
            closed(60)
        }
    }

    /// The same object, lost at 10 s, event 4, which the app says, too, event 5.
    private func lost(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        detected {
            anchorUpdated(10, "O", isTracked: false)
            changed(10.5, "objectTracking", "detected", to: "lost")
            lines()
        }
    }

    @Test(.tags(.positive)) func detectedAndLost() throws {
        let verdict = try detected {
            anchorUpdated(10, "O", isTracked: false)
            anchorUpdated(11, "O")
            frame(12)
            frame(30)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [3, 4, 6])
        #expect(
            finding?.message
                == "Machine objectTracking says detected since 3.1 s (#3), but no object anchor is tracked since 9 s "
                + "(#4), still at 11 s (#6); default limit 2 s (phaseMismatch.delay).")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func lostAndTracked() throws {
        let finding = try lost {
            anchorUpdated(20, "O", isTracked: true)
            frame(22)
        }.then().finds(rule, .warning, events: [5, 6, 7])
        #expect(
            finding?.message.contains(
                "says lost since 9.5 s (#5), but an object anchor is tracked since 19 s (#6)")
                == true)
    }

    @Test(.tags(.positive)) func removedOrDropped() throws {
        try detected {
            anchorRemoved(10, "O")
            frame(12)
        }.then().finds(rule, .warning, events: [3, 4, 5])
        try detected {
            run(10, options: ["removeExistingAnchors"])
            frame(12)
        }.then().finds(rule, .warning, events: [3, 4, 5])
    }

    /// The claim itself may be what is wrong.
    @Test(.tags(.positive)) func claimedTooEarly() throws {
        try Story {
            run(1)
            changed(2, "objectTracking", "running", to: "detected")
            frame(4)
            anchorAdded(5, "O", "object")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3])
        try Story {
            run(1)
            anchorAdded(2, "O", "object")
            changed(3, "objectTracking", "running", to: "lost")
            frame(5)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 4])
    }

    @Test(.tags(.positive)) func eachTimeIsCounted() throws {
        try detected {
            for start in [10.0, 20] {
                anchorUpdated(start, "O", isTracked: false)
                frame(start + 3)
                anchorUpdated(start + 5, "O", isTracked: true)
            }
        }.then().finds(rule, .warning, events: [3, 4, 5], count: 2)
    }

    /// From a state to itself is still the same claim.
    @Test(.tags(.positive)) func claimedAgain() throws {
        try detected {
            anchorUpdated(10, "O", isTracked: false)
            changed(11, "objectTracking", "detected", to: "detected")
            frame(12)
        }.then().finds(rule, .warning, events: [3, 4, 6])
    }

    /// The time of a machine of the device is that of the session whose object it speaks of.
    @Test(.tags(.lookAlike)) func whoseTime() throws {
        func story(_ interrupted: String) -> Story {
            Story {
                run(1).of(session: "objects")
                anchorAdded(2, "O", "object").of(session: "objects")
                changed(3, "objectTracking", "running", to: "detected")
                run(4).of(session: "other")
                anchorUpdated(10, "O", isTracked: false).of(session: "objects")
                TestSupport.interrupted(11, "camera").of(session: interrupted)
                frame(20)
                changed(21, "objectTracking", "detected", to: "lost")
                closed(60)
            }
        }
        try story("objects").then().isQuiet(rule)
        try story("other").then().finds(rule, .warning, events: [3, 5, 7])
    }

    // MARK: Limit

    @Test(.tags(.limit), arguments: [(11.9999, false), (12, true), (12.1, true)])
    func delay(_ back: Double, _ isLate: Bool) throws {
        let verdict = try detected {
            anchorUpdated(10, "O", isTracked: false)
            anchorUpdated(back, "O", isTracked: true)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = detected {
            anchorUpdated(10, "O", isTracked: false)
            changed(15, "objectTracking", "detected", to: "lost")
        }
        try story.then(["phaseMismatch.delay": 5.1]).isQuiet()
        let finding = try story.then(["phaseMismatch.delay": 5]).finds(rule, events: [3, 4, 5])
        #expect(finding?.limit == UsedLimit(name: "phaseMismatch.delay", value: 5, unit: "s"))
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike)) func bothAgree() throws {
        try lost { samples(11, 30, fps: 60) }.then().isQuiet()
        try lost {
            anchorUpdated(20, "O", isTracked: true)
            changed(21.9, "objectTracking", "lost", to: "detected")
        }.then().isQuiet()
        // Two updates that tell nothing of tracking leave it as it was.
        try detected {
            anchorUpdated(10, "O")
            anchorUpdated(20, "O")
        }.then().isQuiet()
    }

    /// As long as another object is tracked, something is detected.
    @Test(.tags(.lookAlike)) func oneOfTwo() throws {
        try detected {
            anchorAdded(5, "O2", "object")
            anchorUpdated(10, "O", isTracked: false)
        }.then().isQuiet()
        try detected {
            anchorAdded(5, "O2", "object")
            anchorUpdated(10, "O", isTracked: false)
            anchorRemoved(20, "O2")
            frame(22)
        }.then().finds(rule, .warning, events: [3, 6, 7])
    }

    @Test(.tags(.lookAlike)) func noObjectEver() throws {
        try Story {
            run(1)
            anchorAdded(1.5, "P", "plane")
            anchorAdded(1.6, "I", "image", isTracked: false)
            changed(2, "objectTracking", "running", to: "detected")
            changed(20, "objectTracking", "detected", to: "lost")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func otherStatesAndMachines() throws {
        try detected {
            changed(9, "objectTracking", "detected", to: "stopped")
            anchorUpdated(10, "O", isTracked: false)
        }.then().isQuiet()
        try Story {
            run(1)
            anchorAdded(2, "O", "object", isTracked: false)
            changed(3, "mine", "running", to: "detected")
            changed(3, "objectTracking", "warm", to: "detected")
            closed(60)
        }.then().isQuiet()
        // That it is another machine may be known only later.
        try detected {
            anchorUpdated(10, "O", isTracked: false)
            frame(20)
            changed(30, "objectTracking", "detected", to: "warm")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func timeAway() throws {
        for (leave, back) in [
            (interrupted(11, "camera"), resumed(40)), (app(11, "background"), app(40, "active")),
            (paused(11), run(40)),
        ] {
            try detected {
                anchorUpdated(10, "O", isTracked: false)
                leave
                frame(39)
                back
                changed(40.9, "objectTracking", "detected", to: "lost")
            }.then().isQuiet(rule)
            try detected {
                anchorUpdated(10, "O", isTracked: false)
                leave
                back
                frame(41)
            }.then().finds(rule, .warning, events: [3, 4, 7])
        }
    }

    /// Where no run and no object was told, nobody knows what is tracked.
    @Test(.tags(.lookAlike)) func fromTheMiddle() throws {
        try Story {
            anchorUpdated(1, "O", isTracked: true)
            changed(2, "objectTracking", "lost", to: "detected")
            frame(20)
            run(30)
            anchorAdded(30.5, "O2", "object")
            closed(60)
        }.then().isQuiet()
    }

    // MARK: Ends, others

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        func story(_ end: Double) -> Story {
            Story {
                anchorAdded(4, "O", "object")
                changed(4.1, "objectTracking", "running", to: "detected")
                anchorUpdated(10, "O", isTracked: false)
                frame(end)
            }
        }
        try story(11.9).then().isQuiet()
        try story(12).then().finds(rule, .warning, events: [2, 3, 4])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        func story(_ session: String?) -> Story {
            func own(_ line: StoryLine) -> StoryLine { session.map { line.of(session: $0) } ?? line }
            return Story {
                run(1).of(session: "one")
                run(1).of(session: "two")
                anchorAdded(2, "O", "object").of(session: "one")
                own(changed(3, "objectTracking", "running", to: "detected"))
                anchorAdded(4, "O", "object").of(session: "two")
                anchorUpdated(10, "O", isTracked: false).of(session: "one")
                frame(20)
                closed(60)
            }
        }
        try story("one").then().finds(rule, .warning, events: [4, 6, 7], session: "one")
        try story("two").then().isQuiet(rule)
        // A machine of the device speaks of both.
        try story(nil).then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            for device in ["A", "B"] {
                anchorAdded(2, "O", "object").with("device", .text(device))
                changed(3, "objectTracking", "running", to: "detected").with("device", .text(device))
            }
            anchorUpdated(10, "O", isTracked: false).with("device", "A")
            frame(20).with("device", "B")
            frame(30).with("device", "A")
        }.then().finds(rule, .warning, events: [2, 5, 7])
        // That one device tells of objects says nothing of the other, which never did.
        try Story {
            run(1).with("device", "A")
            changed(2, "objectTracking", "running", to: "detected").with("device", "A")
            anchorAdded(2, "O", "object").with("device", "B")
            frame(20).with("device", "A")
            frame(20).with("device", "B")
        }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try detected {
            anchorUpdated(10, "O", isTracked: false)
            gap(11)
            samples(12, 30, fps: 60)
        }.then().isQuiet()
        try detected {
            gap(10)
            changed(11, "objectTracking", "running", to: "detected")
            anchorUpdated(12, "O", isTracked: false)
            samples(13, 30, fps: 60)
        }.then().isQuiet()
        // A run tells that the session begins anew, and what is added from there is known.
        try detected {
            gap(10)
            anchorAdded(11, "O2", "object")
            changed(12, "objectTracking", "running", to: "lost")
            frame(14)
        }.then().finds(rule, .warning, events: [5, 6, 7])
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            anchorAdded(1, "O", "object")
            opened(2)
            run(2.5)
            changed(3, "objectTracking", "running", to: "detected")
            closed(60)
        }.then().isQuiet(rule)
    }

    /// Of more objects than are kept nobody knows whether one is tracked.
    @Test func tooManyObjects() throws {
        try Story {
            run(0)
            for index in 0...1000 { anchorAdded(1, "O\(index)", "object", isTracked: false) }
            changed(2, "objectTracking", "running", to: "detected")
            closed(60)
        }.then().isQuiet()
        try Story {
            run(0)
            for index in 0..<1000 { anchorAdded(1, "O\(index)", "object", isTracked: false) }
            changed(2, "objectTracking", "running", to: "detected")
            frame(4)
            closed(60)
        }.then().finds(rule, .warning, events: [1001, 1002, 1003])
    }
}

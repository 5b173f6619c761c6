import TestSupport
import Testing

@testable import Projections

struct MappingStalledTests {
    private let rule = "mapping-stalled"

    /// A session with collaboration, and a status since 2 s: event 3.
    private func given(_ status: String = "limited", @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5, collaboration: true)
            mapping(2, status)
        }.when(lines)
    }

    private func scanning(_ t: Double) -> StoryLine { changed(t, "collaboration", "idle", to: "scanning") }

    @Test(.tags(.positive)) func scanningForEver() throws {
        let verdict = try given("extending") {
            scanning(4)
            frame(94.2)
            closed(200)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [3, 4, 5])
        #expect(
            finding?.message.contains(
                "has been scanning since 4 s (#4), and 90.2 s later mapping was still extending; default limit 90 s"
            ) == true)
        #expect(finding?.message.contains("phone") == false)
        #expect(finding?.limit == UsedLimit(name: "mapping.deadline", value: 90, unit: "s"))
        verdict.findsOnly(rule)
    }

    /// It was mapped when scanning began, and fell: then it is waited for from there.
    @Test(.tags(.positive)) func mappedAtFirst() throws {
        let finding = try given("mapped") {
            scanning(4)
            mapping(30, "extending")
            frame(121)
            closed(200)
        }.then().finds(rule, .warning, events: [4, 5, 6])
        #expect(
            finding?.message.contains(
                "has been scanning since 4 s (#4), mapping has been below mapped since 30 s (#5), and 91 s later it was still extending"
            ) == true)
    }

    @Test(.tags(.positive)) func scanningOfItsOwnSession() throws {
        try Story {
            mapping(2, "limited").of(session: "other")
            scanning(4).of(session: "other")
            frame(94)
            closed(200)
        }.then().finds(rule, .warning, events: [1, 2, 3], session: "other")
    }

    /// Scanning was told before the run that makes it this session's.
    @Test(.tags(.positive)) func scanningBeforeTheRun() throws {
        try Story {
            opened()
            scanning(0.2)
            run(0.5, collaboration: true)
            mapping(2, "limited")
            frame(92)
            closed(200)
        }.then().finds(rule, .warning, events: [2, 4, 5])
    }

    /// A request is waited for until it is answered.
    @Test(.tags(.positive)) func requested() throws {
        let finding = try given {
            mapRequested(4)
            mapRequested(50)
            frame(94)
            closed(200)
        }.then().finds(rule, .warning, events: [3, 4, 6])
        #expect(finding?.message.contains("A requested world map has been waited for") == true)
        for answer in [
            mapCaptured(50, "M1"), mapDeferred(50), event(50, "worldMap.captureFailed", ["code": 301]),
        ] {
            try given {
                mapRequested(4)
                answer
                frame(150)
                closed(200)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.positive, .limit)) func deferredThreeTimes() throws {
        let story = given {
            mapDeferred(4)
            mapDeferred(20)
            mapDeferred(60)
            frame(94)
            closed(200)
        }
        let finding = try story.then().finds(rule, .warning, events: [3, 4, 6, 7])
        #expect(finding?.message.contains("was deferred 3 times") == true)
        try story.then(["mappingStalled.deferrals": 4]).isQuiet(rule)
        try given {
            mapDeferred(4)
            mapDeferred(20)
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
        // The third one comes when the wait is long enough already.
        try given {
            mapDeferred(4)
            mapDeferred(20)
            frame(94)
            mapDeferred(120)
            closed(200)
        }.then().finds(rule, .warning, events: [3, 4, 7])
    }

    @Test(.tags(.lookAlike)) func deferralsOfSeveralWaits() throws {
        try given {
            mapDeferred(4)
            mapDeferred(20)
            mapping(30, "mapped")
            mapping(40, "extending")
            mapDeferred(60)
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
    }

    /// The wait begins at the later of its reason and the status.
    @Test(.tags(.limit), arguments: [(99.999, false), (100, true)])
    func deadline(_ t: Double, _ isLate: Bool) throws {
        for story in [
            given("mapped") {
                scanning(4)
                mapping(10, "limited")
                mapping(t, "mapped")
                closed(200)
            },
            given {
                frame(4)
                scanning(10)
                changed(t, "collaboration", "scanning", to: "exporting")
                closed(200)
            },
        ] {
            let verdict = try story.then()
            if isLate { verdict.finds(rule, .warning) } else { verdict.isQuiet(rule) }
        }
    }

    @Test(.tags(.limit)) func otherDeadline() throws {
        let story = given {
            scanning(4)
            frame(34)
            closed(200)
        }
        try story.then(["mapping.deadline": 30]).finds(rule, .warning, events: [3, 4, 5])
        try story.then(["mapping.deadline": 300]).isQuiet(rule)
    }

    /// Changing below mapped is no way on: the wait goes on from the first such status.
    @Test(.tags(.positive)) func toAndFro() throws {
        try given {
            scanning(4)
            mapping(50, "extending")
            mapping(60, "limited")
            frame(94)
            closed(200)
        }.then().finds(rule, .warning, events: [3, 4, 7])
    }

    @Test(.tags(.lookAlike)) func nobodyWaits() throws {
        try given {
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
        try given {
            changed(4, "collaboration", "exporting", to: "waiting")
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
        try given {
            changed(4, "placing", "idle", to: "scanning")
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
    }

    /// The machine of the device waits with the session that last ran with collaboration on.
    @Test(.tags(.lookAlike)) func withoutCollaboration() throws {
        try Story {
            run(0.5)
            mapping(2, "limited")
            scanning(4)
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func aRunEndsTheWait() throws {
        // The status is unknown after a reset, until it is told.
        try given {
            scanning(4)
            run(50, options: ["resetTracking"], collaboration: true)
            frame(190)
            closed(200)
        }.then().isQuiet(rule)
        let story = given {
            scanning(4)
            run(50, options: ["resetTracking"], collaboration: true)
            mapping(52, "limited")
        }
        try story.when { frame(141.9) }.then().isQuiet(rule)
        try story.when { frame(142) }.then().finds(rule, .warning, events: [4, 6, 7])
        // A plain run keeps the status: who still waits waits from the run on.
        let plain = given {
            scanning(4)
            run(50, collaboration: true)
        }
        try plain.when { frame(139.9) }.then().isQuiet(rule)
        try plain.when { frame(140) }.then().finds(rule, .warning, events: [3, 4, 5, 6])
        // A request does not outlive it.
        try given {
            mapRequested(4)
            run(50)
            frame(190)
            closed(200)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func aPauseEndsTheWait() throws {
        for end in [paused(50), failed(50)] {
            try given {
                scanning(4)
                end
                frame(150)
                run(151, collaboration: true)
                frame(240.9)
                closed(240.9)
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            scanning(4)
            interrupted(50)
            frame(95)
            resumed(100)
            mapping(143, "mapped")
            closed(200)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func oneFindingAWait() throws {
        try given {
            scanning(4)
            mapRequested(6)
            frame(94)
            frame(96)
            frame(190)
            closed(300)
        }.then().finds(rule, .warning, events: [3, 4, 6])
        try given {
            scanning(4)
            frame(94)
            mapping(100, "mapped")
            mapping(110, "limited")
            frame(200)
            closed(300)
        }.then().finds(rule, each: [[3, 4, 5], [4, 7, 8]])
    }

    // MARK: What the message adds

    @Test(.tags(.positive)) func insufficientFeatures() throws {
        let finding = try given {
            scanning(4)
            tracking(20, "limited", "insufficientFeatures")
            frame(94)
            closed(200)
        }.then().finds(rule, .warning, events: [3, 4, 5, 6])
        #expect(finding?.message.contains(", with insufficient features at 20 s (#5)") == true)
    }

    @Test(.tags(.limit), arguments: [(0.999, true), (1.001, false)])
    func standingStill(_ distance: Double, _ isStill: Bool) throws {
        let story = given {
            scanning(4)
            event(10, "camera.pose", ["position": .place(0, 1.4, 0)])
            event(20, "camera.pose", ["position": .place(distance, 1.4, 0)])
            event(30, "camera.pose", ["position": .place(0, 1.4, 0)])
            frame(94)
            closed(200)
        }
        let finding = try story.then().finds(rule, .warning, events: [3, 4, 8])
        #expect(finding?.message.contains("the phone stood still") == isStill)
        let other = try story.then(["mappingStalled.movement": 0.5]).finds(rule)
        #expect(other?.message.contains("the phone stood still") == false)
    }

    /// How far the camera went in an earlier wait is not counted in a later one, nor where it stood.
    @Test(.tags(.positive), arguments: [(0.0, true), (2.0, false)])
    func standingStillLater(_ distance: Double, _ isStill: Bool) throws {
        let finding = try given {
            scanning(4)
            event(10, "camera.pose", ["position": .place(0, 1.4, 0)])
            event(20, "camera.pose", ["position": .place(9, 1.4, 0)])
            mapping(30, "mapped")
            mapping(40, "limited")
            event(50, "camera.pose", ["position": .place(9, 1.4, 0)])
            event(60, "camera.pose", ["position": .place(9 + distance, 1.4, 0)])
            frame(131)
            closed(200)
        }.then().finds(rule)
        #expect(finding?.message.contains("the phone stood still") == isStill)
    }

    // MARK: Whose

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            mapping(3, "mapped").of(session: "other")
            mapRequested(4).of(session: "other")
            mapRequested(5)
            mapCaptured(6, "M1").of(session: "other")
            frame(95)
            closed(200)
        }.then().finds(rule, .warning, events: [3, 6, 8], session: "main")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            run(1, collaboration: true).told(by: "A")
            run(1, collaboration: true).told(by: "B")
            mapping(2, "limited").told(by: "A")
            scanning(4).told(by: "B")
            frame(150).told(by: "A")
            frame(151).told(by: "B")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            scanning(4)
            gap(50)
            frame(150)
            closed(200)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given {
            scanning(4)
            frame(93.9)
        }.then().isQuiet(rule)
        try given {
            scanning(4)
            frame(94)
        }.then().finds(rule, .warning, events: [3, 4, 5])
        try given {
            scanning(4)
            opened(50)
            frame(150)
        }.then().isQuiet(rule)
    }
}

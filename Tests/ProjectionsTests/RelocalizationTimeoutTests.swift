import TestSupport
import Testing

@testable import Projections

struct RelocalizationTimeoutTests {
    private let rule = "relocalization-timeout"

    /// Relocalizing since 1 s: event 3.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5, map: "M1")
            tracking(1, "limited", "relocalizing")
        }.when(lines)
    }

    @Test(.tags(.positive)) func nothingOffered() throws {
        let verdict = try given {
            statusShown(2)
            frame(31.2)
            frame(37)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [3, 5])
        #expect(finding?.message.contains("began at 1 s (#3) and still went on 30.2 s later") == true)
        #expect(finding?.message.contains("default limit 30 s (relocalization.deadline)") == true)
        #expect(finding?.message.hasSuffix("and no way out was offered.") == true)
        #expect(finding?.limit == UsedLimit(name: "relocalization.deadline", value: 30, unit: "s"))
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func offeredBefore() throws {
        let finding = try given {
            offered(20)
            frame(31)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 5])
        #expect(finding?.message.contains("a way out was offered at 20 s (#4)") == true)
    }

    /// Within five seconds after the deadline, its last moment included.
    @Test(.tags(.limit), arguments: [(32.0, Severity.warning), (36, .warning), (36.001, .error)])
    func offeredAfter(_ time: Double, _ severity: Severity) throws {
        try given {
            frame(31)
            offered(time)
            closed(60)
        }.then().finds(rule, severity, events: [3, 4])
    }

    @Test(.tags(.limit), arguments: [(30.9999, false), (31.0, true), (31.0001, true)])
    func deadline(_ normal: Double, _ isLate: Bool) throws {
        let verdict = try given {
            tracking(normal, "normal")
            closed(60)
        }.then()
        if isLate { verdict.finds(rule, .error, events: [3, 4]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            frame(31)
            frame(41)
            offered(43)
            closed(60)
        }
        try story.then(["relocalization.deadline": 60]).isQuiet(rule)
        try story.then(["relocalization.deadline": 40]).finds(rule, .warning, events: [3, 5])
        try story.then(["relocalizationTimeout.offer": 12]).finds(rule, .warning, events: [3, 4])
        try story.then(["relocalizationTimeout.offer": 11.9]).finds(rule, .error, events: [3, 4])
    }

    /// That it took too long is certain; that nobody would have helped is not.
    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { frame(30.9) }.then().isQuiet(rule)
        try given { frame(31) }.then().finds(rule, .warning, events: [3, 4])
        try given {
            frame(31)
            frame(36)
        }.then().finds(rule, .error, events: [3, 4])
    }

    /// What ends it without an offer shows that none came in time.
    @Test(.tags(.positive), arguments: [tracking(32, "normal"), run(32), paused(32), failed(32)])
    func endsWithoutAnOffer(_ end: StoryLine) throws {
        try given {
            frame(31)
            end
            closed(33)
        }.then().finds(rule, .error, events: [3, 4])
    }

    @Test(
        .tags(.lookAlike), arguments: [run(20, options: ["resetTracking"]), paused(20), failed(20), run(20)])
    func endsBefore(_ end: StoryLine) throws {
        try given {
            end
            frame(31)
            frame(60)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// A run begins a new count where ARKit tells that it relocalizes still.
    @Test(.tags(.lookAlike)) func countsAnew() throws {
        let story = given {
            run(20, map: "M1")
            tracking(20.5, "limited", "relocalizing")
            frame(31)
            frame(50.4)
        }
        try story.when { closed(50.4) }.then().isQuiet(rule)
        try story.when {
            frame(50.5)
            closed(60)
        }.then().finds(rule, .error, events: [5, 8])
    }

    @Test(.tags(.lookAlike)) func toldTwiceIsOne() throws {
        try given {
            tracking(20, "limited", "relocalizing")
            frame(31)
            frame(55)
            closed(60)
        }.then().finds(rule, .error, events: [3, 5])
    }

    @Test(.tags(.lookAlike)) func anotherReason() throws {
        try given {
            tracking(20, "limited", "insufficientFeatures")
            tracking(25, "limited", "relocalizing")
            frame(40)
            closed(54)
        }.then().isQuiet(rule)
        try Story {
            tracking(1, "limited", "initializing")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        for (away, back) in [
            (app(10, "background"), app(40, "active")), (interrupted(10), resumed(40)),
            (app(10, "inactive"), app(40, "active")),
        ] {
            try given {
                away
                frame(35)
                back
                frame(60.9)
                closed(60.95)
            }.then().isQuiet(rule)
            try given {
                away
                back
                frame(61)
                frame(67)
                closed(70)
            }.then().finds(rule, .error, events: [3, 6])
        }
    }

    @Test(.tags(.positive)) func eachRelocalizationIsOneFinding() throws {
        try given {
            frame(31)
            tracking(40, "normal")
            tracking(50, "limited", "relocalizing")
            frame(80)
            frame(90)
            closed(90)
        }.then().finds(rule, each: [[3, 4], [6, 7]])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            tracking(5, "limited", "relocalizing").of(session: "other")
            run(20)
            frame(34.9)
            offered(35)
            frame(41)
            closed(60)
        }.then().finds(rule, .error, events: [4, 7], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            run(0.5, map: "M1").told(by: "A")
            tracking(1, "limited", "relocalizing").told(by: "A")
            run(20).told(by: "B")
            offered(25).told(by: "B")
            frame(31).told(by: "B")
            frame(32).told(by: "A")
            frame(38).told(by: "A")
        }.then().finds(rule, .error, events: [4, 8])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(20)
            frame(31)
            frame(60)
            closed(60)
        }.then().isQuiet(rule)
        try given {
            frame(31)
            gap(33)
            frame(60)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 4])
    }

    @Test(.tags(.logEnd)) func anotherRecording() throws {
        try given {
            opened(20)
            frame(60)
            closed(60)
        }.then().isQuiet(rule)
    }
}

import TestSupport
import Testing

@testable import Projections

struct RestoredAnchorsMissingTests {
    private let rule = "restored-anchors-missing"

    /// A map with two anchors, event 2, run at 1.2 s, event 3, and normal at 9 s, event 6.
    private func given(
        _ load: StoryLine = mapLoaded(1, "M1", anchors: 2), @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story.given {
            opened()
            load
            run(1.2, options: ["removeExistingAnchors"], purpose: "restore", map: "M1")
            tracking(1.5, "limited", "relocalizing")
            statusShown(1.6)
            tracking(9, "normal")
        }.when(lines)
    }

    private func came(_ t: Double, _ anchor: String, origin: String? = "worldMap") -> StoryLine {
        anchorAdded(t, anchor, "plane", origin: origin)
    }

    @Test(.tags(.positive)) func oneIsMissing() throws {
        let verdict = try given {
            came(9.1, "A1")
            frame(14.2)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3, 6, 8])
        #expect(finding?.message.contains("loaded at 1 s (#2) with 2 anchors and run at 1.2 s (#3)") == true)
        #expect(
            finding?.message.contains("5.2 s after tracking was normal only 1 had come; limit 5 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func noneCame() throws {
        let finding = try given {
            anchorAdded(9.1, "A1", "plane", origin: "detection")
            frame(15)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 6, 8])
        #expect(finding?.message.contains("none had come") == true)
    }

    @Test(.tags(.lookAlike)) func allCame() throws {
        try given {
            came(9.1, "A1")
            came(13, "A2", origin: nil)
            closed(60)
        }.then().isQuiet()
        // Also what is added before the first normal counts, and one that is removed came.
        try given {
            came(9.1, "A1")
            anchorRemoved(10, "A1")
            came(11, "A2")
            came(12, "A3")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func toldTwiceIsOne() throws {
        try given {
            came(9.1, "A1")
            came(9.2, "A1")
            frame(15)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 6, 9])
    }

    @Test(.tags(.limit), arguments: [(13.999, false), (14.0, false), (14.001, true)])
    func delay(_ t: Double, _ isLate: Bool) throws {
        let verdict = try given {
            came(9.1, "A1")
            came(t, "A2")
            closed(60)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [2, 3, 6, 8]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            came(9.1, "A1")
            frame(12)
            came(20, "A2")
            closed(60)
        }
        try story.then(["restoredAnchorsMissing.delay": 11]).isQuiet(rule)
        try story.then(["restoredAnchorsMissing.delay": 2]).finds(rule, .warning, events: [2, 3, 6, 8])
    }

    @Test(.tags(.lookAlike)) func neverNormal() throws {
        try Story {
            mapLoaded(1, "M1", anchors: 2)
            run(1.2, map: "M1")
            tracking(1.5, "limited", "relocalizing")
            statusShown(1.6)
            closed(25)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func nothingKnownOfTheMap() throws {
        try given(frame(1)) { frame(20) }.then().isQuiet(rule)
        try given(mapLoaded(1, "M1")) { frame(20) }.then().isQuiet(rule)
        try given(mapLoaded(1, "M2", anchors: 2)) { frame(20) }.then().isQuiet(rule)
        try given(mapCaptured(1, "M1", anchors: 2)) { frame(20) }.then().isQuiet(rule)
        try given(mapLoaded(1, "M1", anchors: 0)) { frame(20) }.then().isQuiet(rule)
    }

    /// Where loading did not tell how many, saving did.
    @Test(.tags(.positive)) func knownFromTheSaving() throws {
        try Story {
            opened()
            mapSaved(1, "M1", anchors: 1)
            mapVerified(1.1, "M1")
            opened(2)
            mapLoaded(3, "M1")
            run(4, options: ["removeExistingAnchors"], map: "M1")
            tracking(9, "normal")
            anchorUpdated(9.5, "P1")
            frame(15)
        }.then().finds(rule, .warning, events: [5, 6, 7, 9])
    }

    @Test(.tags(.lookAlike)) func anotherRunBetween() throws {
        try given {
            run(10, options: ["resetTracking"])
            tracking(11, "normal")
            frame(30)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            came(9.1, "A1")
            interrupted(10)
            frame(20)
            resumed(25)
            came(28, "A2")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try given {
            frame(15)
            run(20, options: ["removeExistingAnchors"], map: "M1")
            tracking(21, "normal")
            came(22, "A1")
            frame(30)
            closed(60)
        }.then().finds(rule, each: [[2, 3, 6, 7], [2, 8, 9, 11]])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            came(9.1, "A1")
            came(9.2, "A2").of(session: "other")
            frame(15)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 6, 9], session: "main")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapLoaded(1, "M1", anchors: 1).told(by: "A")
            run(2, map: "M1").told(by: "A")
            tracking(3, "normal").told(by: "A")
            came(4, "A1").told(by: "B")
            anchorUpdated(4, "P1").told(by: "A")
            frame(10).told(by: "A")
        }.then().finds(rule, .warning, events: [3, 4, 5, 8])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(10)
            frame(20)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given {
            came(9.1, "A1")
            frame(13.9)
        }.then().isQuiet(rule)
        try given {
            came(9.1, "A1")
            frame(14)
        }.then().finds(rule, .warning, events: [2, 3, 6, 8])
        try given {
            came(9.1, "A1")
            opened(10)
            frame(20)
        }.then().isQuiet(rule)
    }

    /// What tracking does after its first normal changes nothing.
    @Test(.tags(.positive)) func trackingGoesOn() throws {
        let some = try given {
            came(9.1, "A1")
            tracking(10, "limited", "excessiveMotion")
            tracking(11, "normal")
            frame(14.2)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 6, 10])
        #expect(some?.identity.map(\.text) == ["some"])
        let none = try given {
            anchorAdded(9.1, "P1", "plane", origin: "detection")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 6, 8])
        #expect(none?.identity.map(\.text) == ["none"])
    }

    /// What is loaded after the run is not what was run.
    @Test(.tags(.lookAlike)) func loadedAfterTheRun() throws {
        try Story {
            opened()
            run(1.2, options: ["removeExistingAnchors"], purpose: "restore", map: "M1")
            mapLoaded(2, "M1", anchors: 2)
            tracking(9, "normal")
            closed(60)
        }.then().isQuiet(rule)
    }
}

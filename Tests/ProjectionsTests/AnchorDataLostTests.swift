import TestSupport
import Testing

@testable import Projections

struct AnchorDataLostTests {
    private let rule = "anchor-data-lost"

    /// A map with a lamp and a sofa in three anchors: captured, event 2, and saved, event 3.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            mapCaptured(1, "M1", anchors: 3, keys: ["lamp", "sofa", "lamp"])
            mapSaved(1.2, "M1", anchors: 3, keys: ["lamp", "sofa", "lamp"])
            mapVerified(1.3, "M1")
        }.when(lines).when { closed(90) }
    }

    // MARK: Verified

    @Test(.tags(.positive)) func notIntact() throws {
        let verdict = try given { mapVerified(2, "M1", isIntact: false) }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3, 5])
        #expect(
            finding?.message.contains(
                "saved at 1.2 s (#3), was not intact when it was read back at 2 s (#5).") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func missingKeys() throws {
        let finding = try given { mapVerified(2, "M1", missing: ["sofa"]) }.then()
            .finds(rule, .error, events: [2, 3, 5])
        #expect(finding?.message.contains(": it lacked “sofa”.") == true)
        try Story { mapVerified(2, "M9", isIntact: false) }.then().finds(rule, .error, events: [1])
    }

    @Test(.tags(.lookAlike)) func intact() throws { try given { mapVerified(2, "M1") }.then().isQuiet() }

    // MARK: Loaded

    @Test(.tags(.positive)) func loadedWithoutAKey() throws {
        let finding = try given { mapLoaded(9, "M1", anchors: 2, keys: ["lamp"]) }.then()
            .finds(rule, .error, events: [2, 3, 5])
        #expect(finding?.message.contains("lacked “sofa” when it was loaded at 9 s (#5).") == true)
    }

    @Test(.tags(.lookAlike)) func loadedWhole() throws {
        try given { mapLoaded(9, "M1", anchors: 2, keys: ["sofa", "lamp"]) }.then().isQuiet()
        // More than there was, and what nobody told.
        try given { mapLoaded(9, "M1", keys: ["sofa", "lamp", "vase"]) }.then().isQuiet()
        try given { mapLoaded(9, "M1", anchors: 2) }.then().isQuiet()
        try given { mapLoaded(9, "M1", keys: []) }.then().isQuiet()
        try given { mapLoaded(9, "M2", keys: ["lamp"]) }.then().isQuiet()
    }

    @Test(.tags(.positive)) func eitherCapturedOrSaved() throws {
        try Story {
            mapCaptured(1, "M1", keys: ["lamp"])
            mapSaved(2, "M1", keys: ["sofa"])
            mapLoaded(3, "M1", keys: ["sofa"])
        }.then().finds(rule, .error, events: [1, 2, 3])
        try Story {
            mapCaptured(1, "M1")
            mapSaved(2, "M1", keys: ["sofa"])
            mapLoaded(3, "M1", keys: ["lamp"])
        }.then().finds(rule, .error, events: [1, 2, 3])
    }

    /// One id for a room that is captured again and again: what it held before is no longer meant.
    @Test(.tags(.lookAlike)) func capturedAnew() throws {
        try given {
            mapCaptured(5, "M1", anchors: 1, keys: ["sofa"])
            mapLoaded(9, "M1", keys: ["sofa"])
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func refused() throws {
        try given {
            run(5)
            mapLoadFailed(9, "M1")
        }.then().isQuiet(rule)
    }

    // MARK: Run

    private func restored(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        given {
            run(9, options: ["removeExistingAnchors"], map: "M1")
            tracking(10, "normal")
            lines()
        }
    }

    private func came(_ t: Double, _ anchor: String, _ key: String? = nil, _ kind: String = "anchor")
        -> StoryLine
    {
        anchorAdded(t, anchor, kind, key: key, origin: "worldMap")
    }

    @Test(.tags(.positive)) func cameWithoutItsKey() throws {
        let finding = try restored {
            came(10.1, "A1", "lamp")
            came(10.2, "A2")
            came(10.3, "A3", "lamp")
        }.then().finds(rule, .error, events: [2, 3, 5, 9])
        #expect(
            finding?.message.contains(
                "all of its 3 anchors had come at 10.3 s (#9), and none had the key “sofa”.")
                == true)
    }

    @Test(.tags(.lookAlike)) func cameWhole() throws {
        try restored {
            came(10.1, "A1", "lamp")
            came(10.2, "A2", "sofa")
            came(10.3, "A3", nil, "plane")
        }.then().isQuiet(rule)
        // As long as not all have come, nothing is lost; and none may come twice.
        try restored {
            came(10.1, "A1", "lamp")
            came(10.2, "A2")
            came(10.3, "A2")
        }.then().isQuiet(rule)
    }

    /// Nobody tells keys of anchors here: they are unknown, not lost.
    @Test(.tags(.lookAlike)) func keysOfAnchorsAreNotTold() throws {
        let story = restored {
            came(10.1, "A1")
            came(10.2, "A2")
            came(10.3, "A3")
        }
        try story.then().isQuiet(rule)
        try Story.given { anchorAdded(0, "A0", "anchor", key: "vase", origin: "app") }
            .when { Array(story.lines.dropFirst()) }
            .then().finds(rule, .error, events: [2, 3, 5, 9])
    }

    /// A plain ARAnchor keeps its key as its name.
    @Test(.tags(.lookAlike)) func theNameIsTheKey() throws {
        try restored {
            came(10.1, "A1", "lamp")
            came(10.2, "A2").with("name", "sofa")
            came(10.3, "A3", "lamp")
        }.then().isQuiet(rule)
    }

    /// The keys were told in the recording in which the room was furnished.
    @Test(.tags(.positive)) func inALaterRecording() throws {
        try Story {
            opened()
            anchorAdded(0.5, "A1", "anchor", key: "lamp", origin: "app")
            mapCaptured(1, "M1", anchors: 1, keys: ["lamp"])
            opened(2)
            mapLoaded(8, "M1")
            run(9, map: "M1")
            tracking(10, "normal")
            came(10.1, "A1")
        }.then().finds(rule, .error, events: [3, 6, 8])
    }

    /// A plane that was found anew counts as the map's where no origin is told, so the rest may still come.
    @Test(.tags(.lookAlike)) func theRestComesLater() throws {
        try restored {
            anchorAdded(10.1, "P1", "plane")
            anchorAdded(10.2, "P2", "plane")
            anchorAdded(10.3, "A1", "anchor", key: "lamp")
            anchorAdded(10.4, "A2", "anchor", key: "sofa")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func oneFindingAMap() throws {
        try given {
            mapVerified(2, "M1", missing: ["sofa"])
            mapLoaded(3, "M1", keys: ["lamp"])
            run(9, map: "M1")
            tracking(10, "normal")
            for index in 1...3 { came(10 + Double(index) / 10, "A\(index)", "lamp") }
            came(11, "A4", "sofa")
        }.then().finds(rule, .error, events: [2, 3, 5], count: 3)
    }

    /// More different keys than are kept: what is missing is not known.
    @Test(.tags(.lookAlike)) func tooManyKeys() throws {
        try Story {
            mapCaptured(1, "M1", anchors: 1002, keys: ["lamp"])
            run(9, map: "M1")
            tracking(10, "normal")
            for index in 0..<1002 { came(11, "A\(index)", "k\(index)") }
        }.then().isQuiet(rule)
    }

    // MARK: Whose

    /// Maps are known across the recordings of a file, and across its devices.
    @Test(.tags(.logEnd, .gap)) func laterRecording() throws {
        try given {
            opened(5)
            gap(6)
            mapLoaded(9, "M1", keys: ["lamp"])
        }.then().finds(rule, .error, events: [2, 3, 7])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapCaptured(1, "M1", keys: ["lamp", "sofa"]).told(by: "A")
            mapLoaded(3, "M1", keys: ["lamp"]).told(by: "B")
            mapLoaded(4, "M1", keys: ["lamp", "sofa"]).told(by: "A")
        }.then().finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try restored {
            came(10.1, "A1", "lamp")
            came(10.2, "A2", "vase").of(session: "other")
            came(10.3, "A3", "vase").of(session: "other")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapWhileTheyCome() throws {
        try restored {
            came(10.1, "A1", "lamp")
            gap(10.2)
            came(10.3, "A2", "lamp")
            came(10.4, "A3", "lamp")
            came(10.5, "A4", "lamp")
        }.then().isQuiet(rule)
    }

    /// What the app adds under a key that was lost does not bring the lost one back.
    @Test(.tags(.positive)) func placedAnew() throws {
        try restored {
            came(10.1, "A1", "lamp")
            came(10.2, "A2")
            came(10.3, "A3", "lamp")
            anchorAdded(11, "A4", "anchor", key: "sofa", origin: "app")
        }.then().finds(rule, .error, events: [2, 3, 5, 9])
    }

    /// Anchors that come later bring it back only if all do.
    @Test(.tags(.positive)) func halfOfItCame() throws {
        func story(_ last: [StoryLine]) -> Story {
            Story {
                opened()
                mapCaptured(1, "M1", anchors: 2, keys: ["lamp", "sofa"])
                anchorAdded(2, "A0", "anchor", key: "vase", origin: "app")
                run(9, options: ["removeExistingAnchors"], map: "M1")
                tracking(10, "normal")
                came(10.1, "A1")
                came(10.2, "A2")
                came(10.3, "A3", "lamp")
                last
            }
        }
        try story([]).then().finds(rule)
        try story([came(10.4, "A4", "sofa")]).then().isQuiet(rule)
    }
}

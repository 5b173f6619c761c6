@testable import Projections
import TestSupport
import Testing

struct ContentOnWorldCoordinatesTests {
    private let rule = "content-on-world-coordinates"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
            closed(90)
        }
    }

    private func saved(_ t: Double) -> StoryLine { event(t, "worldMap.saved", ["map": "M"]) }

    // MARK: Shared with peers

    @Test(.tags(.positive)) func shared() throws {
        let verdict = try given {
            nodeAttached(5, "N1", "root", key: "chair")
            frame(8)
            frame(11)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [4, 5, 7])
        #expect(
            finding?.message.contains("(chair) hangs under the root since 5 s (#5), and the world is shared")
                == true
                && finding?.message.contains("with peers since 2 s (#4); default limit 5 s") == true)
        #expect(finding?.session == nil)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(9.999, false), (10, true)])
    func howLong(_ t: Double, _ isLong: Bool) throws {
        let story = given {
            nodeAttached(5, "N1", key: "chair")
            nodeDetached(t, "N1")
        }
        if isLong {
            try story.then().finds(rule, .warning, events: [4, 5, 6])
        } else {
            try story.then().isQuiet()
        }
        try story.then(["contentOnWorldCoordinates.duration": 6]).isQuiet()
        try story.then(["contentOnWorldCoordinates.duration": 4]).finds(rule)
    }

    @Test(.tags(.positive)) func thePeerComesLater() throws {
        try Story {
            run(1, collaboration: true)
            nodeAttached(2, "N1", key: "chair")
            peer(20, "B", "connected")
            frame(24)
            frame(26)
            closed(90)
        }.then().finds(rule, .warning, events: [2, 3, 5])
    }

    @Test(.tags(.lookAlike)) func thePeerLeaves() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            peer(9, "B", "notConnected")
            frame(30)
        }.then().isQuiet()
        // Five seconds of one time together, not of two.
        try given {
            nodeAttached(5, "N1", key: "chair")
            peer(9, "B", "notConnected")
            peer(20, "B", "connected")
            peer(24, "B", "notConnected")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func switchedOff() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            run(9)
            frame(30)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func aloneAndUnkept() throws {
        try Story {
            run(1)
            nodeAttached(2, "N1", key: "chair")
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func otherNodes() throws {
        try given {
            anchorAdded(3, "A1", "anchor")
            nodeAttached(5, "N1", "camera", key: "wand")
            nodeAttached(5, "N2", key: "arrow", role: "overlay")
            nodeAttached(5, "N3", key: "axes", role: "debug")
            nodeAttached(5, "N4")
            nodeAttached(5, "N5", key: "chair").with("isLocalOnly", true)
            nodeAttached(5, "N6", to: "A1", key: "chair")
            nodeAttached(5, "N7", below: "N6", key: "cushion")
        }.then().isQuiet()
    }

    // MARK: Ghosts

    @Test(
        .tags(.lookAlike, .limit),
        arguments: [(29.0, true), (30, true), (31, true), (28.999, false), (31.001, false)])
    func ghost(_ added: Double, _ isGhost: Bool) throws {
        let verdict = try given {
            nodeAttached(5, "N1", key: "chair")
            if added < 30 { anchorAdded(added, "A1", "anchor", key: "chair") }
            nodeDetached(30, "N1")
            if added >= 30 { anchorAdded(added, "A1", "anchor", key: "chair") }
            nodeAttached(max(added, 30) + 0.1, "N2", to: "A1", key: "chair")
        }.then()
        if isGhost { verdict.isQuiet() } else { verdict.finds(rule, .warning, events: [4, 5, 6]) }
    }

    @Test(.tags(.limit)) func otherSwap() throws {
        let story = given {
            nodeAttached(5, "N1", key: "chair")
            nodeDetached(30, "N1")
            anchorAdded(33, "A1", "anchor", key: "chair")
            nodeAttached(33.1, "N2", to: "A1", key: "chair")
        }
        try story.then(["contentOnWorldCoordinates.swap": 3]).isQuiet()
        try story.then(["contentOnWorldCoordinates.swap": 2.9]).finds(rule)
    }

    @Test(.tags(.positive)) func anotherThingsAnchor() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            nodeDetached(30, "N1")
            anchorAdded(30.1, "A1", "anchor", key: "table")
        }.then().finds(rule)
    }

    /// The anchor came, and the ghost stayed.
    @Test(.tags(.positive)) func aGhostThatStays() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            anchorAdded(6, "A1", "anchor", key: "chair")
            nodeAttached(6.1, "N2", to: "A1", key: "chair")
        }.then().finds(rule, .warning)
    }

    /// One ghost after the other under one name.
    @Test(.tags(.lookAlike)) func attachedAgain() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            anchorAdded(14.5, "A1", "anchor", key: "chair")
            nodeAttached(15, "N1", key: "chair")
            nodeDetached(29.5, "N1")
            anchorAdded(30, "A2", "anchor", key: "chair")
        }.then().isQuiet(rule)
    }

    // MARK: Maps

    @Test(.tags(.positive)) func restored() throws {
        let finding = try Story {
            opened()
            run(1, map: "M")
            tracking(3, "normal")
            nodeAttached(5, "N1", key: "chair")
            frame(11)
            closed(90)
        }.then().finds(rule, .warning, events: [2, 4, 5])
        #expect(finding?.message.contains("a world map is saved or restored at 1 s (#2)") == true)
    }

    @Test(.tags(.positive)) func savedLater() throws {
        try Story {
            run(1)
            nodeAttached(5, "N1", key: "chair")
            saved(30)
            closed(90)
        }.then().finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.lookAlike)) func theHostsMap() throws {
        try Story {
            run(1, options: ["removeExistingAnchors"], purpose: "join", collaboration: true, map: "M")
            tracking(3, "normal")
            nodeAttached(5, "N1", key: "chair")
            closed(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func goneBeforeTheMap() throws {
        try Story {
            run(1)
            nodeAttached(5, "N1", key: "chair")
            nodeDetached(20, "N1")
            saved(30)
            mapVerified(30.5, "M")
            closed(90)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func soonAfterTheMap() throws {
        try Story {
            run(1)
            nodeAttached(28, "N1", key: "chair")
            saved(30)
            frame(34)
            closed(90)
        }.then().finds(rule, .warning, events: [2, 3, 4])
    }

    // MARK: Around it

    @Test(.tags(.positive)) func aLogIsOneFinding() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            nodeAttached(6, "N2", key: "table")
            nodeDetached(20, "N2")
            frame(30)
        }.then().finds(rule, .warning, count: 2)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            app(6, "background")
            frame(20)
            app(30, "active")
            nodeDetached(33, "N1")
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(9.999, false), (10.0, true)])
    func theLogsEnd(_ end: Double, _ isLong: Bool) throws {
        let verdict = try Story {
            together()
            nodeAttached(5, "N1", key: "chair")
            frame(end)
        }.then()
        if isLong { verdict.finds(rule, .warning, events: [4, 5, 6]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            nodeAttached(5, "N1", key: "chair")
            gap(7)
            frame(20)
        }.then().isQuiet(rule)
        // Whether it was a ghost is lost.
        try given {
            nodeAttached(5, "N1", key: "chair")
            frame(20)
            gap(22)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given { nodeAttached(5, "N1", key: "chair").of(session: "other") }.then().isQuiet()
        try given {
            nodeAttached(5, "N1", key: "chair")
            anchorAdded(29, "A1", "anchor", key: "chair").of(session: "other")
            nodeDetached(30, "N1")
        }.then().finds(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            peer(2, "B", "connected").with("device", "C")
            nodeAttached(5, "N1", key: "chair").with("device", "A")
            saved(30).with("device", "C")
            frame(60).with("device", "A")
        }.then().isQuiet()
    }

    @Test func twoRecordings() throws {
        try Story {
            opened()
            run(1)
            saved(2)
            mapVerified(2.5, "M")
            closed(3)
            opened(4)
            run(5)
            nodeAttached(6, "N1", key: "chair")
            closed(60)
        }.then().isQuiet()
    }
}

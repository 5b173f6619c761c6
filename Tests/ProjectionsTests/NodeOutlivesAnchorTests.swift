import TestSupport
import Testing

@testable import Projections

struct NodeOutlivesAnchorTests {
    private let rule = "node-outlives-anchor"

    /// A lamp N1, event 4, on anchor A1, event 3.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5)
            anchorAdded(1, "A1", "anchor", key: "lamp")
            nodeAttached(2, "N1", to: "A1", key: "lamp")
        }.when(lines)
    }

    // MARK: After a removal

    @Test(.tags(.positive)) func removed() throws {
        let verdict = try given {
            anchorRemoved(9, "A1")
            frame(9.5)
            frame(10.5)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [4, 5, 7])
        #expect(finding?.message.contains("still attached 1.5 s later; default limit 1 s") == true)
        #expect(finding?.message.contains("(lamp) was still") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(9.9999, false), (10.0, true), (10.1, true)])
    func delay(_ detached: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorRemoved(9, "A1")
            nodeDetached(detached, "N1")
            closed(60)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [4, 5, 6]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            anchorRemoved(9, "A1")
            nodeDetached(12, "N1")
            closed(60)
        }
        try story.then(["nodeOutlivesAnchor.delay": 3.1]).isQuiet()
        let finding = try story.then(["nodeOutlivesAnchor.delay": 3]).finds(
            rule, .warning, events: [4, 5, 6])
        #expect(finding?.limit == UsedLimit(name: "nodeOutlivesAnchor.delay", value: 3, unit: "s"))
    }

    @Test(.tags(.logEnd), arguments: [(9.9999, false), (10.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorRemoved(9, "A1")
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [4, 5, 6]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.lookAlike)) func addedAgain() throws {
        try given {
            anchorRemoved(9, "A1")
            anchorAdded(9.9, "A1", "anchor", key: "lamp")
            closed(60)
        }.then().isQuiet()
        // And removed again: the node the app kept is still there.
        try given {
            anchorRemoved(9, "A1")
            anchorAdded(9.5, "A1", "anchor", key: "lamp")
            anchorRemoved(12, "A1")
            nodeDetached(12.5, "N1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func addedAgainAndRemovedForGood() throws {
        try given {
            anchorRemoved(9, "A1")
            anchorAdded(9.5, "A1", "anchor", key: "lamp")
            anchorRemoved(12, "A1")
            frame(13)
            closed(60)
        }.then().finds(rule, .warning, events: [4, 7, 8])
    }

    @Test(.tags(.positive)) func severalNodesAreOneFinding() throws {
        try given {
            nodeAttached(3, "N2", to: "A1", key: "shade")
            nodeAttached(4, "N3", to: "A1", key: "box", role: "debug")
            nodeAttached(5, "N4", below: "N1", key: "bulb")
            anchorRemoved(9, "A1")
            frame(10)
            closed(60)
        }.then().finds(rule, .warning, events: [4, 5, 8, 9])
    }

    @Test(.tags(.lookAlike)) func lookAlikes() throws {
        for node in [
            nodeAttached(2, "N2", key: "lamp"), nodeAttached(2, "N2", "camera", key: "lamp"),
            nodeAttached(2, "N2", to: "A1", key: "lamp", role: "overlay"),
            nodeAttached(2, "N2", to: "A1", key: "lamp", role: "debug"),
        ] {
            try Story {
                anchorAdded(1, "A1")
                node
                anchorRemoved(9, "A1")
                closed(60)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            anchorRemoved(9, "A1")
            app(9.5, "background")
            frame(20)
            app(30, "active")
            nodeDetached(30.4, "N1")
            closed(60)
        }.then().isQuiet()
        try given {
            anchorRemoved(9, "A1")
            app(9.5, "background")
            app(30, "active")
            frame(30.5)
            closed(60)
        }.then().finds(rule, .warning, events: [4, 5, 8])
    }

    @Test(.tags(.gap)) func gapWhileItWaits() throws {
        try given {
            anchorRemoved(9, "A1")
            gap(9.5)
            closed(60)
        }.then().isQuiet()
        try given {
            anchorRemoved(9, "A1")
            gap(20)
            closed(60)
        }.then().isQuiet()
    }

    // MARK: After a run

    private func droppedBy(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        given {
            run(12, options: ["removeExistingAnchors"])
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func droppedByRun() throws {
        let verdict = try droppedBy {
            frame(20)
            anchorAdded(21, "P1", "plane")
        }.then()
        let finding = verdict.finds(rule, .warning, events: [4, 5, 7])
        #expect(finding?.message.contains("The run at 12 s (#5) dropped the anchors") == true)
        #expect(finding?.limit == nil)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func droppedAndDetachedInTime() throws {
        try droppedBy {
            nodeDetached(20.9, "N1")
            anchorAdded(21, "P1", "plane")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func droppedAndNothingAdded() throws {
        try droppedBy { frame(20) }.then().isQuiet()
    }

    /// Whether `didRemove` follows is fine either way, and makes no second finding.
    @Test(.tags(.lookAlike)) func droppedAndRemoved() throws {
        try droppedBy {
            anchorRemoved(12.1, "A1")
            anchorAdded(21, "P1", "plane")
        }.then().finds(rule, .warning, events: [4, 5, 7])
        try droppedBy {
            anchorRemoved(12.1, "A1")
            nodeDetached(13.5, "N1")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func aPlainRunDropsNothing() throws {
        try given {
            run(12, options: ["resetTracking"])
            anchorAdded(21, "P1", "plane")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try droppedBy {
            anchorAdded(21, "A2", "anchor")
            nodeAttached(22, "N2", to: "A2", key: "sofa")
            run(30, options: ["removeExistingAnchors"])
            anchorAdded(31, "A3", "anchor")
        }.then().finds(rule, each: [[4, 5, 6], [7, 8, 9]])
    }

    @Test(.tags(.twoSessions)) func anotherSession() throws {
        try droppedBy { anchorAdded(21, "P1", "plane").of(session: "other") }.then().isQuiet()
        try given {
            run(12, options: ["removeExistingAnchors"]).of(session: "other")
            anchorAdded(21, "P1", "plane")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapAfterTheRun() throws {
        try droppedBy {
            gap(15)
            anchorAdded(21, "P1", "plane")
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try droppedBy {
            opened(15)
            anchorAdded(21, "P1", "plane")
        }.then().isQuiet()
        try given {
            anchorRemoved(9, "A1")
            opened(30)
            closed(60)
        }.then().isQuiet()
    }

    @Test func notJudgedWithoutNodes() throws {
        let verdict = try Story {
            opened(records: ["session", "anchor"])
            anchorAdded(1, "A1")
            nodeAttached(2, "N1", to: "A1", key: "lamp")
            anchorRemoved(9, "A1")
            closed(60)
        }.then()
        verdict.isQuiet()
        #expect(verdict.notJudged[rule] == "the recorder does not write node events (log.opened.records)")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ device: StoryValue) -> Story {
            Story {
                anchorAdded(1, "A1").with("device", "A")
                nodeAttached(2, "N1", to: "A1", key: "lamp").with("device", "A")
                anchorAdded(2, "A1").with("device", "B")
                anchorRemoved(9, "A1").with("device", device)
                frame(20).with("device", "A")
                frame(20).with("device", "B")
            }
        }
        try story("B").then().isQuiet()
        try story("A").then().finds(rule, .warning, events: [2, 4, 5])
    }
}

import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// What each care of the reference is for: without it there is a fault, with it there is none.
@Suite struct SessionReferenceTests: ReferenceSuite {
    // MARK: Running

    /// Two places that want the session to run, right after each other.
    private var twoStarters: Story {
        Story {
            opened()
            run(1, source: "start-button")
            run(1.2, source: "foreground")
            tracking(1.5, "normal")
            steady(2, 6)
            closed(7)
        }
    }

    @Test func aSessionThatRunsIsNotRunAgain() throws {
        #expect(try replayed(twoStarters).outputs == ["+1.0 session.run"])
        #expect(try faults(twoStarters) == [])
        #expect(try faults(twoStarters, without: [.oneRun]) == ["double-run"])
    }

    @Test func whatChangesSomethingWaitsForTheAnswer() throws {
        let story = Story {
            opened()
            run(1, source: "start-button")
            run(1.2, options: ["resetTracking", "removeExistingAnchors"], source: "user")
            tracking(1.5, "limited", "initializing")
            tracking(3, "normal")
            closed(8)
        }
        #expect(try replayed(story).outputs == ["+1.0 session.run", "+1.5 session.run"])
        // Where no answer comes it waits no longer than a second.
        let silent = Story {
            opened()
            run(1, source: "start-button")
            run(1.2, options: ["resetTracking"], source: "user")
            frame(4)
            closed(8)
        }
        #expect(try replayed(silent).outputs == ["+1.0 session.run", "+2.0 session.run"])
    }

    @Test func afterAFailureNothingThatWaitedIsRun() throws {
        let story = Story {
            opened()
            run(1, source: "start-button")
            run(1.2, options: ["resetTracking"], source: "user")
            failed(1.4, code: 102)
            run(4, source: "start-button")
            tracking(5, "normal")
            closed(8)
        }
        #expect(try replayed(story).outputs == ["+1.0 session.run", "+4.0 session.run"])
    }

    @Test func aPauseInAnInterruptionWaitsForItsEnd() throws {
        let story = Story {
            opened()
            run(1)
            tracking(2, "normal")
            interrupted(3)
            paused(4)
            resumed(6)
            closed(8)
        }
        #expect(try replayed(story).outputs == ["+1.0 session.run", "+6.0 session.pause"])
        #expect(try faults(story) == [])
    }

    @Test func oneSessionHasTheCamera() throws {
        let story = Story {
            opened()
            run(1).of(session: "placement")
            tracking(2, "normal").of(session: "placement")
            run(4).of(session: "tracking")
            interrupted(4.2, "camera").of(session: "placement")
            tracking(5, "normal").of(session: "tracking")
            closed(9)
        }
        #expect(
            try replayed(story).outputs == ["+1.0 session.run", "+4.0 session.pause", "+4.0 session.run"])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.oneCamera]) == ["sessions-compete"])
    }

    // MARK: Content

    @Test func nodesGoBeforeTheirAnchors() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            anchorAdded(2, "A1", key: "chair")
            run(5, options: ["resetTracking", "removeExistingAnchors"], source: "user")
            tracking(6, "normal")
            anchorAdded(8, "A2", key: "chair")
            closed(12)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+2.0 node.attached", "+5.0 node.detached", "+5.0 session.run",
                "+8.0 node.attached",
            ])
        #expect(try faults(story) == [])
        let buggy = try faults(story, without: [.nodesBeforeRun])
        #expect(buggy.contains("node-outlives-anchor") && buggy.contains("duplicate-node"))
    }

    @Test func whatHangsBelowANodeGoesWithIt() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            anchorAdded(2, "A1")
            nodeAttached(2.1, "N1", to: "A1", key: "chair")
            nodeAttached(2.2, "N2", below: "N1", key: "label")
            anchorRemoved(4, "A1")
            // The thing is gone, and may be shown anew.
            anchorAdded(5, "A1")
            nodeAttached(5.1, "N3", to: "A1", key: "chair")
            nodeDetached(6, "N2")
            closed(9)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+2.1 node.attached", "+2.2 node.attached", "+4.0 node.detached",
                "+5.1 node.attached",
            ])
    }

    @Test func contentOfAnAnchorThatComesBackIsBuilt() throws {
        let story = Story {
            opened(records: ["session", "camera", "frame", "anchor", "node", "worldMap"])
            mapLoaded(0.2, "M1", anchors: 1, keys: ["lamp"])
            run(0.3, source: "restore", purpose: "restore", map: "M1")
            tracking(1, "limited", "relocalizing")
            tracking(5, "normal")
            anchorAdded(5.1, "A1", key: "lamp", origin: "worldMap")
            steady(6, 10)
            closed(11)
        }
        let replay = try replayed(story)
        #expect(
            replay.outputs == ["+0.3 session.run", "+2.5 recovery.statusShown", "+5.1 node.attached"])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.restoredContent]) == ["anchor-without-node"])
    }

    @Test func whatStandsInTheRoomWaitsForTheRoom() throws {
        let story = Story {
            opened()
            mapReceived(0.2, "M1")
            run(0.3, source: "join", purpose: "join", map: "M1")
            tracking(1, "limited", "relocalizing")
            nodeAttached(1.1, "N1", key: "board")
            nodeAttached(1.2, "N2", key: "stool")
            nodeDetached(1.3, "N2")
            tracking(5, "normal")
            nodeDetached(7, "N1")
            closed(9)
        }
        let replay = try replayed(story)
        #expect(
            replay.outputs.filter { $0.contains("node") } == ["+5.0 node.attached", "+7.0 node.detached"])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.localized]) == ["content-before-localized"])
        #expect(try faults(story, without: [.joinOptions]).contains("guest-run-incomplete"))
    }

    @Test func whatIsNotTrackedIsNotShown() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            anchorAdded(2, "I1", "image", key: "poster", isTracked: false)
            nodeAttached(2.1, "N1", to: "I1", key: "poster")
            anchorUpdated(4, "I1", isTracked: true)
            anchorUpdated(5, "I1", isTracked: true)
            anchorUpdated(6, "I1", isTracked: false)
            steady(7, 10)
            closed(11)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+2.1 node.attached", "+2.1 node.visibilityChanged",
                "+4.0 node.visibilityChanged", "+6.0 node.visibilityChanged",
            ])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.tracked]) == ["visible-while-lost"])
    }

    // MARK: Relocalization

    private var endless: Story {
        Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            interrupted(3)
            resumed(8)
            tracking(8.2, "limited", "relocalizing")
            steady(9, 50)
            closed(51)
        }
    }

    @Test func aRelocalizationHasADeadlineAndWaysOut() throws {
        let findings = try replayed(endless).findings()
        #expect(
            try replayed(endless).outputs == [
                "+0.1 session.run", "+9.7 recovery.statusShown", "+38.2 recovery.offered",
            ])
        // Its length is told, and is no error where there are ways out.
        #expect(findings.map(\.rule) == ["relocalization-timeout"])
        #expect(findings.map(\.severity) == [.warning])
        let buggy = try replayed(endless, without: [.deadline]).findings()
        #expect(buggy.first { $0.rule == "relocalization-timeout" }?.severity == .error)
    }

    @Test(arguments: [("retry", true), ("startOver", false), ("placeRelative", false)])
    func aWayOutIsTaken(choice: String, keepsMap: Bool) throws {
        let story = Story {
            opened()
            mapLoaded(0.2, "M1", anchors: 1)
            run(0.3, source: "restore", purpose: "restore", map: "M1")
            tracking(1, "limited", "relocalizing")
            StoryLine(40, "recovery.chosen", [("choice", .text(choice))])
            tracking(42, "normal")
            closed(50)
        }
        let replay = try replayed(story)
        #expect(
            replay.outputs == [
                "+0.3 session.run", "+2.5 recovery.statusShown", "+31.0 recovery.offered",
                "+40.0 session.run",
            ])
        let runs = replay.log.batch(replay.log.headers).events.compactMap {
            $0.decode(Event.SessionRun.self)
        }
        #expect((runs.last?.configuration?.initialWorldMap != nil) == keepsMap)
        // What was placed stays where the user goes on from here.
        #expect(runs.last?.options.contains(.removeExistingAnchors) == (choice != "placeRelative"))
    }

    @Test func whatWasOfferedIsTakenBack() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "limited", "relocalizing")
            tracking(35, "normal")
            closed(40)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+2.5 recovery.statusShown", "+31.0 recovery.offered",
                "+35.0 recovery.cancelled",
            ])
        #expect(try faults(story).filter { $0 != "relocalization-timeout" } == [])
    }
}

import EventLog
import TestSupport
import Testing

@testable import Projections

struct AnchorMapTests {
    private func session(_ name: String? = nil, @StoryBuilder _ lines: () -> [StoryLine]) throws
        -> SessionState
    {
        try #require(Story(lines).world().session(name))
    }

    @Test func added() throws {
        let session = try session {
            anchorAdded(1, "A1", "plane", key: "table", origin: "app", owner: "S1", at: [1, 2, 3])
        }
        let anchor = try #require(session.anchor("A1"))
        #expect(anchor.isLive && anchor.isTracked && anchor.isContent && !anchor.isOfMap)
        #expect(anchor.kind == .plane && anchor.origin == .app && anchor.ownerSession == EntityID("S1"))
        #expect(anchor.position == Vector3(1, 2, 3) && anchor.orientation == nil)
        #expect(anchor.added?.number == 1 && anchor.gone == nil && anchor.updates == 0)
    }

    @Test func whereTrackingChanged() throws {
        let session = try Story {
            anchorAdded(1, "A1", "object")
            anchorUpdated(2, "A1", isTracked: true)
            anchorUpdated(3, "A1", isTracked: false)
            anchorUpdated(4, "A1", isTracked: false)
            anchorUpdated(5, "A1")
            anchorAdded(6, "A2", "object", isTracked: false)
        }.world().session()
        #expect(session?.anchor("A1")?.trackingChanged?.number == 3)
        #expect(session?.anchor("A1")?.updates == 4)
        #expect(session?.anchor("A2")?.trackingChanged?.number == 6)
    }

    @Test func whatTheAppAskedFor() throws {
        let session = try Story {
            anchorRequested(1, "A1")
            anchorAdded(2, "A1")
            anchorAdded(3, "A2")
            removeRequested(4, "A2")
        }.world().session()
        #expect(session?.anchor("A1")?.isRequested == true)
        #expect(session?.anchor("A1")?.isRemovalAsked == false)
        #expect(session?.anchor("A2")?.isRequested == false)
        #expect(session?.anchor("A2")?.isRemovalAsked == true)
    }

    @Test func updatesChangeWhatTheyTell() throws {
        let session = try session {
            anchorAdded(1, "A1", "image", at: [1, 2, 3], isTracked: false)
            anchorUpdated(2, "A1")
            anchorUpdated(3, "A1", at: [4, 5, 6])
            anchorUpdated(4, "A1", isTracked: true)
            anchorUpdated(5, "A1")
        }
        let anchor = try #require(session.anchor("A1"))
        #expect(anchor.position == Vector3(4, 5, 6) && anchor.isTracked && anchor.updates == 4)
        #expect(anchor.kind == .image && anchor.added?.number == 1)
    }

    @Test func untrackedUntilToldOtherwise() throws {
        let session = try session {
            anchorAdded(1, "A1", "object", isTracked: false)
            anchorUpdated(2, "A1")
        }
        #expect(session.anchor("A1")?.isTracked == false)
    }

    @Test func theLogBeginsInTheMiddle() throws {
        let session = try session {
            anchorUpdated(1, "A1", at: [1, 0, 0])
            nodeAttached(2, "N1", to: "A2")
        }
        let anchor = try #require(session.anchor("A1"))
        #expect(anchor.isLive && anchor.added == nil && anchor.kind == nil && anchor.updates == 1)
        #expect(session.anchor("A2")?.isLive == true && session.anchor("A2")?.added == nil)
        #expect(session.anchors.liveCount == 2)
    }

    @Test func toldAtLast() throws {
        let session = try session {
            nodeAttached(1, "N1", to: "A1")
            anchorAdded(2, "A1", "anchor", key: "chair")
        }
        let anchor = try #require(session.anchor("A1"))
        #expect(anchor.added?.number == 2 && anchor.kind == .anchor)
        #expect(session.anchors.liveCount == 1)
        #expect(session.nodes.onAnchor(try #require(session.node("N1")?.anchor)).map { $0 }.count == 1)
    }

    @Test func removed() throws {
        let session = try session {
            anchorAdded(1, "A1")
            anchorRemoved(2, "A1")
            anchorUpdated(3, "A1", at: [1, 1, 1])
            anchorRemoved(4, "A1")
            anchorRemoved(5, "never")
        }
        let anchor = try #require(session.anchor("A1"))
        #expect(anchor.state == .removed && anchor.gone?.number == 2)
        #expect(session.anchors.liveCount == 0 && session.anchors.live.isEmpty)
        #expect(session.anchor("never") == nil)
    }

    @Test func droppedByRun() throws {
        let session = try session {
            anchorAdded(1, "A1")
            anchorAdded(1, "A2")
            anchorRemoved(2, "A2")
            run(3, options: ["removeExistingAnchors"])
            anchorRemoved(4, "A1")
            anchorAdded(5, "A3")
            run(6, options: ["resetTracking"])
        }
        #expect(session.anchor("A1")?.state == .droppedByRun && session.anchor("A1")?.gone?.number == 4)
        #expect(session.anchor("A2")?.state == .removed)
        #expect(session.anchor("A3")?.isLive == true)
        #expect(session.anchors.liveCount == 1)
    }

    @Test func addedAgain() throws {
        let session = try session {
            anchorAdded(1, "A1", "plane", key: "table", at: [1, 1, 1])
            anchorRemoved(2, "A1")
            anchorAdded(3, "A1", "anchor")
        }
        let anchor = try #require(session.anchor("A1"))
        #expect(anchor.isLive && anchor.kind == .anchor && anchor.key == nil && anchor.position == nil)
        #expect(anchor.serial == 2 && anchor.added?.number == 3)
        #expect(session.anchors.all.map(\.serial) == [1, 2])
    }

    @Test func addedAgainWithItsNodes() throws {
        let session = try session {
            anchorAdded(1, "A1")
            nodeAttached(1, "N1", to: "A1")
            anchorRemoved(2, "A1")
            anchorAdded(3, "A1")
            anchorAdded(4, "A2")
        }
        let record = try #require(session.anchors.index(of: "A1"))
        #expect(session.node("N1")?.anchor == record && session.anchors.load(of: record) == 1)
        #expect(session.anchors.live.map { session.anchors[$0].serial } == [2, 3])
    }

    @Test func oneIdInTwoSessions() throws {
        let world = try Story {
            anchorAdded(1, "A1", "plane")
            anchorAdded(2, "A1", "image").of(session: "other")
            anchorRemoved(3, "A1")
        }.world()
        #expect(world.session()?.anchor("A1")?.state == .removed)
        #expect(world.session("other")?.anchor("A1")?.isLive == true)
        #expect(world.session("other")?.anchor("A1")?.kind == .image)
    }

    @Test func liveInOrder() throws {
        let session = try session {
            for index in 1...6 { anchorAdded(1, "A\(index)") }
            for index in [1, 4, 6] { anchorRemoved(2, "A\(index)") }
            anchorAdded(3, "A4")
            anchorAdded(3, "A7")
        }
        #expect(session.anchors.live.map { session.anchors[$0].serial } == [2, 3, 5, 7, 8])
        #expect(session.anchors.latestLive(2).map { session.anchors[$0].serial } == [8, 7])
        #expect(session.anchors.liveCount == 5)
    }

    // MARK: How long what is gone is remembered

    @Test(arguments: [(62.0, true), (62.001, false)])
    func retention(_ later: Double, _ isKnown: Bool) throws {
        let story = Story {
            anchorAdded(1, "A1")
            anchorRemoved(2, "A1")
            anchorAdded(3, "A2")
            anchorRemoved(later, "A2")
        }
        #expect((try story.world().session()?.anchor("A1") != nil) == isKnown)
        #expect(try story.world(keepsGone: true).session()?.anchor("A1") != nil)
    }

    @Test func rememberedWhileNodesHang() throws {
        let story = Story {
            anchorAdded(1, "A1")
            nodeAttached(1, "N1", to: "A1")
            anchorRemoved(2, "A1")
            anchorAdded(3, "A2")
            anchorRemoved(100, "A2")
        }
        let session = try #require(story.world().session())
        #expect(session.anchor("A1")?.state == .removed)
        let after = try #require(story.when { nodeDetached(101, "N1") }.world().session())
        #expect(after.anchor("A1") == nil)
    }

    /// A slot that was given to another anchor is no longer the old one's.
    @Test func slotsAreUsedAgain() throws {
        let session = try session {
            anchorAdded(1, "A1")
            anchorRemoved(2, "A1")
            anchorAdded(3, "A2")
            anchorRemoved(90, "A2")
            anchorAdded(91, "A3")
        }
        #expect(session.anchors.all.count == 2)
        #expect(session.anchors.isCurrent(0, serial: 3) && !session.anchors.isCurrent(0, serial: 1))
        #expect(session.anchor("A3")?.isLive == true)
    }

    // MARK: Whose they are

    @Test(arguments: [
        (5.0, nil, true), (12.0, nil, true), (12.001, nil, false), (5, "app", false), (30, "worldMap", true),
    ])
    func ofTheMap(_ t: Double, _ origin: String?, _ isOfMap: Bool) throws {
        let session = try session {
            run(1, map: "M1")
            if t >= 7 { tracking(7, "normal") }
            anchorAdded(t, "A1", "anchor", origin: origin)
        }
        #expect(session.anchor("A1")?.isOfMap == isOfMap)
    }

    @Test func notOfTheMapAfterAnotherRun() throws {
        let session = try session {
            run(1, map: "M1")
            tracking(2, "normal")
            run(3)
            anchorAdded(4, "A1", "anchor")
        }
        #expect(session.anchor("A1")?.isOfMap == false)
    }
}

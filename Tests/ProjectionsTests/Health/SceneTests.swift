import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct SceneTests {
    private func life(_ health: SessionHealth, _ id: EntityID) -> SceneLife? {
        health.scene.first { $0.id == id }
    }

    @Test func fromWhenToWhenAndWhere() throws {
        let health = try Story {
            opened()
            run(0.5)
            anchorAdded(1, "A1", "anchor", key: "chair", origin: "app", at: [0, 0, -1])
            nodeAttached(1.5, "N1", to: "A1", key: "chair")
            anchorUpdated(2, "A1", at: [0.5, 0, -1])
            anchorUpdated(3, "A1", at: [0.501, 0, -1])
            anchorUpdated(4, "A1", at: [0.501, 0, -2])
            nodeShown(5, "N1", false)
            nodeDetached(6, "N1")
            anchorRemoved(7, "A1")
            anchorAdded(8, "A2", "plane", at: [1, 0, 1])
            closed(9)
        }.health()
        let anchor = try #require(life(health, "A1"))
        #expect(anchor.from.number == 3 && anchor.to?.number == 10 && anchor.isOver)
        #expect(anchor.kind == .anchor && anchor.key == "chair" && anchor.origin == .app)
        // A millimetre is no move.
        #expect(anchor.way.map(\.place.x) == [0, 0.5, 0.501] && anchor.way.map(\.place.z) == [-1, -1, -2])
        #expect(anchor.way.allSatisfy { $0.time >= anchor.from.time && $0.time <= anchor.to?.time ?? 0 })
        let node = try #require(life(health, "N1"))
        #expect(node.parent == "A1" && node.to?.number == 9)
        #expect(node.visibility.map(\.isVisible) == [false])
        let plane = try #require(life(health, "A2"))
        #expect(!plane.isOver && plane.to?.number == 12)
    }

    @Test func dropped() throws {
        let health = try Story {
            opened()
            run(0.5)
            anchorAdded(1, "A1", at: [0, 0, -1])
            run(5, options: ["resetTracking", "removeExistingAnchors"])
            closed(9)
        }.health()
        #expect(life(health, "A1")?.isDropped == true && life(health, "A1")?.to?.number == 4)
    }

    @Test func anAnchorFromBeforeTheLog() throws {
        let health = try Story {
            opened()
            run(0.5)
            anchorUpdated(1, "A1", at: [0, 0, -1])
            anchorUpdated(3, "A1", at: [0, 0, -2])
            tracking(5, "normal")
            closed(9)
        }.health()
        let anchor = try #require(life(health, "A1"))
        #expect(anchor.isFromBefore && anchor.way.map(\.place.z) == [-1, -2])
    }

    @Test func nodesThatMoveAndWhatHangsBelow() throws {
        let health = try Story {
            opened()
            run(0.5)
            nodeAttached(1, "N1", nil, key: "ghost", at: [0, 0, 0])
            nodeAttached(1, "N2", below: "N1", key: "shadow")
            event(2, "node.moved", ["node": "N1", "position": [0, 0, 3]])
            nodeDetached(4, "N1")
            closed(9)
        }.health()
        #expect(life(health, "N1")?.way.map(\.place.z) == [0, 3])
        #expect(life(health, "N2")?.parent == "N1" && life(health, "N2")?.to?.number == 6)
    }

    @Test func duplicatesAreMarkedFromWhenTheyAre() throws {
        let health = try Story {
            opened()
            run(0.5)
            anchorAdded(1, "A1", at: [0, 0, -1])
            nodeAttached(2, "N1", to: "A1", key: "chair")
            nodeAttached(3, "N2", to: "A1", key: "chair")
            nodeAttached(3, "N3", to: "A1", key: "lamp")
            tracking(6, "normal")
            closed(9)
        }.health()
        #expect(life(health, "N1")?.duplicateSince?.number == 5)
        #expect(life(health, "N2")?.duplicateSince?.number == 5)
        #expect(life(health, "N3")?.duplicateSince == nil)
    }

    @Test func theCameraAndWhereItLooks() throws {
        let turned: StoryValue = [0, 0.7071068, 0, 0.7071068]
        let health = try Story {
            opened()
            run(0.5)
            event(1, "camera.pose", ["position": [0, 1, 0], "orientation": [0, 0, 0, 1]])
            event(1.05, "camera.pose", ["position": [9, 1, 0]])
            event(2, "camera.pose", ["position": [1, 1, 0], "orientation": turned])
            event(3, "camera.pose", ["position": [2, 1, 0]])
            closed(9)
        }.health()
        let way = try #require(health.cameras.first?.way)
        #expect(way.map(\.place.x) == [0, 1, 2])
        // Along −z; turned a quarter to the left, along −x.
        #expect(way[0].heading.map { abs($0.x) < 1e-6 && abs($0.z + 1) < 1e-6 } == true)
        #expect(way[1].heading.map { abs($0.x + 1) < 1e-6 && abs($0.z) < 1e-6 } == true)
        #expect(way[2].heading == nil)
    }

    @Test func placesThatAreNone() throws {
        let health = try Story {
            opened()
            run(0.5)
            anchorAdded(1, "A1", at: [1e30, 0, 0])
            event(1, "camera.pose", ["position": [0, 0, 1e30], "orientation": [0, 0, 0, 0]])
            closed(9)
        }.health()
        #expect(life(health, "A1")?.way.isEmpty == true && health.cameras.first?.way.isEmpty ?? true)
    }

    @Test func ofVeryManyTheShortestLivedAreLeftOut() throws {
        let health = try Story {
            opened()
            run(0.5)
            anchorAdded(1, "long", key: "chair", at: [0, 0, 0])
            for index in 0..<20_000 {
                anchorAdded(2 + Double(index) / 1000, "A\(index)", at: [0, 0, 0])
                anchorRemoved(2.0005 + Double(index) / 1000, "A\(index)")
            }
            closed(30)
        }.health()
        #expect(health.scene.count <= SceneRecorder.limit)
        #expect(health.leftOut.lives + health.scene.count == 20_001)
        #expect(life(health, "long") != nil)
    }
}

import ARKit
import EventLog
import Foundation
import RealityKit
import TestSupport
import Testing

@testable import ARLogKit

/// Whole sessions, recorded as an app would record them, and what the rules say of their logs.
@MainActor @Suite struct StoryTests {
    private let configuration = ARWorldTrackingConfiguration()

    /// A session that has found its place.
    private func begin(_ stage: Stage) throws {
        stage.post(.active)
        try stage.log.viewAppeared("RoomView")
        try stage.log.run(configuration, purpose: .fresh, source: "start-button")
        stage.track(.limited(.initializing))
        stage.play(1, .limited)
        stage.track(.normal)
        stage.play(2)
    }

    /// A chair is put on an anchor of its own.
    private func put(_ key: String, _ stage: Stage) throws -> (anchor: ARAnchor, entity: Entity) {
        let anchor = ARAnchor(transform: place(1, 0, -1))
        let entity = Entity()
        entity.worldPosition = [1, 0, -1]
        try stage.log.userAction("place")
        try stage.log.add(anchor, key: key)
        stage.session.play(added: [anchor])
        stage.wait(0.05)
        try stage.log.node(entity, attachedTo: anchor, key: key)
        return (anchor, entity)
    }

    @Test func aHealthySessionIsFoundHealthy() throws {
        let stage = Stage([.wrappers, .nodes, .states])
        try begin(stage)
        let (anchor, entity) = try put("chair", stage)
        stage.play(20, updating: [anchor])
        stage.post(.inactive)
        stage.post(.background)
        stage.session.playInterruption()
        stage.wait(20)
        stage.post(.active)
        stage.session.playInterruptionEnd()
        stage.play(5, updating: [anchor])
        try stage.log.nodeDetached(entity)
        try stage.log.remove(anchor)
        stage.session.play(removed: [anchor])
        stage.wait(2)
        try stage.log.pause()
        let (found, notJudged) = try stage.end().findings()
        #expect(found == [])
        #expect(!notJudged.contains("double-run") && !notJudged.contains("duplicate-node"))
        #expect(notJudged.contains("critical-dropped"))
    }

    @Test func twoCallersOfRunAreFound() throws {
        let stage = Stage(.wrappers)
        try begin(stage)
        try stage.log.pause()
        stage.wait(1)
        try restart(stage)
        stage.wait(0.2)
        try reconnect(stage)
        stage.track(.limited(.initializing))
        stage.play(1)
        stage.track(.normal)
        stage.play(3)
        let log = try stage.end()
        #expect(log.findings().found == ["double-run warning"])
        // By the functions that called, without anybody having named them.
        let sources = log.lines("session.run").suffix(2)
        #expect(sources.map { $0.contains("restart(_:)") } == [true, false])
        #expect(sources.map { $0.contains("reconnect(_:)") } == [false, true])
    }

    private func restart(_ stage: Stage) throws { try stage.log.run(configuration) }
    private func reconnect(_ stage: Stage) throws { try stage.log.run(configuration) }

    @Test func aNodeThatOutlivesItsAnchorIsFound() throws {
        let stage = Stage([.wrappers, .nodes])
        try begin(stage)
        let (anchor, entity) = try put("chair", stage)
        stage.play(2, updating: [anchor])
        try stage.log.remove(anchor)
        stage.session.play(removed: [anchor])
        stage.play(5)
        #expect(try stage.end().findings().found == ["node-outlives-anchor warning"])
        withExtendedLifetime(entity) {}
    }

    /// The same, where the app did take the entity away and said nothing: no false alarm.
    @Test func aNodeThatWentWithItsAnchorIsNotFound() throws {
        let stage = Stage([.wrappers, .nodes])
        try begin(stage)
        let anchor = try put("chair", stage).anchor
        stage.play(2, updating: [anchor])
        stage.session.play(removed: [anchor])
        stage.play(5)
        #expect(try stage.end().findings().found == [])
    }

    @Test func aModelThatIsShownTwiceAfterAResetIsFound() throws {
        let stage = Stage([.wrappers, .nodes])
        try begin(stage)
        let first = try put("speaker", stage)
        stage.play(2, updating: [first.anchor])
        try stage.log.resetBegan(source: "reset-button")
        try stage.log.run(
            configuration, options: [.resetTracking, .removeExistingAnchors], purpose: .reset,
            source: "reset-button")
        stage.track(.limited(.initializing))
        stage.play(1)
        stage.track(.normal)
        stage.play(1)
        let second = try put("speaker", stage)
        stage.play(3, updating: [second.anchor])
        let found = try stage.end().findings().found
        #expect(found.contains("duplicate-node error") && found.contains("node-outlives-anchor warning"))
        withExtendedLifetime((first, second)) {}
    }

    @Test func aPauseInsideAnInterruptionIsFound() throws {
        let stage = Stage(.wrappers)
        try begin(stage)
        stage.session.playInterruption()
        stage.wait(1)
        try stage.log.pause()
        stage.wait(5)
        #expect(try stage.end().findings().found.contains("pause-in-interruption error"))
    }

    @Test func aMapThatIsAskedForTooEarlyIsFound() throws {
        let stage = Stage(.wrappers)
        stage.session.worldMap = (ARWorldMap(), nil)
        try begin(stage)
        stage.play(1, .limited)
        try stage.log.getCurrentWorldMap { _, _ in }
        stage.play(3, .limited)
        #expect(try stage.end().findings().found.contains("export-too-early error"))
    }

    /// At level 0 nobody tells of runs and nodes, and nothing is made of it.
    @Test func oneLineGivesNoFalseAlarm() throws {
        let stage = Stage()
        stage.post(.active)
        stage.session.run(configuration)
        stage.track(.limited(.initializing))
        stage.play(1, .limited)
        stage.track(.normal)
        let anchor = ARAnchor(name: "chair", transform: place(1, 0, -1))
        stage.session.play(added: [anchor])
        stage.play(20, updating: [anchor])
        stage.session.pause()
        stage.wait(30)
        stage.session.run(configuration)
        stage.play(20, updating: [anchor])
        stage.session.play(removed: [anchor])
        #expect(try stage.end().findings().found == [])
    }
}

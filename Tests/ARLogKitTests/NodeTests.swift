import ARKit
import EventLog
import Foundation
import RealityKit
import SceneKit
import TestSupport
import Testing

@testable import ARLogKit

/// Nodes of either renderer, by themselves and with what they hang on.
@MainActor @Suite struct NodeTests {
    @Test func entitiesAndNodesAreNumbered() throws {
        let stage = Stage(.nodes)
        let anchor = ARAnchor(transform: place(0, 0, 0))
        let entity = Entity()
        entity.worldPosition = [1, 2, 3]
        let part = Entity()
        let node = SCNNode()
        node.simdWorldPosition = [0, 1, 0]
        let log = try stage.log
        log.node(entity, attachedTo: anchor, key: "speaker", asset: "speaker.usdz")
        log.node(part, attachedTo: entity, role: .overlay)
        log.node(node, attachedTo: .camera, isLocalOnly: true)
        log.node(node, movedTo: [0, 2, 0])
        log.setHidden(true, node)
        log.setEnabled(false, entity)
        log.nodeDetached(node)
        #expect(node.isHidden && !entity.isEnabled)
        let read = try stage.end()
        #expect(
            read.lines("node.attached") == [
                "\"node\":\"node-1\",\"anchor\":\"\(anchor.identifier)\",\"attachment\":\"anchor\","
                    + "\"position\":[1,2,3],\"key\":\"speaker\",\"asset\":\"speaker.usdz\"",
                "\"node\":\"node-2\",\"parent\":\"node-1\",\"attachment\":\"node\",\"position\":[0,0,0],"
                    + "\"role\":\"overlay\"",
                "\"node\":\"node-3\",\"attachment\":\"camera\",\"isLocalOnly\":true",
            ])
        #expect(read.lines("node.moved") == ["\"node\":\"node-3\",\"position\":[0,2,0]"])
        #expect(
            read.lines("node.visibilityChanged") == [
                "\"node\":\"node-3\",\"isVisible\":false", "\"node\":\"node-1\",\"isVisible\":false",
            ])
        #expect(read.lines("node.detached") == ["\"node\":\"node-3\""])
        withExtendedLifetime((entity, part, node)) {}
    }

    @Test func aNodeThatGoesAwayIsDetached() throws {
        let stage = Stage(.nodes)
        let log = try stage.log
        let anchor = ARAnchor(transform: place(0, 0, 0))
        do {
            let kept = SCNNode()
            log.node(kept, attachedTo: anchor)
            log.node(SCNNode(), attachedTo: anchor)
            let told = SCNNode()
            log.node(told, attachedTo: anchor)
            log.nodeDetached(told)
            stage.wait(1)
            withExtendedLifetime(kept) {}
            log.node(kept, isVisible: true)
        }
        stage.wait(3)
        let detached = try stage.end().lines("node.detached")
        // In which order depends on whether one of them lies where another one lay.
        #expect(detached.sorted() == (1...3).map { "\"node\":\"node-\($0)\"" })
        #expect(detached.last == "\"node\":\"node-1\"")
    }

    /// The memory of one that is gone may be another's by now, which is not the same node.
    @Test func anAddressIsNotANode() throws {
        let stage = Stage(.nodes)
        let log = try stage.log
        for _ in 0..<50 { log.node(SCNNode(), attachedTo: .root) }
        stage.wait(1)
        let read = try stage.end()
        #expect(Set(read.lines("node.attached")).count == 50)
        #expect(Set(read.lines("node.detached")).count == 50)
    }

    @Test func filesAndTables() throws {
        let stage = Stage(.nodes)
        let log = try stage.log
        let node = SCNNode()
        log.assetRequested("sofa.usdz", for: node)
        log.assetLoaded("sofa.usdz", for: node)
        log.assetLoadFailed("lamp.usdz", CocoaError(.fileNoSuchFile))
        log.tablesCleared([.anchorNodes], count: 3)
        let (remote, anchor) = (UUID(), ARAnchor(transform: place(0, 0, 0)))
        log.remoteAnchor(remote, mappedTo: anchor)
        let read = try stage.end()
        #expect(read.lines("asset.requested") == ["\"asset\":\"sofa.usdz\",\"node\":\"node-1\""])
        #expect(read.lines("asset.loaded") == ["\"asset\":\"sofa.usdz\",\"node\":\"node-1\""])
        #expect(
            read.lines("asset.loadFailed").map { $0.hasPrefix("\"asset\":\"lamp.usdz\",\"text\":") } == [true]
        )
        #expect(read.lines("scene.tablesCleared") == ["\"tables\":[\"anchorNodes\"],\"count\":3"])
        #expect(
            read.lines("remoteAnchor.mapped") == [
                "\"remote\":\"\(remote)\",\"anchor\":\"\(anchor.identifier)\""
            ])
    }
}

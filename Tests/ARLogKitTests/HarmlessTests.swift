import ARKit
import EventLog
import Foundation
import SceneKit
import Synchronization
import TestSupport
import Testing
import simd

@testable import ARLogKit

/// Whatever comes, the session goes on, and the log can be read.
@MainActor @Suite struct HarmlessTests {
    @Test func posesThatAreNone() throws {
        let stage = Stage(.all)
        let nan = ARAnchor(transform: place(.nan, 0, 0))
        let far = ARAnchor(transform: place(.infinity, 0, 0))
        let flat = ARAnchor(transform: simd_float4x4())
        stage.session.play(added: [nan, far, flat])
        stage.session.play(updated: [nan, far, flat])
        try stage.log.node(SCNNode(), attachedTo: .root, position: [0, .nan, 0])
        let frame = ARFrame(timestamp: .nan)
        frame.camera.transform = place(.nan, .nan, .nan)
        frame.camera.exposureOffset = .nan
        stage.session.play(frame)
        stage.session.play(ARFrame(timestamp: -.infinity))
        stage.wait(1)
        let log = try stage.end()
        let added = log.lines("anchor.added")
        #expect(added.map { $0.contains("\"position\"") } == [false, false, true])
        #expect(added.map { $0.contains("\"orientation\"") } == [true, true, false])
        #expect(!log.printed().contains("nan") && !log.printed().contains("inf,"))
        #expect(log.lines("frame.stats").map { $0.contains("exposureOffset") } == [false])
    }

    @Test func namesOfAnyLength() throws {
        let stage = Stage(.all)
        let huge = String(repeating: "😀x", count: 300_000)
        let log = try stage.log
        stage.session.play(added: [ARAnchor(name: huge, transform: place(0, 0, 0))])
        log.add(ARAnchor(name: huge, transform: place(0, 0, 0)), key: huge)
        log.run(ARWorldTrackingConfiguration(), source: huge)
        log.peer(huge, .connected)
        log.peer("", .connected)
        log.userAction(huge)
        log.viewAppeared(huge)
        log.assetRequested(huge)
        log.node(SCNNode(), attachedTo: .root, key: huge, asset: huge)
        log.recoveryStatusShown(huge)
        LoggedState(wrappedValue: huge, huge).record(in: log.recorder)
        struct Huge: LocalizedError {
            let errorDescription: String?
        }
        stage.session.play(Huge(errorDescription: huge))
        #expect(log.recorder.status.lostCount == 0)
        let read = try stage.end()
        #expect(read.lines("anchor.added").allSatisfy { $0.utf8.count < 1000 })
        #expect(read.lines("session.run").count == 1)
        #expect(read.lines("user.action").allSatisfy { $0.hasSuffix("…\"") && $0.utf8.count < 600 })
        #expect(read.lines("peer.stateChanged").count == 2)
    }

    @Test func thousandsOfAnchorsInAFrame() throws {
        let stage = Stage { $0.recorder.journalSize = 32 << 20 }
        let anchors = (0..<17_000).map { _ in ARMeshAnchor(transform: place(0, 0, 0)) }
        stage.session.play(added: anchors)
        for _ in 0..<3 {
            stage.wait(1)
            stage.session.play(updated: anchors)
        }
        #expect(try stage.log.recorder.status.lostCount == 0)
        stage.session.play(removed: anchors)
        let log = try stage.end()
        #expect(log.count(.anchorAdded) == 17_000)
        #expect(log.count(.anchorRemoved) == 17_000)
        // Of more than there is room for, only that they come and go.
        #expect(log.count(.anchorUpdated) == 3 * AnchorTable.limit)
    }

    /// Runs that drop anchors do not tell of each; what is remembered of them goes in time.
    @Test func anchorsThatGoWithoutAWord() throws {
        let stage = Stage { $0.recorder.journalSize = 32 << 20 }
        for _ in 0..<20 {
            let anchors = (0..<1000).map { _ in ARAnchor(transform: place(0, 0, 0)) }
            stage.session.play(added: anchors)
            stage.wait(61)
            stage.session.play(updated: anchors)
        }
        // All were followed to the end, though there were more of them than there is room for at once.
        #expect(try stage.end().count(.anchorUpdated) == 20_000)
    }

    @Test func callsFromManyThreads() async throws {
        let stage = Stage(.all) { $0.recorder.journalSize = 8 << 20 }
        let log = try stage.log
        struct Shared: @unchecked Sendable {
            let session: ARSession
        }
        let shared = Shared(session: stage.session)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<100 {
                        let anchor = ARImageAnchor(transform: place(Float(round), 0, 0))
                        log.add(anchor, key: "thing-\(number)")
                        log.proxy.session(shared.session, didAdd: [anchor])
                        log.proxy.session(shared.session, didUpdate: [anchor])
                        log.proxy.session(shared.session, didUpdate: ARFrame(timestamp: Double(round)))
                        let node = SCNNode()
                        log.node(node, attachedTo: anchor, key: "thing-\(number)")
                        log.nodeDetached(node)
                        log.proxy.session(shared.session, didRemove: [anchor])
                        log.tick()
                    }
                }
            }
            for _ in 0..<100 {
                group.addTask { log.delegate = nil }
            }
        }
        #expect(log.recorder.status.lostCount == 0)
        let read = try stage.end()
        #expect(read.lines("anchor.added").count == 800)
        #expect(read.lines("node.attached").count == 800)
        #expect(read.lines("node.detached").count == 800)
    }

    @Test func aRecorderThatIsClosedTakesNothingMore() throws {
        let stage = Stage(.all)
        let log = try stage.log
        _ = try stage.end()
        let count = log.recorder.status.eventCount
        log.run(ARWorldTrackingConfiguration())
        log.proxy.session(stage.session, didAdd: [ARAnchor(transform: place(0, 0, 0))])
        log.tick()
        log.close()
        #expect(log.recorder.status.eventCount == count)
        // The session is run all the same.
        #expect(stage.session.calls == ["run"])
    }

    @Test func aFolderThatCannotBeMadeCostsOnlyTheLog() throws {
        let stage = Stage(.all) { $0.folder = URL(filePath: "/dev/null/logs") }
        stage.play(1)
        #expect(stage.app.count("frame") == 60)
        try stage.log.run(ARWorldTrackingConfiguration())
        #expect(stage.session.calls == ["run"])
        #expect(try stage.log.recorder.status.lastError != nil)
        stage.dropRecorder()
    }

    @Test func twoSessionsShareALog() throws {
        let stage = Stage(.wrappers)
        let preview = ARSession()
        let beside = SessionRecorder(
            preview, beside: try stage.log, stage.options { $0.session = "preview" })
        beside.run(ARFaceTrackingConfiguration(), source: "preview")
        try stage.log.run(ARWorldTrackingConfiguration(), source: "room")
        stage.post(.background)
        preview.playInterruption()
        let log = try stage.end()
        #expect(log.lines("session.run").map { $0.contains("\"session\":\"preview\"") } == [true, false])
        #expect(
            log.lines("session.interruptionBegan") == ["\"session\":\"preview\",\"reason\":\"background\""])
        // The app's life is told once.
        #expect(log.lines("app.lifecycleChanged").count == 1)
    }
}

import ARKit
import EventLog
import Foundation
import Projections
import SceneKit
import Synchronization
import TestSupport
import Testing
import simd

@testable import ARLogKit
@testable import ExampleSessions

/// The example layers, played: their logs are healthy.
@MainActor
@Suite struct ExampleTests {
    private static let own: RecordingLevels = [.wrappers, .nodes, .states]

    /// The log, in which nothing is found.
    private func isHealthy(_ stage: Stage, _ here: SourceLocation = #_sourceLocation) throws -> MemoryLog {
        let log = try stage.end()
        #expect(log.findings().found == [], sourceLocation: here)
        return log
    }

    private func place(_ x: Float) -> simd_float4x4 {
        var transform = matrix_identity_float4x4
        transform.columns.3 = simd_float4(x, 0, -1, 1)
        return transform
    }

    /// ARKit starts and finds its place.
    private func settle(_ stage: Stage, _ mapping: ARFrame.WorldMappingStatus = .mapped) {
        stage.track(.limited(.initializing))
        stage.play(1, .limited)
        stage.track(.normal)
        stage.play(2, mapping)
    }

    @Test func objectTracking() throws {
        let stage = Stage(Self.own, hasDelegate: false)
        stage.post(.active)
        var pending: ((Result<Set<ARReferenceObject>, any Error>) -> Void)?
        let tracking = ObjectTrackingSession(try stage.log, scene: SCNNode()) { pending = $0 }
        tracking.showPreview()
        settle(stage)
        // Stop during the load: its end changes nothing.
        tracking.start()
        tracking.stop()
        let object = ARReferenceObject()
        object.name = "radio"
        pending?(.success([object]))
        #expect(tracking.phase == .stopped)
        settle(stage)
        tracking.start()
        tracking.start()
        stage.play(1)
        pending?(.success([object]))
        settle(stage)
        let anchor = ARObjectAnchor(transform: place(0), identifier: UUID())
        anchor.referenceObject = object
        stage.session.play(added: [anchor])
        #expect(tracking.phase == .detected)
        stage.play(3, updating: [anchor])
        anchor.isTracked = false
        stage.play(5, updating: [anchor])
        #expect(tracking.phase == .lost)
        anchor.isTracked = true
        stage.play(3, updating: [anchor])
        tracking.stop()
        settle(stage)
        let log = try isHealthy(stage)
        #expect(log.count(.sessionRun) == 4 && log.count(.nodeAttached) == 1 && log.count(.nodeDetached) == 1)
    }

    @Test func onboarding() throws {
        let stage = Stage(Self.own, hasDelegate: false)
        stage.post(.active)
        let onboarding = OnboardingSession(try stage.log, camera: SCNNode())
        onboarding.begin()
        onboarding.choose(.summonWand)
        #expect(onboarding.choice == .undecided)
        settle(stage)
        for choice in [OnboardingSession.Choice.summonWand, .summonWand, .noWand, .summonWand] {
            onboarding.choose(choice)
            stage.play(1)
        }
        onboarding.end()
        stage.wait(1)
        onboarding.begin()
        settle(stage)
        let log = try isHealthy(stage)
        #expect(log.count(.nodeAttached) == 2 && log.count(.nodeDetached) == 1)
    }

    private final class Rooms: RoomStore {
        private let maps = Mutex<[String: Box]>([:])

        private struct Box: @unchecked Sendable {
            let map: ARWorldMap
        }

        func save(_ map: ARWorldMap, room: String) throws -> Int {
            let box = Box(map: map)
            maps.withLock { $0[room] = box }
            return 1_000_000
        }

        func load(room: String) throws -> (map: ARWorldMap, bytes: Int)? {
            maps.withLock { $0[room] }.map { ($0.map, 1_000_000) }
        }
    }

    @Test func placementWithSavedMaps() throws {
        let stage = Stage(Self.own, hasDelegate: false)
        stage.post(.active)
        let placement = PlacementSession(try stage.log, scene: SCNNode(), store: Rooms())
        placement.open(room: "living room")
        settle(stage, .extending)
        let sofa = ARAnchor(name: "sofa", transform: place(0))
        try stage.log.add(sofa, key: "sofa")
        stage.session.play(added: [sofa])
        #expect(!placement.save())
        stage.play(3)
        let map = ARWorldMap()
        map.anchors = [sofa]
        stage.session.worldMap = (map, nil)
        #expect(placement.save())
        // The next morning.
        placement.open(room: "living room")
        stage.track(.limited(.relocalizing))
        stage.play(4, .limited)
        stage.track(.normal)
        stage.session.play(added: [sofa])
        stage.play(8)
        stage.session.playInterruption()
        stage.wait(1)
        #expect(stage.session.playRelocalization())
        stage.session.playInterruptionEnd()
        settle(stage)
        let log = try isHealthy(stage)
        #expect(log.count(.worldMapVerified) == 1 && log.count(.worldMapDeferred) == 1)
        #expect(log.count(.nodeAttached) == 2 && log.count(.recoveryStatusShown) == 1)
    }

    private final class Wire: PacketTransport {
        var sent: [(data: Data, isReliable: Bool)] = []
        func queueDepth(to peer: String) -> Int { 0 }
        func send(_ data: Data, to peer: String, isReliable: Bool) -> Bool {
            sent.append((data, isReliable))
            return true
        }
    }

    @Test func sharing() throws {
        let stage = Stage(.all, hasDelegate: false) { $0.recorder.opened.protocol = .peerToPeer }
        stage.post(.active)
        let wire = Wire()
        let shared = SharedSession(try stage.log, scene: SCNNode(), transport: wire) { stage.time }
        shared.begin()
        settle(stage)
        shared.connected("Ben", session: UUID())
        func traffic(_ seconds: Int) throws {
            for _ in 0..<seconds * 10 {
                stage.session.play(
                    ARSession.CollaborationData(Data("o\(stage.time)".utf8), priority: .optional))
                stage.play(0.1)
            }
            stage.session.play(ARSession.CollaborationData(Data("c\(stage.time)".utf8), priority: .critical))
            guard let packet = wire.sent.last else { return }
            shared.received(packet.data, from: "Ben")
        }
        try traffic(3)
        stage.session.play(added: [ARParticipantAnchor(transform: place(2), identifier: UUID())])
        let theirs = ARAnchor(name: "speaker", transform: place(1))
        stage.session.play(added: [theirs])
        try traffic(3)
        stage.session.playInterruption()
        stage.wait(5)
        #expect(stage.session.playRelocalization())
        stage.session.playInterruptionEnd()
        settle(stage)
        try traffic(3)
        shared.disconnected("Ben")
        try traffic(1)
        let log = try stage.end()
        // It was away for five seconds with a peer there, which is told and no fault.
        #expect(log.findings().found.filter { !$0.hasSuffix("info") } == [])
        #expect(wire.sent.contains { $0.isReliable } && wire.sent.contains { !$0.isReliable })
        #expect(log.count(.collaborationDataDropped) > 0 && log.count(.collaborationSyncRequested) == 1)
        #expect(log.count(.nodeAttached) == 1)
    }
}

import ARKit
import EventLog
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ARLogKit

/// Calls that log themselves do what they are called for, and say who called.
@MainActor @Suite struct WrapperTests {
    @Test func runTellsItsConfiguration() throws {
        let stage = Stage(.wrappers)
        let configuration = ARWorldTrackingConfiguration()
        configuration.planeDetection = [.horizontal, .vertical]
        configuration.environmentTexturing = .automatic
        configuration.frameSemantics = [.personSegmentationWithDepth, .sceneDepth]
        configuration.sceneReconstruction = .mesh
        configuration.trackingObjects = [ARReferenceObject()]
        configuration.detectionImages = [ARReferenceImage(), ARReferenceImage()]
        try stage.log.run(
            configuration, options: [.resetTracking, .removeExistingAnchors], purpose: .fresh,
            requestedMode: .moving, source: "start-button")
        #expect(stage.session.calls == ["run"])
        #expect(stage.session.configuration === configuration)
        let line = try #require(try stage.end().lines("session.run").first)
        #expect(
            line == """
                "configuration":{"kind":"worldTracking","isCollaborationEnabled":false,\
                "planeDetection":["horizontal","vertical"],"environmentTexturing":"automatic",\
                "detectionObjects":0,"trackingObjects":1,"detectionImages":2,"sceneReconstruction":"mesh",\
                "frameSemantics":["personSegmentationWithDepth","sceneDepth"],"worldAlignment":"gravity"},\
                "options":["resetTracking","removeExistingAnchors"],"source":"start-button",\
                "requestedMode":"moving","purpose":"fresh"
                """)
    }

    private static let configurations: [(ARConfiguration, String)] = [
        (ARBodyTrackingConfiguration(), "bodyTracking"), (ARFaceTrackingConfiguration(), "faceTracking"),
        (ARImageTrackingConfiguration(), "imageTracking"),
        (ARObjectScanningConfiguration(), "objectScanning"),
        (AROrientationTrackingConfiguration(), "orientationTracking"),
        (ARPositionalTrackingConfiguration(), "positionalTracking"),
        (ARGeoTrackingConfiguration(), "geoTracking"),
    ]

    @Test func everyConfigurationHasItsKind() throws {
        let stage = Stage(.wrappers)
        for (configuration, _) in Self.configurations { try stage.log.run(configuration) }
        let lines = try stage.end().lines("session.run")
        #expect(lines.count == Self.configurations.count)
        for (line, (_, kind)) in zip(lines, Self.configurations) {
            #expect(line.hasPrefix("\"configuration\":{\"kind\":\"\(kind)\""))
        }
    }

    @Test func whoCalledIsToldWithoutBeingAsked() throws {
        let stage = Stage(.wrappers)
        try stage.log.run(ARWorldTrackingConfiguration())
        try stage.log.pause()
        try stage.log.resetBegan(source: "reset-button")
        let log = try stage.end()
        let here = "\"source\":\"whoCalledIsToldWithoutBeingAsked() in ARLogKitTests/WrapperTests.swift\""
        #expect(try #require(log.lines("session.run").first).hasSuffix(here))
        #expect(log.lines("session.pause") == [here])
        #expect(log.lines("session.reset") == ["\"source\":\"reset-button\""])
        #expect(stage.session.calls == ["run", "pause"])
    }

    /// A call that ends the app is in the log; the identifier of a session that is shared is the one after the call.
    @Test func theIdentifierIsTheOneAfterTheCall() throws {
        let stage = Stage(.wrappers)
        let next = UUID()
        stage.session.nextIdentifier = next
        try stage.log.run(ARWorldTrackingConfiguration())
        let shared = ARWorldTrackingConfiguration()
        shared.isCollaborationEnabled = true
        try stage.log.run(shared)
        let lines = try stage.end().lines("session.run")
        #expect(!lines[0].contains("identifier"))
        #expect(lines[1].hasSuffix("\"identifier\":\"\(next)\""))
    }

    @Test func anAnchorKeepsItsKeyUntilItComes() throws {
        let stage = Stage(.wrappers)
        let anchor = ARAnchor(name: "chair", transform: place(1, 0, 0))
        try stage.log.add(anchor, key: "chair-oak")
        stage.session.play(added: [anchor])
        try stage.log.remove(anchor)
        #expect(stage.session.calls == ["add", "remove"])
        let log = try stage.end()
        let id = "\"anchor\":\"\(anchor.identifier)\""
        #expect(
            log.lines("anchor.addRequested") == [
                id + ",\"kind\":\"anchor\",\"name\":\"chair\",\"key\":\"chair-oak\",\"position\":[1,0,0],"
                    + "\"orientation\":[0,0,0,1]"
            ])
        let added = try #require(log.lines("anchor.added").first)
        #expect(added.contains("\"key\":\"chair-oak\"") && added.contains("\"origin\":\"app\""))
        #expect(log.lines("anchor.removeRequested") == [id])
    }

    @Test func theAppSaysWhatAnAnchorShows() throws {
        let stage = Stage(.wrappers) { $0.key = { $0.name.map { "catalog/" + $0 } } }
        stage.session.play(added: [ARAnchor(name: "sofa", transform: place(0, 0, 0))])
        stage.session.play(added: [ARPlaneAnchor(transform: place(0, 0, 0))])
        let lines = try stage.end().lines("anchor.added")
        #expect(lines.map { $0.contains("\"key\":\"catalog/sofa\"") } == [true, false])
    }

    @Test func aMapIsOneIdFromCaptureToRestore() throws {
        let stage = Stage(.wrappers)
        let anchors = [ARAnchor(transform: place(0, 0, 0)), ARAnchor(transform: place(1, 0, 0))]
        func map(_ anchors: [ARAnchor]) -> ARWorldMap {
            let map = ARWorldMap()
            map.anchors = anchors
            map.extent = [4, 2, 3]
            return map
        }
        stage.session.worldMap = (map(anchors), nil)
        let got = Mutex(false)
        try stage.log.getCurrentWorldMap(source: "save") { map, error in
            got.withLock { $0 = map != nil && error == nil }
        }
        #expect(got.withLock { $0 })
        // Read back, the anchors may come in another order.
        let restored = map(anchors.reversed())
        try stage.log.worldMapSaved(
            map(anchors), room: "kitchen", bytes: 4000, isAtomic: true, isProtected: true)
        try stage.log.worldMapVerified(restored, isIntact: true)
        try stage.log.worldMapLoaded(restored, bytes: 4000)
        let configuration = ARWorldTrackingConfiguration()
        configuration.initialWorldMap = restored
        try stage.log.run(
            configuration, options: [.resetTracking, .removeExistingAnchors], purpose: .restore)
        stage.session.play(added: anchors)
        let log = try stage.end()
        let captured = try #require(log.lines("worldMap.captured").first)
        let id = captured.prefix(44)
        #expect(id.hasPrefix("\"map\":\"") && captured.hasSuffix("\"anchors\":2,\"featurePoints\":0"))
        for kind in ["worldMap.saved", "worldMap.verified", "worldMap.loaded"] {
            #expect(log.lines(kind).map { $0.hasPrefix(id) } == [true])
        }
        let run = try #require(log.lines("session.run").first)
        #expect(run.contains("\"initialWorldMap\":" + id.dropFirst(6)))
        #expect(log.lines("anchor.added").allSatisfy { $0.contains("\"origin\":\"worldMap\"") })
        #expect(log.lines("worldMap.requested") == ["\"source\":\"save\""])
    }

    @Test func aMapThatIsNotThereIsTold() throws {
        let stage = Stage(.wrappers)
        stage.session.worldMap = (nil, ARError(.insufficientFeatures))
        let code = Mutex(0)
        try stage.log.getCurrentWorldMap { _, error in
            code.withLock { $0 = (error as? ARError)?.code.rawValue ?? 0 }
        }
        #expect(code.withLock { $0 } == 400)
        let line = try #require(try stage.end().lines("worldMap.captureFailed").first)
        #expect(line.hasPrefix("\"code\":400,"))
    }
}

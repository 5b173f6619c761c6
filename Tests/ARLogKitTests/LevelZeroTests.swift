import ARKit
import EventLog
import Foundation
import TestSupport
import Testing

@testable import ARLogKit

/// What one line records.
@MainActor @Suite struct LevelZeroTests {
    @Test func cameraAndMapping() throws {
        let stage = Stage { $0.cameraPosesPerSecond = 0 }
        stage.track(.limited(.initializing))
        stage.play(0.5, .limited)
        stage.track(.normal)
        stage.play(0.5, .extending)
        stage.play(0.5, .mapped)
        stage.track(.limited(.relocalizing))
        stage.track(.notAvailable)
        let log = try stage.end()
        #expect(
            log.lines("camera.trackingStateChanged") == [
                "\"state\":\"limited\",\"reason\":\"initializing\"", "\"state\":\"normal\"",
                "\"state\":\"limited\",\"reason\":\"relocalizing\"", "\"state\":\"notAvailable\"",
            ])
        #expect(
            log.lines("frame.worldMappingStatusChanged") == [
                "\"status\":\"limited\"", "\"status\":\"extending\"", "\"status\":\"mapped\"",
            ])
        #expect(log.lines("camera.pose").isEmpty)
    }

    @Test func anchorsByKindAndOwner() throws {
        let stage = Stage()
        let session = stage.session
        let plain = ARAnchor(name: "sofa", transform: place(1, 2, 3))
        plain.sessionIdentifier = session.identifier
        let image = ARImageAnchor(transform: place(0, 0, 0))
        image.isTracked = false
        final class OwnAnchor: ARAnchor {}
        let all = [
            plain, image, ARPlaneAnchor(transform: place(0, 0, 0)), ARMeshAnchor(transform: place(0, 0, 0)),
            ARObjectAnchor(transform: place(0, 0, 0)), ARFaceAnchor(transform: place(0, 0, 0)),
            ARBodyAnchor(transform: place(0, 0, 0)), ARParticipantAnchor(transform: place(0, 0, 0)),
            ARGeoAnchor(transform: place(0, 0, 0)), ARAppClipCodeAnchor(transform: place(0, 0, 0)),
            AREnvironmentProbeAnchor(transform: place(0, 0, 0)), OwnAnchor(transform: place(0, 0, 0)),
        ]
        session.play(added: all)
        session.play(removed: [plain])
        let log = try stage.end()
        let lines = log.lines("anchor.added")
        #expect(
            lines[0]
                == "\"anchor\":\"\(plain.identifier)\",\"kind\":\"anchor\",\"name\":\"sofa\","
                + "\"ownerSession\":\"\(session.identifier)\",\"position\":[1,2,3],\"orientation\":[0,0,0,1]")
        #expect(lines[1].contains("\"origin\":\"detection\"") && lines[1].contains("\"isTracked\":false"))
        let kinds = lines.map { $0.components(separatedBy: "\"kind\":\"")[1].prefix { $0 != "\"" } }
        #expect(
            kinds == [
                "anchor", "image", "plane", "mesh", "object", "face", "body", "participant", "geo",
                "appClipCode",
                "environmentProbe", "custom",
            ])
        #expect(log.lines("anchor.removed") == ["\"anchor\":\"\(plain.identifier)\""])
    }

    @Test func anchorsOfOthersWhereOneCollaborates() throws {
        let stage = Stage(.wrappers)
        let theirs = ARAnchor(transform: place(0, 0, 0))
        theirs.sessionIdentifier = UUID()
        stage.session.play(added: [theirs])
        let shared = ARWorldTrackingConfiguration()
        shared.isCollaborationEnabled = true
        try stage.log.run(shared)
        stage.session.play(added: [theirs])
        let lines = try stage.end().lines("anchor.added")
        #expect(!lines[0].contains("origin"))
        #expect(lines[1].contains("\"origin\":\"remote\""))
    }

    @Test func interruptionAndFailure() throws {
        let stage = Stage()
        stage.session.playInterruption()
        stage.session.playInterruptionEnd()
        stage.post(.background)
        stage.session.playInterruption()
        stage.session.play(ARError(.sensorFailed))
        struct Odd: Error {}
        stage.session.play(Odd())
        let log = try stage.end()
        #expect(log.lines("session.interruptionBegan") == ["", "\"reason\":\"background\""])
        #expect(log.lines("session.interruptionEnded").count == 1)
        let failures = log.lines("session.failed")
        #expect(failures[0].hasPrefix("\"code\":102,\"name\":\"sensorFailed\",\"text\":"))
        #expect(!failures[1].contains("\"name\""))
    }

    @Test func geo() throws {
        let stage = Stage()
        let status = ARGeoTrackingStatus()
        status.state = .localizing
        status.stateReason = .devicePointedTooLow
        status.accuracy = .high
        stage.session.play(status)
        #expect(
            try stage.end().lines("geo.trackingStatusChanged") == [
                "\"state\":\"localizing\",\"accuracy\":\"high\",\"reason\":\"devicePointedTooLow\""
            ])
    }

    @Test func appAndDevice() throws {
        let stage = Stage()
        for notice: Stage.Notice in [
            .active, .active, .inactive, .background, .memoryWarning, .thermalState, .terminated,
        ] { stage.post(notice) }
        stage.wait(21)
        let log = try stage.end()
        #expect(
            log.lines("app.lifecycleChanged").map { $0.dropFirst(9).dropLast() } == [
                "active", "inactive", "background", "terminated",
            ])
        #expect(
            log.lines("device.thermalStateChanged") == ["\"state\":\"nominal\"", "\"state\":\"nominal\""])
        #expect(log.lines("log.message").count == 1)
        // With the warning, and each ten seconds.
        #expect(log.times(.deviceStats).map { $0.rounded() } == [0, 1, 11, 21])
        // Nobody listens any more.
        stage.dropRecorder()
        stage.post(.active)
    }

    @Test func packetsWithoutTheirBytes() throws {
        let stage = Stage()
        stage.session.play(ARSession.CollaborationData(Data([1]), priority: .critical))
        stage.session.play(ARSession.CollaborationData(Data([1]), priority: .optional))
        let lines = try stage.end().lines("collaboration.dataProduced")
        #expect(lines.map { $0.hasSuffix("\"priority\":\"critical\"") } == [true, false])
        #expect(Set(lines.map { $0.prefix(47) }).count == 2)
    }

    @Test func whatIsRecordedIsNamed() throws {
        let log = try Stage().end()
        let line = try #require(log.lines("log.opened").first)
        #expect(line.contains("\"records\":[\"camera\",\"frame\",\"anchor\",\"device\"]"))
        #expect(line.contains("\"os\":\"iOS 27.0\""))
        #expect(log.lines("log.label").contains { $0.hasSuffix("\"label\":\"iPhone\"") })
        let judged = log.findings().notJudged
        // What the delegate can't see is not taken for a fact.
        for rule in [
            "double-run", "duplicate-node", "node-outlives-anchor", "critical-dropped", "state-stuck",
        ] {
            #expect(judged.contains(rule))
        }
        for rule in ["stuck-initializing", "drift", "frames-retained", "overheating", "fps-drop"] {
            #expect(!judged.contains(rule))
        }
    }

    @Test(arguments: [
        (RecordingLevels.wrappers, [EventFamily.session, .worldMap]), (.nodes, [.node]),
        (.network, [.collaboration]), (.states, [.state]),
    ])
    func eachLevelNamesMore(level: RecordingLevels, families: [EventFamily]) throws {
        let basic: EnumSet<EventFamily> = RecordingLevels([]).families
        #expect(level.families.elements.filter { !basic.contains($0) } == families)
        #expect(basic.isSubset(of: level.families))
    }

    @Test func allLevelsNameAllFamilies() {
        #expect(RecordingLevels.all.families.elements == EventFamily.allCases)
    }
}

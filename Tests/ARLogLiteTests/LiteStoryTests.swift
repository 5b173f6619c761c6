import ARKit
import EventLog
import Foundation
import Projections
import Testing

@testable import ARLogLite

/// What a session tells the file to paste, and what the rules say of it.
@Suite struct LiteStoryTests {
    /// A chair is placed, moved and taken away.
    func healthy(_ stage: LiteStage) {
        let log = stage.log
        log.run(ARWorldTrackingConfiguration(), source: "start")
        stage.track(.limited(.initializing))
        stage.frame(.limited)
        stage.track(.normal)
        stage.frame()
        let anchor = ARAnchor(name: "chair", transform: placed(0, 0, -1))
        log.add(anchor, key: "chair")
        stage.session.play(added: [anchor])
        let node = NSObject()
        log.attached(node, to: anchor, key: "chair")
        log.visibilityChanged(node, isVisible: false)
        log.visibilityChanged(node, isVisible: true)
        stage.session.playInterruption()
        stage.session.playInterruptionEnd()
        log.detached(node)
        log.remove(anchor)
        stage.session.play(removed: [anchor])
        log.pause(source: "stop")
    }

    @Test func everythingIsTold() throws {
        let stage = LiteStage()
        healthy(stage)
        #expect(
            stage.events == [
                "log.opened", "session.run", "camera.trackingStateChanged", "frame.worldMappingStatusChanged",
                "camera.pose", "camera.trackingStateChanged", "frame.worldMappingStatusChanged",
                "anchor.addRequested", "anchor.added", "node.attached", "node.visibilityChanged",
                "node.visibilityChanged", "session.interruptionBegan", "session.interruptionEnded",
                "node.detached", "anchor.removeRequested", "anchor.removed", "session.pause",
            ])
        #expect(stage.session.calls == ["run", "add", "remove", "pause"])
        let added = try #require(stage.lines(of: "anchor.added").first)
        for part in [
            #""kind":"anchor""#, #""name":"chair""#, #""key":"chair""#, #""origin":"app""#,
            #""position":[0.0,0.0,-1.0]"#, #""orientation":[0.0,0.0,0.0,1.0]"#,
        ] {
            #expect(added.contains(part), "\(added)")
        }
    }

    @Test func aHealthyStoryIsQuiet() throws {
        let stage = LiteStage()
        healthy(stage)
        let loud = try stage.findings(every: 1).filter { $0.severity > .info }
        #expect(loud.map(\.message) == [])
    }

    @Test func twoCallersOfRunAreFound() throws {
        let stage = LiteStage(level: 1)
        stage.log.run(ARWorldTrackingConfiguration(), source: "start-button")
        stage.log.run(ARWorldTrackingConfiguration(), options: .resetTracking, source: "foreground")
        stage.track(.normal)
        let found = try stage.findings(every: 0.1)
        #expect(found.map(\.rule) == ["double-run"])
        #expect(found.first?.events == [2, 3])
    }

    @Test func oneThingShownTwiceIsFound() throws {
        let stage = LiteStage()
        stage.log.run(ARWorldTrackingConfiguration())
        stage.track(.normal)
        let anchor = ARAnchor(transform: placed(0, 0, -1))
        stage.session.play(added: [anchor])
        let nodes = [NSObject(), NSObject()]
        for node in nodes { stage.log.attached(node, to: anchor, key: "speaker") }
        stage.frame()
        let found = try stage.findings(every: 1).filter { $0.severity > .info }
        #expect(found.map(\.rule) == ["duplicate-node"])
    }

    /// At level 0 it is no fact that nobody ran the session.
    @Test(arguments: [
        (0, ["camera", "frame", "anchor"]), (1, ["camera", "frame", "anchor", "session", "worldMap"]),
        (2, ["camera", "frame", "anchor", "session", "worldMap", "node"]),
    ])
    func theLevelSaysWhatIsRecorded(level: Int, families: [String]) throws {
        let stage = LiteStage(level: level)
        let opened = try #require(stage.lines(of: "log.opened").first)
        let listed = families.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(opened.contains("\"records\":[\(listed)]"))
        // The device is what this one does not record.
        let declared = try #require(RecordingLevel(rawValue: UInt8(level))).families.elements.map(\.name)
        #expect(Set(families) == Set(declared).subtracting(["device"]))
    }

    @Test func worldMapsAreKnownByTheirAnchors() throws {
        let stage = LiteStage()
        let map = ARWorldMap()
        map.anchors = [ARAnchor(transform: placed(0, 0, 0)), ARAnchor(transform: placed(1, 0, 0))]
        stage.session.worldMap = (map, nil)
        stage.log.getCurrentWorldMap { _, _ in }
        let setup = ARWorldTrackingConfiguration()
        let same = ARWorldMap()
        same.anchors = map.anchors.reversed()
        setup.initialWorldMap = same
        stage.log.run(setup, options: [.resetTracking, .removeExistingAnchors])
        stage.session.worldMap = (nil, ARError(.insufficientFeatures))
        stage.log.getCurrentWorldMap { _, _ in }
        let captured = try #require(stage.lines(of: "worldMap.captured").first)
        let name = try #require(captured.firstMatch(of: /"map":"(map-[0-9a-f]+)","anchors":2/)).1
        let run = try #require(stage.lines(of: "session.run").first)
        #expect(run.contains("\"initialWorldMap\":\"\(name)\""))
        #expect(run.contains(#""options":["resetTracking","removeExistingAnchors"]"#))
        #expect(stage.lines(of: "worldMap.captureFailed").first?.contains(#""code":400"#) == true)
        #expect(try stage.findings(every: 1).contains { $0.rule == "restore-with-reset" } == false)
    }

    @Test func posesAreThinnedAndTrackingIsNot() throws {
        let stage = LiteStage()
        let anchor = ARImageAnchor(transform: placed(0, 0, 0))
        stage.session.play(added: [anchor])
        for step in 1...500 {
            anchor.transform = placed(Float(step), 0, 0)
            stage.session.play(updated: [anchor])
        }
        for isTracked in [false, true, false] {
            anchor.isTracked = isTracked
            stage.session.play(updated: [anchor])
        }
        let updates = stage.lines(of: "anchor.updated")
        #expect(updates.suffix(3).map { $0.contains(#""isTracked":true"#) } == [false, true, false])
        // A slow machine may take longer than a fifth of a second for it.
        #expect(updates.count < 50)
    }

    @Test func theAppsDelegateHearsEverything() {
        let delegate = LiteDelegate()
        delegate.relocalizes = true
        let stage = LiteStage(before: delegate)
        #expect(stage.session.delegate === stage.log && stage.log.next === delegate)
        let anchor = ARAnchor(transform: placed(0, 0, 0))
        stage.frame()
        stage.session.play(added: [anchor])
        stage.session.play(updated: [anchor])
        stage.session.play(removed: [anchor, anchor])
        stage.track(.normal)
        stage.session.playInterruption()
        #expect(stage.session.playRelocalization())
        stage.session.playInterruptionEnd()
        stage.session.play(ARError(.sensorFailed))
        #expect(
            delegate.calls == [
                "frame", "add 1", "remove 2", "camera", "interrupted", "relocalize", "ended", "failed",
            ])
        #expect(stage.lines(of: "session.relocalizationAsked").count == 1)
        #expect(stage.lines(of: "session.failed").first?.contains(#""code":102"#) == true)
    }

    /// ARKit relocalizes only for a delegate that is asked: the log does not pretend to be one.
    @Test func whatTheDelegateLacksStaysLacking() {
        let delegate = LiteDelegate()
        let stage = LiteStage(before: delegate)
        #expect(!stage.session.playRelocalization())
        #expect(delegate.calls == [] && stage.lines(of: "session.relocalizationAsked") == [])
    }
}

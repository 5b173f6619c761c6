import ARKit
import EventLog
import Foundation
import Testing

@testable import ARLogKit

/// Whatever an app does with recorders and delegates, its own delegate goes on being told, once.
@MainActor @Suite struct ChainTests {
    @Test func theDelegateIsGivenBack() {
        let stage = Stage()
        #expect(stage.session.delegate !== stage.app)
        stage.dropRecorder()
        #expect(stage.session.delegate === stage.app)
        stage.play(0.1)
        #expect(stage.app.count("frame") == 6)
    }

    @Test func closingGivesItBack() throws {
        let stage = Stage()
        stage.play(0.1)
        let log = try stage.end()
        #expect(stage.session.delegate === stage.app)
        stage.play(0.1)
        #expect(stage.app.count("frame") == 12)
        #expect(log.lines("log.closed").count == 1)
    }

    @Test func aDelegateThatWentIsNobody() {
        let stage = Stage(hasDelegate: false)
        var delegate: AppDelegate? = AppDelegate()
        weak let gone = delegate
        stage.recorder?.delegate = delegate
        delegate = nil
        #expect(gone == nil)
        stage.play(0.1)
        stage.track(.normal)
        #expect(stage.session.playRelocalization() == false)
    }

    @Test func twoRecordersTellBothAndTheAppOnce() throws {
        let stage = Stage()
        var options = stage.options()
        options.folder = stage.folder.appending(path: "second")
        let second = SessionRecorder(stage.session, levels: [], options)
        stage.track(.normal)
        #expect(stage.app.count("tracking") == 1)
        #expect(try stage.log.recorder.status.eventCount == second.recorder.status.eventCount)
        // The first goes, and the second still reaches the app.
        stage.dropRecorder()
        stage.track(.limited(.excessiveMotion))
        #expect(stage.app.count("tracking") == 2)
        withExtendedLifetime(second) {}
    }

    @Test func theSecondRecorderMayGoFirst() throws {
        let stage = Stage()
        var second: SessionRecorder? = SessionRecorder(
            stage.session, levels: [], stage.options { $0.folder = stage.folder.appending(path: "second") })
        #expect(second != nil)
        second = nil
        stage.track(.normal)
        #expect(stage.app.count("tracking") == 1)
        #expect(try stage.end().lines("camera.trackingStateChanged").count == 1)
    }

    @Test func recordersCannotBeMadeToPassOnInCircles() throws {
        let stage = Stage()
        let second = SessionRecorder(
            stage.session, levels: [], stage.options { $0.folder = stage.folder.appending(path: "second") })
        try stage.log.delegate = stage.session.delegate
        second.delegate = second.delegate
        try stage.log.delegate = stage.log.proxy
        stage.track(.normal)
        #expect(stage.app.count("tracking") == 1)
    }

    @Test func aReplacedDelegateIsTold() throws {
        let stage = Stage()
        stage.play(2)
        let other = AppDelegate()
        stage.session.delegate = other
        stage.play(5)
        let log = try stage.end()
        let gaps = log.lines("log.gap")
        #expect(gaps.count == 1)
        #expect(gaps.first?.contains("session.delegate was set to somebody else") == true)
        #expect(log.times(.logGap).allSatisfy { $0 <= 5 })
        // And it stays theirs.
        #expect(stage.session.delegate === other)
    }

    @Test func itIsToldEachTime() throws {
        let stage = Stage()
        let other = AppDelegate()
        for _ in 0..<2 {
            let own = stage.session.delegate
            stage.play(2)
            stage.session.delegate = other
            stage.play(4)
            stage.session.delegate = own
        }
        stage.play(4)
        #expect(try stage.end().count(.logGap) == 2)
    }

    /// Somebody in front who passes the calls on takes nothing away.
    @Test func somebodyInFrontWhoPassesOnIsFine() throws {
        final class Front: NSObject, ARSessionDelegate {
            weak var behind: (any ARSessionDelegate)?
            func session(_ session: ARSession, didUpdate frame: ARFrame) {
                behind?.session(session, didUpdate: frame)
            }
        }
        let stage = Stage()
        let front = Front()
        front.behind = stage.session.delegate
        stage.session.delegate = front
        stage.play(5)
        #expect(try stage.end().lines("log.gap").isEmpty)
    }

    @Test func aSessionThatWentLeavesTheWrappersHarmless() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        var session: ARSession? = ARSession()
        weak let gone = session
        let recorder = try SessionRecorder(
            #require(session), levels: .all, Stage(hasDelegate: false).options { $0.folder = folder })
        session = nil
        #expect(gone == nil)
        let before = recorder.recorder.status.eventCount
        recorder.run(ARWorldTrackingConfiguration())
        recorder.pause()
        recorder.add(ARAnchor(transform: place(0, 0, 0)))
        recorder.tick()
        // Only the memory of the first tick.
        #expect(recorder.recorder.status.eventCount <= before + 1)
    }
}

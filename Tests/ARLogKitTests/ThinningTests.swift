import ARKit
import EventLog
import Foundation
import TestSupport
import Testing

@testable import ARLogKit

/// Enough of what ARKit repeats sixty times a second, and no more.
@MainActor @Suite struct ThinningTests {
    private func moving(_ stage: Stage, _ anchor: ARAnchor, seconds: Double) {
        for step in 0..<Int((seconds * 60).rounded()) {
            anchor.transform = place(Float(step) / 1000, 0, 0)
            stage.play(1.0 / 60, updating: [anchor])
        }
    }

    @Test(arguments: [(5.0, 50), (1.0, 10), (30.0, 300), (1000.0, 600)])
    func posesComeAtTheRate(rate: Double, count: Int) throws {
        let stage = Stage { $0.posesPerSecond = rate }
        let anchor = ARAnchor(transform: place(0, 0, 0))
        moving(stage, anchor, seconds: 10)
        #expect(abs(try stage.end().lines("anchor.updated").count - count) <= 1)
    }

    @Test func eachAnchorHasItsOwn() throws {
        let stage = Stage()
        let anchors = (0..<20).map { _ in ARAnchor(transform: place(0, 0, 0)) }
        stage.session.play(added: anchors)
        stage.play(4, updating: anchors)
        let lines = try stage.end().lines("anchor.updated")
        for anchor in anchors {
            let own = lines.count { $0.contains(anchor.identifier.uuidString) }
            #expect((19...20).contains(own))
        }
    }

    @Test func trackedOrNotIsAlwaysWritten() throws {
        let stage = Stage()
        let anchor = ARImageAnchor(transform: place(0, 0, 0))
        stage.session.play(added: [anchor])
        var told: [Bool] = []
        for frame in 1...30 {
            if frame % 3 == 0 {
                anchor.isTracked.toggle()
                told.append(anchor.isTracked)
            }
            stage.play(1.0 / 60, updating: [anchor])
        }
        let lines = try stage.end().lines("anchor.updated").compactMap { line -> Bool? in
            guard line.contains("isTracked") else { return nil }
            return line.contains("\"isTracked\":true")
        }
        #expect(lines == told)
    }

    @Test func theLastPoseIsWrittenWithinASecond() throws {
        let stage = Stage()
        let anchor = ARAnchor(transform: place(0, 0, 0))
        stage.session.play(added: [anchor])
        stage.wait(0.5)
        anchor.transform = place(1, 0, 0)
        stage.session.play(updated: [anchor])
        stage.wait(0.01)
        anchor.transform = place(2, 0, 0)
        stage.session.play(updated: [anchor])
        stage.wait(5)
        let log = try stage.end()
        #expect(log.lines("anchor.updated").map { $0.contains("\"position\":[2,0,0]") } == [false, true])
        #expect(try #require(log.times(.anchorUpdated).last) <= 1.6)
    }

    @Test func noRateMeansNoPoses() throws {
        let stage = Stage {
            $0.posesPerSecond = 0
            $0.cameraPosesPerSecond = 0
        }
        let anchor = ARImageAnchor(transform: place(0, 0, 0))
        stage.session.play(added: [anchor])
        moving(stage, anchor, seconds: 3)
        anchor.isTracked = false
        stage.session.play(updated: [anchor])
        stage.wait(3)
        let log = try stage.end()
        #expect(log.lines("anchor.updated").count == 1)
        #expect(log.lines("camera.pose").isEmpty)
    }

    @Test func theCameraComesAtItsRate() throws {
        let stage = Stage { $0.cameraPosesPerSecond = 2 }
        stage.play(10)
        #expect((19...21).contains(try stage.end().lines("camera.pose").count))
    }

    /// It was removed and still is updated: a fault that must not be thinned away.
    @Test func anUpdateAfterTheRemovalIsWritten() throws {
        let stage = Stage()
        let anchor = ARAnchor(transform: place(0, 0, 0))
        stage.session.play(added: [anchor])
        stage.session.play(removed: [anchor])
        stage.wait(0.05)
        stage.session.play(updated: [anchor])
        stage.wait(0.3)
        stage.session.play(updated: [anchor])
        stage.wait(1)
        let log = try stage.end()
        #expect(log.lines("anchor.updated").count == 2)
        #expect(log.findings().found.contains("update-after-remove warning"))
    }
}

import ARKit
import EventLog
import Foundation
import TestSupport
import Testing

@testable import ARLogKit

/// What the frames of a second come to.
@MainActor @Suite struct FrameTests {
    private func stats(_ log: MemoryLog) -> [Event.FrameStats] {
        log.events.filter { $0.kind == .frameStats }.compactMap { event in
            event.decode(StoredEvent.FrameStats.self).map { stored in
                Event.FrameStats {
                    $0.fps = stored.fps
                    $0.dropped = stored.dropped
                    $0.retained = stored.retained
                    $0.featurePoints = stored.featurePoints
                    $0.exposureOffset = stored.exposureOffset
                }
            }
        }
    }

    @Test func onceASecond() throws {
        let stage = Stage()
        stage.play(5)
        let found = stats(try stage.end())
        #expect(found.count == 5 || found.count == 4)
        for figure in found.dropFirst() {
            let fps = try #require(figure.fps)
            #expect((59...61).contains(fps))
            #expect(figure.dropped == 0)
            #expect(figure.retained == 0)
        }
    }

    @Test func missingFramesAreCounted() throws {
        let stage = Stage()
        var timestamp = 100.0
        for frame in 0..<50 {
            // Every tenth step is four frames long.
            timestamp += frame % 10 == 9 ? 4.0 / 60 : 1.0 / 60
            stage.session.play(ARFrame(timestamp: timestamp))
        }
        stage.wait(1)
        #expect(stats(try stage.end()).map(\.dropped) == [15])
    }

    @Test func heldFramesAreCounted() throws {
        let stage = Stage()
        var held: [ARFrame] = []
        for number in 0..<60 {
            let frame = ARFrame(timestamp: 1 + Double(number) / 60)
            if number % 4 == 0 { held.append(frame) }
            stage.session.play(frame)
        }
        stage.wait(1)
        held = []
        stage.play(1.2)
        let log = try stage.end()
        // Of the last thirty-two frames every fourth is held, and the newest is the session's own.
        #expect(stats(log).map(\.retained) == [8, 0])
        withExtendedLifetime(held) {}
    }

    @Test func whatThereIsToSee() throws {
        let stage = Stage()
        let frame = ARFrame(timestamp: 1)
        let cloud = ARPointCloud()
        cloud.points = [.zero, .one]
        frame.rawFeaturePoints = cloud
        frame.camera.exposureOffset = -1.5
        stage.session.play(frame)
        stage.wait(1)
        let found = try #require(stats(try stage.end()).first)
        #expect(found.featurePoints == 2)
        #expect(found.exposureOffset == -1.5)
    }

    /// Zero frames are worth a line only where some are to be expected.
    @Test func noFramesWhileRunning() throws {
        let stage = Stage(.wrappers)
        try stage.log.run(ARWorldTrackingConfiguration())
        stage.wait(2)
        stage.track(.normal)
        stage.play(2)
        stage.wait(3.5)
        try stage.log.pause()
        stage.wait(3)
        let log = try stage.end()
        #expect(stats(log).map { $0.fps == 0 } == [false, false, true, true, true])
        #expect(log.findings().found.contains("frames-stopped error"))
    }

    @Test func noFramesWhileAwayOrUnknown() throws {
        let stage = Stage(.wrappers)
        try stage.log.run(ARWorldTrackingConfiguration())
        stage.play(1)
        stage.session.playInterruption()
        stage.wait(5)
        #expect(!stats(try stage.end()).contains { $0.fps == 0 })
        // Whoever does not tell of pauses has none of them taken for a fault.
        let silent = Stage()
        silent.play(1)
        silent.wait(5)
        #expect(!stats(try silent.end()).contains { $0.fps == 0 })
    }
}

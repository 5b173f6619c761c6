import ARKit
import EventLog
import Foundation
import Projections
import TestSupport
import simd

@testable import ARLogLite

/// A session with the lite log on it, in a folder of its own.
final class LiteStage {
    let session = ARSession()
    let folder = FileManager.default.temporaryDirectory.appending(path: "arlog-lite-\(UUID().uuidString)")
    private(set) var log: ARLogLite

    init(level: Int = 2, quota: Int = 1 << 20, before delegate: (any ARSessionDelegate)? = nil) {
        session.delegate = delegate
        log = ARLogLite(session, level: level, in: folder, quota: quota, device: "Anna's phone")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The files of the log in order.
    var files: [URL] {
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted {
            $0.lastPathComponent.compare($1.lastPathComponent, options: .numeric) == .orderedAscending
        }
    }

    /// What all files hold.
    var text: String { files.map { (try? String(contentsOf: $0, encoding: .utf8)) ?? "" }.joined() }

    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The names of the events.
    var events: [String] {
        lines.compactMap { $0.firstMatch(of: /"event":"([a-zA-Z.]+)"/).map { String($0.1) } }
    }

    /// The lines of one kind.
    func lines(of event: String) -> [String] { lines.filter { $0.contains("\"event\":\"\(event)\"") } }

    /// What the rules say of the log when each event comes so many seconds after the one before, and the app lives on
    /// for a while after the last.
    func findings(every seconds: Double) throws -> [Finding] {
        let told = lines.enumerated().map { index, line in
            line.replacing(/"t":[0-9.]+/, with: "\"t\":\((Double(index) * seconds * 1000).rounded() / 1000)")
                .replacing(/"time":"[^"]+",/, with: "")
        }
        let end =
            #"{"t":\#((Double(told.count) * seconds).rounded() + 10),"seq":\#(told.count + 1),"event":"log.closed"}"#
        let log = try MemoryLog(ndjson: (told + [end]).joined(separator: "\n") + "\n")
        let analysis = Analysis()
        analysis.take(log.batch)
        return analysis.finish()
    }

    func track(_ state: ARCamera.TrackingState) {
        let camera = ARCamera()
        camera.trackingState = state
        session.play(camera)
    }

    func frame(_ mapping: ARFrame.WorldMappingStatus = .mapped) {
        let frame = ARFrame(timestamp: 1)
        frame.worldMappingStatus = mapping
        session.play(frame)
    }
}

/// The app's own delegate: counts, and answers.
final class LiteDelegate: NSObject, ARSessionDelegate {
    var calls: [String] = []
    /// `nil`: it does not say.
    var relocalizes: Bool?

    func implements(_ method: ARDelegateMethod) -> Bool {
        switch method {
        case .shouldAttemptRelocalization: relocalizes != nil
        case .didOutputAudioSampleBuffer, .didUpdateAnchors: false
        default: true
        }
    }

    func session(_ session: ARSession, didUpdate frame: ARFrame) { calls.append("frame") }
    func session(_ session: ARSession, didAdd anchors: [ARAnchor]) { calls.append("add \(anchors.count)") }
    func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) { calls.append("not implemented") }
    func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {
        calls.append("remove \(anchors.count)")
    }
    func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
        calls.append("camera")
    }
    func session(_ session: ARSession, didFailWithError error: any Error) { calls.append("failed") }
    func sessionWasInterrupted(_ session: ARSession) { calls.append("interrupted") }
    func sessionInterruptionEnded(_ session: ARSession) { calls.append("ended") }
    func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool {
        calls.append("relocalize")
        return relocalizes ?? false
    }
}

/// A rigid transform to a place.
func placed(_ x: Float, _ y: Float, _ z: Float) -> simd_float4x4 {
    var transform = matrix_identity_float4x4
    transform.columns.3 = simd_float4(x, y, z, 1)
    return transform
}

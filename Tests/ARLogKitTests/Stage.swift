import ARKit
import CoreMedia
import Foundation
import Projections
import Synchronization
import TestSupport
import UIKit
import simd

@testable import ARLogKit
@testable import EventLog

/// A session on a stage: time passes when the story says so, frames and anchors come when it says so, and the log is
/// read back when it ends.
@MainActor
final class Stage {
    let session = ARSession()
    let app = AppDelegate()
    private(set) var recorder: SessionRecorder?
    let center = NotificationCenter()
    let folder: URL
    private let clock: StageClock
    private var lastTick: UInt64

    /// The story begins; the app's delegate is there before the recorder.
    init(
        _ levels: RecordingLevels = [], hasDelegate: Bool = true,
        _ change: (inout SessionRecorderOptions) -> Void = { _ in }
    ) {
        folder = FileManager.default.temporaryDirectory.appending(path: "arlog-stage-\(UUID().uuidString)")
        clock = StageClock()
        lastTick = clock.now
        if hasDelegate { session.delegate = app }
        recorder = SessionRecorder(session, levels: levels, options(change))
    }

    /// Options of a recorder whose time is the stage's.
    func options(_ change: (inout SessionRecorderOptions) -> Void = { _ in }) -> SessionRecorderOptions {
        var options = SessionRecorderOptions()
        options.folder = folder
        options.ticks = false
        options.clock = { [clock] in clock.now }
        options.notices.center = center
        options.recorder.sealsEarlierLogs = false
        options.recorder.worksInBackground = false
        options.recorder.system.now = { 1_767_225_600_000_000_000 }
        options.recorder.system.uptime = { [clock] in clock.now }
        change(&options)
        return options
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Seconds since the stage was built.
    var time: Double { Double(clock.now - StageClock.start) / 1e9 }

    /// The recorder, which the story needs.
    var log: SessionRecorder {
        get throws {
            guard let recorder else { throw CocoaError(.featureUnsupported) }
            return recorder
        }
    }

    func dropRecorder() { recorder = nil }

    /// Time passes, with the look that the recorder takes once a second.
    func wait(_ seconds: Double) {
        let end = clock.now + UInt64(seconds * 1e9)
        while clock.now < end {
            clock.now = min(end, lastTick + 1_000_000_000)
            if clock.now - lastTick >= 1_000_000_000 {
                lastTick = clock.now
                recorder?.tick()
            }
        }
    }

    /// Frames come at 60 a second for so long, the anchors updated with each.
    func play(
        _ seconds: Double, _ mapping: ARFrame.WorldMappingStatus = .mapped, updating anchors: [ARAnchor] = []
    ) {
        for _ in 0..<Int((seconds * 60).rounded()) {
            wait(1.0 / 60)
            let frame = ARFrame(timestamp: time)
            frame.worldMappingStatus = mapping
            session.play(frame)
            if !anchors.isEmpty { session.play(updated: anchors) }
        }
    }

    func track(_ state: ARCamera.TrackingState) {
        let camera = ARCamera()
        camera.trackingState = state
        session.play(camera)
    }

    /// A notice of the system. (A file that imports both UIKit and Testing asks for an overlay of Apple's.)
    enum Notice {
        case active, inactive, background, terminated, memoryWarning, thermalState
    }

    func post(_ notice: Notice) {
        let name =
            switch notice {
            case .active: UIApplication.didBecomeActiveNotification
            case .inactive: UIApplication.willResignActiveNotification
            case .background: UIApplication.didEnterBackgroundNotification
            case .terminated: UIApplication.willTerminateNotification
            case .memoryWarning: UIApplication.didReceiveMemoryWarningNotification
            case .thermalState: ProcessInfo.thermalStateDidChangeNotification
            }
        center.post(name: name, object: nil)
    }

    /// The log, closed.
    func end() throws -> MemoryLog {
        recorder?.close()
        return try MemoryLog(EventSource(path: path()))
    }

    /// The file, closed or not.
    func path() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        guard let name = names.first(where: { $0.hasSuffix(".mcap") }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return folder.appending(path: name).path
    }
}

/// A clock that stands until it is moved.
private final class StageClock: Sendable {
    static let start: UInt64 = 1_000_000_000_000
    private let time = Mutex(start)

    var now: UInt64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

/// The app's own delegate, which counts what it is told.
final class AppDelegate: NSObject, ARSessionDelegate {
    /// What came, in order.
    var told: [String] = []
    /// What it says of relocalizing; `nil`: it does not have the method.
    var relocalizes: Bool?
    var hasAudio = false
    var lacks: Set<ARDelegateMethod> = []
    var onPacket: ((ARSession.CollaborationData) -> Void)?
    var lastFrame: ARFrame?
    var anchors: [ARAnchor] = []

    func implements(_ method: ARDelegateMethod) -> Bool {
        switch method {
        case .shouldAttemptRelocalization: relocalizes != nil
        case .didOutputAudioSampleBuffer: hasAudio
        default: !lacks.contains(method)
        }
    }

    func count(_ name: String) -> Int { told.count { $0 == name } }

    func session(_ session: ARSession, didUpdate frame: ARFrame) {
        told.append("frame")
        lastFrame = frame
    }
    func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {
        told.append("added")
        self.anchors = anchors
    }
    func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) { told.append("updated") }
    func session(_ session: ARSession, didRemove anchors: [ARAnchor]) { told.append("removed") }
    func session(_ session: ARSession, didFailWithError error: any Error) { told.append("failed") }
    func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
        told.append("tracking")
    }
    func sessionWasInterrupted(_ session: ARSession) { told.append("interrupted") }
    func sessionInterruptionEnded(_ session: ARSession) { told.append("interruptionEnded") }
    func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool {
        told.append("relocalize")
        return relocalizes ?? false
    }
    func session(_ session: ARSession, didOutputAudioSampleBuffer audioSampleBuffer: CMSampleBuffer) {
        told.append("audio")
    }
    func session(_ session: ARSession, didOutputCollaborationData data: ARSession.CollaborationData) {
        told.append("packet")
        onPacket?(data)
    }
    func session(_ session: ARSession, didChange geoTrackingStatus: ARGeoTrackingStatus) {
        told.append("geo")
    }
}

extension MemoryLog {
    /// The lines of one kind of event, without their time and number.
    func lines(_ kind: String) -> [String] {
        printed().split(separator: "\n").compactMap { line in
            guard let range = line.range(of: "\"event\":\"\(kind)\"") else { return nil }
            return String(line[range.upperBound...].drop { $0 == "," }.dropLast())
        }
    }

    func count(_ kind: EventKind) -> Int { headers.count { $0.kind == kind } }

    /// When each event of the kind came, in seconds since the first.
    func times(_ kind: EventKind) -> [Double] {
        events.filter { $0.kind == kind }.map { Double($0.time - start) / 1e9 }
    }

    /// What the rules find, as `rule severity`.
    func findings() -> (found: [String], notJudged: Set<String>) {
        let analysis = Analysis()
        analysis.take(batch)
        let found = analysis.finish().map { "\($0.rule) \($0.severity)" }
        return (found, Set(analysis.notJudged.map(\.rule)))
    }
}

/// A transform at a place, not turned.
func place(_ x: Float, _ y: Float, _ z: Float) -> simd_float4x4 {
    var transform = matrix_identity_float4x4
    transform.columns.3 = simd_float4(x, y, z, 1)
    return transform
}

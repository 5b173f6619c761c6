// An app that records a session with two faults in it, and then goes on until it is killed. The camera is the stub's.
//
//     session-victim FOLDER
//
// It prints a line once both faults are in the log.
import ARKit
import ARLogKit
import EventLog
import Foundation
import RealityKit
import simd

/// The layer of an app that has two places which run the session.
@MainActor
final class RoomSession: NSObject, ARSessionDelegate {
    let session = ARSession()
    let recorder: SessionRecorder
    private let chair = Entity()

    init(_ folder: String) {
        var options = SessionRecorderOptions()
        options.folder = URL(filePath: folder)
        recorder = SessionRecorder(session, levels: [.wrappers, .nodes], options)
        super.init()
        recorder.delegate = self
    }

    func startTapped() { recorder.run(ARWorldTrackingConfiguration(), purpose: .fresh) }

    func cameBack() { recorder.run(ARWorldTrackingConfiguration()) }

    func placeChair() -> ARAnchor {
        let anchor = ARAnchor(transform: matrix_identity_float4x4)
        recorder.add(anchor, key: "chair-oak")
        session.play(added: [anchor])
        recorder.node(chair, attachedTo: anchor, key: "chair-oak")
        return anchor
    }

    /// Removes the anchor, and forgets the chair.
    func clear(_ anchor: ARAnchor) {
        recorder.remove(anchor)
        session.play(removed: [anchor])
    }

    func track(_ state: ARCamera.TrackingState) {
        let camera = ARCamera()
        camera.trackingState = state
        session.play(camera)
    }

    /// Frames come for so long.
    func play(_ seconds: Double) {
        for _ in 0..<Int(seconds * 60) {
            Thread.sleep(forTimeInterval: 1.0 / 60)
            let frame = ARFrame(timestamp: ProcessInfo.processInfo.systemUptime)
            frame.worldMappingStatus = .mapped
            session.play(frame)
        }
    }
}

guard CommandLine.arguments.count == 2 else { exit(64) }
let room = RoomSession(CommandLine.arguments[1])
room.startTapped()
Thread.sleep(forTimeInterval: 0.1)
room.cameBack()
room.track(.limited(.initializing))
room.play(0.2)
room.track(.normal)
let anchor = room.placeChair()
room.play(0.3)
room.clear(anchor)
room.play(1.3)
print("both faults are told")
fflush(nil)
while true { room.play(1) }

import ARKit
import ARLogKit
import EventLog
import Foundation
import SceneKit

/// The code of each level of recording, as docs/levels.md shows it.
@MainActor
final class Levels {
    enum Phase: Sendable {
        case idle, loading, running
    }

    let recorder: SessionRecorder
    @LoggedState("objectTracking") var phase = Phase.idle

    init(_ session: ARSession) {
        recorder = SessionRecorder(session)
    }

    func wrappers(_ configuration: ARConfiguration, _ anchor: ARAnchor) {
        recorder.run(configuration)
        recorder.add(anchor, key: "chair")
        recorder.remove(anchor)
        recorder.pause()
    }

    func nodes(_ node: SCNNode, _ anchor: ARAnchor) {
        recorder.node(node, attachedTo: .anchor(anchor), key: "chair")
        recorder.nodeDetached(node)
    }

    func network(_ data: ARSession.CollaborationData, _ bytes: Data) {
        recorder.peer("Ben", .connected)
        if let packet = recorder.packet(data) { recorder.sent(packet, to: "Ben", isReliable: true) }
        if let packet = recorder.received(bytes, from: "Ben") { recorder.update(with: packet) }
    }

    func ownState() {
        recorder.record($phase)
        phase = .loading
        recorder.viewAppeared("scanner")
        recorder.userAction("start")
    }
}

import ARKit
import ARLogKit
import EventLog
import Foundation
import SceneKit
import simd

/// What carries packets between the devices, Multipeer Connectivity say.
protocol PacketTransport: AnyObject {
    /// Packets that wait to be sent to the peer.
    func queueDepth(to peer: String) -> Int
    /// Whether the packet was taken.
    func send(_ data: Data, to peer: String, isReliable: Bool) -> Bool
}

/// The session of an app whose users share a room as equals.
///
///     var options = SessionRecorderOptions()
///     options.recorder.opened.protocol = .peerToPeer
///     let recorder = SessionRecorder(sceneView.session, levels: .all, options)
///     let shared = SharedSession(recorder, scene: sceneView.scene.rootNode, transport: transport)
///     shared.begin()
///
/// All of it on the main queue, where ARKit calls its delegate. What it takes care of:
/// - Collaboration is on from the first run: turning it on later restarts tracking.
/// - Critical packets are always sent, and reliably; optional ones 5 a second, and only where the queue is short.
/// - Content hangs on anchors, is made by `didAdd` alone, and so stands once, whoever placed it.
/// - After a long interruption the peers are asked for what was missed.
final class SharedSession: NSObject, ARSessionDelegate {
    enum Phase: Sendable {
        case idle, syncing
    }

    @LoggedState("collaboration") private(set) var phase = Phase.idle
    private let recorder: SessionRecorder
    private let scene: SCNNode
    private weak var transport: (any PacketTransport)?
    /// Seconds of any clock that nobody sets.
    private let now: () -> Double
    private(set) var peers: [String] = []
    private var lastOptional = -Double.infinity
    private var interrupted: Double?
    private var nodes: [UUID: SCNNode] = [:]

    init(
        _ recorder: SessionRecorder, scene: SCNNode, transport: any PacketTransport,
        now: @escaping () -> Double = { ProcessInfo.processInfo.systemUptime }
    ) {
        self.recorder = recorder
        self.scene = scene
        self.transport = transport
        self.now = now
        super.init()
        recorder.delegate = self
        recorder.record($phase)
    }

    func begin() {
        let configuration = ARWorldTrackingConfiguration()
        configuration.isCollaborationEnabled = true
        recorder.run(configuration)
    }

    func place(_ key: String, at transform: simd_float4x4) {
        recorder.userAction("place")
        recorder.add(ARAnchor(name: key, transform: transform), key: key)
    }

    // MARK: Peers

    /// A peer is connected; `identifier` is its session's, which it sent first.
    func connected(_ peer: String, session identifier: UUID) {
        guard !peers.contains(peer) else { return }
        peers.append(peer)
        recorder.peer(peer, .connected)
        recorder.peer(peer, hasSession: identifier)
        if phase == .idle { phase = .syncing }
    }

    func disconnected(_ peer: String) {
        guard let place = peers.firstIndex(of: peer) else { return }
        peers.remove(at: place)
        recorder.peer(peer, .notConnected)
        if peers.isEmpty { phase = .idle }
    }

    func received(_ data: Data, from peer: String) {
        guard let packet = recorder.received(data, from: peer) else { return }
        recorder.update(with: packet)
    }

    func session(_ session: ARSession, didOutputCollaborationData data: ARSession.CollaborationData) {
        guard let packet = recorder.packet(data) else { return }
        guard !peers.isEmpty else { return recorder.dropped(packet, .noPeers) }
        let isCritical = data.priority == .critical
        if !isCritical {
            guard now() - lastOptional >= 0.2 else { return recorder.dropped(packet, .throttled) }
            lastOptional = now()
        }
        for peer in peers {
            let depth = transport?.queueDepth(to: peer) ?? 0
            if !isCritical && depth > 3 {
                recorder.dropped(packet, .backpressure, queueDepth: depth)
            } else if transport?.send(packet.data, to: peer, isReliable: isCritical) == true {
                recorder.sent(packet, to: peer, isReliable: isCritical, queueDepth: depth)
            } else {
                recorder.dropped(packet, .disconnected, queueDepth: depth)
            }
        }
    }

    // MARK: What ARKit tells

    func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {
        for anchor in anchors {
            if anchor is ARParticipantAnchor { recorder.alignmentQuality(.aligned) }
            guard let key = anchor.name, nodes[anchor.identifier] == nil else { continue }
            let node = SCNNode()
            scene.addChildNode(node)
            nodes[anchor.identifier] = node
            recorder.node(node, attachedTo: .anchor(anchor), key: key)
        }
    }

    func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {
        for anchor in anchors {
            guard let node = nodes.removeValue(forKey: anchor.identifier) else { continue }
            node.removeFromParentNode()
            recorder.nodeDetached(node)
        }
    }

    func sessionWasInterrupted(_ session: ARSession) { interrupted = now() }

    func sessionInterruptionEnded(_ session: ARSession) {
        guard let began = interrupted else { return }
        interrupted = nil
        guard now() - began > 2 else { return }
        for peer in peers { recorder.syncRequested(of: peer, now() - began > 30 ? .full : .light) }
    }

    func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool { true }
}

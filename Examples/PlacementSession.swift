import ARKit
import ARLogKit
import EventLog
import Foundation
import SceneKit
import simd

/// Where rooms are kept. Write with `NSKeyedArchiver` and `.atomic`, `.completeFileProtectionUntilFirstUserAuthentication`.
protocol RoomStore: Sendable {
    /// The bytes that the map took.
    func save(_ map: ARWorldMap, room: String) throws -> Int
    /// `nil` where the room was never saved.
    func load(room: String) throws -> (map: ARWorldMap, bytes: Int)?
}

/// The session of an app that places furniture and finds it again tomorrow.
///
///     let recorder = SessionRecorder(sceneView.session, levels: [.wrappers, .nodes, .states])
///     let placement = PlacementSession(recorder, scene: sceneView.scene.rootNode, store: store)
///     placement.open(room: "living room")
///
/// All of it on the main queue, where ARKit calls its delegate. What it takes care of:
/// - An anchor's name is its key: a restored anchor says what stands there.
/// - A node hangs on its anchor, and comes with `didAdd`, for new and for restored anchors alike.
/// - A map is asked for only once the room is mapped, and read back after it was saved.
/// - The user is told what to do while ARKit looks for the room.
final class PlacementSession: NSObject, ARSessionDelegate {
    private let recorder: SessionRecorder
    private let scene: SCNNode
    private let store: any RoomStore
    private var room = ""
    private var nodes: [UUID: SCNNode] = [:]
    private var mappedFrames = 0

    init(_ recorder: SessionRecorder, scene: SCNNode, store: any RoomStore) {
        self.recorder = recorder
        self.scene = scene
        self.store = store
        super.init()
        recorder.delegate = self
    }

    /// Opens a room as it was saved, or empty.
    func open(room: String) {
        self.room = room
        let configuration = ARWorldTrackingConfiguration()
        configuration.planeDetection = .horizontal
        do {
            if let saved = try store.load(room: room) {
                let keys = saved.map.anchors.compactMap(\.name)
                recorder.worldMapLoaded(saved.map, room: room, bytes: saved.bytes, keys: keys)
                configuration.initialWorldMap = saved.map
            }
        } catch {
            // A room that can't be read begins anew.
            recorder.worldMapLoadFailed(error)
        }
        for anchor in Array(nodes.keys) { remove(anchor) }
        mappedFrames = 0
        let isFresh = configuration.initialWorldMap == nil
        recorder.run(
            configuration,
            options: isFresh ? [.resetTracking, .removeExistingAnchors] : .removeExistingAnchors,
            purpose: isFresh ? .fresh : .restore)
    }

    /// Places a thing of the catalogue.
    func place(_ key: String, at transform: simd_float4x4) {
        recorder.userAction("place")
        recorder.add(ARAnchor(name: key, transform: transform), key: key)
    }

    /// Saves the room, if ARKit knows it well enough; `false`: walk around a little more.
    @discardableResult
    func save() -> Bool {
        // Half a second of frames, so that it does not just come and go.
        guard mappedFrames >= 30 else {
            recorder.worldMapDeferred(reason: "not mapped yet")
            return false
        }
        recorder.getCurrentWorldMap { [recorder, store, room] map, _ in
            // ARKit answers on a queue of its own. That it failed is told already.
            if let map { Self.keep(map, room, in: store, recorder) }
        }
        return true
    }

    private static func keep(
        _ map: ARWorldMap, _ room: String, in store: any RoomStore, _ recorder: SessionRecorder
    ) {
        let keys = map.anchors.compactMap(\.name)
        do {
            let bytes = try store.save(map, room: room)
            recorder.worldMapSaved(
                map, room: room, bytes: bytes, keys: keys, isAtomic: true, isProtected: true)
            let back = try store.load(room: room)?.map.anchors.compactMap(\.name) ?? []
            let missing = Set(keys).subtracting(back).sorted()
            recorder.worldMapVerified(map, isIntact: missing.isEmpty, missingKeys: missing)
        } catch {
            recorder.worldMapVerified(map, isIntact: false, missingKeys: keys)
        }
    }

    // MARK: What ARKit tells

    func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {
        for anchor in anchors {
            guard let key = anchor.name, nodes[anchor.identifier] == nil else { continue }
            let node = SCNNode()
            scene.addChildNode(node)
            nodes[anchor.identifier] = node
            recorder.node(node, attachedTo: .anchor(anchor), key: key)
        }
    }

    func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {
        for anchor in anchors { remove(anchor.identifier) }
    }

    func session(_ session: ARSession, didUpdate frame: ARFrame) {
        mappedFrames = frame.worldMappingStatus == .mapped ? mappedFrames + 1 : 0
    }

    func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
        guard case .limited(.relocalizing) = camera.trackingState else { return }
        recorder.recoveryStatusShown("Point the phone at where you began.")
    }

    /// The room is still there after a call: ARKit shall look for it.
    func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool { true }

    private func remove(_ anchor: UUID) {
        guard let node = nodes.removeValue(forKey: anchor) else { return }
        node.removeFromParentNode()
        recorder.nodeDetached(node)
    }
}

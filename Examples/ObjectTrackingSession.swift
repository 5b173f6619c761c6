import ARKit
import ARLogKit
import EventLog
import Foundation
import SceneKit

/// The session of an app that finds real objects and shows a model on each.
///
///     let recorder = SessionRecorder(sceneView.session, levels: [.wrappers, .nodes, .states])
///     let tracking = ObjectTrackingSession(recorder, scene: sceneView.scene.rootNode, load: loadObjects)
///     tracking.showPreview()
///
/// All of it on the main queue, where ARKit calls its delegate. What it takes care of:
/// - Start and Stop are the only ways to `run`, and know what runs already.
/// - A load that ends after Stop does nothing.
/// - Nodes go before the run that drops their anchors.
/// - `isTracked` decides what is visible and what the screen says.
final class ObjectTrackingSession: NSObject, ARSessionDelegate {
    enum Phase: Sendable {
        case idle, loading, running, detected, lost, stopped, failed
    }

    /// Loads the reference objects, and calls back on the main queue.
    typealias Load = (@escaping (Result<Set<ARReferenceObject>, any Error>) -> Void) -> Void

    @LoggedState("objectTracking") private(set) var phase = Phase.idle
    private let recorder: SessionRecorder
    private let scene: SCNNode
    private let load: Load
    /// Rises with every Start and Stop: a load is wanted as long as it is the same.
    private var attempt = 0
    /// By the anchor's identifier.
    private var models: [UUID: SCNNode] = [:]
    private var tracked: Set<UUID> = []

    init(_ recorder: SessionRecorder, scene: SCNNode, load: @escaping Load) {
        self.recorder = recorder
        self.scene = scene
        self.load = load
        super.init()
        recorder.delegate = self
        recorder.record($phase)
    }

    // MARK: Start and Stop

    /// The camera's picture, without objects: until Start, and again from Stop on.
    func showPreview() {
        removeModels()
        recorder.run(ARWorldTrackingConfiguration(), options: .removeExistingAnchors, purpose: .preview)
    }

    func start() {
        guard [.idle, .stopped, .failed].contains(phase) else { return }
        recorder.userAction("start")
        attempt += 1
        let mine = attempt
        phase = .loading
        load { [weak self] result in
            // Stopped, or started anew, in the meantime.
            guard let self, mine == self.attempt else { return }
            self.loaded(result)
        }
    }

    private func loaded(_ result: Result<Set<ARReferenceObject>, any Error>) {
        switch result {
        case .success(let objects):
            for object in objects { recorder.referenceObjectLoaded(object.name ?? "object") }
            removeModels()
            let configuration = ARWorldTrackingConfiguration()
            configuration.detectionObjects = objects
            recorder.run(configuration, options: [.resetTracking, .removeExistingAnchors])
            phase = .running
        case .failure(let error):
            recorder.referenceObjectLoadFailed("objects", error)
            $phase.enter(.failed, cause: "\(error)")
        }
    }

    func stop() {
        guard ![.idle, .stopped, .failed].contains(phase) else { return }
        recorder.userAction("stop")
        attempt += 1
        phase = .stopped
        showPreview()
    }

    // MARK: Objects

    func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {
        for case let anchor as ARObjectAnchor in anchors {
            let model = SCNNode()
            scene.addChildNode(model)
            models[anchor.identifier] = model
            recorder.node(model, attachedTo: .anchor(anchor), key: anchor.referenceObject.name)
        }
        show(anchors)
    }

    func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) { show(anchors) }

    func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {
        for anchor in anchors { remove(anchor.identifier) }
        tellPhase()
    }

    private func show(_ anchors: [ARAnchor]) {
        for case let anchor as ARObjectAnchor in anchors {
            guard let model = models[anchor.identifier] else { continue }
            if model.isHidden == anchor.isTracked { recorder.setHidden(!anchor.isTracked, model) }
            if anchor.isTracked {
                tracked.insert(anchor.identifier)
            } else {
                tracked.remove(anchor.identifier)
            }
        }
        tellPhase()
    }

    private func tellPhase() {
        switch phase {
        case .running, .detected, .lost:
            if !tracked.isEmpty { phase = .detected } else if phase == .detected { phase = .lost }
        default: break
        }
    }

    private func remove(_ anchor: UUID) {
        tracked.remove(anchor)
        guard let model = models.removeValue(forKey: anchor) else { return }
        model.removeFromParentNode()
        recorder.nodeDetached(model)
    }

    private func removeModels() {
        for anchor in Array(models.keys) { remove(anchor) }
    }
}

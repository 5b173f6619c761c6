import ARKit
import ARLogKit
import EventLog
import Foundation
import SceneKit

/// The session of an app that explains itself first: it waits for ARKit, lets the user choose, and only then shows the wand
/// that hangs in front of the camera.
///
///     let recorder = SessionRecorder(sceneView.session, levels: [.wrappers, .nodes, .states])
///     let onboarding = OnboardingSession(recorder, camera: sceneView.pointOfView)
///     onboarding.begin()
///
/// All of it on the main queue, where ARKit calls its delegate. What it takes care of:
/// - There is one wand, whatever is tapped how often, and none before the user wants it.
/// - A new choice takes back what the last one put up.
/// - A view that comes back runs the session again and keeps the choice.
final class OnboardingSession: NSObject, ARSessionDelegate {
    enum Phase: Sendable {
        case loadingAR, onboarding, done
    }

    enum Choice: Sendable {
        case undecided, summonWand, noWand
    }

    @LoggedState("onboarding") private(set) var phase = Phase.loadingAR
    @LoggedState("onboardingChoice") private(set) var choice = Choice.undecided
    private let recorder: SessionRecorder
    private let camera: SCNNode
    private var wand: SCNNode?

    init(_ recorder: SessionRecorder, camera: SCNNode) {
        self.recorder = recorder
        self.camera = camera
        super.init()
        recorder.delegate = self
        recorder.record($phase)
        recorder.record($choice)
    }

    /// The view appears.
    func begin() {
        recorder.viewAppeared("onboarding")
        recorder.run(ARWorldTrackingConfiguration(), purpose: .fresh)
    }

    /// The view goes.
    func end() {
        recorder.viewDisappeared("onboarding")
        recorder.pause()
    }

    func choose(_ wanted: Choice) {
        guard phase != .loadingAR, wanted != .undecided else { return }
        recorder.userAction("choose")
        choice = wanted
        phase = .done
        showWand()
    }

    private func showWand() {
        if choice == .summonWand, wand == nil {
            let node = SCNNode()
            camera.addChildNode(node)
            wand = node
            recorder.node(node, attachedTo: .camera, key: "wand")
        } else if choice != .summonWand, let node = wand {
            node.removeFromParentNode()
            wand = nil
            recorder.nodeDetached(node)
        }
    }

    // MARK: What ARKit tells

    func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
        if case .normal = camera.trackingState, phase == .loadingAR { phase = .onboarding }
    }
}

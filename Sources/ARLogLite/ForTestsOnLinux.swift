// Not to be pasted. Without Objective-C a protocol can't have optional methods, so ARKit's stub has none; this lets
// `next?.session?(…)` in ARLogLite mean here what it means on a phone.

import ARKit

extension ARSessionDelegate {
    var session: StubCalls? { StubCalls(to: self) }

    var sessionWasInterrupted: ((ARSession) -> Void)? {
        implements(.wasInterrupted) ? { self.sessionWasInterrupted($0) } : nil
    }

    var sessionInterruptionEnded: ((ARSession) -> Void)? {
        implements(.interruptionEnded) ? { self.sessionInterruptionEnded($0) } : nil
    }

    var sessionShouldAttemptRelocalization: ((ARSession) -> Bool)? {
        implements(.shouldAttemptRelocalization) ? { self.sessionShouldAttemptRelocalization($0) } : nil
    }
}

/// The methods that are called `session` and differ in what comes behind.
struct StubCalls {
    private let delegate: any ARSessionDelegate

    init(to delegate: any ARSessionDelegate) { self.delegate = delegate }

    func callAsFunction(_ session: ARSession, didUpdate frame: ARFrame) {
        if delegate.implements(.didUpdateFrame) { delegate.session(session, didUpdate: frame) }
    }

    func callAsFunction(_ session: ARSession, didAdd anchors: [ARAnchor]) {
        if delegate.implements(.didAdd) { delegate.session(session, didAdd: anchors) }
    }

    func callAsFunction(_ session: ARSession, didUpdate anchors: [ARAnchor]) {
        if delegate.implements(.didUpdateAnchors) { delegate.session(session, didUpdate: anchors) }
    }

    func callAsFunction(_ session: ARSession, didRemove anchors: [ARAnchor]) {
        if delegate.implements(.didRemove) { delegate.session(session, didRemove: anchors) }
    }

    func callAsFunction(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
        if delegate.implements(.cameraDidChangeTrackingState) {
            delegate.session(session, cameraDidChangeTrackingState: camera)
        }
    }

    func callAsFunction(_ session: ARSession, didFailWithError error: any Error) {
        if delegate.implements(.didFailWithError) { delegate.session(session, didFailWithError: error) }
    }
}

/// What the Objective-C runtime does on a phone: these it has only where the app's delegate has them.
extension ARLogLite {
    func implements(_ method: ARDelegateMethod) -> Bool {
        switch method {
        case .shouldAttemptRelocalization, .didOutputAudioSampleBuffer: next?.implements(method) ?? false
        default: true
        }
    }
}

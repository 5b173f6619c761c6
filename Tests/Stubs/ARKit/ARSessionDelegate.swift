public import CoreMedia
public import Foundation

/// The optional methods of ARSessionObserver and ARSessionDelegate. The stub's own: without Objective-C a protocol can't
/// have optional methods, so all have an empty implementation here, and a delegate says which it has by `implements`.
public enum ARDelegateMethod: CaseIterable, Sendable {
    case didFailWithError
    case cameraDidChangeTrackingState
    case wasInterrupted
    case interruptionEnded
    case shouldAttemptRelocalization
    case didOutputAudioSampleBuffer
    case didOutputCollaborationData
    case didChangeGeoTrackingStatus
    case didUpdateFrame
    case didAdd
    case didUpdateAnchors
    case didRemove
}

public protocol ARSessionObserver: NSObjectProtocol {
    /// The stub's own: stands in for `responds(to:)`.
    func implements(_ method: ARDelegateMethod) -> Bool

    func session(_ session: ARSession, didFailWithError error: any Error)
    func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera)
    func sessionWasInterrupted(_ session: ARSession)
    func sessionInterruptionEnded(_ session: ARSession)
    func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool
    func session(_ session: ARSession, didOutputAudioSampleBuffer audioSampleBuffer: CMSampleBuffer)
    func session(_ session: ARSession, didOutputCollaborationData data: ARSession.CollaborationData)
    func session(_ session: ARSession, didChange geoTrackingStatus: ARGeoTrackingStatus)
}

public protocol ARSessionDelegate: ARSessionObserver {
    func session(_ session: ARSession, didUpdate frame: ARFrame)
    func session(_ session: ARSession, didAdd anchors: [ARAnchor])
    func session(_ session: ARSession, didUpdate anchors: [ARAnchor])
    func session(_ session: ARSession, didRemove anchors: [ARAnchor])
}

extension ARSessionObserver {
    /// All but the two of which it makes a difference that they are there.
    public func implements(_ method: ARDelegateMethod) -> Bool {
        method != .shouldAttemptRelocalization && method != .didOutputAudioSampleBuffer
    }

    public func session(_ session: ARSession, didFailWithError error: any Error) {}
    public func session(_ session: ARSession, cameraDidChangeTrackingState camera: ARCamera) {}
    public func sessionWasInterrupted(_ session: ARSession) {}
    public func sessionInterruptionEnded(_ session: ARSession) {}
    public func sessionShouldAttemptRelocalization(_ session: ARSession) -> Bool { false }
    public func session(_ session: ARSession, didOutputAudioSampleBuffer audioSampleBuffer: CMSampleBuffer) {}
    public func session(_ session: ARSession, didOutputCollaborationData data: ARSession.CollaborationData) {}
    public func session(_ session: ARSession, didChange geoTrackingStatus: ARGeoTrackingStatus) {}
}

extension ARSessionDelegate {
    public func session(_ session: ARSession, didUpdate frame: ARFrame) {}
    public func session(_ session: ARSession, didAdd anchors: [ARAnchor]) {}
    public func session(_ session: ARSession, didUpdate anchors: [ARAnchor]) {}
    public func session(_ session: ARSession, didRemove anchors: [ARAnchor]) {}
}

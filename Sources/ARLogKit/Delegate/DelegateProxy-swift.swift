#if ARSESSION && !canImport(ObjectiveC)
    internal import ARKit
    internal import CoreMedia
    internal import Foundation

    // What `DelegateProxy-objc` is to ARKit, for the stubs, where a protocol has no optional methods and a delegate says
    // which it has.
    class PartialDelegate: NSObject {
        /// Who is asked.
        var next: (any ARSessionDelegate)? { nil }

        func implements(_ method: ARDelegateMethod) -> Bool {
            switch method {
            case .shouldAttemptRelocalization, .didOutputAudioSampleBuffer: next?.implements(method) ?? false
            default: true
            }
        }
    }

    extension ARSessionDelegate {
        func passOn(_ arSession: ARSession, didUpdate frame: ARFrame) {
            if implements(.didUpdateFrame) { session(arSession, didUpdate: frame) }
        }

        func passOn(_ arSession: ARSession, didAdd anchors: [ARAnchor]) {
            if implements(.didAdd) { session(arSession, didAdd: anchors) }
        }

        func passOn(_ arSession: ARSession, didUpdate anchors: [ARAnchor]) {
            if implements(.didUpdateAnchors) { session(arSession, didUpdate: anchors) }
        }

        func passOn(_ arSession: ARSession, didRemove anchors: [ARAnchor]) {
            if implements(.didRemove) { session(arSession, didRemove: anchors) }
        }

        func passOn(_ arSession: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
            if implements(.cameraDidChangeTrackingState) {
                session(arSession, cameraDidChangeTrackingState: camera)
            }
        }

        func passOn(_ arSession: ARSession, didChange geoTrackingStatus: ARGeoTrackingStatus) {
            if implements(.didChangeGeoTrackingStatus) { session(arSession, didChange: geoTrackingStatus) }
        }

        func passOnInterruption(_ arSession: ARSession) {
            if implements(.wasInterrupted) { sessionWasInterrupted(arSession) }
        }

        func passOnInterruptionEnd(_ arSession: ARSession) {
            if implements(.interruptionEnded) { sessionInterruptionEnded(arSession) }
        }

        /// `nil` where it has no answer.
        func answerRelocalization(_ arSession: ARSession) -> Bool? {
            implements(.shouldAttemptRelocalization) ? sessionShouldAttemptRelocalization(arSession) : nil
        }

        func passOn(_ arSession: ARSession, didFailWithError error: any Error) {
            if implements(.didFailWithError) { session(arSession, didFailWithError: error) }
        }

        func passOn(_ arSession: ARSession, didOutputAudioSampleBuffer audio: CMSampleBuffer) {
            if implements(.didOutputAudioSampleBuffer) {
                session(arSession, didOutputAudioSampleBuffer: audio)
            }
        }

        func passOn(_ arSession: ARSession, didOutputCollaborationData data: ARSession.CollaborationData) {
            if implements(.didOutputCollaborationData) {
                session(arSession, didOutputCollaborationData: data)
            }
        }
    }

    extension ARConfiguration {
        /// How many objects are to be tracked.
        var trackingObjectCount: Int? {
            switch self {
            case let world as ARWorldTrackingConfiguration: world.trackingObjects.count
            case let geo as ARGeoTrackingConfiguration: geo.trackingObjects.count
            default: nil
            }
        }
    }
#endif

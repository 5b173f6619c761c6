#if ARSESSION && canImport(ObjectiveC)
    internal import ARKit
    internal import CoreMedia
    internal import Foundation
    internal import ObjectiveC

    // Everything that needs the Objective-C runtime: methods that a delegate may lack. This file can't be built where
    // there is no Objective-C; `DelegateProxy-swift` is what it does there.

    /// A delegate that has some methods only where the next one has them.
    ///
    /// ARKit asks `responds(to:)` which methods its delegate has, and does less where one is missing. The recorder has all
    /// those it listens to; of the others, it has those of the app's delegate, methods of future SDKs included.
    class PartialDelegate: NSObject {
        /// Who is asked.
        var next: (any ARSessionDelegate)? { nil }

        override func responds(to selector: Selector!) -> Bool {
            if Self.isBorrowed(selector) { return next?.responds(to: selector) ?? false }
            return super.responds(to: selector) || next?.responds(to: selector) ?? false
        }

        override func forwardingTarget(for selector: Selector!) -> Any? { next }

        /// What makes a difference by being there: without it ARKit does not relocalize, and hands out no audio.
        private static func isBorrowed(_ selector: Selector) -> Bool {
            selector == #selector((any ARSessionObserver).sessionShouldAttemptRelocalization(_:))
                || selector == #selector((any ARSessionObserver).session(_:didOutputAudioSampleBuffer:))
        }
    }

    extension ARSessionDelegate {
        func passOn(_ arSession: ARSession, didUpdate frame: ARFrame) {
            session?(arSession, didUpdate: frame)
        }

        func passOn(_ arSession: ARSession, didAdd anchors: [ARAnchor]) {
            session?(arSession, didAdd: anchors)
        }

        func passOn(_ arSession: ARSession, didUpdate anchors: [ARAnchor]) {
            session?(arSession, didUpdate: anchors)
        }

        func passOn(_ arSession: ARSession, didRemove anchors: [ARAnchor]) {
            session?(arSession, didRemove: anchors)
        }

        func passOn(_ arSession: ARSession, cameraDidChangeTrackingState camera: ARCamera) {
            session?(arSession, cameraDidChangeTrackingState: camera)
        }

        func passOn(_ arSession: ARSession, didChange geoTrackingStatus: ARGeoTrackingStatus) {
            session?(arSession, didChange: geoTrackingStatus)
        }

        func passOnInterruption(_ arSession: ARSession) { sessionWasInterrupted?(arSession) }

        func passOnInterruptionEnd(_ arSession: ARSession) { sessionInterruptionEnded?(arSession) }

        /// `nil` where it has no answer.
        func answerRelocalization(_ arSession: ARSession) -> Bool? {
            sessionShouldAttemptRelocalization?(arSession)
        }

        func passOn(_ arSession: ARSession, didFailWithError error: any Error) {
            session?(arSession, didFailWithError: error)
        }

        func passOn(_ arSession: ARSession, didOutputAudioSampleBuffer audio: CMSampleBuffer) {
            session?(arSession, didOutputAudioSampleBuffer: audio)
        }

        func passOn(_ arSession: ARSession, didOutputCollaborationData data: ARSession.CollaborationData) {
            session?(arSession, didOutputCollaborationData: data)
        }
    }

    extension ARConfiguration {
        /// How many objects are to be tracked: of iOS 27, and asked for by name, so that older SDKs build it.
        var trackingObjectCount: Int? {
            guard responds(to: NSSelectorFromString("trackingObjects")) else { return nil }
            return (value(forKey: "trackingObjects") as? NSSet)?.count
        }
    }
#endif

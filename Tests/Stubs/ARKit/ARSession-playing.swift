public import CoreMedia

extension ARSession {
    private func told(_ method: ARDelegateMethod) -> (any ARSessionDelegate)? {
        responds.contains(method) ? delegate : nil
    }

    public func play(_ frame: ARFrame) {
        currentFrame = frame
        told(.didUpdateFrame)?.session(self, didUpdate: frame)
    }

    public func play(added anchors: [ARAnchor]) { told(.didAdd)?.session(self, didAdd: anchors) }

    public func play(updated anchors: [ARAnchor]) {
        told(.didUpdateAnchors)?.session(self, didUpdate: anchors)
    }

    public func play(removed anchors: [ARAnchor]) { told(.didRemove)?.session(self, didRemove: anchors) }

    public func play(_ camera: ARCamera) {
        told(.cameraDidChangeTrackingState)?.session(self, cameraDidChangeTrackingState: camera)
    }

    public func play(_ status: ARGeoTrackingStatus) {
        told(.didChangeGeoTrackingStatus)?.session(self, didChange: status)
    }

    public func play(_ data: CollaborationData) {
        told(.didOutputCollaborationData)?.session(self, didOutputCollaborationData: data)
    }

    public func play(_ audio: CMSampleBuffer) {
        told(.didOutputAudioSampleBuffer)?.session(self, didOutputAudioSampleBuffer: audio)
    }

    public func play(_ error: any Error) { told(.didFailWithError)?.session(self, didFailWithError: error) }

    public func playInterruption() { told(.wasInterrupted)?.sessionWasInterrupted(self) }

    public func playInterruptionEnd() { told(.interruptionEnded)?.sessionInterruptionEnded(self) }

    /// What the delegate says of relocalizing; false where it says nothing, as ARKit has it.
    public func playRelocalization() -> Bool {
        told(.shouldAttemptRelocalization)?.sessionShouldAttemptRelocalization(self) ?? false
    }
}

// Not to be copied. Without Objective-C a delegate has to tell ARKit's stub that it has an optional method.

import ARKit

extension PlacementSession {
    func implements(_ method: ARDelegateMethod) -> Bool { method != .didOutputAudioSampleBuffer }
}

extension SharedSession {
    func implements(_ method: ARDelegateMethod) -> Bool { method != .didOutputAudioSampleBuffer }
}

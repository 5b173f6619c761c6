public import Foundation
public import simd

open class ARCamera: NSObject {
    public enum TrackingState: Equatable, Sendable {
        public enum Reason: Sendable {
            case initializing
            case excessiveMotion
            case insufficientFeatures
            case relocalizing
        }

        case notAvailable
        case limited(Reason)
        case normal
    }

    open var transform = matrix_identity_float4x4
    open var trackingState = TrackingState.normal
    open var exposureOffset: Float = 0
}

open class ARPointCloud: NSObject {
    open var points: [simd_float3] = []
}

open class ARFrame: NSObject {
    public enum WorldMappingStatus: Int, Sendable {
        case notAvailable
        case limited
        case extending
        case mapped
    }

    /// Seconds since the device started, as `ProcessInfo.systemUptime` counts.
    open var timestamp: TimeInterval
    open var camera = ARCamera()
    open var anchors: [ARAnchor] = []
    open var worldMappingStatus = WorldMappingStatus.notAvailable
    open var rawFeaturePoints: ARPointCloud?

    /// The stub's own.
    public init(timestamp: TimeInterval) { self.timestamp = timestamp }
}

open class ARGeoTrackingStatus: NSObject {
    public enum State: Int, Sendable {
        case notAvailable
        case initializing
        case localizing
        case localized
    }

    public enum StateReason: Int, Sendable {
        case none
        case notAvailableAtLocation
        case needLocationPermissions
        case worldTrackingUnstable
        case waitingForLocation
        case waitingForAvailabilityCheck
        case geoDataNotLoaded
        case devicePointedTooLow
        case visualLocalizationFailed
    }

    public enum Accuracy: Int, Sendable {
        case undetermined
        case low
        case medium
        case high
    }

    open var state = State.notAvailable
    open var stateReason = StateReason.none
    open var accuracy = Accuracy.undetermined
}

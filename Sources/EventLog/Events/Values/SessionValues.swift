// Closed sets of values about sessions and their configurations. The raw values are the numbers on the wire: they never change.

/// The ARConfiguration (or visionOS provider set) that runs.
public enum ConfigurationKind: UInt8, WireEnum {
    case worldTracking = 1
    case bodyTracking
    case faceTracking
    case imageTracking
    case objectScanning
    case orientationTracking
    case positionalTracking
    case geoTracking
    case spatialTracking
}

/// `ARWorldTrackingConfiguration.PlaneDetection`.
public enum PlaneDetection: UInt8, WireEnum {
    case horizontal = 1
    case vertical
}

/// `ARWorldTrackingConfiguration.EnvironmentTexturing`.
public enum EnvironmentTexturing: UInt8, WireEnum {
    case none = 1
    case manual
    case automatic
}

/// `ARConfiguration.SceneReconstruction`.
public enum SceneReconstruction: UInt8, WireEnum {
    case none = 1
    case mesh
    case meshWithClassification
}

/// `ARConfiguration.WorldAlignment`.
public enum WorldAlignment: UInt8, WireEnum {
    case gravity = 1
    case gravityAndHeading
    case camera
}

/// `ARSession.RunOptions`.
public enum RunOption: UInt8, WireEnum {
    case resetTracking = 1
    case removeExistingAnchors
    case stopTrackedRaycasts
    case resetSceneReconstruction
}

/// The mode an object-tracking app asked for.
public enum TrackingMode: UInt8, WireEnum {
    case moving = 1
    case stationary
}

/// Why the app ran the session.
public enum RunPurpose: UInt8, WireEnum {
    case fresh = 1
    case preview
    case reconfigure
    case reset
    case restore
    case join
}

/// Why the system took the camera away.
public enum InterruptionReason: UInt8, WireEnum {
    case background = 1
    case camera
    case call
    case other
}

/// `DataProviderState` of visionOS.
public enum ProviderState: UInt8, WireEnum {
    case initialized = 1
    case running
    case paused
    case stopped
}

// Closed sets of values about camera, anchors, nodes and recovery. The raw values are the numbers on the wire: they never change.

/// `ARCamera.TrackingState`.
public enum TrackingState: UInt8, WireEnum {
    case notAvailable = 1
    case limited
    case normal
}

/// `ARCamera.TrackingState.Reason`.
public enum TrackingReason: UInt8, WireEnum {
    case initializing = 1
    case excessiveMotion
    case insufficientFeatures
    case relocalizing
}

/// `ARFrame.WorldMappingStatus`.
public enum MappingStatus: UInt8, WireEnum {
    case notAvailable = 1
    case limited
    case extending
    case mapped
}

/// `ARGeoTrackingStatus.State`.
public enum GeoTrackingState: UInt8, WireEnum {
    case notAvailable = 1
    case initializing
    case localizing
    case localized
}

/// `ARGeoTrackingStatus.Accuracy`.
public enum GeoTrackingAccuracy: UInt8, WireEnum {
    case undetermined = 1
    case low
    case medium
    case high
}

/// `ProcessInfo.ThermalState`.
public enum ThermalState: UInt8, WireEnum {
    case nominal = 1
    case fair
    case serious
    case critical
}

/// What kind of ARAnchor.
public enum AnchorKind: UInt8, WireEnum {
    case anchor = 1
    case plane
    case image
    case object
    case face
    case body
    case participant
    case geo
    case appClipCode
    case environmentProbe
    case mesh
    case custom
}

/// Where an anchor came from.
public enum AnchorOrigin: UInt8, WireEnum {
    case app = 1
    case detection
    case remote
    case worldMap
}

/// What a node hangs on.
public enum Attachment: UInt8, WireEnum {
    case anchor = 1
    case camera
    case root
    case node
}

/// What a node is for.
public enum NodeRole: UInt8, WireEnum {
    case content = 1
    case overlay
    case debug
}

/// The app's own lookup tables.
public enum LookupTable: UInt8, WireEnum {
    case anchorNodes = 1
    case remoteAnchors
}

/// The three ways out of a relocalization that does not end.
public enum RecoveryChoice: UInt8, WireEnum {
    case retry = 1
    case placeRelative
    case startOver
}

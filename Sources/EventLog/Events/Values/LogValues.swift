// Closed sets of values about the log itself. The raw values are the numbers on the wire: they never change.

/// What a device is to its peers.
public enum Role: UInt8, WireEnum {
    case host = 1
    case guest
    case peer
}

/// How the devices of a recording share a world: not at all, as equals, or one host's map.
public enum CollaborationProtocol: UInt8, WireEnum {
    case none = 1
    case peerToPeer
    case hostGuest
}

/// The families of events a recorder may or may not write.
public enum EventFamily: UInt8, WireEnum {
    case session = 1
    case camera
    case frame
    case anchor
    case node
    case worldMap
    case collaboration
    case state
    case device
}

/// How a recording ended.
public enum CloseReason: UInt8, WireEnum {
    case normal = 1
    case terminated
}

/// A log line's level, as `os.Logger` has them.
public enum MessageLevel: UInt8, WireEnum {
    case debug = 1
    case info
    case warning
    case error
    case fault
}

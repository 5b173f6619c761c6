// Closed sets of values about peers, packets and the app. The raw values are the numbers on the wire: they never change.

/// `MCSessionState`.
public enum PeerState: UInt8, WireEnum {
    case notConnected = 1
    case connecting
    case connected
}

/// How well two devices share a world, as the user is shown it.
public enum AlignmentQuality: UInt8, WireEnum {
    case aligning = 1
    case roughlyAligned
    case aligned
}

/// `ARSession.CollaborationData.Priority`.
public enum PacketPriority: UInt8, WireEnum {
    case critical = 1
    case optional
}

/// Why a packet was not sent.
public enum DropReason: UInt8, WireEnum {
    case throttled = 1
    case backpressure
    case noPeers
    case encodeFailed
    case wrongState
    case disconnected
}

/// Why a received packet was not applied.
public enum DiscardReason: UInt8, WireEnum {
    case wrongState = 1
    case stale
    case duplicate
}

/// How much a resynchronisation asks for.
public enum SyncExtent: UInt8, WireEnum {
    case light = 1
    case full
}

/// How collaboration was probed.
public enum ProbeMethod: UInt8, WireEnum {
    case osVersion = 1
    case chip
    case runtime
    case worldMapExport
}

/// What an app shows where it can't collaborate.
public enum FallbackMode: UInt8, WireEnum {
    case singleDevice = 1
    case observer
}

/// The file a reference object came from.
public enum ReferenceObjectFormat: UInt8, WireEnum {
    case arobject = 1
    case referenceobject
}

/// The app's phase.
public enum LifecyclePhase: UInt8, WireEnum {
    case active = 1
    case inactive
    case background
    case terminated
}

public import EventLog

/// A place at a time.
public struct Waypoint: Sendable, BitwiseCopyable {
    /// Nanoseconds since 1970.
    public let time: UInt64
    /// Metres, in the session's world.
    public let place: Vector3
    /// Where the camera looks; `nil` where nobody told, and of other things.
    public let heading: Heading?

    /// A direction seen from above, of length 1.
    public struct Heading: Sendable, BitwiseCopyable {
        public let x: Float
        public let z: Float
    }
}

/// One anchor or node, from when it came to when it went.
public struct SceneLife: Sendable {
    public enum Thing: Sendable {
        case anchor, node
    }

    public let thing: Thing
    public let id: EntityID
    public let session: SessionName
    public let device: Int
    let serial: Int
    /// The event that began it, or the first at which it was seen.
    public let from: Mark
    /// The event that ended it; where none did, the last of its recording, and `nil` before that.
    public internal(set) var to: Mark?
    /// Whether no event ended it.
    public internal(set) var isOver = true
    public internal(set) var kind: AnchorKind?
    public internal(set) var origin: AnchorOrigin?
    public internal(set) var key: String?
    public internal(set) var asset: String?
    /// The anchor a node hangs on, or the node above it.
    public internal(set) var parent: EntityID?
    public internal(set) var attachment: Attachment?
    public internal(set) var role: NodeRole?
    public internal(set) var ownerSession: EntityID?
    /// How it went: removed, or dropped by a run.
    public internal(set) var isDropped = false
    /// Whether it was added before the log told anything of it.
    public internal(set) var isFromBefore = false
    /// Where it was, each place kept only where it differs from the last by more than `SceneRecorder.step`.
    public internal(set) var way: [Waypoint] = []
    /// When it was hidden (`false`) or shown again, nanoseconds since 1970.
    public internal(set) var visibility: [(time: UInt64, isVisible: Bool)] = []
    /// The event from which on a finding calls it a duplicate.
    public internal(set) var duplicateSince: Mark?

    public func duration(until end: Mark) -> UInt64 { (to ?? end).elapsed(since: from) }
}

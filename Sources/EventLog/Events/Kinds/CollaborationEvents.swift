// Peers, alignment, and the packets between devices.

extension Vocabulary {
    /// A peer connected or left.
    public struct PeerStateChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .peerStateChanged }

        public var peer: EntityID = EntityID.null
        public var state: PeerState = PeerState.notConnected

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "peer", &peer, "the peer")
            v.field(3, "state", &state, "its state")
        }
    }

    /// A peer was given its role.
    public struct PeerRoleAssigned: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .peerRoleAssigned }

        public var peer: EntityID = EntityID.null
        public var role: Role = Role.host

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "peer", &peer, "the peer")
            v.field(3, "role", &role, "its role")
        }
    }

    /// It became known which session identifier is whose.
    public struct PeerSessionIdentified: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .peerSessionIdentified }

        public var peer: EntityID = EntityID.null
        public var ownerSession: EntityID = EntityID.null

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "peer", &peer, "the peer")
            v.field(3, "ownerSession", &ownerSession, "its session's identifier")
        }
    }

    /// What the app shows the user of the alignment.
    public struct AlignmentQualityChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .alignmentQualityChanged }

        public var quality: AlignmentQuality = AlignmentQuality.aligning

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "quality", &quality, "how good")
        }
    }

    /// `didOutputCollaborationData`.
    public struct CollaborationDataProduced: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDataProduced }

        public var session: EntityID?
        public var packet: EntityID = EntityID.null
        public var priority: PacketPriority = PacketPriority.critical
        public var bytes: UInt64?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
            v.field(3, "priority", &priority, "its priority")
            v.field(4, "bytes", &bytes, "its size")
        }
    }

    /// A packet was handed to the network.
    public struct CollaborationDataSent: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDataSent }

        public var session: EntityID?
        public var packet: EntityID = EntityID.null
        public var peer: EntityID?
        public var priority: PacketPriority?
        public var bytes: UInt64?
        public var isReliable: Bool?
        public var queueDepth: UInt64?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
            v.field(3, "peer", &peer, "to whom")
            v.field(4, "priority", &priority, "its priority")
            v.field(5, "bytes", &bytes, "its size")
            v.field(6, "isReliable", &isReliable, "whether it was sent reliably")
            v.field(7, "queueDepth", &queueDepth, "packets waiting")
        }
    }

    /// A packet was not sent.
    public struct CollaborationDataDropped: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDataDropped }

        public var session: EntityID?
        public var packet: EntityID = EntityID.null
        public var priority: PacketPriority?
        public var bytes: UInt64?
        public var queueDepth: UInt64?
        public var reason: DropReason = DropReason.throttled

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
            v.field(3, "priority", &priority, "its priority")
            v.field(4, "bytes", &bytes, "its size")
            v.field(5, "queueDepth", &queueDepth, "packets waiting")
            v.field(6, "reason", &reason, "why")
        }
    }

    /// A packet came in.
    public struct CollaborationDataReceived: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDataReceived }

        public var session: EntityID?
        public var packet: EntityID = EntityID.null
        public var peer: EntityID?
        public var priority: PacketPriority?
        public var bytes: UInt64?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
            v.field(3, "peer", &peer, "from whom")
            v.field(4, "priority", &priority, "its priority")
            v.field(5, "bytes", &bytes, "its size")
        }
    }

    /// `update(with:)`.
    public struct CollaborationDataApplied: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDataApplied }

        public var session: EntityID?
        public var packet: EntityID = EntityID.null

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
        }
    }

    /// A received packet was not applied.
    public struct CollaborationDataDiscarded: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDataDiscarded }

        public var session: EntityID?
        public var packet: EntityID = EntityID.null
        public var reason: DiscardReason?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
            v.field(3, "reason", &reason, "why")
        }
    }

    /// A received packet could not be decoded.
    public struct CollaborationDecodeFailed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationDecodeFailed }

        public var session: EntityID?
        public var packet: EntityID?
        public var peer: EntityID?
        public var bytes: UInt64?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "packet", &packet, "the packet")
            v.field(3, "peer", &peer, "from whom")
            v.field(4, "bytes", &bytes, "its size")
            v.field(5, "text", &text, .personal("what the error says"))
        }
    }

    /// A resynchronisation was asked for.
    public struct CollaborationSyncRequested: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationSyncRequested }

        public var session: EntityID?
        public var peer: EntityID?
        public var extent: SyncExtent = SyncExtent.light

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "peer", &peer, "of whom")
            v.field(3, "extent", &extent, "how much")
        }
    }

    /// A handshake began.
    public struct CollaborationHandshakeStarted: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationHandshakeStarted }

        public var session: EntityID?
        public var peer: EntityID?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "peer", &peer, "with whom")
        }
    }

    /// A handshake was completed.
    public struct CollaborationHandshakeCompleted: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationHandshakeCompleted }

        public var session: EntityID?
        public var peer: EntityID?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "peer", &peer, "with whom")
        }
    }

    /// Whether this device can collaborate.
    public struct CollaborationCapabilityProbed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationCapabilityProbed }

        public var session: EntityID?
        public var isSupported: Bool = false
        public var method: ProbeMethod?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "isSupported", &isSupported, "whether it can")
            v.field(3, "method", &method, "how it was found out")
        }
    }

    /// The app shows what it offers instead.
    public struct CollaborationFallbackShown: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .collaborationFallbackShown }

        public var session: EntityID?
        public var mode: FallbackMode = FallbackMode.singleDevice

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "mode", &mode, "what")
        }
    }
}

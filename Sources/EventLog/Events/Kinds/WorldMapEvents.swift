// World maps, and the ways out of a relocalization that does not end.

extension Vocabulary {
    /// The app asks for the current world map.
    public struct WorldMapRequested: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapRequested }

        public var session: EntityID?
        public var source: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "source", &source, "who asked")
        }
    }

    /// Asked for, refused for now: not mapped yet.
    public struct WorldMapDeferred: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapDeferred }

        public var session: EntityID?
        public var reason: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "reason", &reason, .personal("why"))
        }
    }

    /// `getCurrentWorldMap` gave a map.
    public struct WorldMapCaptured: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapCaptured }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var bytes: UInt64?
        public var anchors: UInt64?
        public var keys: S.TextList = []
        public var featurePoints: UInt64?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "bytes", &bytes, "its size")
            v.field(4, "anchors", &anchors, "anchors in it")
            v.list(5, "keys", &keys, "the content keys in it")
            v.field(6, "featurePoints", &featurePoints, "feature points in it")
        }
    }

    /// `getCurrentWorldMap` failed.
    public struct WorldMapCaptureFailed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapCaptureFailed }

        public var session: EntityID?
        public var code: Int64?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "code", &code, "ARError's number")
            v.field(3, "text", &text, .personal("what the error says"))
        }
    }

    /// A map was written to a file.
    public struct WorldMapSaved: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapSaved }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var room: S.Text?
        public var bytes: UInt64?
        public var anchors: UInt64?
        public var keys: S.TextList = []
        public var isAtomic: Bool?
        public var isProtected: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "room", &room, .personal("the room it is of"))
            v.field(4, "bytes", &bytes, "its size")
            v.field(5, "anchors", &anchors, "anchors in it")
            v.list(6, "keys", &keys, "the content keys in it")
            v.field(7, "isAtomic", &isAtomic, "whether it was written atomically")
            v.field(8, "isProtected", &isProtected, "whether the file is protected")
        }
    }

    /// A saved map was read back.
    public struct WorldMapVerified: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapVerified }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var isIntact: Bool = false
        public var missingKeys: S.TextList = []

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "isIntact", &isIntact, "whether it is what was saved")
            v.list(4, "missingKeys", &missingKeys, "keys that were lost")
        }
    }

    /// A saved map was read.
    public struct WorldMapLoaded: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapLoaded }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var room: S.Text?
        public var bytes: UInt64?
        public var anchors: UInt64?
        public var keys: S.TextList = []

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "room", &room, .personal("the room it is of"))
            v.field(4, "bytes", &bytes, "its size")
            v.field(5, "anchors", &anchors, "anchors in it")
            v.list(6, "keys", &keys, "the content keys in it")
        }
    }

    /// A saved map could not be read.
    public struct WorldMapLoadFailed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapLoadFailed }

        public var session: EntityID?
        public var map: EntityID?
        public var code: Int64?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "code", &code, "the error's number")
            v.field(4, "text", &text, .personal("what the error says"))
        }
    }

    /// A saved map was deleted.
    public struct WorldMapDeleted: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapDeleted }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var room: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "room", &room, .personal("the room it was of"))
        }
    }

    /// A map was sent to a peer.
    public struct WorldMapSent: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapSent }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var peer: EntityID?
        public var bytes: UInt64?
        public var isReliable: Bool?
        public var hasConsent: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "peer", &peer, "to whom")
            v.field(4, "bytes", &bytes, "its size")
            v.field(5, "isReliable", &isReliable, "whether it was sent reliably")
            v.field(6, "hasConsent", &hasConsent, "whether the user agreed")
        }
    }

    /// A map came from a peer.
    public struct WorldMapReceived: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .worldMapReceived }

        public var session: EntityID?
        public var map: EntityID = EntityID.null
        public var peer: EntityID?
        public var bytes: UInt64?
        public var isReliable: Bool?
        public var hasConsent: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "map", &map, "the map")
            v.field(3, "peer", &peer, "from whom")
            v.field(4, "bytes", &bytes, "its size")
            v.field(5, "isReliable", &isReliable, "whether it was sent reliably")
            v.field(6, "hasConsent", &hasConsent, "whether the user agreed")
        }
    }

    /// The app tells the user what to do while relocalizing.
    public struct RecoveryStatusShown: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .recoveryStatusShown }

        public var session: EntityID?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "text", &text, .personal("what it says"))
        }
    }

    /// The app offers ways out.
    public struct RecoveryOffered: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .recoveryOffered }

        public var session: EntityID?
        public var choices: EnumSet<RecoveryChoice> = []

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "choices", required: &choices, "which")
        }
    }

    /// The user chose one.
    public struct RecoveryChosen: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .recoveryChosen }

        public var session: EntityID?
        public var choice: RecoveryChoice = RecoveryChoice.retry

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "choice", &choice, "which")
        }
    }

    /// The offer was withdrawn.
    public struct RecoveryCancelled: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .recoveryCancelled }

        public var session: EntityID?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
        }
    }
}

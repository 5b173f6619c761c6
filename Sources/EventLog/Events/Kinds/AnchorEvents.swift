// Anchors, as ARKit tells of them and as the app asks for them.

extension Vocabulary {
    /// The app calls `add(anchor:)`.
    public struct AnchorAddRequested: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .anchorAddRequested }

        public var session: EntityID?
        public var anchor: EntityID = EntityID.null
        public var kind: AnchorKind?
        public var name: S.Text?
        public var key: S.Text?
        public var position: Vector3?
        public var orientation: Quaternion?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "anchor", &anchor, "the anchor")
            v.field(3, "kind", &kind, "its kind")
            v.field(4, "name", &name, .personal("ARAnchor's name"))
            v.field(5, "key", &key, "the app's own identity for the content, a catalog id")
            v.field(6, "position", &position, .personal("where it is, metres"))
            v.field(7, "orientation", &orientation, .personal("how it is turned, a unit quaternion"))
        }
    }

    /// The app calls `remove(anchor:)`.
    public struct AnchorRemoveRequested: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .anchorRemoveRequested }

        public var session: EntityID?
        public var anchor: EntityID = EntityID.null

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "anchor", &anchor, "the anchor")
        }
    }

    /// `didAdd`.
    public struct AnchorAdded: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .anchorAdded }

        public var session: EntityID?
        public var anchor: EntityID = EntityID.null
        public var kind: AnchorKind?
        public var name: S.Text?
        public var key: S.Text?
        public var ownerSession: EntityID?
        public var origin: AnchorOrigin?
        public var position: Vector3?
        public var orientation: Quaternion?
        public var isTracked: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "anchor", &anchor, "the anchor")
            v.field(3, "kind", &kind, "its kind")
            v.field(4, "name", &name, .personal("ARAnchor's name"))
            v.field(5, "key", &key, "the app's own identity for the content, a catalog id")
            v.field(6, "ownerSession", &ownerSession, "`sessionIdentifier`: whose device made it")
            v.field(7, "origin", &origin, "where it came from")
            v.field(8, "position", &position, .personal("where it is, metres"))
            v.field(9, "orientation", &orientation, .personal("how it is turned, a unit quaternion"))
            v.field(10, "isTracked", &isTracked, "`ARTrackable.isTracked`; absent: true")
        }
    }

    /// `didUpdate`.
    public struct AnchorUpdated: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .anchorUpdated }

        public var session: EntityID?
        public var anchor: EntityID = EntityID.null
        public var position: Vector3?
        public var orientation: Quaternion?
        public var isTracked: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "anchor", &anchor, "the anchor")
            v.field(3, "position", &position, .personal("where it is, metres"))
            v.field(4, "orientation", &orientation, .personal("how it is turned, a unit quaternion"))
            v.field(5, "isTracked", &isTracked, "`ARTrackable.isTracked`; absent: as before")
        }
    }

    /// `didRemove`.
    public struct AnchorRemoved: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .anchorRemoved }

        public var session: EntityID?
        public var anchor: EntityID = EntityID.null

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "anchor", &anchor, "the anchor")
        }
    }
}

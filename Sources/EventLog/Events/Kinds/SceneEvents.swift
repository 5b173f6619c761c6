// Scene content: SceneKit nodes or RealityKit entities, assets, lookup tables.

extension Vocabulary {
    /// A node or entity was put into the scene.
    public struct NodeAttached: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .nodeAttached }

        public var session: EntityID?
        public var node: EntityID = EntityID.null
        public var anchor: EntityID?
        public var parent: EntityID?
        public var attachment: Attachment?
        public var position: Vector3?
        public var key: S.Text?
        public var asset: S.Text?
        public var role: NodeRole?
        public var isLocalOnly: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "node", &node, "the node")
            v.field(3, "anchor", &anchor, "the anchor it hangs on")
            v.field(4, "parent", &parent, "the node it hangs on")
            v.field(
                5, "attachment", &attachment,
                "what it hangs on; absent: anchor if `anchor` is given, node if `parent` is, else root")
            v.field(6, "position", &position, .personal("where it is, metres"))
            v.field(7, "key", &key, "what it shows, a catalog id; may repeat")
            v.field(8, "asset", &asset, "the file; stands in for a missing key")
            v.field(9, "role", &role, "what it is for; absent: content")
            v.field(10, "isLocalOnly", &isLocalOnly, "whether it is meant for this device alone")
        }
    }

    /// It was taken out, and what hangs below it with it.
    public struct NodeDetached: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .nodeDetached }

        public var session: EntityID?
        public var node: EntityID = EntityID.null

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "node", &node, "the node")
        }
    }

    /// It was shown or hidden.
    public struct NodeVisibilityChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .nodeVisibilityChanged }

        public var session: EntityID?
        public var node: EntityID = EntityID.null
        public var isVisible: Bool = false

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "node", &node, "the node")
            v.field(3, "isVisible", &isVisible, "whether it shows")
        }
    }

    /// It was moved.
    public struct NodeMoved: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .nodeMoved }

        public var session: EntityID?
        public var node: EntityID = EntityID.null
        public var position: Vector3?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "node", &node, "the node")
            v.field(3, "position", &position, .personal("where it is now, metres"))
        }
    }

    /// The app emptied its own lookup tables.
    public struct SceneTablesCleared: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sceneTablesCleared }

        public var session: EntityID?
        public var tables: EnumSet<LookupTable> = []
        public var count: UInt64?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "tables", &tables, "which")
            v.field(3, "count", &count, "entries they had")
        }
    }

    /// A file is to be loaded.
    public struct AssetRequested: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .assetRequested }

        public var session: EntityID?
        public var asset: S.Text = S.Text()
        public var node: EntityID?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "asset", &asset, "the file")
            v.field(3, "node", &node, "for which node")
            v.field(4, "text", &text, .personal("a remark"))
        }
    }

    /// It was loaded.
    public struct AssetLoaded: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .assetLoaded }

        public var session: EntityID?
        public var asset: S.Text = S.Text()
        public var node: EntityID?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "asset", &asset, "the file")
            v.field(3, "node", &node, "for which node")
            v.field(4, "text", &text, .personal("a remark"))
        }
    }

    /// It could not be loaded.
    public struct AssetLoadFailed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .assetLoadFailed }

        public var session: EntityID?
        public var asset: S.Text = S.Text()
        public var node: EntityID?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "asset", &asset, "the file")
            v.field(3, "node", &node, "for which node")
            v.field(4, "text", &text, .personal("what the error says"))
        }
    }

    /// A peer's anchor id was mapped to one of ours.
    public struct RemoteAnchorMapped: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .remoteAnchorMapped }

        public var session: EntityID?
        public var remote: EntityID = EntityID.null
        public var anchor: EntityID = EntityID.null

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "remote", &remote, "the peer's id for it")
            v.field(3, "anchor", &anchor, "ours")
        }
    }
}

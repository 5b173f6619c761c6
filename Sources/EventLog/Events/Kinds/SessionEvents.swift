// What the app asks of its ARSession, and what the session answers.

extension Vocabulary {
    /// The app, or an overlay on its behalf, calls `run`.
    public struct SessionRun: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionRun }

        public var session: EntityID?
        public var configuration: Configuration?
        public var options: EnumSet<RunOption> = []
        public var source: S.Text?
        public var requestedMode: TrackingMode?
        public var purpose: RunPurpose?
        public var identifier: EntityID?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.message(2, "configuration", &configuration, "what is run")
            v.field(3, "options", &options, "the run options; absent: none")
            v.field(4, "source", &source, "who called")
            v.field(5, "requestedMode", &requestedMode, "the mode asked for")
            v.field(6, "purpose", &purpose, "why")
            v.field(7, "identifier", &identifier, "the session's identifier after the call; it may change")
        }
    }

    /// The configuration a session runs with. In one that is given, a field left out is off, 0 or no map.
    public struct Configuration: MessageFields {
        public typealias Storage = S

        public var kind: ConfigurationKind = ConfigurationKind.worldTracking
        public var name: S.Text?
        public var isCollaborationEnabled: Bool?
        public var initialWorldMap: EntityID?
        public var planeDetection: EnumSet<PlaneDetection> = []
        public var environmentTexturing: EnvironmentTexturing?
        public var detectionObjects: UInt64?
        public var trackingObjects: UInt64?
        public var detectionImages: UInt64?
        public var sceneReconstruction: SceneReconstruction?
        public var frameSemantics: S.TextList = []
        public var worldAlignment: WorldAlignment?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "kind", &kind, "which configuration")
            v.field(2, "name", &name, .personal("the app's name for it"))
            v.field(
                3, "isCollaborationEnabled", &isCollaborationEnabled, "`isCollaborationEnabled`; absent: off")
            v.field(4, "initialWorldMap", &initialWorldMap, "the map it starts from; absent: none")
            v.field(5, "planeDetection", &planeDetection, "absent: off")
            v.field(6, "environmentTexturing", &environmentTexturing, "absent: none")
            v.field(7, "detectionObjects", &detectionObjects, "reference objects to detect")
            v.field(8, "trackingObjects", &trackingObjects, "reference objects to track")
            v.field(9, "detectionImages", &detectionImages, "reference images to detect")
            v.field(10, "sceneReconstruction", &sceneReconstruction, "absent: none")
            v.list(11, "frameSemantics", &frameSemantics, "`ARConfiguration.FrameSemantics`, by name")
            v.field(12, "worldAlignment", &worldAlignment, "absent: unknown")
        }
    }

    /// The app starts its own reset procedure; the run that belongs to it follows.
    public struct SessionReset: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionReset }

        public var session: EntityID?
        public var source: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "source", &source, "who called")
        }
    }

    /// The app calls `pause()`.
    public struct SessionPause: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionPause }

        public var session: EntityID?
        public var source: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "source", &source, "who called")
        }
    }

    /// `sessionWasInterrupted`.
    public struct SessionInterruptionBegan: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionInterruptionBegan }

        public var session: EntityID?
        public var reason: InterruptionReason?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "reason", &reason, "why; absent counts as none told")
        }
    }

    /// `sessionInterruptionEnded`.
    public struct SessionInterruptionEnded: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionInterruptionEnded }

        public var session: EntityID?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
        }
    }

    /// `sessionShouldAttemptRelocalization` was implemented and answered.
    public struct SessionRelocalizationAsked: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionRelocalizationAsked }

        public var session: EntityID?
        public var answer: Bool = false

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "answer", &answer, "what it answered")
        }
    }

    /// `didFailWithError`.
    public struct SessionFailed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionFailed }

        public var session: EntityID?
        public var code: Int64?
        public var name: S.Text?
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "code", &code, "ARError's number")
            v.field(3, "name", &name, "ARError's name for it")
            v.field(4, "text", &text, .personal("what the error says"))
        }
    }

    /// A visionOS data provider changed its state.
    public struct SessionProviderStateChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .sessionProviderStateChanged }

        public var session: EntityID?
        public var provider: S.Text = S.Text()
        public var state: ProviderState = ProviderState.initialized
        public var error: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "provider", &provider, "which provider")
            v.field(3, "state", &state, "its state")
            v.field(4, "error", &error, .personal("what went wrong"))
        }
    }
}

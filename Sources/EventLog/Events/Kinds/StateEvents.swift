// Reference objects, the app's own machines, and what its user does.

extension Vocabulary {
    /// A reference object was loaded.
    public struct ReferenceObjectLoaded: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .referenceObjectLoaded }

        public var session: EntityID?
        public var name: S.Text = S.Text()
        public var format: ReferenceObjectFormat?
        public var hasModel: Bool?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "name", &name, .personal("its name"))
            v.field(3, "format", &format, "the file it came from")
            v.field(4, "hasModel", &hasModel, "whether a USDZ is embedded")
        }
    }

    /// A reference object could not be loaded.
    public struct ReferenceObjectLoadFailed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .referenceObjectLoadFailed }

        public var session: EntityID?
        public var name: S.Text = S.Text()
        public var text: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "name", &name, .personal("its name"))
            v.field(3, "text", &text, .personal("what the error says"))
        }
    }

    /// An app's own machine, declared in its own log.
    public struct StateMachineDeclared: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .stateMachineDeclared }

        public var session: EntityID?
        public var machine: S.Text = S.Text()
        public var initial: S.Text = S.Text()
        public var transitions: S.TextList = []

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "machine", &machine, "the machine")
            v.field(3, "initial", &initial, "where it begins")
            v.list(4, "transitions", required: &transitions, "`from>to`; `*` allowed as the source")
        }
    }

    /// A machine changed its state.
    public struct StateChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .stateChanged }

        public var session: EntityID?
        public var machine: S.Text = S.Text()
        public var from: S.Text = S.Text()
        public var to: S.Text = S.Text()
        public var cause: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "machine", &machine, "the machine")
            v.field(3, "from", &from, "the state before")
            v.field(4, "to", &to, "the state after")
            v.field(5, "cause", &cause, "why")
        }
    }

    /// The app refused a change.
    public struct StateRejected: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .stateRejected }

        public var session: EntityID?
        public var machine: S.Text = S.Text()
        public var from: S.Text = S.Text()
        public var to: S.Text = S.Text()
        public var cause: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "machine", &machine, "the machine")
            v.field(3, "from", &from, "the state it stays in")
            v.field(4, "to", &to, "the state it refused")
            v.field(5, "cause", &cause, "why")
        }
    }

    /// The app's phase changed.
    public struct AppLifecycleChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .appLifecycleChanged }

        public var phase: LifecyclePhase = LifecyclePhase.active

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "phase", &phase, "its phase")
        }
    }

    /// A view appeared.
    public struct ViewAppeared: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .viewAppeared }

        public var view: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "view", &view, "which")
        }
    }

    /// A view disappeared.
    public struct ViewDisappeared: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .viewDisappeared }

        public var view: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "view", &view, "which")
        }
    }

    /// The user did something.
    public struct UserAction: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .userAction }

        public var name: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "name", &name, .personal("what"))
        }
    }
}

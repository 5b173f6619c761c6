// The log itself.

extension Vocabulary {
    /// The first event of each file.
    public struct LogOpened: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .logOpened }

        public var device: EntityID = EntityID.null
        public var deviceModel: S.Text?
        public var os: S.Text?
        public var app: S.Text?
        public var appVersion: S.Text?
        public var sdk: S.Text?
        public var recorder: S.Text?
        public var role: Role?
        public var `protocol`: CollaborationProtocol?
        public var recording: EntityID?
        public var segment: UInt64?
        public var records: EnumSet<EventFamily> = []

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "device", &device, .personal("whose log this is"))
            v.field(3, "deviceModel", &deviceModel, "Apple's model identifier")
            v.field(4, "os", &os, "the system and its version")
            v.field(5, "app", &app, "the app")
            v.field(6, "appVersion", &appVersion, "its version")
            v.field(7, "sdk", &sdk, "the SDK it was built with")
            v.field(8, "recorder", &recorder, "what wrote the log, with version")
            v.field(9, "role", &role, "host, guest or peer")
            v.field(10, "protocol", &`protocol`, "how the devices share a world")
            v.field(11, "recording", &recording, "the recording; its files are one log")
            v.field(12, "segment", &segment, "which file of the recording, from 1")
            v.field(13, "records", &records, "the families this recorder writes; absent: those that occur")
        }
    }

    /// A clean end.
    public struct LogClosed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .logClosed }

        public var reason: CloseReason?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "reason", &reason, "how it ended")
        }
    }

    /// The recorder had to drop events.
    public struct LogGap: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .logGap }

        public var lost: UInt64 = 0
        public var reason: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "lost", &lost, "how many")
            v.field(3, "reason", &reason, .personal("why"))
        }
    }

    /// A human name for an id. No event: it has no number and is not counted.
    public struct LogLabel: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .logLabel }

        public var id: EntityID = EntityID.null
        public var label: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "id", &id, "the id")
            v.field(3, "label", &label, .personal("its name"))
        }
    }

    /// The user pressed "Report a problem", or a QA step.
    public struct LogMarker: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .logMarker }

        public var text: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "text", &text, .personal("what was said"))
        }
    }

    /// A line of the app's own log.
    public struct LogMessage: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .logMessage }

        public var level: MessageLevel?
        public var category: S.Text?
        public var text: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "level", &level, "its level")
            v.field(3, "category", &category, "its category")
            v.field(4, "text", &text, .personal("the line"))
        }
    }

    /// Anything the vocabulary lacks.
    public struct Custom: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .custom }

        public var name: S.Text = S.Text()
        public var fields: S.TextMap = [:]

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "name", &name, .personal("what it is"))
            v.map(3, "fields", &fields, .personal("what belongs to it"))
        }
    }
}

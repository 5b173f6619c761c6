// The camera, its frames, the device.

extension Vocabulary {
    /// `cameraDidChangeTrackingState`.
    public struct CameraTrackingStateChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .cameraTrackingStateChanged }

        public var session: EntityID?
        public var state: TrackingState = TrackingState.notAvailable
        public var reason: TrackingReason?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "state", &state, "how well the camera is tracked")
            v.field(3, "reason", &reason, "why it is limited")
        }
    }

    /// Where the camera is; sampled, at most a few a second.
    public struct CameraPose: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .cameraPose }

        public var session: EntityID?
        public var position: Vector3?
        public var orientation: Quaternion?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "position", &position, .personal("where it is, metres"))
            v.field(3, "orientation", &orientation, .personal("how it is turned, a unit quaternion"))
        }
    }

    /// Another camera user took the camera: a picker, a video call.
    public struct CameraClaimed: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .cameraClaimed }

        public var owner: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "owner", &owner, "who")
        }
    }

    /// It gave the camera back.
    public struct CameraReleased: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .cameraReleased }

        public var owner: S.Text = S.Text()

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "owner", &owner, "who")
        }
    }

    /// The mapping status of the frames changed.
    public struct FrameWorldMappingStatusChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .frameWorldMappingStatusChanged }

        public var session: EntityID?
        public var status: MappingStatus = MappingStatus.notAvailable

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "status", &status, "how well the world is mapped")
        }
    }

    /// Frame statistics, once a second or so.
    public struct FrameStats: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .frameStats }

        public var session: EntityID?
        public var fps: Double?
        public var dropped: UInt64?
        public var retained: UInt64?
        public var featurePoints: UInt64?
        public var exposureOffset: Double?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "fps", &fps, "frames a second")
            v.field(3, "dropped", &dropped, "frames dropped since the last")
            v.field(4, "retained", &retained, "frames the app still holds")
            v.field(5, "featurePoints", &featurePoints, "feature points in the frame")
            v.field(6, "exposureOffset", &exposureOffset, "EV")
        }
    }

    /// `didChange geoTrackingStatus`.
    public struct GeoTrackingStatusChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .geoTrackingStatusChanged }

        public var session: EntityID?
        public var state: GeoTrackingState = GeoTrackingState.notAvailable
        public var accuracy: GeoTrackingAccuracy?
        public var reason: S.Text?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(1, "session", &session, "whose ARSession; absent: `main`")
            v.field(2, "state", &state, "how far localization is")
            v.field(3, "accuracy", &accuracy, "how good it is")
            v.field(4, "reason", &reason, "why it is not better")
        }
    }

    /// What the process uses.
    public struct DeviceStats: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .deviceStats }

        public var memoryBytes: UInt64?
        public var cpu: Double?
        public var battery: Double?

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "memoryBytes", &memoryBytes, "memory, bytes")
            v.field(3, "cpu", &cpu, "cores in use")
            v.field(4, "battery", &battery, .upTo(1, "charge, 0 to 1"))
        }
    }

    /// The thermal state changed.
    public struct DeviceThermalStateChanged: EventPayload {
        public typealias Storage = S
        public static var kind: EventKind { .deviceThermalStateChanged }

        public var state: ThermalState = ThermalState.nominal

        @inlinable
        public init() {}

        @inlinable @inline(__always)
        public mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == S {
            v.field(2, "state", &state, "how hot it is")
        }
    }
}

import EventLog

/// What `frame.stats` told in a stretch of time.
public struct FrameBucket: Mergeable {
    /// The lowest frame rate, and all of them together with how many they are; 0 of them where none was told.
    public internal(set) var lowest = Double.infinity
    public internal(set) var sum = 0.0
    public internal(set) var count = 0
    public internal(set) var dropped: UInt64 = 0
    /// The most frames that the app held.
    public internal(set) var retained: UInt64?
    public internal(set) var featurePoints: UInt64?

    public init() {}

    /// Frames a second on average; `nil` where nobody told.
    public var average: Double? { count > 0 ? sum / Double(count) : nil }

    public mutating func merge(_ later: FrameBucket) {
        lowest = min(lowest, later.lowest)
        sum += later.sum
        count += later.count
        dropped = Projections.sum(dropped, later.dropped)
        if let told = later.retained { retained = max(retained ?? 0, told) }
        featurePoints = later.featurePoints ?? featurePoints
    }

    mutating func take(_ payload: StoredEvent.FrameStats) {
        if let fps = payload.fps, fps.isFinite {
            lowest = min(lowest, fps)
            sum += fps
            count += 1
        }
        dropped = Projections.sum(dropped, payload.dropped ?? 0)
        if let told = payload.retained { retained = max(retained ?? 0, told) }
        featurePoints = payload.featurePoints ?? featurePoints
    }
}

/// The frames of one session.
public struct FrameSeries: Sendable {
    public let session: SessionName
    public let device: Int
    let serial: Int
    public internal(set) var buckets: TimeBuckets<FrameBucket>
    public internal(set) var total = FrameBucket()
}

/// What `device.stats` told in a stretch of time.
public struct DeviceBucket: Mergeable {
    /// The most of it, bytes.
    public internal(set) var memory: UInt64?
    /// The most cores in use.
    public internal(set) var cpu: Double?
    /// The last, 0 to 1.
    public internal(set) var battery: Double?

    public init() {}

    public mutating func merge(_ later: DeviceBucket) {
        if let told = later.memory { memory = max(memory ?? 0, told) }
        if let told = later.cpu { cpu = max(cpu ?? 0, told) }
        battery = later.battery ?? battery
    }

    mutating func take(_ payload: StoredEvent.DeviceStats) {
        if let told = payload.memoryBytes { memory = max(memory ?? 0, told) }
        if let told = payload.cpu, told.isFinite { cpu = max(cpu ?? 0, told) }
        if let told = payload.battery, told.isFinite { battery = told }
    }
}

/// The stats of one device.
public struct DeviceSeries: Sendable {
    public let device: Int
    public internal(set) var buckets: TimeBuckets<DeviceBucket>
    public internal(set) var total = DeviceBucket()
}

/// Frame rates by session, and what devices told of themselves.
struct Performance {
    /// Sessions and devices kept.
    static let limit = 8
    private(set) var frames: [FrameSeries] = []
    private(set) var devices: [DeviceSeries] = []

    mutating func take(
        _ payload: StoredEvent.FrameStats, _ session: SessionState, at mark: Mark, start: UInt64
    ) {
        let place: Int
        if let known = frames.lastIndex(where: { $0.serial == session.serial }) {
            place = known
        } else {
            guard frames.count < Self.limit else { return }
            place = frames.count
            frames.append(
                FrameSeries(
                    session: SessionName(session.id), device: session.device.index, serial: session.serial,
                    buckets: TimeBuckets(start: start)))
        }
        frames[place].total.take(payload)
        frames[place].buckets.change(at: mark.time) { $0.take(payload) }
    }

    mutating func take(_ payload: StoredEvent.DeviceStats, device: Int, at mark: Mark, start: UInt64) {
        let place: Int
        if let known = devices.firstIndex(where: { $0.device == device }) {
            place = known
        } else {
            guard devices.count < Self.limit else { return }
            place = devices.count
            devices.append(DeviceSeries(device: device, buckets: TimeBuckets(start: start)))
        }
        devices[place].total.take(payload)
        devices[place].buckets.change(at: mark.time) { $0.take(payload) }
    }
}

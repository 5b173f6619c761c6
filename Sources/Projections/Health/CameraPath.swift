import EventLog

/// The way of one session's camera, in bounded memory.
public struct CameraPath: Sendable {
    public let session: SessionName
    public let device: Int
    let serial: Int
    public private(set) var way: [Waypoint] = []
    /// Nanoseconds between two places that are kept.
    public private(set) var interval: UInt64 = 100_000_000

    /// Places kept of one way.
    static let limit = 2000

    init(session: SessionName, device: Int, serial: Int) {
        self.session = session
        self.device = device
        self.serial = serial
    }

    mutating func add(_ position: Vector3, _ orientation: Quaternion?, at time: UInt64) {
        if let last = way.last, time - min(time, last.time) < interval { return }
        way.append(Waypoint(time: time, place: position, heading: orientation.flatMap(Self.heading)))
        guard way.count > Self.limit else { return }
        interval = interval < .max / 4 ? interval * 2 : interval
        way = way.indices.filter { $0 % 2 == 0 || $0 == way.count - 1 }.map { way[$0] }
    }

    /// Where a camera looks that is turned so, seen from above: it looks along its own −z.
    private static func heading(_ turn: Quaternion) -> Waypoint.Heading? {
        let x = -2 * (turn.x * turn.z + turn.w * turn.y)
        let z = -(1 - 2 * (turn.x * turn.x + turn.y * turn.y))
        let length = (x * x + z * z).squareRoot()
        // One that looks straight up or down has none.
        guard length.isFinite, length > 0.05 else { return nil }
        return Waypoint.Heading(x: x / length, z: z / length)
    }
}

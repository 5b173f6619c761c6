import EventLog

extension Vector3 {
    /// By how much a distance may exceed a limit through rounding alone, in metres. Places are told as 32-bit numbers,
    /// in which 0.2 m is a hair more than that: a hundredth of a millimetre is their noise, not a distance.
    private static let noise = 0.00001

    /// Whether the two are at most `limit` metres apart.
    func isWithin(_ limit: Double, of other: Vector3) -> Bool { distance(to: other) <= limit + Self.noise }
}

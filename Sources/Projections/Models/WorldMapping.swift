public import EventLog

/// How far ARKit has mapped a session's surroundings.
public struct WorldMapping: Sendable {
    /// `nil` where that was never told, or not since a run with `resetTracking` or lost events.
    public private(set) var status: MappingStatus?
    /// The event that brought it there; telling a status again changes nothing.
    public private(set) var since = Mark.start

    /// The event since which it is known to be below mapped, if it is.
    public private(set) var belowSince = Mark.start

    /// Whether it is known that the map is not good enough yet to be shared: below mapped.
    public var isBelowMapped: Bool { status.map { $0 != .mapped } ?? false }

    /// `frame.worldMappingStatusChanged`.
    mutating func told(_ status: MappingStatus, at mark: Mark) {
        guard self.status != status else { return }
        if !isBelowMapped { belowSince = mark }
        self.status = status
        since = mark
    }

    /// A run with `resetTracking`, or lost events.
    mutating func forget() { status = nil }
}

public import EventLog

/// A stretch of `limited.relocalizing`. It ends with another tracking state, a run, a pause or a failure; time away
/// belongs to it and does not count.
public struct Relocalization: Sendable, BitwiseCopyable {
    public let began: Mark
    /// The session's clock when it began, in nanoseconds.
    let reading: UInt64
    /// The first `recovery.offered` in it.
    public internal(set) var offered: Mark?
}

/// Whether a session knows where it is, and how it came to know it again.
public struct Localization: Sendable {
    /// How tracking stands; `nil` where that was never told, or not since a run, a pause, a failure or lost events.
    public private(set) var state: TrackingState?
    /// The relocalization that is under way.
    public private(set) var current: Relocalization?
    /// The last relocalization that ended, the event that ended it, and whether tracking was normal then.
    public private(set) var last: (relocalization: Relocalization, ended: Mark, isNormal: Bool)?

    /// `camera.trackingStateChanged`; telling a state again changes nothing.
    mutating func told(_ state: TrackingState, _ reason: TrackingReason?, at mark: Mark, reading: UInt64) {
        self.state = state
        guard state == .limited, reason == .relocalizing else {
            return end(at: mark, isNormal: state == .normal)
        }
        if current == nil { current = Relocalization(began: mark, reading: reading) }
    }

    /// The app offers ways out. Only the first offer of a relocalization is kept.
    mutating func offered(at mark: Mark) {
        if current?.offered == nil { current?.offered = mark }
    }

    /// A run, a pause or a failure.
    mutating func stopped(at mark: Mark) {
        state = nil
        end(at: mark, isNormal: false)
    }

    /// Events are missing.
    mutating func forget() { self = Localization() }

    private mutating func end(at mark: Mark, isNormal: Bool) {
        guard let current else { return }
        last = (current, mark, isNormal)
        self.current = nil
    }
}

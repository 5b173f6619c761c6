import EventLog

/// What `frame.stats` told of a session's frames.
public struct FrameReport: Sendable, BitwiseCopyable {
    /// Frames a second; `nil` where it was not told, or no number.
    public let fps: Double?
    /// Frames the app still held.
    public let retained: UInt64?
}

// How frames change the models.
extension World {
    @inline(__always)
    func report(_ payload: StoredEvent.FrameStats) -> FrameReport {
        FrameReport(fps: payload.fps.flatMap { $0.isNaN ? nil : $0 }, retained: payload.retained)
    }
}

import EventLog

// What the device, its frames and ARKit's questions tell.

/// Statistics of frames; what is `nil` is not told.
public func stats(_ t: Double, fps: Double? = nil, retained: Int64? = nil) -> StoryLine {
    StoryLine(
        t, "frame.stats",
        [("fps", fps.map { .number($0) }), ("retained", retained.map { .integer($0) })])
}

/// One sample of `fps` a second: `from`, `from + 1` … `to`.
public func samples(_ from: Double, _ to: Double, fps: Double) -> [StoryLine] {
    stride(from: from, through: to, by: 1).map { stats($0, fps: fps) }
}

public func memory(_ t: Double, megabytes: Double) -> StoryLine {
    StoryLine(t, "device.stats", [("memoryBytes", .integer(Int64(megabytes * 1e6)))])
}

/// The device's thermal state: nominal, fair, serious, critical.
public func thermal(_ t: Double, _ state: String) -> StoryLine {
    StoryLine(t, "device.thermalStateChanged", [("state", .text(state))])
}

/// The app was asked whether ARKit shall relocalize, and answered.
public func relocalizationAsked(_ t: Double, _ answer: Bool) -> StoryLine {
    StoryLine(t, "session.relocalizationAsked", [("answer", .bool(answer))])
}

extension [StoryLine] {
    /// The same events of another device.
    public func on(_ device: String) -> [StoryLine] { map { $0.with("device", .text(device)) } }

    /// The same events of another ARSession.
    public func of(session: String) -> [StoryLine] { map { $0.of(session: session) } }
}

/// What the frames since the last look come to. Times are seconds of the frames' own clock.
struct FrameTally {
    /// Frames since the last look.
    var count: UInt64 = 0
    /// Frames that are missing between those that came, by the steps of their times.
    var dropped: UInt64 = 0
    /// Of the newest frame that was looked into.
    var featurePoints: UInt64?
    var exposureOffset: Double?
    private var last = 0.0

    /// A longer step is a pause, and no frames are missing in it.
    private static let longestStep = 2.0

    /// A frame came; `interval` is the step between two at the camera's rate.
    mutating func take(_ timestamp: Double, interval: Double) {
        count += 1
        let step = timestamp - last
        last = timestamp.isFinite ? timestamp : last
        guard step > 0, step < Self.longestStep, interval > 0 else { return }
        let steps = (step / interval).rounded()
        if steps > 1 { dropped += UInt64(steps) - 1 }
    }

    /// Begins to count again.
    mutating func restart() {
        count = 0
        dropped = 0
        featurePoints = nil
        exposureOffset = nil
    }
}

/// The last frames, to see how many of them somebody still holds.
struct FrameRing {
    /// A frame that is not kept from going.
    struct Slot: @unchecked Sendable {
        weak var frame: AnyObject?
    }

    /// ARKit complains from eleven on.
    static let size = 32
    private var slots = [Slot](repeating: Slot(), count: size)
    private var next = 0

    mutating func put(_ slot: Slot) {
        slots[next] = slot
        next = (next + 1) % Self.size
    }

    /// How many live, the newest left out: that one is the session's own `currentFrame`.
    var retained: UInt64 {
        let newest = (next + Self.size - 1) % Self.size
        return slots.indices.reduce(0) { $1 != newest && slots[$1].frame != nil ? $0 + 1 : $0 }
    }
}

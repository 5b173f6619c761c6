public import EventLog
internal import Synchronization

/// What comes next in a replay.
public struct ReplayMoment: Sendable {
    /// On the replay's clock, since the log's start.
    public let time: Duration
    /// The input that is to be fed, by its kind and its number in the recording; `nil` where a timer fires.
    public let input: (kind: EventKind, number: UInt32)?
}

/// How fast a replay goes.
///
/// The handler's clock shows the log's time at any pace, so that the result is the same.
public struct ReplayPace: Sendable {
    /// Waits until it is time for what comes next; `false` ends the replay. `nil` where nothing waits.
    let wait: (@Sendable (ReplayMoment) -> Bool)?

    /// As fast as possible.
    public static let immediate = ReplayPace(wait: nil)

    /// Waits before every input and every timer until `wait` returns, and ends with what was replayed where it returns
    /// `false`. Time that it takes is not held against the handler.
    public static func steps(_ wait: @escaping @Sendable (ReplayMoment) -> Bool) -> ReplayPace {
        ReplayPace(wait: wait)
    }

    /// As fast as it was recorded, or `factor` times as fast; as fast as possible for a factor that is not above 0.
    ///
    /// - Parameter wait: waits until so long after the replay's begin; `false` ends the replay.
    public static func recorded(
        factor: Double = 1, wait: @escaping @Sendable (_ until: Duration) -> Bool
    ) -> ReplayPace {
        guard factor.isFinite, factor > 0 else { return .immediate }
        return ReplayPace { moment in wait(moment.time / factor) }
    }

    /// The same in real time.
    public static func recorded(factor: Double = 1) -> ReplayPace {
        let wait = RealTimeWait()
        return recorded(factor: factor) { until in
            wait.wait(until: until)
            return true
        }
    }
}

/// Waits in real time, counted from the first wait on.
private final class RealTimeWait: Sendable {
    private let bell = Bell()
    private let begin = Mutex<ContinuousClock.Instant?>(nil)

    func wait(until offset: Duration) {
        let now = ContinuousClock.now
        let begin = begin.withLock { begin in
            if begin == nil { begin = now - offset }
            return begin ?? now
        }
        let rest = offset - (now - begin)
        if rest > .zero { bell.wait(rest.wholeNanoseconds) }
    }
}

/// A point in a log: an event's number and its time.
public struct Mark: Comparable, Hashable, Sendable, BitwiseCopyable {
    /// The event's number in the log, from 1.
    public var number: UInt32
    /// Nanoseconds since 1970.
    public var time: UInt64

    public init(number: UInt32, time: UInt64) {
        self.number = number
        self.time = time
    }

    /// Before every event.
    public static let start = Mark(number: 0, time: 0)

    /// Marks are ordered as the events are. Of two events with one number, as logs have them that were put together by
    /// somebody else, the one that has the earlier time comes first.
    public static func < (left: Mark, right: Mark) -> Bool {
        left.number < right.number || left.number == right.number && left.time < right.time
    }

    /// Nanoseconds from `earlier` to here; 0 where `earlier` is later.
    public func elapsed(since earlier: Mark) -> UInt64 { time > earlier.time ? time - earlier.time : 0 }
}

extension UInt64 {
    /// Nanoseconds of so many seconds; what is negative or too long is cut to the range.
    public init(seconds: Double) {
        let nanoseconds = (seconds * 1e9).rounded()
        self = nanoseconds >= 1.8e19 ? .max : nanoseconds > 0 ? UInt64(nanoseconds) : 0
    }
}

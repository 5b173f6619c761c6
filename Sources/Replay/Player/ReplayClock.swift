/// The clock of a replay: it shows the log's time, and waiting on it takes none.
///
/// Code that is generic over its clock (`init(clock: any Clock<Duration> = ContinuousClock())`) runs on it unchanged. Waits
/// that end at one instant end in the order in which they began; one that ends after the log does not end.
public struct ReplayClock: Clock {
    public typealias Duration = Swift.Duration

    /// A moment of the replay.
    public struct Instant: InstantProtocol {
        /// Since the log's first event.
        public var offset: Swift.Duration

        public init(offset: Swift.Duration) { self.offset = offset }

        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let core: ReplayCore
    private let tasks: ReplayTasks

    init(_ core: ReplayCore, _ tasks: ReplayTasks) {
        self.core = core
        self.tasks = tasks
    }

    public var now: Instant { Instant(offset: core.now) }
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Waits until the clock shows `deadline`. Throws `CancellationError` where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
        try await tasks.sleep(for: deadline.offset - core.now)
    }
}

internal import EventLog
internal import Synchronization

/// Replays a log: its inputs to a handler, one by one, and what the handler decides into a new log.
///
///     let recording = EventStore(labels: source.labels)
///     try recording.append(source)
///     let replay = ReplayPlayer().replay(recording) { Placement() }
///     let findings = replay.findings()
///
/// Timers and sleeps that are due at an input's time or before fire first, in the order of their times and, at one time, of
/// setting. Recorded outputs are left out; the log's own events and `custom` stay where they are. The same log, handler
/// and limits give the same events at any pace, as far as the handler keeps to what `AsyncReplayHandler` says of
/// threads.
///
/// A replay runs on a thread of its own, so that a handler that never returns costs no more than the budget.
public struct ReplayPlayer: Sendable {
    public var pace: ReplayPace
    public var limits: ReplayLimits
    /// Sees each event of the new log as it comes about, on the replay's thread: an input before the handler is fed it, a
    /// decision when it is emitted. The replay waits for it, and time that it takes is not held against the handler.
    public var observer: (@Sendable (ReplayedEvent) -> Void)?

    public init(pace: ReplayPace = .immediate, limits: ReplayLimits = ReplayLimits()) {
        self.pace = pace
        self.limits = limits
    }

    /// Replays the log to a handler that `make` makes on the replay's thread.
    public func replay<Handler: ReplayHandler>(
        _ recording: EventStore, with make: @escaping @Sendable () -> Handler
    ) -> ReplayResult {
        run(recording) { DirectDriver($0, make()) }
    }

    /// Replays the log to a handler that awaits.
    public func replay<Handler: AsyncReplayHandler>(
        _ recording: EventStore, with make: @escaping @Sendable () -> Handler
    ) -> ReplayResult {
        run(recording) { TaskDriver($0, make()) }
    }

    private func run<Driver: ReplayDriver>(
        _ recording: EventStore, _ makeDriver: @escaping @Sendable (ReplayCore) -> Driver
    ) -> ReplayResult {
        let core = ReplayCore(
            limits, start: recording.headers.first?.time ?? 0, observer: observer)
        let loop = ReplayLoop(recording, core, pace)
        let ended = RunEnd()
        let hasThread = BackgroundThread.run {
            core.begin()
            loop.run(makeDriver(core))
            ended.tell()
        }
        guard hasThread else {
            core.end(.noThread)
            return ReplayResult(recording, core.finish(isAbandoned: false))
        }
        let hasReturned = ended.wait(limits.budget) {
            let isWaitedFor =
                loop.isPacing.load(ordering: .relaxed) || core.isObserved.load(ordering: .relaxed)
            return isWaitedFor ? nil : core.progress.load(ordering: .relaxed)
        }
        return ReplayResult(recording, core.finish(isAbandoned: !hasReturned))
    }
}

/// Waits for the end of a run, as long as it goes on.
private final class RunEnd: Sendable {
    private let bell = Bell()
    private let hasEnded = Atomic<Bool>(false)
    /// How often it is looked within the budget whether there was progress.
    private static let looks: UInt64 = 20

    func tell() {
        hasEnded.store(true, ordering: .releasing)
        bell.ring()
    }

    /// `false` where the same progress was seen for the whole budget; `nil` for progress says that time does not count.
    func wait(_ budget: Duration, progress: () -> UInt64?) -> Bool {
        let nap = max(1, budget.wholeNanoseconds / Self.looks)
        var (seen, idle) = (progress(), 0)
        while true {
            bell.wait(nap)
            if hasEnded.load(ordering: .acquiring) { return true }
            let current = progress()
            idle = current == nil || current != seen ? 0 : idle + 1
            seen = current
            if idle >= Self.looks { return false }
        }
    }
}

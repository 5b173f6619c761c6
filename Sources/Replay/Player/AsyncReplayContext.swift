public import EventLog

/// What a handler that awaits has around it while a log is replayed: `ReplayContext` for tasks.
public struct AsyncReplayContext: Sendable {
    private let core: ReplayCore
    private let tasks: ReplayTasks

    init(_ core: ReplayCore, _ tasks: ReplayTasks) {
        self.core = core
        self.tasks = tasks
    }

    /// The time on the replay's clock, since the log's first event.
    public var now: Duration { core.now }

    /// The replay's clock, for code that is given one: waiting on it takes no real time.
    public var clock: ReplayClock { ReplayClock(core, tasks) }

    /// Waits so long on the replay's clock. Throws `CancellationError` where the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

    /// Puts an event that the app decides into the new log, at the present time.
    ///
    /// What only the world or the log itself tells is refused, with an account.
    public func emit<P: EventPayload>(_ payload: P) where P.Storage == Owned { core.emit(payload) }

    /// Names an id for people who read the new log.
    public func label(_ id: EntityID, _ label: String) { core.label(id, label) }

    /// An id that no other of the replay has, and that is the same in every replay: `node#1`, `node#2` …
    public func makeID(_ prefix: String) -> EntityID { core.makeID(prefix) }

    /// Starts a task that runs in the replay's order, as `Task { … }` does not.
    @discardableResult
    public func task(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        tasks.start(input: core.input, work)
    }
}

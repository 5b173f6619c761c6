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

    /// Waits for the next input of this kind that `isWanted` accepts: what an app awaits of the world, a file that is loaded or
    /// a map that is captured, is an input of its log. The input is fed to the handler, too, afterwards.
    ///
    /// Throws `CancellationError` where the task is cancelled, also because the log has ended.
    public func nextInput(
        _ kinds: EventKind..., where isWanted: @escaping @Sendable (ReplayInput) -> Bool = { _ in true }
    ) async throws -> ReplayInput {
        try await tasks.nextInput { kinds.contains($0.kind) && isWanted($0) }
    }

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

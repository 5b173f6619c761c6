internal import Synchronization

/// Runs the tasks of a replay, one at a time, on its thread, in the order in which they become ready.
///
/// Tasks prefer it as their executor (SE-0417), and so do the actors they call that have none of their own. What is ready
/// waits until the replay's thread drains it.
final class ReplayTasks: TaskExecutor {
    private struct State {
        var ready: [UnownedJob] = []
        /// How many of them were taken.
        var taken = 0
        var lastTask: UInt64 = 0
        /// By its number: a task that has not ended, with the input that started it.
        var running: [UInt64: (task: Task<Void, Never>?, input: UInt32)] = [:]
        /// By its place in the agenda: who sleeps.
        var sleepers: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        /// In the order of their numbers: who waits for an input, and for which.
        var listeners: [Listener] = []
        var lastListener: UInt64 = 0
        /// Whether nobody is woken any more.
        var hasFinished = false
    }

    private struct Listener {
        let number: UInt64
        let isWanted: @Sendable (ReplayInput) -> Bool
        let continuation: CheckedContinuation<ReplayInput, any Error>
    }

    private let core: ReplayCore
    private let state = Mutex(State())

    init(_ core: ReplayCore) { self.core = core }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !core.isOwnThread { core.note(.wokenFromOutside) }
        state.withLock { $0.ready.append(job) }
    }

    /// Runs what is ready until every task waits or has ended, or no step more may be taken.
    func drain() {
        while core.step(), let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard state.taken < state.ready.count else {
                state.ready.removeAll(keepingCapacity: true)
                state.taken = 0
                return nil
            }
            let job = state.ready[state.taken]
            state.taken += 1
            // What was taken goes before it is more than what is left.
            if state.taken > 1024, state.taken > state.ready.count / 2 {
                state.ready.removeFirst(state.taken)
                state.taken = 0
            }
            return job
        }
    }

    // MARK: Tasks

    /// Starts a task for what the input with this number led to.
    @discardableResult
    func start(input: UInt32, _ work: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        let (number, isTooMany) = state.withLock { state in
            state.lastTask += 1
            state.running[state.lastTask] = (nil, input)
            return (state.lastTask, state.running.count > core.limits.waiting)
        }
        if isTooMany { core.end(.tooManyWaiting) }
        let task = Task(executorPreference: self) { [core, self] in
            do {
                try await work()
            } catch is CancellationError {
                // It was told to end, and did.
            } catch {
                core.take(error, input: input)
            }
            state.withLock { _ = $0.running.removeValue(forKey: number) }
        }
        state.withLock { state in
            if state.running[number] != nil { state.running[number]?.task = task }
        }
        return task
    }

    // MARK: Sleep

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard let id = core.set(after: duration) else { throw CancellationError() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.sleepers[id] = continuation }
                // Whoever cancelled it before that, or ended the replay, found nobody to wake.
                if Task.isCancelled || state.withLock({ $0.hasFinished }) { cancelSleep(id) }
            }
        } onCancel: {
            cancelSleep(id)
        }
    }

    private func cancelSleep(_ id: UInt64) {
        _ = core.cancel(id)
        state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }

    /// Wakes who sleeps until now.
    func wake(_ id: UInt64) {
        state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
    }

    // MARK: Inputs

    func nextInput(where isWanted: @escaping @Sendable (ReplayInput) -> Bool) async throws -> ReplayInput {
        let number = state.withLock { state in
            state.lastListener += 1
            return state.lastListener
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let count = state.withLock { state in
                    state.listeners.append(
                        Listener(number: number, isWanted: isWanted, continuation: continuation))
                    return state.listeners.count
                }
                if count > core.limits.waiting { core.end(.tooManyWaiting) }
                if Task.isCancelled || state.withLock({ $0.hasFinished }) { stopListening(number) }
            }
        } onCancel: {
            stopListening(number)
        }
    }

    private func stopListening(_ number: UInt64) {
        let listener = state.withLock { state in
            state.listeners.firstIndex { $0.number == number }.map { state.listeners.remove(at: $0) }
        }
        listener?.continuation.resume(throwing: CancellationError())
    }

    /// Wakes who waits for this input, in the order in which they began.
    func tell(_ input: ReplayInput) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners where listener.isWanted(input) {
            state.withLock { $0.listeners.removeAll { $0.number == listener.number } }
            listener.continuation.resume(returning: input)
        }
    }

    // MARK: The end

    /// Tells of tasks that have not ended, and has them end: nothing that they emit from now on counts.
    func finish() {
        let left = state.withLock { $0.running.sorted { $0.key < $1.key }.map(\.value) }
        if let first = left.first {
            core.note(.unfinishedTasks, input: first.input, count: left.count)
        }
        core.end()
        for (task, _) in left { task?.cancel() }
        let sleepers = state.withLock { state in
            state.hasFinished = true
            let sleepers = state.sleepers.sorted { $0.key < $1.key }.map(\.value)
            state.sleepers = [:]
            return sleepers
        }
        for sleeper in sleepers { sleeper.resume(throwing: CancellationError()) }
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners { listener.continuation.resume(throwing: CancellationError()) }
        // Who does not end in so many steps never will.
        for _ in 0..<core.limits.stepsBetweenInputs {
            guard let job = next() else { return }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

internal import EventLog

/// Calls a handler, and what it set timers for.
protocol ReplayDriver: SendableMetatype {
    /// The app starts.
    func begin()
    func feed(_ input: ReplayInput)
    /// Does what was set under this id.
    func fire(_ id: UInt64)
    /// Nothing comes any more.
    func finish()
}

/// Calls a handler that does not await.
final class DirectDriver: ReplayDriver {
    private let core: ReplayCore
    private let context: ReplayContext
    private let handler: any ReplayHandler

    init(_ core: ReplayCore, _ handler: any ReplayHandler) {
        self.core = core
        self.handler = handler
        context = ReplayContext(core)
    }

    func begin() {
        do { try handler.begin(context) } catch { core.take(error) }
    }

    func feed(_ input: ReplayInput) {
        do { try handler.handle(input, context) } catch { core.take(error) }
    }

    func fire(_ id: UInt64) {
        do { try context.fire(id) } catch { core.take(error) }
    }

    func finish() { context.finish() }
}

/// Starts a task for each input, and runs all of them until they wait.
final class TaskDriver: ReplayDriver {
    private let handler: any AsyncReplayHandler
    private let tasks: ReplayTasks
    private let context: AsyncReplayContext

    init(_ core: ReplayCore, _ handler: any AsyncReplayHandler) {
        self.handler = handler
        tasks = ReplayTasks(core)
        context = AsyncReplayContext(core, tasks)
    }

    func begin() {
        let (handler, context) = (handler, context)
        tasks.start(input: 0) { try await handler.begin(context) }
        tasks.drain()
    }

    func feed(_ input: ReplayInput) {
        tasks.tell(input)
        let (handler, context) = (handler, context)
        tasks.start(input: input.number) { try await handler.handle(input, context) }
        tasks.drain()
    }

    func fire(_ id: UInt64) {
        tasks.wake(id)
        tasks.drain()
    }

    func finish() { tasks.finish() }
}

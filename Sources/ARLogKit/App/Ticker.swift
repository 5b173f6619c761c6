internal import Dispatch

/// Calls once a second, on a queue of its own, until it goes.
struct Ticker: Sendable {
    private let timer = Timer()

    /// A timer source may be used from any thread; not every system's Dispatch says so.
    private final class Timer: @unchecked Sendable {
        let source = DispatchSource.makeTimerSource(queue: .global(qos: .utility))

        deinit { source.cancel() }
    }

    func start(_ body: @escaping @Sendable () -> Void) {
        timer.source.setEventHandler(handler: DispatchWorkItem(block: body))
        timer.source.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        timer.source.activate()
    }
}

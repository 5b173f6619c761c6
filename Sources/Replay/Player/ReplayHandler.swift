/// The team's own session logic, driven by a log.
///
///     final class Placement: ReplayHandler {
///         func handle(_ input: ReplayInput, _ replay: ReplayContext) throws {
///             guard input.kind == .anchorAdded else { return }
///             let added = try input.read(Event.AnchorAdded.self)
///             replay.emit(Event.NodeAttached {
///                 $0.node = replay.makeID("node")
///                 $0.anchor = added.anchor
///             })
///         }
///     }
///
/// The player makes a handler for each replay, on a thread that is the replay's own, and calls it only there. What it
/// decides it emits; it asks no clock but the replay's, and draws no random numbers. The world of a replay is the
/// recorded one: an anchor that the handler asks for and the recorded app did not is never added.
public protocol ReplayHandler: AnyObject, SendableMetatype {
    /// The app starts: at the time of the log's first event, before the first input. Does nothing unless it is given.
    func begin(_ replay: ReplayContext) throws

    /// Takes in the next input. An error ends the replay, with an account of it.
    func handle(_ input: ReplayInput, _ replay: ReplayContext) throws
}

extension ReplayHandler {
    public func begin(_ replay: ReplayContext) throws {}
}

/// The same for logic that awaits: an actor, or a class that is safe to share.
///
/// Each input starts a task of its own, in the log's order; before time goes on, all tasks run until every one of them
/// waits. Tasks run one at a time, on the replay's thread, in the order in which they became ready.
///
/// What keeps to that order: the handler's own code and that of actors it calls, `async let`, task groups, and waiting on
/// `AsyncReplayContext.clock` or for `nextInput`. What can't: the main actor and other actors with executors of their own, `Task { … }`
/// and `Task.detached` without the replay's (use `AsyncReplayContext.task`), `Task.sleep(for:)` without its clock, and
/// callbacks of the system. Where such code calls or wakes the handler the account says so.
public protocol AsyncReplayHandler: AnyObject, Sendable {
    /// The app starts: at the time of the log's first event, before the first input. Does nothing unless it is given.
    func begin(_ replay: AsyncReplayContext) async throws

    /// Takes in the next input. An error other than `CancellationError` ends the replay, with an account of it.
    func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws
}

extension AsyncReplayHandler {
    public func begin(_ replay: AsyncReplayContext) async throws {}
}

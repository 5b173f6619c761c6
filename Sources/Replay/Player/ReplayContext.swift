public import EventLog

/// What a handler has around it while a log is replayed.
///
/// It is used on the replay's thread only, where the handler and its timers are called.
public final class ReplayContext {
    private let core: ReplayCore
    /// What timers that are set do when they fire.
    private var works: [UInt64: () throws -> Void] = [:]

    init(_ core: ReplayCore) { self.core = core }

    /// The time on the replay's clock, since the log's first event. It stands while the handler works.
    public var now: Duration { core.now }

    /// Whether the replay has ended, so that nothing which is emitted counts: what runs for long may ask.
    public var hasEnded: Bool { core.hasEnded }

    /// Puts an event that the app decides into the new log, at the present time: `replay.emit(Event.SessionPause { … })`.
    ///
    /// What only the world or the log itself tells is refused, with an account.
    public func emit<P: EventPayload>(_ payload: P) where P.Storage == Owned { core.emit(payload) }

    /// Takes an output of a recording over as it is.
    func take(over output: ReplayInput) { core.emit(output.kind, output.payload) }

    /// Names an id for people who read the new log.
    public func label(_ id: EntityID, _ label: String) { core.label(id, label) }

    /// An id that no other of the replay has, and that is the same in every replay: `node#1`, `node#2` …
    public func makeID(_ prefix: String) -> EntityID { core.makeID(prefix) }

    /// Has `work` done so long from now on the replay's clock, which takes no time: before the next input, if it is due
    /// by then. Timers of one instant fire in the order in which they were set. One that is not due when the log ends
    /// does not fire.
    @discardableResult
    public func after(_ delay: Duration, _ work: @escaping () throws -> Void) -> ReplayTimer {
        let id = core.set(after: delay)
        if let id { works[id] = work }
        return ReplayTimer(id: id, context: self)
    }

    fileprivate func cancel(_ id: UInt64) {
        if core.cancel(id) { works[id] = nil }
    }

    fileprivate func isPending(_ id: UInt64) -> Bool { works[id] != nil }

    func fire(_ id: UInt64) throws { try works.removeValue(forKey: id)?() }

    /// Lets go of what will not be done.
    func finish() { works = [:] }
}

/// A timer of a handler.
public struct ReplayTimer {
    fileprivate let id: UInt64?
    fileprivate weak var context: ReplayContext?

    /// Whether it will fire, if the log goes on for long enough.
    public var isPending: Bool { id.map { context?.isPending($0) ?? false } ?? false }

    /// Has it never fire; nothing where it has fired.
    public func cancel() { if let id { context?.cancel(id) } }
}

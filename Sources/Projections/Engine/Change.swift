import EventLog

/// What an event changed in the models: what rules look at, with the state before where it matters.
enum Change {
    /// Nothing that a model keeps.
    case none
    /// The payload could not be read.
    case malformed
    case ran(RunChange)
    /// An anchor lives, at this record.
    case anchorAdded(Int)
    case anchorRemoved(Int)
    /// A node was attached, at this index.
    case nodeAttached(Int)
    /// Nodes were taken out: `NodeTree.detached` has them.
    case nodesDetached
    /// A node was shown or hidden.
    case visibility(Int)
    case machine(MachineChange)
    /// A view came back and makes a visit of the session's last run.
    case visitBegan
    /// A peer's anchor id was mapped to one more anchor.
    case remoteMapped(EntityID, to: EntityID)
}

/// A call of `run`, with how things stood before it.
final class RunChange {
    let run: Run
    let previous: Run?
    /// Whether ARKit had answered the previous run.
    let wasSettled: Bool
    /// Whether a pause, a failure or the end of an interruption came since the previous run.
    let wasInterrupted: Bool

    init(_ run: Run, previous: Run?, wasSettled: Bool, wasInterrupted: Bool) {
        self.run = run
        self.previous = previous
        self.wasSettled = wasSettled
        self.wasInterrupted = wasInterrupted
    }
}

/// One step of a log as rules see it. There is one for each world, filled anew for each event: a rule keeps none.
final class Step {
    @exclusivity(unchecked) @safe fileprivate(set) var event: LoggedEvent
    @exclusivity(unchecked) @safe fileprivate(set) var mark: Mark
    @exclusivity(unchecked) @safe fileprivate(set) var change = Change.none
    /// The session the event belongs to; `nil` for events of the device and of the log.
    @exclusivity(unchecked) @safe fileprivate(set) var session: SessionState?
    @exclusivity(unchecked) @safe fileprivate(set) var device: DeviceState

    init(_ event: LoggedEvent, at mark: Mark, _ device: DeviceState) {
        self.event = event
        self.mark = mark
        self.device = device
    }

    /// Stands for another event now.
    func fill(
        _ event: LoggedEvent, at mark: Mark, _ change: Change, _ session: SessionState?, _ device: DeviceState
    ) {
        self.event = event
        self.mark = mark
        self.change = change
        if self.session !== session { self.session = session }
        if self.device !== device { self.device = device }
    }
}

import EventLog

/// What an event changed in the models: what rules look at, with the state before where it matters.
enum Change {
    /// Nothing that a model keeps.
    case none
    case ran(Run, previous: Run?, wasSettled: Bool, wasInterrupted: Bool)
    /// An anchor lives, at this record.
    case anchorAdded(Int)
    case anchorRemoved(Int)
    /// A node was attached, at this index.
    case nodeAttached(Int)
    /// Nodes were taken out: the one told first, then what hung below it.
    case nodesDetached([Node])
    /// A node was shown or hidden.
    case visibility(Int)
    case machine(MachineChange)
    /// A view came back and makes a visit of these sessions' last runs.
    case visitBegan([SessionState])
    /// A peer's anchor id was mapped to one more anchor.
    case remoteMapped(EntityID, to: EntityID)
}

/// One step of a log as rules see it.
struct Step {
    let event: LoggedEvent
    let mark: Mark
    let change: Change
    /// The session the event belongs to; `nil` for events of the device and of the log.
    let session: SessionState?
    let device: DeviceState
}

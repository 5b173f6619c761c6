import EventLog

/// What an event changed in the models: what rules look at, with the state before where it matters.
///
/// It holds nothing that is counted, so that handing it from rule to rule costs nothing.
enum Change {
    /// Nothing that a model keeps.
    case none
    /// The payload could not be read.
    case malformed
    case ran(Lent<RunChange>)
    /// A pause; where it fell into an interruption, the event that began that.
    case paused(interruption: Mark?)
    /// An anchor lives, at this record.
    case anchorAdded(Int)
    case anchorRemoved(Int)
    /// A node was attached, at this index.
    case nodeAttached(Int)
    /// A node was detached, with what hung below it; `NodeTree.detached` has them.
    case nodesDetached
    /// A node whose place was not known was told to stand somewhere.
    case placed(Int)
    /// A node was shown or hidden.
    case visibility(Int)
    case machine(MachineChange)
    /// A machine was declared, and stands at its initial state.
    case declared(Lent<Machine>)
    /// What `frame.stats` told.
    case frames(FrameReport)
    /// The app was asked whether ARKit shall relocalize, and answered.
    case relocalizationAnswered(Bool)
    /// A view came back and makes a visit of the last runs of `DeviceState.visited`.
    case visitBegan
    /// A peer's anchor id was mapped to one more anchor.
    case remoteMapped(EntityID, to: EntityID)
    /// A peer connected or left.
    case peer(PeerChange)
    /// A packet was sent, came in, was applied or could not be decoded.
    case packet(Packet)
    /// A handshake or a resynchronisation.
    case contact(Contact)
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

/// One step of a log as rules see it, but for its session: to put that in here would retain it with every event.
struct Step {
    let event: LoggedEvent
    let mark: Mark
    let change: Change
    /// The index of the device the event belongs to.
    let device: Int
}

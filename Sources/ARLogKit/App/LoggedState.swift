public import EventLog
internal import Synchronization

/// A state machine of the app that tells the log of every change.
///
///     @LoggedState("objectTracking") var phase = Phase.idle
///     …
///     $phase.record(in: recorder)
///     phase = .loading                                   // state.changed idle>loading
///     $phase.enter(.failed, cause: "no such model")
///
/// A state is called as it is spelled, without what belongs to it: `failed(error)` is `failed`. Changes before `record`
/// are not told. It may be used from any thread.
@propertyWrapper
public final class LoggedState<State: Equatable & Sendable>: Sendable {
    private struct Contents: Sendable {
        var state: State
        var recorder: Recorder?
        var session: EntityID?
    }

    public let machine: String
    /// `idle>scanning` and so on, `*` allowed as the source; empty for a machine that the log's readers know.
    public let transitions: [String]
    private let contents: Mutex<Contents>

    /// A machine by name. With `transitions`, readers of the log learn which changes are legal.
    public init(wrappedValue: State, _ machine: String, transitions: [String] = []) {
        self.machine = Text.cut(machine)
        self.transitions = transitions
        contents = Mutex(Contents(state: wrappedValue))
    }

    /// The state. What is equal to the one before is no change.
    public var wrappedValue: State {
        get { contents.withLock { $0.state } }
        set { change(to: newValue, cause: nil, tellsEqual: false) }
    }

    public var projectedValue: LoggedState { self }

    /// Tells the changes from now on, as the device's machine; and which are legal, where that was given.
    public func record(in recorder: Recorder) { record(in: recorder, session: nil) }

    func record(in recorder: Recorder, session: EntityID?) {
        contents.withLock { contents in
            contents.recorder = recorder
            contents.session = session
            guard !transitions.isEmpty else { return }
            recorder.append(
                Event.StateMachineDeclared {
                    $0.session = session
                    $0.machine = machine
                    $0.initial = Self.name(contents.state)
                    $0.transitions = transitions
                })
        }
    }

    /// Goes to a state, for a reason. One that is equal to the one before is told, too.
    public func enter(_ state: State, cause: String? = nil) {
        change(to: state, cause: cause, tellsEqual: true)
    }

    /// Stays where it is: somebody wanted it in `state`, and was refused.
    public func reject(_ state: State, cause: String? = nil) {
        contents.withLock { contents in
            _ = contents.recorder?.append(
                Event.StateRejected {
                    $0.session = contents.session
                    $0.machine = machine
                    $0.from = Self.name(contents.state)
                    $0.to = Self.name(state)
                    $0.cause = Text.cut(cause)
                })
        }
    }

    private func change(to state: State, cause: String?, tellsEqual: Bool) {
        contents.withLock { contents in
            let from = contents.state
            contents.state = state
            guard let recorder = contents.recorder, tellsEqual || from != state else { return }
            // Within the lock, so that the log has changes in the order in which they were made.
            recorder.append(
                Event.StateChanged {
                    $0.session = contents.session
                    $0.machine = machine
                    $0.from = Self.name(from)
                    $0.to = Self.name(state)
                    $0.cause = Text.cut(cause)
                })
        }
    }

    private static func name(_ state: State) -> String {
        Text.cut(String(String(describing: state).prefix { $0 != "(" }))
    }
}

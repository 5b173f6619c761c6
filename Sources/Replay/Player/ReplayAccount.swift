public import EventLog

/// Something that did not go as a replay should: what, and at which input.
public struct ReplayAccount: Equatable, Sendable {
    /// What went wrong.
    public enum Fault: Hashable, Sendable {
        /// The handler threw this error. Ends the replay.
        case threw(String)
        /// The handler did not return within the budget. Ends the replay; its thread can't be ended, and is put to sleep
        /// where it calls the replay again.
        case neverReturned
        /// There were more outputs for one input or timer, or more bytes of them, than is allowed. Ends the replay.
        case flood
        /// Timers or tasks went on without end, and time did not. Ends the replay.
        case endless
        /// There were more timers, sleeps and tasks waiting than is allowed. Ends the replay.
        case tooManyWaiting
        /// There is no thread to be had for the replay. Ends it.
        case noThread
        /// An output was of a kind that only the world or the log itself tells. It is left out.
        case refused(EventKind)
        /// The handler met an input that can't be read; it went on with the next.
        case malformedInput
        /// The handler called the replay from a thread that is not the replay's. What it emitted is left out.
        case calledFromOutside
        /// A task was woken by something that is not the replay's: a real sleep, the main actor, a callback. From
        /// there on the order may differ from one replay to the next. A callback that comes before the task has begun to
        /// wait is not seen.
        case wokenFromOutside
        /// Tasks had not ended when the log did.
        case unfinishedTasks
    }

    public let fault: Fault
    /// The input at which it happened first, by its number in the recording; 0 before the first. For a task the input
    /// that started it.
    public let input: UInt32
    /// On the replay's clock, since the log's start.
    public let time: Duration
    /// How often it happened.
    public internal(set) var count = 1

    /// Whether the replay ended with it.
    public var endsReplay: Bool {
        switch fault {
        case .threw, .neverReturned, .flood, .endless, .tooManyWaiting, .noThread: true
        case .refused, .malformedInput, .calledFromOutside, .wokenFromOutside, .unfinishedTasks: false
        }
    }
}

extension ReplayAccount: CustomStringConvertible {
    /// What happened, in one sentence.
    public var description: String {
        let place = input == 0 ? "before the first input" : "at event \(input)"
        let times = count == 1 ? "" : " (\(count) times)"
        return switch fault {
        case .threw(let text): "the handler threw \(place): \(text)"
        case .neverReturned: "the handler did not return \(place)"
        case .flood: "the handler emitted more than it may \(place)"
        case .endless: "timers or tasks of the handler went on without end \(place)"
        case .tooManyWaiting: "more timers and tasks of the handler wait than may \(place)"
        case .noThread: "there is no thread for the replay"
        case .refused(let kind): "\(kind.name) is no output, and was left out \(place)\(times)"
        case .malformedInput: "the input can't be read \(place)\(times)"
        case .calledFromOutside: "the replay was called from another thread \(place)\(times)"
        case .wokenFromOutside: "a task was woken from outside of the replay \(place)\(times)"
        case .unfinishedTasks: "tasks never ended, the first begun \(place)\(times)"
        }
    }
}

internal import EventLog
internal import Synchronization

/// What a replay has come to: its clock, what waits, the new log so far. Its thread and whoever waits for it share it.
final class ReplayCore: Sendable {
    /// One event of the new log.
    struct Record: Sendable {
        /// Its place in the recording; `nil` for an output of the handler.
        var place: Int?
        var kind: EventKind
        var device: UInt16
        /// Nanoseconds since 1970.
        var time: UInt64
        /// Where an output's payload lies.
        var payload: Range<Int>
    }

    struct State: Sendable {
        var records: [Record] = []
        var bytes: [UInt8] = []
        var labels: [(id: EntityID, label: String)] = []
        var accounts: [ReplayAccount] = []
        var hasEnded = false
        /// Whether the recording was gone through to its end.
        var isComplete = false
        /// Whether nobody waits for the thread any more.
        var isAbandoned = false

        fileprivate var thread: UInt = 0
        fileprivate var now: UInt64
        fileprivate var device: UInt16 = 0
        fileprivate var input: UInt32 = 0
        fileprivate var stepOutputs = 0
        fileprivate var steps = 0
        fileprivate var stepLimit: Int
        fileprivate var agenda = Agenda()
        /// Timers and sleeps that are to end.
        var waitingCount: Int { agenda.count }
        fileprivate var lastID: UInt64 = 0
        fileprivate var madeIDs: [String: Int] = [:]
    }

    let limits: ReplayLimits
    /// The time of the log's first event, nanoseconds since 1970.
    let start: UInt64
    private let state: Mutex<State>
    /// Rises with every step, so that who waits sees that it goes on.
    let progress = Atomic<UInt64>(0)
    private let observer: (@Sendable (ReplayedEvent) -> Void)?
    /// Whether somebody looks at an event, which is not the handler's time.
    let isObserved = Atomic<Bool>(false)
    private let parking = Bell()

    init(
        _ limits: ReplayLimits, start: UInt64, observer: (@Sendable (ReplayedEvent) -> Void)? = nil
    ) {
        self.limits = limits
        self.observer = observer
        self.start = start
        state = Mutex(State(now: start, stepLimit: limits.stepsBetweenInputs))
    }

    /// What a caller may do: nothing where the replay has ended or the thread is not the replay's.
    ///
    /// A thread that nobody waits for sleeps here for ever: it can't be ended, and is not to take the processor either.
    private func asOwner<Result: Sendable>(_ body: (inout sending State) -> sending Result) -> Result? {
        let thread = BackgroundThread.current
        let (isAbandoned, result): (Bool, Result?) = state.withLock { state in
            guard thread == state.thread else {
                state.note(.calledFromOutside, start)
                return (false, nil)
            }
            guard !state.isAbandoned else { return (true, nil) }
            return (false, state.hasEnded ? nil : body(&state))
        }
        while isAbandoned { parking.wait(nil) }
        return result
    }

    // MARK: Called by the handler

    /// On the replay's clock, since the log's start.
    var now: Duration {
        let thread = BackgroundThread.current
        let (now, isAbandoned) = state.withLock { ($0.now, $0.isAbandoned && $0.thread == thread) }
        while isAbandoned { parking.wait(nil) }
        return Duration(nanoseconds: now &- start)
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func emit<P: EventPayload>(_ payload: P) where P.Storage == Owned {
        var buffer = ByteBuffer()
        if P.kind.isReplayOutput { buffer.append(payload) }
        emit(P.kind, buffer.array)
    }

    /// The same for a payload in its wire form.
    func emit(_ kind: EventKind, _ encoded: [UInt8]) {
        let moment: (now: UInt64, device: UInt16)?? = asOwner { state in
            guard kind.isReplayOutput else {
                state.note(.refused(kind), start)
                return nil
            }
            state.stepOutputs += 1
            guard state.stepOutputs <= limits.outputsPerStep,
                state.bytes.count + encoded.count <= limits.outputBytes
            else {
                state.end(.flood, start)
                return nil
            }
            let range = state.bytes.count..<state.bytes.count + encoded.count
            state.bytes += encoded
            state.records.append(
                Record(place: nil, kind: kind, device: state.device, time: state.now, payload: range))
            return (state.now, state.device)
        }
        guard observer != nil, let moment, let moment else { return }
        observe(kind, number: nil, time: moment.now, device: moment.device) { encoded }
    }

    /// Shows an event that came into the new log to who watches.
    private func observe(
        _ kind: EventKind, number: UInt32?, time: UInt64, device: UInt16, _ payload: () -> [UInt8]
    ) {
        guard let observer else { return }
        isObserved.store(true, ordering: .relaxed)
        defer { isObserved.store(false, ordering: .relaxed) }
        observer(
            ReplayedEvent(
                kind: kind, recordedNumber: number, time: Duration(nanoseconds: time &- start),
                device: device,
                payload: payload()))
    }

    func label(_ id: EntityID, _ label: String) { _ = asOwner { $0.labels.append((id, label)) } }

    func makeID(_ prefix: String) -> EntityID {
        let number = asOwner { state in
            state.madeIDs[prefix, default: 0] += 1
            return state.madeIDs[prefix, default: 0]
        }
        let label = "\(prefix)#\(number ?? 0)"
        let id = EntityID(label)
        self.label(id, label)
        return id
    }

    /// Sets something for so long from now; `nil` where it can't be.
    func set(after delay: Duration) -> UInt64? {
        let nanoseconds = delay.wholeNanoseconds
        let found: UInt64?? = asOwner { state in
            guard state.agenda.count < limits.waiting else {
                state.end(.tooManyWaiting, start)
                return nil
            }
            state.lastID += 1
            let (due, overflow) = state.now.addingReportingOverflow(nanoseconds)
            state.agenda.set(
                Agenda.Entry(due: overflow ? .max : due, id: state.lastID, device: state.device))
            return state.lastID
        }
        return found ?? nil
    }

    /// Cancels it; `false` where it has happened.
    func cancel(_ id: UInt64) -> Bool { state.withLock { $0.agenda.cancel(id) } }

    // MARK: Called by the replay

    func begin() {
        let thread = BackgroundThread.current
        state.withLock { $0.thread = thread }
    }

    /// Whether the caller is on the replay's thread.
    var isOwnThread: Bool {
        let thread = BackgroundThread.current
        return state.withLock { $0.thread == thread }
    }

    /// Takes the next thing that is due until `time`, and puts the clock there; `nil` where there is none, or no step more.
    func takeDue(until time: UInt64) -> Agenda.Entry? {
        guard step() else { return nil }
        return state.withLock { state in
            guard let entry = state.agenda.take(dueAt: time) else { return nil }
            state.now = max(state.now, entry.due)
            state.device = entry.device
            state.stepOutputs = 0
            return entry
        }
    }

    /// Counts a step; `false` where there may be none any more.
    func step() -> Bool {
        progress.add(1, ordering: .relaxed)
        return state.withLock { state in
            guard !state.hasEnded else { return false }
            state.steps += 1
            if state.steps > state.stepLimit { state.end(.endless, start) }
            return !state.hasEnded
        }
    }

    /// Puts an event of the recording into the new log, and the clock to its time.
    func keep(_ header: EventHeader, at place: Int, of store: EventStore) {
        let now = state.withLock { state in
            state.now = max(state.now, header.time)
            state.records.append(
                Record(
                    place: place, kind: header.kind, device: header.device, time: state.now, payload: 0..<0))
            guard header.kind.isReplayInput else { return state.now }
            state.input = header.number
            state.device = header.device
            state.stepOutputs = 0
            return state.now
        }
        observe(header.kind, number: header.number, time: now, device: header.device) {
            store.payload(of: header)
        }
    }

    /// Allows as many steps as the time from now to the next event may need.
    func allowSteps(until time: UInt64) {
        state.withLock { state in
            state.steps = 0
            let seconds = Int((time - min(time, state.now)) / 1_000_000_000)
            let (extra, overflow) = seconds.multipliedReportingOverflow(by: 1000)
            let (limit, carry) = limits.stepsBetweenInputs.addingReportingOverflow(overflow ? .max : extra)
            state.stepLimit = carry ? .max : limit
        }
    }

    func note(_ fault: ReplayAccount.Fault, input: UInt32? = nil, count: Int = 1) {
        state.withLock { $0.note(fault, start, input: input, count: count) }
    }

    /// The input that was fed last, by its number.
    var input: UInt32 { state.withLock { $0.input } }

    /// Takes an error that came out of the handler, at this input where it is not the last.
    func take(_ error: any Error, input: UInt32? = nil) {
        if case ReplayInputError.malformed = error { return note(.malformedInput, input: input) }
        end(.threw(String(String(describing: error).prefix(500))), input: input)
    }

    func end(_ fault: ReplayAccount.Fault? = nil, input: UInt32? = nil) {
        state.withLock { state in
            if let fault { state.end(fault, start, input: input) } else { state.hasEnded = true }
        }
    }

    /// Notes that all of the recording was replayed.
    func complete() { state.withLock { $0.isComplete = !$0.hasEnded } }

    /// Takes what was replayed, once.
    func finish(isAbandoned: Bool) -> State {
        state.withLock { state in
            if isAbandoned { state.end(.neverReturned, start) }
            state.isAbandoned = isAbandoned
            state.hasEnded = true
            let result = state
            (state.records, state.bytes, state.labels) = ([], [], [])
            return result
        }
    }
}

extension ReplayCore.State {
    fileprivate mutating func note(
        _ fault: ReplayAccount.Fault, _ start: UInt64, input: UInt32? = nil, count: Int = 1
    ) {
        if let known = accounts.firstIndex(where: { $0.fault == fault }) {
            return accounts[known].count += count
        }
        accounts.append(
            ReplayAccount(
                fault: fault, input: input ?? self.input, time: Duration(nanoseconds: now &- start),
                count: count))
    }

    /// Notes what the replay ends with; later faults change nothing.
    fileprivate mutating func end(_ fault: ReplayAccount.Fault, _ start: UInt64, input: UInt32? = nil) {
        guard !hasEnded else { return }
        note(fault, start, input: input)
        hasEnded = true
    }
}

public import EventLog

/// What the manual says of a rule.
public struct RuleAbout: Sendable {
    /// The public name: printed, suppressed, configured and explained by it.
    public let id: String
    /// The severity it has at least, and at most where it differs.
    public let severity: Severity
    public let highest: Severity
    /// One sentence: what it finds.
    public let summary: String
    /// Why it matters, and how it comes about.
    public let why: String
    /// A few lines of a log in which it is true.
    public let example: String
    /// How to fix it; also the finding's advice.
    public let advice: String
    /// What looks like it and is none.
    public let quiet: [String]
    public let limits: [LimitAbout]
    public let names: [NamesAbout]
    /// The families of its trigger and of every silence it takes for a fact.
    public let needs: EnumSet<EventFamily>

    public init(
        id: String, severity: Severity, highest: Severity? = nil, summary: String, why: String,
        example: String, advice: String, quiet: [String] = [], limits: [LimitAbout] = [],
        names: [NamesAbout] = [], needs: EnumSet<EventFamily>
    ) {
        self.id = id
        self.severity = severity
        self.highest = highest ?? severity
        self.summary = summary
        self.why = why
        self.example = example
        self.advice = advice
        self.quiet = quiet
        self.limits = limits
        self.names = names
        self.needs = needs
    }
}

/// One rule: it follows what the models make of the events and reports what is wrong.
///
/// A rule is one file in `Rules`, one line in `Catalogue` and one test file. It names the kinds of events it wants
/// and is called after the models took each of them in; what an event changed comes with it. What a rule waits
/// for it sets a timer for. A rule keeps no copy of what the models know.
class Rule {
    /// Its place among the rules that run; the engine sets it.
    private(set) var index = 0
    /// The bit by which an anchor's `watchers` names it.
    var watchBit: UInt64 = 0
    let settings: Settings

    required init(settings: Settings) { self.settings = settings }

    /// The kinds of events it is called for.
    var interests: [EventKind] { [] }

    /// Called once, before the first event: for the symbols a rule compares with.
    func prepare(_ world: World) {}

    /// Whether it watches single anchors' updates, which are too many to be called for each.
    var watchesAnchors: Bool { false }

    /// Whether it wants to know when an update tells that an anchor is tracked no longer, or again.
    var watchesTracking: Bool { false }

    /// An event of one of those kinds that belongs to a session, with what it changed.
    func handle(_ step: Step, in session: SessionState, _ world: World) {}

    /// One that belongs to the device, or to the log.
    func handle(_ step: Step, _ world: World) {}

    /// An update of an anchor the rule watches; `anchor` is the record's index.
    func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {}

    /// An update changed whether an anchor is tracked; `anchor` is the record's index.
    func trackingChanged(of anchor: Int, _ session: SessionState, _ world: World) {}

    /// A timer of the rule's own fired, which was due at `reading` of the session's clock. The event `world.now` is the
    /// first at or after that; the models have not yet taken it in.
    func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {}

    /// The same for a timer on the device's clock, at `reading` of that.
    func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {}

    /// Events are missing here: nothing may be concluded from absence or from a state before.
    func gap(_ device: DeviceState, _ world: World) {}

    /// The device's recording ended, at `device.last`: whatever is still awaited is dropped or becomes a finding.
    func recordingEnded(_ device: DeviceState, _ world: World) {}

    func attach(at index: Int) { self.index = index }

    /// Sets a timer on the session's clock: `timerFired(token)` comes `delay` nanoseconds of its time from now.
    ///
    /// `isAfter` for a span in which something may still come, its last moment included.
    func wait(
        _ delay: UInt64, isAfter: Bool = false, token: Int, _ session: SessionState, _ world: World
    ) {
        session.device.timers.add(
            clock: session.clock, at: world.now.time, delay: delay, isAfter: isAfter, rule: index,
            token: token)
    }

    /// The same on the device's clock, which runs whatever its sessions do and stands while the app is not active.
    func wait(
        _ delay: UInt64, isAfter: Bool = false, token: Int, _ device: DeviceState, _ world: World
    ) {
        device.timers.add(
            clock: Timers.deviceClock, at: world.now.time, delay: delay, isAfter: isAfter, rule: index,
            token: token)
    }

    /// Puts what is waited for `delay` nanoseconds into a list, and sets the rule's timer where none waits for the list.
    func wait<Key: Hashable, Value>(
        _ delay: UInt64, isAfter: Bool = false, for key: Key, _ value: Value,
        in list: inout WaitingList<Key, Value>, _ session: SessionState, _ world: World
    ) {
        wait(
            delay, isAfter: isAfter, for: key, value, in: &list, clock: session.clock, session.device, world)
    }

    /// The same on the device's clock.
    func wait<Key: Hashable, Value>(
        _ delay: UInt64, isAfter: Bool = false, for key: Key, _ value: Value,
        in list: inout WaitingList<Key, Value>, _ device: DeviceState, _ world: World
    ) {
        wait(
            delay, isAfter: isAfter, for: key, value, in: &list, clock: Timers.deviceClock, device, world)
    }

    private func wait<Key: Hashable, Value>(
        _ delay: UInt64, isAfter: Bool, for key: Key, _ value: Value,
        in list: inout WaitingList<Key, Value>, clock: Int, _ device: DeviceState, _ world: World
    ) {
        let due = device.timers.reading(of: clock, at: world.now.time).addingReportingOverflow(delay)
        guard !due.overflow, due.partialValue < .max else { return }
        list.set(key, value, due: isAfter ? due.partialValue + 1 : due.partialValue)
        setTimer(for: &list, isAfter: isAfter, clock: clock, device)
    }

    /// Sets the rule's timer for the first of the list, unless one waits for it already.
    func setTimer<Key: Hashable, Value>(
        for list: inout WaitingList<Key, Value>, isAfter: Bool, _ session: SessionState
    ) {
        setTimer(for: &list, isAfter: isAfter, clock: session.clock, session.device)
    }

    /// The same on the device's clock.
    func setTimer<Key: Hashable, Value>(
        for list: inout WaitingList<Key, Value>, isAfter: Bool, _ device: DeviceState
    ) {
        setTimer(for: &list, isAfter: isAfter, clock: Timers.deviceClock, device)
    }

    private func setTimer<Key: Hashable, Value>(
        for list: inout WaitingList<Key, Value>, isAfter: Bool, clock: Int, _ device: DeviceState
    ) {
        guard !list.isTimed, let due = list.nextDue else { return }
        list.isTimed = true
        device.timers.add(clock: clock, firing: due, isAfter: isAfter, rule: index, token: 0)
    }
}

/// A rule with its manual.
protocol DescribedRule: Rule {
    static var about: RuleAbout { get }
}

extension DescribedRule {
    /// Reports one occurrence on `subject`; the last of `events` is the deciding one, at `mark`.
    ///
    /// `identity` are the words that tell this fault from others of the rule in the app's code, whatever the log: no id,
    /// no time, no count (see `FindingPart`). Without any, all faults of the rule are one to a baseline.
    func report(
        _ world: World, _ subject: Subject, severity: Severity? = nil, at mark: Mark, events: [UInt32],
        limit: LimitAbout? = nil, advice: String? = nil,
        identity: @autoclosure () -> [FindingPart] = [], message: () -> String
    ) {
        world.sink.report(
            rule: index, about: Self.about, subject: subject, severity: severity ?? Self.about.severity,
            at: mark, events: events, limit: limit.map { settings.used($0) }, advice: advice,
            identity: identity, message: message)
    }
}

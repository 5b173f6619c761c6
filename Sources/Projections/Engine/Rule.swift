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
    /// The families of its trigger and of every silence it takes for a fact.
    public let needs: EnumSet<EventFamily>

    public init(
        id: String, severity: Severity, highest: Severity? = nil, summary: String, why: String,
        example: String, advice: String, quiet: [String] = [], limits: [LimitAbout] = [],
        needs: EnumSet<EventFamily>
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

    /// An event of one of those kinds that belongs to a session, with what it changed.
    func handle(_ step: Step, in session: SessionState, _ world: World) {}

    /// One that belongs to the device, or to the log.
    func handle(_ step: Step, _ world: World) {}

    /// An update of an anchor the rule watches; `anchor` is the record's index.
    func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {}

    /// A timer of the rule's own fired, at the event `world.now`, which the models have not yet taken in.
    func timerFired(_ token: Int, _ session: SessionState, _ world: World) {}

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
}

/// A rule with its manual.
protocol DescribedRule: Rule {
    static var about: RuleAbout { get }
}

extension DescribedRule {
    /// Reports one occurrence on `subject`; the last of `events` is the deciding one, at `mark`.
    func report(
        _ world: World, _ subject: Subject, severity: Severity? = nil, at mark: Mark, events: [UInt32],
        limit: LimitAbout? = nil, advice: String? = nil, message: () -> String
    ) {
        world.sink.report(
            rule: index, about: Self.about, subject: subject, severity: severity ?? Self.about.severity,
            at: mark, events: events, limit: limit.map { settings.used($0) }, advice: advice,
            message: message)
    }
}

public import EventLog

/// Rules over a log: one pass feeds the models and every rule that runs.
///
/// Feed the batches in order, then `finish`. Findings are provisional until then: severities may rise and
/// a finding may be taken back while the log goes on.
public final class Analysis {
    public let world: World
    private let rules: [Rule]
    private let about: [RuleAbout]
    private let calls: RuleCalls
    /// The severities that the user wants, by the rule's id.
    private let severities: [String: Severity]
    /// Who collects beside the rules, if anybody does.
    private var collector: (any Collector)?
    /// What was found, once the log has ended.
    private var findings: [Finding]?
    /// The rules that some recording allowed to judge, by their place.
    private var judged: Set<Int> = []
    /// Why the others could not be judged, by their place.
    private var missing: [Int: Unrecorded] = [:]

    /// - Parameters:
    ///   - settings: what the rules judge by; those that are off do not run.
    ///   - isOn: which of the others run, by their id.
    public init(settings: Settings = Settings(), isOn: (String) -> Bool = { _ in true }) {
        world = World(settings: settings)
        severities = settings.severities
        let types = Catalogue.rules.filter { !settings.off.contains($0.about.id) && isOn($0.about.id) }
        about = types.map { $0.about }
        rules = types.map { $0.init(settings: settings) }
        for (index, rule) in rules.enumerated() {
            rule.attach(at: index)
            rule.prepare(world)
            for kind in rule.interests { world.isRuled.insert(kind) }
        }
        world.wants.formUnion(world.isRuled)
        calls = RuleCalls(rules)
        world.watchers = rules.filter(\.watchesAnchors)
        world.trackingWatchers = rules.filter(\.watchesTracking)
        for (bit, rule) in world.watchers.enumerated() { rule.watchBit = UInt64(1) << UInt64(bit) }
    }

    /// Names ids in messages; until it is set they are printed as UUIDs. With `isShared` messages leave out the log's texts
    /// that are private.
    public func name(isShared: Bool = false, by names: @escaping (EntityID) -> String) {
        world.names = names
        world.isShared = isShared
    }

    /// Lets a collector see the same pass, from the next event on.
    public func collect(with collector: HealthCollector) { collect(with: collector as any Collector) }

    func collect(with collector: any Collector) {
        self.collector = collector
        collector.attach(to: world)
    }

    /// Takes in the next events. `batch` is not needed afterwards.
    public func take(_ batch: EventBatch) {
        collector?.take(batch)
        world.take(batch, observer: self)
    }

    /// The log ends: what was found is final.
    ///
    /// Findings of rules that could not be judged on a recording are left out; `notJudged` names the rules.
    public func finish() -> [Finding] {
        if let findings { return findings }
        for device in world.devices { recordingEnds(device, world) }
        var found = world.sink.sorted
        for index in found.indices {
            if let wanted = severities[found[index].rule] { found[index].severity = wanted }
        }
        Causes.link(&found)
        findings = found
        return found
    }

    /// The rules that could not be judged on this log, in the order of the catalogue, and why; empty before `finish`.
    ///
    /// A rule needs the families of its trigger and of every silence it takes for a fact. `log.opened.records` names
    /// those the recorder writes; where it does not, they are those that occur.
    public var notJudged: [(rule: String, reason: String)] {
        notJudgedByPlace.map { (about[$0].id, $1.reason) }
    }

    /// The same by family: each that is not recorded, with all the rules that need it. A rule may need several.
    public var notRecorded: [(what: Unrecorded, rules: [String])] {
        EventFamily.allCases.flatMap { family in
            [false, true].compactMap { isTold in
                let lacking = notJudgedByPlace.filter {
                    $0.what.isTold == isTold && $0.what.families.contains(family)
                }
                guard !lacking.isEmpty else { return nil }
                return (Unrecorded(families: [family], isTold: isTold), lacking.map { about[$0.place].id })
            }
        }
    }

    private var notJudgedByPlace: [(place: Int, what: Unrecorded)] {
        about.indices.compactMap { index in
            judged.contains(index) ? nil : missing[index].map { (index, $0) }
        }
    }

    /// Events are missing between those taken in so far and the next: the file could not be read there. It is as if each
    /// device had told of a gap.
    public func eventsAreMissing() {
        for device in world.devices { world.breakOff(device, self) }
    }

    /// Notes which rules a recording allowed to judge, and drops what the others found in it.
    private func settle(_ device: DeviceState) {
        let families = device.records ?? device.familiesSeen
        for (index, rule) in about.enumerated() {
            let lacking = rule.needs.elements.filter { !families.contains($0) }
            if lacking.isEmpty {
                judged.insert(index)
            } else {
                missing[index] = Unrecorded(families: lacking, isTold: device.records != nil)
            }
        }
        world.sink.settle(device.index) { about[$0].needs.isSubset(of: families) }
    }

    /// Findings that were counted but not kept, by rule and severity, the worst of a rule first.
    public var folded: [FoldedFindings] {
        world.sink.allFolded
            .sorted { ($0.key.rule, $1.key.severity) < ($1.key.rule, $0.key.severity) }
            .map { fold, count in
                let id = about[fold.rule].id
                return FoldedFindings(rule: id, severity: severities[id] ?? fold.severity, count: count)
            }
    }
}

/// Who sees the rules' pass, and decides nothing.
protocol Collector: AnyObject {
    func attach(to world: World)
    /// The next events, before anybody else takes them in.
    func take(_ batch: EventBatch)
    /// The time `World.lookDue` has come; the event that is now was not yet taken in.
    func look(at world: World)
    func happened(_ step: Step, in session: SessionState, _ world: World)
    func happened(_ step: Step, _ world: World)
    func eventsMissing(_ device: DeviceState, _ world: World)
    func recordingEnds(_ device: DeviceState, _ world: World)
}

extension Collector {
    func take(_ batch: EventBatch) {}
    func look(at world: World) {}
}

extension Analysis: WorldObserver {
    func timersDue(_ device: DeviceState, _ world: World) {
        while let (clock, timer) = device.timers.pop(at: world.now.time) { fire(timer, clock, device) }
    }

    private func fire(_ timer: Timers.Timer, _ clock: Int, _ device: DeviceState) {
        let rule = rules[timer.rule]
        if let session = device.session(clock: clock) {
            rule.timerFired(timer.token, at: timer.firing, session, world)
        } else {
            rule.timerFired(timer.token, at: timer.firing, device, world)
        }
    }

    func lookDue(_ world: World) {
        world.lookDue = .max
        collector?.look(at: world)
    }

    func happened(_ step: Step, in session: SessionState, _ world: World) {
        calls.handle(step, in: session, world)
        collector?.happened(step, in: session, world)
    }

    func happened(_ step: Step, _ world: World) {
        calls.handle(step, world)
        collector?.happened(step, world)
    }

    func eventsMissing(_ device: DeviceState, _ world: World) {
        for rule in rules { rule.gap(device, world) }
        collector?.eventsMissing(device, world)
    }

    func recordingEnds(_ device: DeviceState, _ world: World) {
        // The recording went on for as long as these waited, and nothing more can come.
        while let (clock, timer) = device.timers.popAtEnd(device.last.time) { fire(timer, clock, device) }
        for rule in rules { rule.recordingEnded(device, world) }
        world.trace { $0.ended(device.index, at: device.last) }
        collector?.recordingEnds(device, world)
        if device.last > .start { settle(device) }
    }
}

public import EventLog

/// Rules over a log: one pass feeds the models and every rule that runs.
///
/// Feed the batches in order, then `finish`. Findings are provisional until then: severities may rise and
/// a finding may be taken back while the log goes on.
public final class Analysis {
    public let world: World
    private let rules: [Rule]
    private let about: [RuleAbout]
    /// The rules that want each kind, by the kind's number.
    private let interest: [[Rule]]
    private var isFinished = false

    /// - Parameter isOn: which rules run, by their id.
    public init(settings: Settings = Settings(), isOn: (String) -> Bool = { _ in true }) {
        world = World()
        let types = Catalogue.rules.filter { isOn($0.about.id) }
        about = types.map { $0.about }
        rules = types.map { $0.init(settings: settings) }
        var interest = [[Rule]](repeating: [], count: EventKind.allCases.count + 1)
        for (index, rule) in rules.enumerated() {
            rule.attach(at: index)
            rule.prepare(world)
            for kind in rule.interests { interest[Int(kind.rawValue)].append(rule) }
        }
        self.interest = interest
        for rule in rules { for kind in rule.interests { world.wants.insert(kind) } }
        world.watchers = rules.filter(\.watchesAnchors)
        for (bit, rule) in world.watchers.enumerated() { rule.watchBit = UInt64(1) << UInt64(bit) }
    }

    /// Names ids in messages; until it is set they are printed as UUIDs.
    public func name(by names: @escaping (EntityID) -> String) { world.names = names }

    /// Takes in the next events. `batch` is not needed afterwards.
    public func take(_ batch: EventBatch) { world.take(batch, observer: self) }

    /// The log ends: what was found is final.
    ///
    /// Findings of rules that could not be judged on a device's log are left out; `notJudged` names the rules.
    public func finish() -> [Finding] {
        if !isFinished {
            isFinished = true
            for device in world.devices {
                for rule in rules { rule.recordingEnded(device, last: world.now, world) }
            }
        }
        return world.sink.sorted.filter { finding in
            guard let records = world.devices[finding.device].records else { return true }
            return about.first { $0.id == finding.rule }?.needs.isSubset(of: records) ?? true
        }
    }

    /// The rules that could not be judged on this log, in the order of the catalogue, and why.
    ///
    /// A rule needs the families of its trigger and of every silence it takes for a fact. `log.opened.records` names
    /// those the recorder writes; where it does not, they are those that occur.
    public var notJudged: [(rule: String, reason: String)] {
        about.compactMap { rule in
            let told = world.devices.compactMap(\.records)
            for family in rule.needs.elements where !told.isEmpty && told.allSatisfy({ !$0.contains(family) })
            {
                return (rule.id, "the recorder does not write \(family.name) events (log.opened.records)")
            }
            for family in rule.needs.elements where !world.familiesSeen.contains(family) && told.isEmpty {
                return (rule.id, "no \(family.name) events in this log")
            }
            return nil
        }
    }

    /// Findings that were counted but not kept, by rule id.
    public var folded: [(rule: String, count: Int)] {
        world.sink.folded.sorted { $0.key < $1.key }.map { (about[$0.key].id, $0.value) }
    }
}

extension Analysis: WorldObserver {
    func timersDue(_ world: World) {
        while let (clock, timer) = world.timers.pop(at: world.now.time) {
            guard let session = world.session(withClock: clock) else { continue }
            rules[timer.rule].timerFired(timer.token, session, world)
        }
    }

    func happened(_ step: Step, _ world: World) {
        for rule in interest[Int(step.event.kind.rawValue)] { rule.handle(step, world) }
    }

    func eventsMissing(_ device: DeviceState, _ world: World) {
        for rule in rules { rule.gap(device, world) }
    }

    func recordingEnds(_ device: DeviceState, _ world: World) {
        for rule in rules { rule.recordingEnded(device, last: world.last, world) }
    }
}

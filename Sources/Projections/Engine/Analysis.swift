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
    /// The event before the one that is being taken in.
    private var last = Mark.start
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
            for kind in rule.interests { interest[Int(kind.rawValue)].append(rule) }
        }
        self.interest = interest
        world.watchers = rules.filter(\.watchesAnchors)
        for (bit, rule) in world.watchers.enumerated() { rule.watchBit = UInt64(1) << UInt64(bit) }
    }

    /// Names ids in messages; until it is set they are printed as UUIDs.
    public func name(by names: @escaping (EntityID) -> String) { world.names = names }

    /// Takes in the next events. `batch` is not needed afterwards.
    public func take(_ batch: EventBatch) {
        let content = batch.content
        let world = world
        for header in batch.headers {
            let time = max(header.time, world.now.time)
            last = world.now
            world.now = Mark(number: header.number, time: time)
            if time >= world.timers.next { fireTimers() }
            if header.kind == .anchorUpdated {
                if let payload = content.decode(StoredEvent.AnchorUpdated.self, header) {
                    world.updateAnchor(payload, world.device(header.device))
                } else {
                    world.malformed += 1
                }
            } else {
                take(LoggedEvent(header: header, content: content))
            }
        }
        world.eventCount += batch.headers.count
        if world.first == nil, let first = batch.headers.first {
            world.first = Mark(number: first.number, time: first.time)
        }
    }

    private func take(_ event: LoggedEvent) {
        world.first = world.first ?? world.now
        let device = world.device(event.header.device)
        switch event.kind {
        case .logOpened: beginRecordingIfNew(event, device)
        case .logGap:
            device.gap(at: world.now)
            for session in device.sessions { world.timers.clear(clock: session.clock) }
            for rule in rules { rule.gap(device, world) }
        default: break
        }
        let wanted = interest[Int(event.kind.rawValue)]
        guard let step = world.apply(event, world.device(event.header.device)) else { return }
        for rule in wanted { rule.handle(step, world) }
    }

    /// `log.opened` of another recording: everything starts from nothing.
    private func beginRecordingIfNew(_ event: LoggedEvent, _ device: DeviceState) {
        guard device.opened != nil || !device.sessions.isEmpty,
            let payload = event.decode(StoredEvent.LogOpened.self)
        else { return }
        // A further segment of the same recording goes on where the last one ended.
        if let recording = payload.recording, recording == device.recording { return }
        for rule in rules { rule.recordingEnded(device, last: last, world) }
        world.forget(device)
    }

    private func fireTimers() {
        while let (clock, timer) = world.timers.pop(at: world.now.time) {
            guard let session = world.session(withClock: clock) else { continue }
            rules[timer.rule].timerFired(timer.token, session, world)
        }
    }

    /// The log ends: what it found is final.
    public func finish() -> [Finding] {
        guard !isFinished else { return world.sink.sorted }
        isFinished = true
        for device in world.devices {
            for rule in rules { rule.recordingEnded(device, last: world.now, world) }
        }
        return world.sink.sorted
    }

    /// Findings that were counted but not kept, by rule id.
    public var folded: [(rule: String, count: Int)] {
        world.sink.folded.sorted { $0.key < $1.key }.map { (about[$0.key].id, $0.value) }
    }
}

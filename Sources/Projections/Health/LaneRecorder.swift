import EventLog

/// Follows everything that is in one state at a time, as lanes.
final class LaneRecorder: TraceRecorder {
    private struct Key: Hashable {
        let subject: Lane.Subject
        /// The machine's serial; 0 for what is no machine.
        let serial: UInt64
        let device: Int
        let session: Int
    }

    /// Lanes kept.
    static let limit = 64
    private(set) var lanes: [Lane] = []
    /// Entries into states of further lanes, which were left out.
    private(set) var leftOut = 0
    private var places: [Key: Int] = [:]
    private let texts: Symbols
    private let detail: Detail

    init(_ world: World, detail: Detail = Detail()) {
        texts = world.symbols
        self.detail = detail
    }

    override func entered(
        _ machine: Machine, session: SessionState?, device: Int, state: Symbol, at mark: Mark
    ) {
        let key = key(machine, session, device)
        enter(key, session.map { SessionName($0.id) }, texts.text(state), at: mark)
    }

    override func illegal(_ machine: Machine, at mark: Mark) {
        // The machine was just entered, on this device or in a session of it.
        guard
            let place = lanes.indices.last(where: { lanes[$0].isOpen && lanes[$0].visits.last?.from == mark })
        else { return }
        lanes[place].note(illegal: mark.number)
    }

    /// The recording ended, or events are missing: where its lanes stand is no longer known.
    override func ended(_ device: Int, at mark: Mark) {
        for place in lanes.indices where lanes[place].device == device { lanes[place].close(at: mark) }
    }

    /// A machine that follows from ARKit's events was told to stand where it stood: the model takes no notice, and after lost
    /// events that is what makes it known again.
    func toldAgain(_ machine: Machine, _ session: SessionState, at mark: Mark) {
        let key = key(machine, session, session.device.index)
        guard let state = machine.state, let place = places[key], !lanes[place].isOpen else { return }
        lanes[place].enter(texts.text(state), at: mark)
    }

    /// What is no machine enters a state; telling it again changes nothing.
    func tell(
        _ subject: Lane.Subject, session: SessionState? = nil, device: Int, _ state: String, at mark: Mark
    ) {
        let key = Key(subject: subject, serial: 0, device: device, session: session?.serial ?? 0)
        if let place = places[key], lanes[place].isOpen, lanes[place].visits.last?.state == state { return }
        enter(key, session.map { SessionName($0.id) }, state, at: mark)
    }

    /// Why the lane that was entered at `mark` was: the one of this machine.
    func explain(
        _ machine: Machine, _ session: SessionState?, _ device: Int, _ cause: String?, at mark: Mark
    ) {
        guard let cause, let place = places[key(machine, session, device)] else { return }
        lanes[place].explain(cause, at: mark)
    }

    private func key(_ machine: Machine, _ session: SessionState?, _ device: Int) -> Key {
        Key(
            subject: .machine(name: machine.name, isDerived: machine.isDerived), serial: machine.serial,
            device: device, session: session?.serial ?? 0)
    }

    private func enter(_ key: Key, _ session: SessionName?, _ state: String, at mark: Mark) {
        if let place = places[key] { return lanes[place].enter(state, at: mark) }
        guard lanes.count < Self.limit else {
            leftOut += 1
            return
        }
        places[key] = lanes.count
        lanes.append(Lane(key.subject, session: session, device: key.device, detail: detail))
        lanes[lanes.count - 1].enter(state, at: mark)
    }

    /// Visits that all lanes together may have in a report.
    private static let total = 12_000

    /// The lanes in the order of their first mention, with at most `total` visits.
    func finished() -> [Lane] {
        var lanes = lanes
        var share = Lane.limit
        while lanes.reduce(0, { $0 + $1.visits.count }) > Self.total {
            share /= 2
            for place in lanes.indices where lanes[place].visits.count > share {
                lanes[place].coarsen(to: share)
            }
        }
        return lanes
    }
}

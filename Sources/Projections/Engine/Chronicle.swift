public import EventLog

/// Where something belongs: a session, or the device.
public struct ChroniclePlace: Sendable {
    /// `nil` where it belongs to the device.
    public let session: SessionName?
    public let device: Int
}

/// One stay of a machine in a state, once it is over.
public struct Stay: Sendable {
    public let machine: String
    /// Whether the machine follows from ARKit's own events and not from what the app told.
    public let isDerived: Bool
    public let state: String
    /// The event that entered it.
    public let from: Mark
    /// The event that left it, or the last before its recording ended or events went missing.
    public internal(set) var to: Mark
    /// Whether an event left it.
    public internal(set) var isLeft = false
    /// Whether the way into it is one that the machine's definition does not have.
    public internal(set) var isIllegal = false
    /// Why it was entered, as a run or a transition told; cut where it is long.
    public internal(set) var cause: String?
}

/// Who keeps nothing and is told each thing when all of it is known: an anchor when it went, a stay when it was left.
///
/// What goes on when a recording ends is told then, anchors and nodes in the order in which they came. The calls come while
/// `Analysis.take` and `Analysis.finish` run, with the events in `Analysis.world.now`.
public protocol Chronicler: AnyObject {
    /// An anchor went, or its recording ended (`gone` is `nil`).
    func anchorEnded(_ anchor: Anchor, _ place: ChroniclePlace)
    /// A node was detached, or its recording ended. `anchor` is what it hangs on.
    func nodeEnded(_ node: Node, detached: Mark?, anchor: EntityID?, _ place: ChroniclePlace)
    func stayEnded(_ stay: Stay, _ place: ChroniclePlace)
}

extension Analysis {
    /// Lets a chronicler be told of the same pass, from the next event on.
    public func tell(_ chronicler: any Chronicler) { collect(with: Chronicle(chronicler)) }
}

/// Follows the models and tells what is over.
final class Chronicle: TraceRecorder, Collector {
    private let chronicler: any Chronicler
    /// The stays that go on, by the machine's serial.
    private var stays: [UInt64: (stay: Stay, place: ChroniclePlace)] = [:]
    private var symbols: Symbols?

    init(_ chronicler: any Chronicler) { self.chronicler = chronicler }

    private static let kinds: KindSet = [
        .sessionRun, .sessionPause, .sessionFailed, .sessionInterruptionBegan, .sessionInterruptionEnded,
        .cameraTrackingStateChanged, .frameWorldMappingStatusChanged, .anchorRemoved, .nodeAttached,
        .nodeDetached, .stateChanged,
    ]

    func attach(to world: World) {
        symbols = world.symbols
        world.traces = self
        for kind in Self.kinds.kinds { world.isRuled.insert(kind) }
        world.wants.formUnion(Self.kinds)
    }

    func happened(_ step: Step, in session: SessionState, _ world: World) {
        let place = ChroniclePlace(session: SessionName(session.id), device: session.device.index)
        switch step.change {
        case .anchorRemoved(let index): chronicler.anchorEnded(session.anchors[index], place)
        case .ran(let change):
            for index in change.run.droppedAnchors { chronicler.anchorEnded(session.anchors[index], place) }
            explain(session.phase, world.symbols.text(change.run.source), at: step.mark)
        case .nodeAttached, .nodesDetached:
            for node in session.nodes.detached { ended(node, at: step.mark, session, place) }
        case .machine(let change): explain(change.machine, step)
        default: break
        }
        switch step.event.kind {
        case .cameraTrackingStateChanged: toldAgain(session.tracking, place, at: step.mark)
        case .frameWorldMappingStatusChanged: toldAgain(session.mapping, place, at: step.mark)
        default: if step.event.kind.family == .session { toldAgain(session.phase, place, at: step.mark) }
        }
    }

    func happened(_ step: Step, _ world: World) {
        if case .machine(let change) = step.change { explain(change.machine, step) }
    }

    func eventsMissing(_ device: DeviceState, _ world: World) { ended(device.index, at: world.now) }

    func recordingEnds(_ device: DeviceState, _ world: World) {
        ended(device.index, at: device.last)
        for session in device.sessions {
            let place = ChroniclePlace(session: SessionName(session.id), device: device.index)
            for index in session.anchors.live { chronicler.anchorEnded(session.anchors[index], place) }
            for node in session.nodes.all { ended(node, at: nil, session, place) }
        }
    }

    private func ended(_ node: Node, at mark: Mark?, _ session: SessionState, _ place: ChroniclePlace) {
        let anchor = node.anchor.map { session.anchors[$0].id }
        chronicler.nodeEnded(node, detached: mark, anchor: anchor, place)
    }

    // MARK: Stays

    override func entered(
        _ machine: Machine, session: SessionState?, device: Int, state: Symbol, at mark: Mark
    ) {
        leave(machine, at: mark)
        let place = ChroniclePlace(session: session.map { SessionName($0.id) }, device: device)
        begin(machine, state, place, at: mark)
    }

    override func illegal(_ machine: Machine, at mark: Mark) { stays[machine.serial]?.stay.isIllegal = true }

    /// The recording ended, or events are missing: where its machines stand is no longer known.
    override func ended(_ device: Int, at mark: Mark) {
        let over = stays.filter { $0.value.place.device == device }
        for (serial, open) in over.sorted(by: { $0.key < $1.key }) {
            stays[serial] = nil
            var stay = open.stay
            stay.to = mark
            chronicler.stayEnded(stay, open.place)
        }
    }

    private func begin(_ machine: Machine, _ state: Symbol, _ place: ChroniclePlace, at mark: Mark) {
        guard let symbols else { return }
        let stay = Stay(
            machine: machine.name, isDerived: machine.isDerived, state: symbols.text(state), from: mark,
            to: mark)
        stays[machine.serial] = (stay, place)
    }

    private func leave(_ machine: Machine, at mark: Mark) {
        guard var open = stays.removeValue(forKey: machine.serial) else { return }
        open.stay.to = mark
        open.stay.isLeft = true
        chronicler.stayEnded(open.stay, open.place)
    }

    /// A machine that follows from ARKit's events was told to stand where it stood: after lost events that makes it known.
    private func toldAgain(_ machine: Machine, _ place: ChroniclePlace, at mark: Mark) {
        guard stays[machine.serial] == nil, let state = machine.state else { return }
        begin(machine, state, place, at: mark)
    }

    private func explain(_ machine: Machine, _ step: Step) {
        guard let payload = step.event.decode(StoredEvent.StateChanged.self) else { return }
        explain(machine, TimelineEvents.text(payload.cause, step.event), at: step.mark)
    }

    private func explain(_ machine: Machine, _ cause: String?, at mark: Mark) {
        guard let cause, stays[machine.serial]?.stay.from == mark else { return }
        stays[machine.serial]?.stay.cause = cause
    }
}

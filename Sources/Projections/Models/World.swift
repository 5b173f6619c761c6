import EventLog

/// Everything that follows from the events so far: the read models that rules and commands look at.
///
/// It can be thrown away and rebuilt from the log at any moment; nothing else is ever put into it.
public final class World {
    public let symbols: Symbols
    let states: DerivedStates
    let collaboration: CollaborationStates
    @exclusivity(unchecked) @safe public internal(set) var devices: [DeviceState] = []
    /// The world maps of the whole file.
    @exclusivity(unchecked) @safe public internal(set) var maps = WorldMaps()
    /// The event that is being taken in.
    @exclusivity(unchecked) @safe public internal(set) var now = Mark.start
    /// The log's first event.
    @exclusivity(unchecked) @safe public internal(set) var first: Mark?
    /// Events whose payload could not be read.
    @exclusivity(unchecked) @safe public internal(set) var malformed = 0
    /// How often events were missing, on any device.
    @exclusivity(unchecked) @safe public internal(set) var gaps = 0
    /// Events that were taken in.
    @exclusivity(unchecked) @safe public internal(set) var eventCount = 0
    /// The kinds that a model or a rule wants; others are only counted.
    @exclusivity(unchecked) @safe var wants = World.modelled.union(RecentEvents.kinds)
    /// Those that a rule wants.
    @exclusivity(unchecked) @safe var isRuled = KindSet()

    let sink = FindingSink()
    /// The session whose anchor was updated last: mostly the next update is one of its, too.
    @exclusivity(unchecked) @safe var updated: SessionState?
    /// Names of ids for messages.
    var names: (EntityID) -> String = { $0.uuidText }
    /// Whether messages leave out what is private, names of ids apart: `names` withholds those.
    @exclusivity(unchecked) @safe var isShared = false
    /// The rules that watch anchors, by bit.
    @exclusivity(unchecked) @safe var watchers: [Rule] = []
    /// The rules that want to know when an anchor is tracked no longer, or again.
    @exclusivity(unchecked) @safe var trackingWatchers: [Rule] = []
    /// Whoever wants to see the traces of the machines.
    @exclusivity(unchecked) @safe weak var traces: (any TraceRecorder)?
    /// When somebody wants to look at everything as it stands: before the first event at or after this time.
    @exclusivity(unchecked) @safe var lookDue: UInt64 = .max

    private let keepsGone: Bool
    private var machineCount: UInt64 = 0
    private var sessionCount = 0

    /// `keepsGone`: anchors that were removed or dropped stay for as long as the log goes.
    public init(keepsGone: Bool = false, settings: Settings = Settings()) {
        self.keepsGone = keepsGone
        mapAnchorsSpan = settings.nanoseconds(of: Self.mapAnchors)
        ownRun = settings.nanoseconds(of: Self.ownRun)
        ownMachines = settings.machines
        symbols = Symbols()
        // First of all: a log with too many texts must not take away the names of what follows from ARKit's events.
        states = DerivedStates(symbols)
        collaboration = CollaborationStates(symbols)
    }

    /// The device with this index, made at its first event.
    @inline(__always)
    func device(_ index: UInt16) -> DeviceState {
        if Int(index) < devices.count { return devices[Int(index)] }
        return makeDevice(index)
    }

    private func makeDevice(_ index: UInt16) -> DeviceState {
        while devices.count <= Int(index) { devices.append(DeviceState(index: devices.count)) }
        return devices[Int(index)]
    }

    /// Ways taken of one declared machine, and of all together. A machine with more is traced and not judged.
    static let edgeLimit = 1000
    static let edgeTotal = 20_000
    @exclusivity(unchecked) @safe var edgesKept = 0
    /// Declarations that were left out because of those limits.
    @exclusivity(unchecked) @safe public internal(set) var undefinedMachines = 0

    /// Until when an anchor that told no origin counts as the world map's.
    static let mapAnchors = LimitAbout(
        "mapAnchors.span", 5, unit: "s",
        "how long after the first normal that follows a run with a map an anchor without origin is the map's",
        isExperience: false)
    /// Views that make a run their own.
    static let ownRun = LimitAbout(
        "visit.ownRun", 1, unit: "s", "how soon after a run a view appears that counts as shown at it")
    let mapAnchorsSpan: UInt64
    let ownRun: UInt64
    /// The machines of the configuration.
    let ownMachines: [String: MachineDefinition]

    /// Sessions kept of one recording.
    static let sessionLimit = 256
    /// Events of further sessions, which were left out.
    public private(set) var strayEvents = 0

    /// The session an event names, made at its first mention; `nil` beyond the limit.
    @inline(__always)
    func session(_ id: EntityID?, _ device: DeviceState) -> SessionState? {
        unsafe lentSession(id, device)?.takeUnretainedValue()
    }

    /// The same without retaining it, which takes longer than most events do. It lives as long as the device does.
    @inline(__always)
    func lentSession(_ id: EntityID?, _ device: DeviceState) -> Unmanaged<SessionState>? {
        if let known = unsafe device.lentSession(id) { return unsafe known }
        guard device.sessions.count < Self.sessionLimit else {
            strayEvents += 1
            return nil
        }
        return unsafe Unmanaged.passUnretained(makeSession(id, device))
    }

    private func makeSession(_ id: EntityID?, _ device: DeviceState) -> SessionState {
        sessionCount += 1
        let session = SessionState(
            id: id, device: device, serial: sessionCount, clock: device.timers.addClock(at: now.time),
            keepsGone: keepsGone
        ) { name in
            makeMachine(name, definition: nil, isDerived: true)
        }
        device.add(session)
        refreshClock(session)
        return session
    }

    func makeMachine(
        _ name: String, definition: MachineDefinition?, isDeclared: Bool = false, isDerived: Bool = false
    ) -> Machine {
        machineCount += 1
        return Machine(
            name: name, serial: machineCount, definition: definition, isDeclared: isDeclared,
            isDerived: isDerived)
    }

    /// Lets a session's clock run or stand, as the session is here or away.
    func refreshClock(_ session: SessionState) {
        session.device.timers.setRunning(!session.isAway, clock: session.clock, at: now.time)
    }

    /// A derived machine enters a state; telling it again changes nothing.
    func enter(_ machine: Machine, _ state: Symbol, _ session: SessionState) {
        guard machine.state != state else { return }
        machine.enter(state, at: now)
        traces?.entered(machine, session: session, device: session.device, state: state, at: now)
    }

    /// Everything that was known of a device is of another recording now.
    func forget(_ device: DeviceState) {
        traces?.ended(device, at: device.last)
        updated = nil
        devices[device.index] = DeviceState(index: device.index)
    }
}

/// Whoever follows the traces of the machines.
protocol TraceRecorder: AnyObject {
    /// A machine entered a state.
    func entered(
        _ machine: Machine, session: SessionState?, device: DeviceState, state: Symbol, at mark: Mark)
    /// A transition has no edge.
    func illegal(_ machine: Machine, at mark: Mark)
    /// The device's recording is over.
    func ended(_ device: DeviceState, at mark: Mark)
}

public import EventLog

/// Everything the log told of one ARSession.
public final class SessionState {
    /// `nil` is the session `main`.
    public let id: EntityID?
    public unowned let device: DeviceState
    let deviceIndex: UInt16
    /// Told from all other sessions of the log, also from one with its id in another recording.
    let serial: Int
    /// Its clock, which stands while the session is away.
    let clock: Int
    public let anchors: AnchorMap
    public let nodes: NodeTree
    /// The device's; rules ask for them with many events, and reaching the device from here costs a check whether it
    /// still lives.
    let peers: Peers
    private let timers: Timers
    @exclusivity(unchecked) @safe var traffic = PacketTraffic()
    @exclusivity(unchecked) @safe var participants = Participants()
    @exclusivity(unchecked) @safe public internal(set) var runs = RunHistory()
    /// The last run as rules were told of it.
    @exclusivity(unchecked) @safe var lastRan: RunChange?
    @exclusivity(unchecked) @safe public internal(set) var machines = MachineSet()
    /// `session`, `tracking` and `mapping`: what follows from ARKit's own events.
    @exclusivity(unchecked) @safe public internal(set) var phase: Machine
    @exclusivity(unchecked) @safe public internal(set) var tracking: Machine
    @exclusivity(unchecked) @safe public internal(set) var mapping: Machine

    /// The last `camera.trackingStateChanged`, also where it told the state that was.
    @exclusivity(unchecked) @safe var trackingTold = Mark.start
    @exclusivity(unchecked) @safe public internal(set) var localization = Localization()
    @exclusivity(unchecked) @safe public internal(set) var worldMapping = WorldMapping()
    /// The world map it runs with.
    @exclusivity(unchecked) @safe public internal(set) var restore: MapRestore?

    @exclusivity(unchecked) @safe public internal(set) var isInterrupted = false
    /// Where the last interruption began.
    @exclusivity(unchecked) @safe public internal(set) var interruption: Mark?
    /// Where tracking was normal.
    @exclusivity(unchecked) @safe public internal(set) var normalTracking = NormalTracking()
    /// The assets that were asked for last.
    @exclusivity(unchecked) @safe var assets = AssetRequests()
    @exclusivity(unchecked) @safe public internal(set) var isPaused = false
    @exclusivity(unchecked) @safe public internal(set) var hasFailed = false
    /// Where events of the device are missing last.
    @exclusivity(unchecked) @safe public internal(set) var lastGap: Mark
    /// Where the camera was told to be last; told only to who judges by rules.
    @exclusivity(unchecked) @safe var cameraPosition: Vector3?
    /// The last `anchor.addRequested`.
    @exclusivity(unchecked) @safe public internal(set) var lastAddRequest = Mark.start
    /// Anchors that `remoteAnchor.mapped` told for a peer's anchor id, the latest last.
    @exclusivity(unchecked) @safe private var mapped: [EntityID: [EntityID]] = [:]
    /// The other way round: the peer's id that stands for one of our anchors.
    @exclusivity(unchecked) @safe private var remotes: [EntityID: EntityID] = [:]

    init(
        id: EntityID?, device: DeviceState, serial: Int, clock: Int, keepsGone: Bool,
        machine: (String) -> Machine
    ) {
        self.id = id
        self.device = device
        deviceIndex = UInt16(truncatingIfNeeded: device.index)
        self.serial = serial
        self.clock = clock
        lastGap = device.lastGap
        anchors = AnchorMap(keepsGone: keepsGone)
        nodes = NodeTree(anchors: anchors)
        peers = device.peers
        timers = device.timers
        phase = machine("session")
        tracking = machine("tracking")
        mapping = machine("mapping")
    }

    /// Nanoseconds its clock has run at the wall time `time`.
    func reading(at time: UInt64) -> UInt64 { timers.reading(of: clock, at: time) }

    /// Time that counts against no deadline: in the background, interrupted, paused or failed.
    public var isAway: Bool { isInterrupted || isPaused || hasFailed || !device.isActive }

    /// Peers' anchor ids remembered; further ones are left out.
    private static let mappingLimit = 100_000

    /// A peer's anchor id stands for one of ours, too.
    func map(_ remote: EntityID, to anchor: EntityID) {
        guard mapped[remote] != nil || mapped.count < Self.mappingLimit else { return }
        if let former = remotes[anchor], former != remote { mapped[former]?.removeAll { $0 == anchor } }
        var ours = mapped[remote, default: []]
        ours.removeAll { $0 == anchor }
        ours.append(anchor)
        if ours.count > 8 {
            let oldest = ours.removeFirst()
            if remotes[oldest] == remote { remotes[oldest] = nil }
        }
        mapped[remote] = ours
        remotes[anchor] = remote
    }

    /// The peer's id that was mapped to an anchor of ours, and all anchors of ours it stands for.
    func mapping(of anchor: EntityID) -> (remote: EntityID, anchors: [EntityID])? {
        guard !remotes.isEmpty, let remote = remotes[anchor], let ours = mapped[remote] else { return nil }
        return (remote, ours)
    }
}

public import EventLog

/// A configuration with everything that was left out read as off, 0 or none.
public struct RunConfiguration: Equatable, Sendable {
    public let kind: ConfigurationKind
    public let name: Symbol?
    public let isCollaborationEnabled: Bool
    public let initialWorldMap: EntityID?
    public let planeDetection: EnumSet<PlaneDetection>
    public let environmentTexturing: EnvironmentTexturing
    public let detectionObjects: UInt64
    public let trackingObjects: UInt64
    public let detectionImages: UInt64
    public let sceneReconstruction: SceneReconstruction
    public let frameSemantics: [String]
    public let worldAlignment: WorldAlignment?

    init(_ stored: StoredEvent.Configuration, in event: LoggedEvent, symbols: Symbols) {
        kind = stored.kind
        name = symbols.symbol(stored.name, in: event)
        isCollaborationEnabled = stored.isCollaborationEnabled ?? false
        initialWorldMap = stored.initialWorldMap
        planeDetection = stored.planeDetection
        environmentTexturing = stored.environmentTexturing ?? EnvironmentTexturing.none
        detectionObjects = stored.detectionObjects ?? 0
        trackingObjects = stored.trackingObjects ?? 0
        detectionImages = stored.detectionImages ?? 0
        sceneReconstruction = stored.sceneReconstruction ?? SceneReconstruction.none
        frameSemantics = event.content.strings(stored.frameSemantics).sorted()
        worldAlignment = stored.worldAlignment
    }
}

/// One call of `run`.
public struct Run: Sendable {
    public let mark: Mark
    /// `nil` where none was given.
    public let configuration: RunConfiguration?
    public let options: EnumSet<RunOption>
    public let source: Symbol?
    public let purpose: RunPurpose?
    /// The session's identifier after the call.
    public let identifier: EntityID?
    /// The mode of object tracking that was asked for.
    public let requestedMode: TrackingMode?
    /// Whether a new epoch of the session starts with it.
    public let startsEpoch: Bool
    /// Whether a new visit starts with it; a view that comes back later can still make it so.
    public var startsVisit: Bool
    /// The records of the live anchors it dropped; other anchors may take their places later.
    let droppedAnchors: [Int]

    /// How many live anchors it dropped.
    public var dropped: Int { droppedAnchors.count }

    public var removesAnchors: Bool { options.contains(.removeExistingAnchors) }
    public var bringsMap: Bool { configuration?.initialWorldMap != nil }
}

/// The runs of one session: where the epoch and the visit began, and what came since the last run.
public struct RunHistory: Sendable {
    public private(set) var last: Run?
    /// Whether the last run has collaboration on. Asked for with every packet, and a run is much to copy.
    public private(set) var isCollaborationEnabled = false
    /// How many epochs began.
    public private(set) var epoch = 0
    /// The run that began the epoch.
    public private(set) var epochStart = Mark.start
    /// How many visits began.
    public private(set) var visit = 0
    /// The run that began the visit.
    public private(set) var visitStart = Mark.start
    /// Whether `camera.trackingStateChanged` came since the last run.
    public var isSettled = true
    /// Whether a pause, a failure or the end of an interruption came since the last run.
    public var isInterrupted = false
    /// Whether a pause or a failure came since the last run.
    var wasStopped = false
    /// Until when an anchor without a told origin counts as the map's: for a while after the first normal that follows a run
    /// with a map; nanoseconds since 1970.
    private var mapAnchorsUntil: UInt64?

    /// Whether an anchor added now, of no told origin, is one of the world map's.
    func isRestoring(at time: UInt64) -> Bool { mapAnchorsUntil.map { time <= $0 } ?? false }

    /// Tracking is normal.
    mutating func localized(at time: UInt64, span: UInt64) {
        guard mapAnchorsUntil == .max else { return }
        let until = time.addingReportingOverflow(span)
        mapAnchorsUntil = until.overflow ? .max - 1 : until.partialValue
    }

    /// Views shown at the last run that disappeared since, and whether one of them came back.
    private var left: Set<Symbol> = []
    private var hasReturned = false
    /// Views that left before the last run and, should they come back, make a visit of it.
    private var leftBeforeRun: Set<Symbol> = []

    /// The first run that was told since the log began, or since events were missing. What stood before it may stand
    /// since any visit and any epoch.
    private(set) var knownSince: Mark?
    /// Whether events were missing, so that the next run need not be the first.
    private var wasForgotten = false

    /// Whether a run with these options begins an epoch.
    func beginsEpoch(options: EnumSet<RunOption>, configuration: RunConfiguration?) -> Bool {
        last == nil && !wasForgotten || options.contains(.resetTracking)
            || options.contains(.removeExistingAnchors)
            || configuration?.initialWorldMap != nil
    }

    /// Whether a run now begins a visit, apart from beginning an epoch.
    var wouldBeginVisit: Bool { wasStopped || hasReturned }

    mutating func ran(_ run: Run) {
        if run.startsEpoch {
            epoch += 1
            epochStart = run.mark
        }
        if run.startsVisit { beginVisit(run.mark) }
        leftBeforeRun = run.startsVisit ? [] : left
        left = []
        hasReturned = false
        mapAnchorsUntil = run.bringsMap ? .max : nil
        if knownSince == nil { knownSince = run.mark }
        last = run
        isCollaborationEnabled = run.configuration?.isCollaborationEnabled == true
        isSettled = false
        isInterrupted = false
        wasStopped = false
    }

    /// A pause or a failure.
    mutating func stopped() {
        isInterrupted = true
        wasStopped = true
    }

    private mutating func beginVisit(_ mark: Mark) {
        visit += 1
        visitStart = mark
    }

    /// A view disappeared that was shown, or was never told of.
    mutating func viewLeft(_ view: Symbol) { left.insert(view) }

    /// A view appeared. Returns whether that makes a visit of the last run.
    mutating func viewReturned(_ view: Symbol) -> Bool {
        if left.contains(view) { hasReturned = true }
        guard leftBeforeRun.remove(view) != nil, let run = last, !run.startsVisit else { return false }
        leftBeforeRun = []
        last?.startsVisit = true
        beginVisit(run.mark)
        return true
    }

    /// Events are missing: what came since the last run is no longer known.
    mutating func forget() {
        last = nil
        isCollaborationEnabled = false
        knownSince = nil
        wasForgotten = true
        isSettled = true
        mapAnchorsUntil = nil
        left = []
        leftBeforeRun = []
        hasReturned = false
    }
}

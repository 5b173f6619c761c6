public import EventLog

extension ObjectTrackingReference {
    /// What is different from one app to the next.
    public struct Options: Sendable {
        /// The session that is run, and the one that the machine is told with; `nil` for `main`, and for the app's own.
        public var session: EntityID?
        public var machineSession: EntityID?
        /// The view whose going pauses the session, and who pauses it; `nil` where none does.
        public var view: String?
        public var pauseSource: String?
        /// The reference objects, by name; Start loads all of them.
        public var objects: [String] = []
        /// Whether what was loaded before Start is not loaded again.
        public var loadsAhead = false
        /// Whether objects are to be followed while they move, and whether the device can.
        public var wantsMoving = true
        public var supportsMoving = true
        /// What is run for the preview and for the objects; `nil` for what is made of the options above.
        public var preview: Event.Configuration?
        public var tracking: Event.Configuration?
        /// When the app starts by itself, without a preview and a button; `nil` where it waits for the button.
        public var startsAfter: Duration?
        /// Whether it stands at loading already when its log begins.
        public var beginsLoading = false
        /// What is shown on an object whose anchor has neither key nor name.
        public var unnamedKey = "object"
        /// What `user.action` is called for the two buttons.
        public var startAction = "start"
        public var stopAction = "stop"
        /// What it is called where the user wants to begin anew: other objects, or the same ones from the start.
        public var restartActions: Set<String> = []
        /// Whether Stop tells idle before stopped.
        public var stopsThroughIdle = true
        /// Who starts, as the run says.
        public var startSource = "start-button"
        /// How long an object may be out of sight before the screen says lost. Its model is hidden at once.
        public var lostDelay: Duration = .zero

        public init() {}

    }
}

extension ObjectTrackingReference.Options {
    /// The options by which the app of a recording seems to have worked: what it loaded, how it began, what its buttons are
    /// called, and how long it waited before it said lost.
    public init(of recording: EventStore) {
        var survey = ObjectTrackingSurvey()
        for header in recording.headers { survey.take(recording.event(header)) }
        self = survey.options
    }
}

/// What a recording tells of an app that tracks objects, gone through once.
private struct ObjectTrackingSurvey {
    private(set) var options = ObjectTrackingReference.Options()
    private var start: UInt64?
    private var action: String?
    /// Whether nothing has come of that action yet: what stops without a tap is no button's.
    private var isActionNew = false
    private var hasRun = false
    private var hasRunObjects = false
    private var hasState = false
    /// The view that went last.
    private var gone: String?
    private var hasDelay = false
    private var hasSource = false
    private var hasStart = false
    private var isNamed = false
    private var movesAtAll: Bool?
    private var lostSince: UInt64?

    mutating func take(_ event: LoggedEvent) {
        let start = self.start ?? event.time
        self.start = start
        switch event.kind {
        case .referenceObjectLoaded:
            if action == nil, !hasState, !hasRunObjects { options.loadsAhead = true }
            load(event.decode(Event.ReferenceObjectLoaded.self)?.name)
        case .referenceObjectLoadFailed: load(event.decode(Event.ReferenceObjectLoadFailed.self)?.name)
        case .viewDisappeared: gone = event.decode(Event.ViewDisappeared.self)?.view
        case .sessionPause:
            guard let gone, options.view == nil else { return }
            (options.view, options.pauseSource) = (gone, event.decode(Event.SessionPause.self)?.source)
        case .userAction: (action, isActionNew) = (event.decode(Event.UserAction.self)?.name, true)
        case .sessionRun:
            guard let run = event.decode(Event.SessionRun.self) else { return }
            take(run, Duration(nanoseconds: event.time - min(start, event.time)))
        case .stateChanged:
            if let changed = event.decode(Event.StateChanged.self) { take(changed, event.time) }
        case .nodeAttached:
            guard !isNamed, let node = event.decode(Event.NodeAttached.self), let key = node.key else {
                return
            }
            isNamed = true
            options.unnamedKey = key
        case .anchorUpdated:
            guard let isTracked = event.decode(Event.AnchorUpdated.self)?.isTracked else { return }
            lostSince = isTracked ? nil : lostSince ?? event.time
        default: break
        }
    }

    private mutating func load(_ name: String?) {
        if let name, !options.objects.contains(name), options.objects.count < 1000 {
            options.objects.append(name)
        }
    }

    private mutating func take(_ run: Event.SessionRun, _ time: Duration) {
        let tracks = (run.configuration?.trackingObjects ?? 0) > 0
        let detects = (run.configuration?.detectionObjects ?? 0) > 0
        if !hasRun, action == nil, run.purpose != .preview, tracks || detects { options.startsAfter = time }
        hasRun = true
        if !hasRunObjects { options.session = run.session }
        guard tracks || detects else { return options.preview = options.preview ?? run.configuration }
        hasRunObjects = true
        options.tracking = options.tracking ?? run.configuration
        if !hasSource, let source = run.source { (options.startSource, hasSource) = (source, true) }
        if !tracks, run.requestedMode == .moving { options.supportsMoving = false }
        let wants = tracks || run.requestedMode == .moving
        movesAtAll = movesAtAll == true || wants
        options.wantsMoving = movesAtAll ?? true
    }

    private mutating func take(_ changed: Event.StateChanged, _ time: UInt64) {
        guard changed.machine == "objectTracking" else { return }
        if !hasState {
            options.beginsLoading = changed.from == "loading"
            if options.beginsLoading { options.loadsAhead = false }
            options.machineSession = changed.session
        }
        hasState = true
        switch changed.to {
        case "loading":
            guard let action else { return }
            isActionNew = false
            let isUnderWay = ["running", "detected", "lost"].contains(changed.from)
            if isUnderWay {
                options.restartActions.insert(action)
            } else if !hasStart {
                options.startAction = action
            }
            hasStart = hasStart || !isUnderWay
        case "stopped":
            if let action, isActionNew { options.stopAction = action }
            options.stopsThroughIdle = changed.from == "idle"
        case "lost":
            guard let lostSince, !hasDelay else { return }
            hasDelay = true
            options.lostDelay = Duration(nanoseconds: time - min(lostSince, time))
        default: break
        }
    }
}

internal import EventLog

/// What an app that tracks real objects should do: the reference that a log is replayed against, and that may be copied.
///
/// A camera preview runs until Start. Start loads the reference objects and then runs the session with them; Stop goes back
/// to the preview at any moment. A model is shown on its object while that is tracked, and only then.
///
/// What it takes care of, and what happens where an app does not:
/// - One entry to `run`: Start and Stop go through `start` and `showPreview`, which know what runs already, and wait until
///   ARKit has answered the run before. Else a second tap, or a view that comes back, runs the session twice.
/// - An awaited load looks whether it is still wanted. Else Stop during the load is undone by its end.
/// - Nodes go before a run that drops their anchors. Else they stay where the object was.
/// - `isTracked` decides what is visible and what the screen says. Else a lost object's model hangs in the air.
public actor ObjectTrackingReference: AsyncReplayHandler {
    /// What it takes care of. A test leaves one out to see what comes of that.
    enum Care: CaseIterable {
        case oneStart
        case oneRun
        case stopDuringLoad
        case nodesBeforeRun
        case tracked
    }

    enum Phase: String {
        case idle, loading, running, detected, lost, stopped, failed
    }

    private struct Shown {
        var node: EntityID
        var isTracked: Bool
    }

    private let options: Options
    private let cares: Set<Care>
    private var phase: Phase
    private var isPreviewing = false
    /// Until when ARKit may answer the last run, or the end of an interruption; `nil` once it has.
    private var answerDue: Duration?
    private var isPaused = false
    /// Rises with every Start and Stop: an awaited load is wanted as long as it is the same.
    private var attempt = 0
    /// The objects that need not be loaded any more.
    private var ready: Set<String> = []
    /// By the name of a loaded object: whether it brings its model along.
    private var hasModel: [String: Bool] = [:]
    /// By the object's anchor: the node that shows it.
    private var shown: [EntityID: Shown] = [:]

    public init(_ options: Options = Options()) { self.init(options, without: []) }

    init(_ options: Options, without missing: Set<Care>) {
        self.options = options
        cares = Set(Care.allCases).subtracting(missing)
        phase = options.beginsLoading ? .loading : .idle
    }

    public func begin(_ replay: AsyncReplayContext) async throws {
        guard let delay = options.startsAfter else { return showPreview("view", replay) }
        try await replay.sleep(for: delay)
        try await start(replay)
    }

    public func handle(_ input: ReplayInput, _ replay: AsyncReplayContext) async throws {
        switch input.kind {
        case .userAction:
            let action = try input.read(Event.UserAction.self).name
            if action == options.startAction { try await start(replay) }
            if action == options.stopAction { try await stop(replay) }
            if options.restartActions.contains(action) { try await start(anew: true, replay) }
        case .cameraTrackingStateChanged: answerDue = nil
        // It runs again by itself, and tells so.
        case .sessionInterruptionEnded: awaitAnswer(replay)
        case .sessionFailed: fail(replay)
        case .viewDisappeared:
            if try input.read(Event.ViewDisappeared.self).view == options.view { pause(replay) }
        case .viewAppeared:
            guard isPaused, try input.read(Event.ViewAppeared.self).view == options.view else { return }
            showPreview("view", replay)
        case .referenceObjectLoaded:
            let loaded = try input.read(Event.ReferenceObjectLoaded.self)
            hasModel[loaded.name] = loaded.hasModel
            if options.loadsAhead { ready.insert(loaded.name) }
        case .anchorAdded: try await added(input.read(Event.AnchorAdded.self), replay)
        case .anchorUpdated:
            let update = try input.read(Event.AnchorUpdated.self)
            if let isTracked = update.isTracked { try await tracked(update.anchor, isTracked, replay) }
        case .anchorRemoved: try await removed(input.read(Event.AnchorRemoved.self).anchor, replay)
        default: break
        }
    }

    // MARK: Start and Stop

    private func start(anew: Bool = false, _ replay: AsyncReplayContext) async throws {
        let isUnderWay = phase == .loading && attempt > 0 || isTracking
        if isUnderWay, !anew, cares.contains(.oneStart) { return }
        attempt += 1
        let mine = attempt
        if phase != .loading { go(to: .loading, "start", replay) }
        let isLoaded = try await loadObjects(replay)
        // Whoever awaits looks again: Stop may have come meanwhile.
        guard attempt == mine || !cares.contains(.stopDuringLoad) else { return }
        guard isLoaded else { return go(to: .failed, "load", replay) }
        if try await mustWait(replay), attempt != mine { return }
        run(replay)
        go(to: .running, "loaded", replay)
    }

    private func stop(_ replay: AsyncReplayContext) async throws {
        guard phase == .loading || isTracking else { return }
        attempt += 1
        let mine = attempt
        if !isPreviewing, try await mustWait(replay), attempt != mine { return }
        showPreview("stop-button", replay)
        stopped("stop", replay)
    }

    private func stopped(_ cause: String, _ replay: AsyncReplayContext) {
        if options.stopsThroughIdle { go(to: .idle, cause, replay) }
        go(to: .stopped, cause, replay)
    }

    /// ARKit answers within a second, or not at all.
    private func awaitAnswer(_ replay: AsyncReplayContext) { answerDue = replay.now + .seconds(1) }

    /// Waits for the answer to the run before; `false` where there is none to wait for.
    private func mustWait(_ replay: AsyncReplayContext) async throws -> Bool {
        guard cares.contains(.oneRun) else { return false }
        var hasWaited = false
        while let due = answerDue, replay.now < due {
            hasWaited = true
            try await replay.sleep(for: min(due - replay.now, .milliseconds(20)))
        }
        return hasWaited
    }

    /// ARKit gave up: whoever wants it again has to start again.
    private func fail(_ replay: AsyncReplayContext) {
        (answerDue, isPreviewing) = (nil, false)
        guard phase == .loading || isTracking else { return }
        attempt += 1
        // Only what is loading fails; what ran stops.
        go(to: phase == .loading ? .failed : .stopped, "session failed", replay)
    }

    /// The view went, and the camera with it, and what was under way: Start may begin it anew.
    private func pause(_ replay: AsyncReplayContext) {
        guard !isPaused else { return }
        attempt += 1
        (isPaused, isPreviewing) = (true, false)
        replay.emit(
            Event.SessionPause {
                $0.session = options.session
                $0.source = options.pauseSource
            })
        if phase == .loading || isTracking { stopped("view", replay) }
    }

    /// Waits until all objects are loaded; `false` as soon as one can't be.
    private func loadObjects(_ replay: AsyncReplayContext) async throws -> Bool {
        var waiting = Set(options.objects).subtracting(ready)
        while !waiting.isEmpty {
            let told = try await replay.nextInput(.referenceObjectLoaded, .referenceObjectLoadFailed)
            if let loaded = told.decode(Event.ReferenceObjectLoaded.self) {
                hasModel[loaded.name] = loaded.hasModel
                waiting.remove(loaded.name)
            } else if let failed = told.decode(Event.ReferenceObjectLoadFailed.self),
                waiting.contains(failed.name)
            {
                return false
            }
        }
        return true
    }

    // MARK: The session

    /// Shows the camera without looking for objects, unless it does already.
    private func showPreview(_ source: String, _ replay: AsyncReplayContext) {
        guard !isPreviewing else { return }
        detachAll(replay)
        (isPreviewing, isPaused) = (true, false)
        awaitAnswer(replay)
        replay.emit(
            Event.SessionRun {
                $0.session = options.session
                $0.configuration =
                    options.preview
                    ?? Event.Configuration {
                        $0.name = "Camera preview"
                        $0.environmentTexturing = .automatic
                    }
                $0.options = [.resetTracking, .removeExistingAnchors]
                $0.source = source
                $0.purpose = .preview
            })
    }

    /// Looks for the objects: following them where that is wanted and can be done, else standing ones.
    private func run(_ replay: AsyncReplayContext) {
        detachAll(replay)
        (isPreviewing, isPaused) = (false, false)
        awaitAnswer(replay)
        let count = UInt64(max(1, options.objects.count))
        let isMoving = options.wantsMoving && options.supportsMoving
        replay.emit(
            Event.SessionRun {
                $0.session = options.session
                $0.configuration =
                    options.tracking
                    ?? Event.Configuration {
                        if isMoving {
                            $0.name = "Moving object tracking"
                            $0.trackingObjects = count
                        } else {
                            $0.name =
                                options.wantsMoving
                                ? "Stationary detection fallback" : "Stationary detection"
                            $0.detectionObjects = count
                        }
                    }
                $0.options = [.resetTracking, .removeExistingAnchors]
                $0.source = options.startSource
                // Where the device can't, the log says what was wanted.
                if isMoving != options.wantsMoving { $0.requestedMode = .moving }
            })
    }

    /// The run that follows drops the anchors, and not the nodes on them.
    private func detachAll(_ replay: AsyncReplayContext) {
        guard cares.contains(.nodesBeforeRun) else { return }
        for shown in shown.values.sorted(by: { ($0.node.high, $0.node.low) < ($1.node.high, $1.node.low) }) {
            detach(shown.node, replay)
        }
        shown = [:]
    }

    private func detach(_ node: EntityID, _ replay: AsyncReplayContext) {
        replay.emit(
            Event.NodeDetached {
                $0.session = options.session
                $0.node = node
            })
    }

    // MARK: Objects

    private var isTracking: Bool { phase == .running || phase == .detected || phase == .lost }

    private func added(_ anchor: Event.AnchorAdded, _ replay: AsyncReplayContext) async throws {
        // One that was found before Stop may be told of behind it.
        guard anchor.kind == .object, isTracking, shown[anchor.anchor] == nil else { return }
        let key = anchor.key ?? anchor.name ?? options.objects.first ?? options.unnamedKey
        let node = replay.makeID("node")
        let isTracked = anchor.isTracked ?? true
        shown[anchor.anchor] = Shown(node: node, isTracked: isTracked)
        let brings = hasModel[key] ?? true
        if !brings {
            replay.emit(
                Event.AssetRequested {
                    $0.session = options.session
                    $0.asset = "\(key).usdz"
                })
        }
        replay.emit(
            Event.NodeAttached {
                $0.session = options.session
                $0.node = node
                $0.anchor = anchor.anchor
                $0.key = key
                // Something is to be seen at once, also where the model never comes.
                if !brings { $0.asset = "bounding-box" }
            })
        if !isTracked, cares.contains(.tracked) { setVisible(node, false, replay) }
        try await showPhase(replay)
    }

    private func tracked(_ anchor: EntityID, _ isTracked: Bool, _ replay: AsyncReplayContext) async throws {
        guard cares.contains(.tracked), let known = shown[anchor], known.isTracked != isTracked else {
            return
        }
        shown[anchor]?.isTracked = isTracked
        setVisible(known.node, isTracked, replay)
        try await showPhase(replay)
    }

    private func removed(_ anchor: EntityID, _ replay: AsyncReplayContext) async throws {
        guard let known = shown.removeValue(forKey: anchor) else { return }
        detach(known.node, replay)
        try await showPhase(replay)
    }

    private func setVisible(_ node: EntityID, _ isVisible: Bool, _ replay: AsyncReplayContext) {
        replay.emit(
            Event.NodeVisibilityChanged {
                $0.session = options.session
                $0.node = node
                $0.isVisible = isVisible
            })
    }

    /// The screen says detected while any object is tracked, and lost some time after the last one is not.
    private func showPhase(_ replay: AsyncReplayContext) async throws {
        if shown.values.contains(where: \.isTracked) {
            if phase != .detected { go(to: .detected, "didAdd", replay) }
            return
        }
        guard phase == .detected else { return }
        let mine = attempt
        if options.lostDelay > .zero { try await replay.sleep(for: options.lostDelay) }
        let isStillLost = !shown.values.contains(where: \.isTracked)
        if attempt == mine, phase == .detected, isStillLost { go(to: .lost, "didUpdate", replay) }
    }

    private func go(to next: Phase, _ cause: String, _ replay: AsyncReplayContext) {
        let before = phase
        phase = next
        replay.emit(
            Event.StateChanged {
                $0.session = options.machineSession
                $0.machine = "objectTracking"
                $0.from = before.rawValue
                $0.to = next.rawValue
                $0.cause = cause
            })
    }
}

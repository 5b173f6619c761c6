import EventLog

// How each kind of event changes the models: one function a family, in the order of the vocabulary.
extension World {
    /// The kinds that change a model.
    static let modelled: KindSet = [
        .logOpened, .logClosed, .logGap, .sessionRun, .sessionPause, .sessionFailed,
        .sessionInterruptionBegan, .sessionInterruptionEnded, .cameraTrackingStateChanged,
        .frameWorldMappingStatusChanged, .anchorAddRequested, .anchorAdded, .anchorUpdated, .anchorRemoved,
        .nodeAttached, .nodeDetached, .nodeVisibilityChanged, .nodeMoved, .remoteAnchorMapped,
        .sceneTablesCleared, .stateMachineDeclared, .stateChanged, .appLifecycleChanged, .viewAppeared,
        .viewDisappeared, .userAction,
        .peerStateChanged, .peerSessionIdentified,
    ]

    /// Takes an event in, anchor updates excepted, and tells what it changed. One that nobody wants changes nothing.
    func apply(_ event: LoggedEvent, _ device: DeviceState, _ observer: any WorldObserver) {
        guard wants.contains(event.kind) else { return }
        switch event.kind {
        case .logOpened: tell(logOpened(event, device), event, device, observer)
        case .logClosed: device.closed = now
        case .sessionRun: read(event, device, observer) { $0.ran($1, $2, event) }
        case .sessionPause: read(event, device, observer) { $0.paused($1, $2) }
        case .sessionFailed: read(event, device, observer) { $0.failed($1, $2) }
        case .sessionInterruptionBegan: read(event, device, observer) { $0.interrupted($1, $2) }
        case .sessionInterruptionEnded: read(event, device, observer) { $0.resumed($1, $2) }
        case .cameraTrackingStateChanged: read(event, device, observer) { $0.tracking($1, $2) }
        case .cameraPose: read(event, device, observer) { $0.posed($1, $2) }
        case .frameStats: read(event, device, observer) { (_, _: StoredEvent.FrameStats, _) in .none }
        case .frameWorldMappingStatusChanged: read(event, device, observer) { $0.mapping($1, $2) }
        case .anchorAddRequested: read(event, device, observer) { $0.addRequested($1, $2) }
        case .anchorAdded: read(event, device, observer) { $0.anchorAdded($1, $2, event) }
        case .anchorRemoved: read(event, device, observer) { $0.anchorRemoved($1, $2) }
        case .nodeAttached: read(event, device, observer) { $0.nodeAttached($1, $2, event) }
        case .nodeDetached: read(event, device, observer) { $0.nodeDetached($1, $2) }
        case .nodeVisibilityChanged: read(event, device, observer) { $0.nodeVisibility($1, $2) }
        case .nodeMoved: read(event, device, observer) { $0.nodeMoved($1, $2) }
        case .remoteAnchorMapped: read(event, device, observer) { $0.remoteMapped($1, $2) }
        case .sceneTablesCleared:
            read(event, device, observer) { (_, _: StoredEvent.SceneTablesCleared, _) in .none }
        case .collaborationCapabilityProbed:
            read(event, device, observer) { (_, _: StoredEvent.CollaborationCapabilityProbed, _) in .none }
        case .collaborationFallbackShown:
            read(event, device, observer) { (_, _: StoredEvent.CollaborationFallbackShown, _) in .none }
        case .worldMapSaved: read(event, device, observer) { (_, _: StoredEvent.WorldMapSaved, _) in .none }
        case .stateMachineDeclared: machineDeclared(event, device)
        case .stateChanged: stateChanged(event, device, observer)
        case .appLifecycleChanged: tell(lifecycle(event, device), event, device, observer)
        case .viewAppeared, .viewDisappeared: tell(view(event, device), event, device, observer)
        case .userAction:
            device.lastUserAction = now
            tell(.none, event, device, observer)
        case .peerStateChanged: tell(peerStateChanged(event, device), event, device, observer)
        case .peerSessionIdentified: tell(peerIdentified(event, device), event, device, observer)
        case .collaborationDataProduced:
            read(event, device, observer) { (_, _: StoredEvent.CollaborationDataProduced, _) in .none }
        case .collaborationDataSent: read(event, device, observer) { $0.sent($1, $2) }
        case .collaborationDataDropped:
            read(event, device, observer) { (_, _: StoredEvent.CollaborationDataDropped, _) in .none }
        case .collaborationDataReceived: read(event, device, observer) { $0.received($1, $2) }
        case .collaborationDataApplied: read(event, device, observer) { $0.applied($1, $2) }
        case .collaborationDecodeFailed: read(event, device, observer) { $0.decodeFailed($1, $2) }
        case .collaborationSyncRequested:
            read(event, device, observer) { (world, payload: StoredEvent.CollaborationSyncRequested, state) in
                world.contacted(payload.peer, state)
            }
        case .collaborationHandshakeStarted:
            read(event, device, observer) {
                (world, payload: StoredEvent.CollaborationHandshakeStarted, state) in
                world.contacted(payload.peer, state)
            }
        case .collaborationHandshakeCompleted:
            read(event, device, observer) {
                (world, payload: StoredEvent.CollaborationHandshakeCompleted, state) in
                world.contacted(payload.peer, state)
            }
        default: tell(.none, event, device, observer)
        }
    }

    /// Reads an event of a session, lends the session to `change`, which says what the payload changes there, and tells
    /// the rules.
    ///
    /// What is lent need not be retained, which takes longer than most changes do: so neither session nor observer is an
    /// optional, and `change` captures no object.
    @inline(__always)
    private func read<P: SessionPayload>(
        _ event: LoggedEvent, _ device: DeviceState, _ observer: any WorldObserver,
        _ change: (World, P, SessionState) -> Change
    ) {
        guard let payload = event.decode(P.self) else { return tell(.malformed, event, device, observer) }
        guard let session = session(payload.session, device) else { return }
        tell(change(self, payload, session), event, in: session, device, observer)
    }

    /// Tells the rules what an event changed in a session.
    @inline(__always)
    func tell(
        _ change: Change, _ event: LoggedEvent, in session: SessionState, _ device: DeviceState,
        _ observer: any WorldObserver
    ) {
        guard isRuled.contains(event.kind) else { return }
        observer.happened(
            Step(event: event, mark: now, change: change, device: device.index), in: session, self)
    }

    /// Tells the rules what an event of the device changed, or of the log.
    func tell(
        _ change: Change, _ event: LoggedEvent, _ device: DeviceState, _ observer: any WorldObserver
    ) {
        if case .malformed = change {
            malformed += 1
        } else if isRuled.contains(event.kind) {
            observer.happened(Step(event: event, mark: now, change: change, device: device.index), self)
        }
    }

    private func logOpened(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.LogOpened.self) else { return .malformed }
        // A further segment of a recording need not tell again what an earlier one told.
        device.id = payload.device
        device.recording = payload.recording
        device.role = payload.role ?? device.role
        device.collaborationProtocol = payload.protocol ?? device.collaborationProtocol
        if !payload.records.isEmpty { device.records = payload.records }
        device.opened = now
        device.closed = nil
        return .none
    }

    // MARK: Session

    @inline(never)
    private func ran(
        _ payload: StoredEvent.SessionRun, _ state: SessionState, _ event: LoggedEvent
    ) -> Change {
        let configuration = payload.configuration.map {
            RunConfiguration($0, in: event, symbols: symbols)
        }
        let previous = state.runs.last
        let startsEpoch = state.runs.beginsEpoch(options: payload.options, configuration: configuration)
        let dropped =
            payload.options.contains(.removeExistingAnchors) ? state.anchors.dropAll(at: now) : []
        let run = Run(
            mark: now, configuration: configuration, options: payload.options,
            source: symbols.symbol(payload.source, in: event), purpose: payload.purpose,
            identifier: payload.identifier,
            startsEpoch: startsEpoch, startsVisit: startsEpoch || state.runs.wouldBeginVisit,
            droppedAnchors: dropped)
        let change = RunChange(
            run, previous: previous, wasSettled: state.runs.isSettled,
            wasInterrupted: state.runs.isInterrupted)
        state.runs.ran(run)
        if configuration?.isCollaborationEnabled == true { state.device.collaborating = state }
        state.isPaused = false
        state.hasFailed = false
        refreshClock(state)
        if !state.isInterrupted { enter(state.phase, states.running, state) }
        return .ran(change)
    }

    private func paused(_: StoredEvent.SessionPause, _ state: SessionState) -> Change {
        state.isPaused = true
        // The end of an interruption that a pause falls into is never told.
        state.isInterrupted = false
        state.runs.stopped()
        enter(state.phase, states.paused, state)
        refreshClock(state)
        return .none
    }

    private func failed(_: StoredEvent.SessionFailed, _ state: SessionState) -> Change {
        state.hasFailed = true
        state.isInterrupted = false
        state.runs.stopped()
        enter(state.phase, states.failed, state)
        refreshClock(state)
        return .none
    }

    private func interrupted(_: StoredEvent.SessionInterruptionBegan, _ state: SessionState) -> Change {
        state.isInterrupted = true
        enter(state.phase, states.interrupted, state)
        refreshClock(state)
        return .none
    }

    private func resumed(_: StoredEvent.SessionInterruptionEnded, _ state: SessionState) -> Change {
        state.isInterrupted = false
        state.runs.isInterrupted = true
        if !state.isPaused, !state.hasFailed { enter(state.phase, states.running, state) }
        refreshClock(state)
        return .none
    }

    // MARK: Camera and frames

    @inline(never)
    private func tracking(
        _ payload: StoredEvent.CameraTrackingStateChanged, _ state: SessionState
    ) -> Change {
        state.runs.isSettled = true
        if payload.state == .normal { state.runs.localized(at: now.time, span: mapAnchorsSpan) }
        enter(state.tracking, states.tracking(payload.state, payload.reason), state)
        return .none
    }

    private func posed(_ payload: StoredEvent.CameraPose, _ state: SessionState) -> Change {
        state.cameraPosition = payload.position
        return .none
    }

    @inline(never)
    private func mapping(
        _ payload: StoredEvent.FrameWorldMappingStatusChanged, _ state: SessionState
    ) -> Change {
        enter(state.mapping, states.mapping(payload.status), state)
        return .none
    }

    // MARK: The app

    private func lifecycle(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.AppLifecycleChanged.self) else { return .malformed }
        device.isActive = payload.phase == .active
        device.timers.setRunning(device.isActive, clock: Timers.deviceClock, at: now.time)
        for session in device.sessions { refreshClock(session) }
        return .none
    }

    private func view(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        if event.kind == .viewAppeared {
            guard let payload = event.decode(StoredEvent.ViewAppeared.self) else { return .malformed }
            return device.viewAppeared(symbols.symbol(payload.view, in: event), at: now)
        }
        guard let payload = event.decode(StoredEvent.ViewDisappeared.self) else { return .malformed }
        device.viewDisappeared(symbols.symbol(payload.view, in: event), ownRun: ownRun)
        return .none
    }
}

extension DeviceState {
    func viewAppeared(_ view: Symbol, at mark: Mark) -> Change {
        shown[view] = mark
        told.insert(view)
        let visited = sessions.filter { $0.runs.viewReturned(view) }
        return visited.isEmpty ? .none : .visitBegan(visited)
    }

    /// A view that appeared within `ownRun` nanoseconds after a run counts as shown at it: the run was its own.
    func viewDisappeared(_ view: Symbol, ownRun: UInt64) {
        let appeared = shown.removeValue(forKey: view)
        let isFirstWord = told.insert(view).inserted
        for session in sessions {
            guard let run = session.runs.last else { continue }
            // Never told to appear: shown since the log began.
            let wasShown =
                appeared.map { $0 < run.mark || $0.elapsed(since: run.mark) <= ownRun } ?? isFirstWord
            if wasShown { session.runs.viewLeft(view) }
        }
    }
}

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
        .viewDisappeared, .userAction, .anchorRemoveRequested, .assetRequested, .assetLoadFailed,
        .frameStats, .sessionRelocalizationAsked, .peerStateChanged, .peerSessionIdentified,
        .worldMapCaptured, .worldMapSaved, .worldMapLoaded, .recoveryOffered,
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
        case .sessionRelocalizationAsked:
            read(event, device, observer) { (_, payload: StoredEvent.SessionRelocalizationAsked, _) in
                .relocalizationAnswered(payload.answer)
            }
        case .cameraTrackingStateChanged: read(event, device, observer) { $0.tracking($1, $2) }
        case .cameraPose: read(event, device, observer) { $0.posed($1, $2) }
        case .frameWorldMappingStatusChanged: read(event, device, observer) { $0.mapping($1, $2) }
        case .frameStats:
            read(event, device, observer) { world, payload, _ in .frames(world.report(payload)) }
        case .anchorAddRequested: read(event, device, observer) { $0.addRequested($1, $2) }
        case .anchorRemoveRequested: read(event, device, observer) { $0.removeRequested($1, $2) }
        case .anchorAdded: read(event, device, observer) { $0.anchorAdded($1, $2, event) }
        case .anchorRemoved: read(event, device, observer) { $0.anchorRemoved($1, $2) }
        case .nodeAttached: read(event, device, observer) { $0.nodeAttached($1, $2, event) }
        case .nodeDetached: read(event, device, observer) { $0.nodeDetached($1, $2) }
        case .nodeVisibilityChanged: read(event, device, observer) { $0.nodeVisibility($1, $2) }
        case .nodeMoved: read(event, device, observer) { $0.nodeMoved($1, $2) }
        case .remoteAnchorMapped: read(event, device, observer) { $0.remoteMapped($1, $2) }
        case .sceneTablesCleared:
            read(event, device, observer) { (_, _: StoredEvent.SceneTablesCleared, _) in .none }
        case .worldMapRequested:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapRequested, _) in .none }
        case .worldMapDeferred:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapDeferred, _) in .none }
        case .worldMapCaptured: read(event, device, observer) { $0.mapCaptured($1, $2, event) }
        case .worldMapCaptureFailed:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapCaptureFailed, _) in .none }
        case .worldMapSaved: read(event, device, observer) { $0.mapSaved($1, $2, event) }
        case .worldMapVerified:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapVerified, _) in .none }
        case .worldMapLoaded: read(event, device, observer) { $0.mapLoaded($1, $2) }
        case .worldMapLoadFailed:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapLoadFailed, _) in .none }
        case .worldMapDeleted:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapDeleted, _) in .none }
        case .worldMapSent:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapSent, _) in .none }
        case .worldMapReceived:
            read(event, device, observer) { (_, _: StoredEvent.WorldMapReceived, _) in .none }
        case .recoveryStatusShown:
            read(event, device, observer) { (_, _: StoredEvent.RecoveryStatusShown, _) in .none }
        case .recoveryOffered: read(event, device, observer) { $0.recoveryOffered($1, $2) }
        case .collaborationCapabilityProbed:
            read(event, device, observer) { (_, _: StoredEvent.CollaborationCapabilityProbed, _) in .none }
        case .collaborationFallbackShown:
            read(event, device, observer) { (_, _: StoredEvent.CollaborationFallbackShown, _) in .none }
        case .assetRequested: read(event, device, observer) { $0.assetRequested($1, $2, event) }
        case .assetLoadFailed: read(event, device, observer) { $0.assetFailed($1, $2, event) }
        case .assetLoaded: read(event, device, observer) { (_, _: StoredEvent.AssetLoaded, _) in .none }
        case .stateMachineDeclared: machineDeclared(event, device, observer)
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
        lend(payload.session, of: device) { session in
            tell(change(self, payload, session), event, in: session, device, observer)
        }
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
        device.segment = payload.segment ?? device.segment
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
            requestedMode: payload.requestedMode,
            startsEpoch: startsEpoch, startsVisit: startsEpoch || state.runs.wouldBeginVisit,
            droppedAnchors: dropped)
        let change = RunChange(
            run, previous: previous, wasSettled: state.runs.isSettled,
            wasInterrupted: state.runs.isInterrupted)
        state.runs.ran(run)
        state.localization.stopped(at: now)
        if run.options.contains(.resetTracking) { state.worldMapping.forget() }
        restore(run, state)
        state.normalTracking.ran(run)
        if configuration?.isCollaborationEnabled == true { state.device.collaborating = state }
        state.isPaused = false
        state.hasFailed = false
        refreshClock(state)
        if !state.isInterrupted { enter(state.phase, states.running, state) }
        state.lastRan = change
        return .ran(Lent(change))
    }

    private func paused(_: StoredEvent.SessionPause, _ state: SessionState) -> Change {
        let interruption = state.isInterrupted ? state.interruption : nil
        state.isPaused = true
        // The end of an interruption that a pause falls into is never told.
        state.isInterrupted = false
        state.runs.stopped()
        state.localization.stopped(at: now)
        state.normalTracking.stopped()
        enter(state.phase, states.paused, state)
        refreshClock(state)
        return .paused(interruption: interruption)
    }

    private func failed(_: StoredEvent.SessionFailed, _ state: SessionState) -> Change {
        state.hasFailed = true
        state.isInterrupted = false
        state.runs.stopped()
        state.localization.stopped(at: now)
        state.normalTracking.stopped()
        enter(state.phase, states.failed, state)
        refreshClock(state)
        return .none
    }

    private func interrupted(_: StoredEvent.SessionInterruptionBegan, _ state: SessionState) -> Change {
        if !state.isInterrupted || state.interruption == nil { state.interruption = now }
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
        state.trackingTold = now
        if payload.state == .normal { state.runs.localized(at: now.time, span: mapAnchorsSpan) }
        state.localization.told(
            payload.state, payload.reason, at: now,
            reading: state.reading(at: now.time))
        if payload.state == .normal, state.restore?.localized == nil { state.restore?.localized = now }
        state.normalTracking.told(payload.state, at: now)
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
        state.worldMapping.told(payload.status, at: now)
        enter(state.mapping, states.mapping(payload.status), state)
        return .none
    }

    // MARK: The app

    private func lifecycle(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.AppLifecycleChanged.self) else { return .malformed }
        device.isActive = payload.phase == .active
        // What ends in the background says so after it, and ends there.
        if payload.phase != .terminated { device.isInBackground = payload.phase == .background }
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
        for session in visited { session.normalTracking.visitBegan() }
        self.visited = visited
        return visited.isEmpty ? .none : .visitBegan
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

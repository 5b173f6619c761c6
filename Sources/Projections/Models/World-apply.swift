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
    ]

    /// Takes an event in, anchor updates excepted, and says what it changed.
    func change(
        by event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        switch event.kind {
        case .logOpened: return logOpened(event, device)
        case .logClosed:
            device.closed = now
            return .none
        case .sessionRun: return sessionRun(event, device, &session)
        case .sessionPause, .sessionFailed, .sessionInterruptionBegan, .sessionInterruptionEnded:
            return sessionPhase(event, device, &session)
        case .cameraTrackingStateChanged: return tracking(event, device, &session)
        case .frameWorldMappingStatusChanged: return mapping(event, device, &session)
        case .anchorAddRequested:
            guard let payload = event.decode(StoredEvent.AnchorAddRequested.self) else { return .malformed }
            session = self.session(payload.session, device)
            session?.lastAddRequest = now
            return .none
        case .anchorAdded: return anchorAdded(event, device, &session)
        case .anchorRemoved: return anchorRemoved(event, device, &session)
        case .nodeAttached: return nodeAttached(event, device, &session)
        case .nodeDetached: return nodeDetached(event, device, &session)
        case .nodeVisibilityChanged: return nodeVisibility(event, device, &session)
        case .nodeMoved: return nodeMoved(event, device, &session)
        case .remoteAnchorMapped: return remoteMapped(event, device, &session)
        case .sceneTablesCleared:
            guard let payload = event.decode(StoredEvent.SceneTablesCleared.self) else { return .malformed }
            session = self.session(payload.session, device)
            return .none
        case .stateMachineDeclared: return machineDeclared(event, device, &session)
        case .stateChanged: return stateChanged(event, device, &session)
        case .appLifecycleChanged: return lifecycle(event, device)
        case .viewAppeared, .viewDisappeared: return view(event, device, &session)
        case .userAction:
            device.lastUserAction = now
            return .none
        default: return .none
        }
    }

    private func logOpened(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.LogOpened.self) else { return .malformed }
        device.id = payload.device
        device.recording = payload.recording
        device.role = payload.role
        device.collaborationProtocol = payload.protocol
        device.records = payload.records.isEmpty ? nil : payload.records
        device.opened = now
        device.closed = nil
        return .none
    }

    // MARK: Session

    private func sessionRun(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.SessionRun.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        let configuration = payload.configuration.map {
            RunConfiguration($0, in: event, symbols: symbols)
        }
        let previous = state.runs.last
        let startsEpoch = state.runs.beginsEpoch(options: payload.options, configuration: configuration)
        var dropped = 0
        if payload.options.contains(.removeExistingAnchors) {
            dropped = state.anchors.dropAll(at: now).count
        }
        let run = Run(
            mark: now, configuration: configuration, options: payload.options,
            source: symbols.symbol(payload.source, in: event), purpose: payload.purpose,
            startsEpoch: startsEpoch, startsVisit: startsEpoch || state.runs.wouldBeginVisit,
            dropped: dropped)
        let change = RunChange(
            run, previous: previous, wasSettled: state.runs.isSettled,
            wasInterrupted: state.runs.isInterrupted)
        state.runs.ran(run)
        state.isPaused = false
        state.hasFailed = false
        refreshClock(state)
        if !state.isInterrupted { enter(state.phase, states.running, state) }
        return .ran(change)
    }

    private func sessionPhase(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        let id: EntityID?
        switch event.kind {
        case .sessionPause:
            guard let payload = event.decode(StoredEvent.SessionPause.self) else { return .malformed }
            id = payload.session
        case .sessionFailed:
            guard let payload = event.decode(StoredEvent.SessionFailed.self) else { return .malformed }
            id = payload.session
        case .sessionInterruptionBegan:
            guard let payload = event.decode(StoredEvent.SessionInterruptionBegan.self) else {
                return .malformed
            }
            id = payload.session
        default:
            guard let payload = event.decode(StoredEvent.SessionInterruptionEnded.self) else {
                return .malformed
            }
            id = payload.session
        }
        let state = self.session(id, device)
        session = state
        switch event.kind {
        case .sessionPause:
            state.isPaused = true
            state.runs.stopped()
            enter(state.phase, states.paused, state)
        case .sessionFailed:
            state.hasFailed = true
            state.runs.stopped()
            enter(state.phase, states.failed, state)
        case .sessionInterruptionBegan:
            state.isInterrupted = true
            enter(state.phase, states.interrupted, state)
        default:
            state.isInterrupted = false
            state.runs.isInterrupted = true
            if !state.isPaused, !state.hasFailed { enter(state.phase, states.running, state) }
        }
        refreshClock(state)
        return .none
    }

    // MARK: Camera and frames

    private func tracking(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.CameraTrackingStateChanged.self) else {
            return .malformed
        }
        let state = self.session(payload.session, device)
        session = state
        state.runs.isSettled = true
        if payload.state == .normal { state.runs.localized(at: now.time) }
        enter(state.tracking, states.tracking(payload.state, payload.reason), state)
        return .none
    }

    private func mapping(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.FrameWorldMappingStatusChanged.self) else {
            return .malformed
        }
        let state = self.session(payload.session, device)
        session = state
        enter(state.mapping, states.mapping(payload.status), state)
        return .none
    }

    // MARK: The app

    private func lifecycle(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.AppLifecycleChanged.self) else { return .malformed }
        device.isActive = payload.phase == .active
        for session in device.sessions { refreshClock(session) }
        return .none
    }

    private func view(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        if event.kind == .viewAppeared {
            guard let payload = event.decode(StoredEvent.ViewAppeared.self) else { return .malformed }
            return device.viewAppeared(symbols.symbol(payload.view, in: event), at: now, &session)
        }
        guard let payload = event.decode(StoredEvent.ViewDisappeared.self) else { return .malformed }
        device.viewDisappeared(symbols.symbol(payload.view, in: event))
        return .none
    }
}

extension DeviceState {
    /// A view that appears so soon after a run, in nanoseconds, counts as shown at it: the run was its own.
    static let ownRun: UInt64 = 1_000_000_000

    func viewAppeared(_ view: Symbol, at mark: Mark, _ affected: inout SessionState?) -> Change {
        shown[view] = mark
        told.insert(view)
        var change = Change.none
        for session in sessions where session.runs.viewReturned(view) {
            affected = session
            change = .visitBegan
        }
        return change
    }

    func viewDisappeared(_ view: Symbol) {
        let appeared = shown.removeValue(forKey: view)
        let isFirstWord = told.insert(view).inserted
        for session in sessions {
            guard let run = session.runs.last else { continue }
            // Never told to appear: shown since the log began.
            let wasShown =
                appeared.map { $0 < run.mark || $0.elapsed(since: run.mark) <= Self.ownRun } ?? isFirstWord
            if wasShown { session.runs.viewLeft(view) }
        }
    }
}

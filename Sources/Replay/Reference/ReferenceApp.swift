internal import EventLog

/// The app on one device: its sessions, and what they share.
final class ReferenceApp {
    private let device: EntityID?
    private let options: SessionReference.Options
    private let cares: ReferenceCares
    private let onboarding: CameraContent
    private var desk: PacketDesk
    private var sessions: [EntityID?: ReferenceSession] = [:]
    /// The sessions that may run, in the order in which they were run.
    private var running: [ReferenceSession] = []
    private lazy var flow = CollaborationFlow(
        options.collaborationSession, options, cares,
        CollaborationFlow.Hands(
            export: { [unowned self] in session(options.collaborationSession).export.whenWorthIt($0, $1) },
            peers: { [unowned self] in desk.peers }))
    private lazy var feed = RequestFeed(options.requests.ofDevice[device] ?? []) { [unowned self] in
        try ask($0, $1)
    }
    private var views = ShownViews()
    /// What the probe said of collaboration; `nil` before it.
    private var isSupported: Bool?
    private var isFallbackShown = false

    init(on device: EntityID?, _ options: SessionReference.Options, _ cares: ReferenceCares) {
        self.device = device
        self.options = options
        self.cares = cares
        onboarding = CameraContent(options, cares)
        desk = PacketDesk(options, cares)
    }

    func begin(_ replay: ReplayContext) { feed.goOn(behind: 0, replay) }

    func handle(_ input: ReplayInput, _ replay: ReplayContext) throws {
        defer { feed.goOn(behind: input.number, replay) }
        try take(input, replay)
    }

    private func session(_ id: EntityID?) -> ReferenceSession {
        if let known = sessions[id] { return known }
        let new = ReferenceSession(
            id, options, cares,
            ReferenceSession.App(
                willRun: { [unowned self] in pauseOthers($0, $1) },
                didRun: { [unowned self] run, replay in
                    if !running.contains(where: { $0.session == id }) { running.append(session(id)) }
                    flow.didRun(run, replay)
                },
                localized: { [unowned self] in
                    if id == options.collaborationSession { flow.localized($0) }
                },
                views: { [unowned self] in views }))
        sessions[id] = new
        return new
    }

    /// One session has the camera: the others are paused before it runs.
    private func pauseOthers(_ run: Event.SessionRun, _ replay: ReplayContext) {
        guard cares.contains(.oneCamera) else { return }
        running.removeAll { !$0.gate.isRunning }
        for other in running where other.session != run.session {
            let pause = Event.SessionPause {
                $0.session = other.session
                $0.source = "another session runs"
            }
            other.gate.pause(pause, replay)
        }
    }

    // MARK: What the world tells

    private func take(_ input: ReplayInput, _ replay: ReplayContext) throws {
        switch input.kind {
        case .cameraTrackingStateChanged:
            let told = try input.read(Event.CameraTrackingStateChanged.self)
            session(told.session).tracking(told, replay)
        case .frameWorldMappingStatusChanged:
            let told = try input.read(Event.FrameWorldMappingStatusChanged.self)
            session(told.session).export.mapping(told.status, replay)
        case .sessionInterruptionBegan:
            let told = try input.read(Event.SessionInterruptionBegan.self)
            session(told.session).interrupted(hasPeer: !desk.peers.isEmpty, replay)
        case .sessionInterruptionEnded:
            let told = try input.read(Event.SessionInterruptionEnded.self)
            let away = session(told.session).interruptionEnded(hasPeer: !desk.peers.isEmpty, replay)
            if let away { resync(after: away, told.session, replay) }
        case .sessionFailed: session(try input.read(Event.SessionFailed.self).session).failed(replay)
        case .anchorAdded:
            let added = try input.read(Event.AnchorAdded.self)
            session(added.session).content.added(added, replay)
            if added.kind == .participant { flow.merged(replay) }
        case .anchorUpdated:
            let updated = try input.read(Event.AnchorUpdated.self)
            session(updated.session).content.updated(updated, replay)
        case .anchorRemoved:
            let removed = try input.read(Event.AnchorRemoved.self)
            session(removed.session).content.removed(removed.anchor, replay)
        case .worldMapCaptured:
            let captured = try input.read(Event.WorldMapCaptured.self)
            session(captured.session).export.answered()
            flow.captured(captured, replay)
        case .worldMapCaptureFailed:
            session(try input.read(Event.WorldMapCaptureFailed.self).session).export.answered()
            flow.captureFailed(replay)
        case .recoveryChosen:
            let chosen = try input.read(Event.RecoveryChosen.self)
            session(chosen.session).chosen(chosen.choice, replay)
        case .viewAppeared:
            let appeared = try input.read(Event.ViewAppeared.self).view
            views.appeared(appeared)
            for session in running { session.viewAppeared(appeared, replay) }
        case .viewDisappeared:
            let gone = try input.read(Event.ViewDisappeared.self).view
            for session in running { session.viewDisappeared(gone, replay) }
            views.disappeared(gone)
        case .userAction: showFallback(replay)
        default: try takeFromPeers(input, replay)
        }
    }

    private func takeFromPeers(_ input: ReplayInput, _ replay: ReplayContext) throws {
        switch input.kind {
        case .peerStateChanged:
            let told = try input.read(Event.PeerStateChanged.self)
            desk.peerChanged(told, replay.now)
            flow.peerChanged(told, replay)
            showFallback(replay)
        case .collaborationDataProduced:
            try desk.produced(input.read(Event.CollaborationDataProduced.self), replay)
        case .collaborationDataReceived:
            let data = try input.read(Event.CollaborationDataReceived.self)
            desk.received(data, isWanted: flow.wantsData, replay)
        case .collaborationDecodeFailed:
            try desk.decodeFailed(input.read(Event.CollaborationDecodeFailed.self), replay)
        default: break
        }
    }

    /// A moment away heals by itself; longer, and something is missing; long, and everything is.
    private func resync(after away: Duration, _ session: EntityID?, _ replay: ReplayContext) {
        guard cares.contains(.resync), away > .seconds(2) else { return }
        for peer in desk.peers { desk.sync(away > .seconds(30) ? .full : .light, peer, session, replay) }
    }

    // MARK: What is asked for

    private func ask(_ asked: ReplayInput, _ replay: ReplayContext) throws {
        switch asked.kind {
        case .sessionRun: run(try asked.read(Event.SessionRun.self), replay)
        case .sessionPause:
            let pause = try asked.read(Event.SessionPause.self)
            session(pause.session).gate.pause(pause, replay)
        case .nodeAttached:
            let node = try asked.read(Event.NodeAttached.self)
            let content = session(node.session).content
            if node.attachment == .camera {
                onboarding.attach(node, content, replay)
            } else {
                content.attach(node, replay)
            }
        case .nodeDetached:
            let node = try asked.read(Event.NodeDetached.self)
            session(node.session).content.detach(node.node, replay)
        case .nodeVisibilityChanged:
            let node = try asked.read(Event.NodeVisibilityChanged.self)
            guard onboarding.leavesToApp(node.node) else { return }
            session(node.session).content.setVisibility(node.node, node.isVisible, replay)
        case .nodeMoved:
            let node = try asked.read(Event.NodeMoved.self)
            session(node.session).content.move(node, replay)
        case .sceneTablesCleared:
            let tables = try asked.read(Event.SceneTablesCleared.self)
            session(tables.session).content.clearTables(tables, replay)
        case .worldMapRequested:
            let map = try asked.read(Event.WorldMapRequested.self)
            session(map.session).export.ask(map, replay)
        case .stateChanged: try askState(asked, replay)
        case .collaborationHandshakeCompleted:
            flow.meet(try asked.read(Event.CollaborationHandshakeCompleted.self).peer, replay)
        case .collaborationHandshakeStarted:
            flow.started(try asked.read(Event.CollaborationHandshakeStarted.self), replay)
        case .collaborationCapabilityProbed:
            isSupported = try asked.read(Event.CollaborationCapabilityProbed.self).isSupported
            replay.take(over: asked)
        default: replay.take(over: asked)
        }
    }

    private func run(_ asked: Event.SessionRun, _ replay: ReplayContext) {
        var run = asked
        let isOn = run.configuration?.isCollaborationEnabled == true
        if isSupported == false, isOn, cares.contains(.fallback) {
            showFallback(replay)
            run.configuration?.isCollaborationEnabled = false
        } else if options.enablesLate, cares.contains(.collaborationFromStart), canCollaborate(run) {
            run.configuration?.isCollaborationEnabled = true
        }
        let session = session(run.session)
        if !session.isChosen(run, replay.now) { session.gate.run(run, replay) }
    }

    /// ARKit has collaboration on world tracking only.
    private func canCollaborate(_ run: Event.SessionRun) -> Bool {
        run.configuration?.kind == .worldTracking && run.session == options.collaborationSession
    }

    private func askState(_ asked: ReplayInput, _ replay: ReplayContext) throws {
        let changed = try asked.read(Event.StateChanged.self)
        let content = session(options.contentSession).content
        if onboarding.changed(changed, content, replay) { return }
        guard changed.machine == "collaboration" else { return replay.take(over: asked) }
        guard let next = CollaborationFlow.State(rawValue: changed.to) else { return }
        flow.asked(for: next, changed.cause, replay)
    }

    /// Who can't do it together is told so when it is wanted.
    private func showFallback(_ replay: ReplayContext) {
        guard isSupported == false, !isFallbackShown, cares.contains(.fallback) else { return }
        isFallbackShown = true
        replay.emit(
            Event.CollaborationFallbackShown {
                $0.session = options.collaborationSession
                $0.mode = .singleDevice
            })
    }
}

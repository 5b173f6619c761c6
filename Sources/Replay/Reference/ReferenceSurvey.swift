internal import EventLog

/// What a recording tells of the app that made it, gone through once.
struct ReferenceSurvey {
    private(set) var options = SessionReference.Options()
    private var collaboration: CollaborationFlow.State?
    private var relocalizingSince: UInt64?
    private var lastRun: [EntityID?: Event.SessionRun] = [:]
    private var connected: Set<EntityID> = []
    private var produced: Set<EntityID> = []
    private var received: Set<EntityID> = []
    private var cameraNodes: Set<EntityID> = []
    /// Anchors that came lately and have no node yet.
    private var bare: [(anchor: EntityID, time: UInt64)] = []
    /// Outputs that follow from what the world tells: the reference decides them by itself.
    private var own: Set<UInt32> = []

    /// Whether an output is one that somebody asked for.
    func isRequest(_ event: LoggedEvent) -> Bool {
        switch event.kind {
        case .recoveryStatusShown, .recoveryOffered, .recoveryCancelled, .worldMapDeferred,
            .collaborationSyncRequested, .collaborationFallbackShown:
            false
        case .worldMapSent, .collaborationHandshakeStarted:
            !options.tellsCollaboration || !options.isHost
        default: !own.contains(event.number)
        }
    }

    mutating func take(_ event: LoggedEvent) {
        switch event.kind {
        case .logOpened:
            guard let opened = event.decode(Event.LogOpened.self) else { return }
            options.role = options.role ?? opened.role
            options.style = options.style ?? opened.protocol
        case .sessionRun: if let run = event.decode(Event.SessionRun.self) { take(run) }
        case .stateChanged: if let changed = event.decode(Event.StateChanged.self) { take(changed) }
        case .sessionPause:
            options.pauseSource = options.pauseSource ?? event.decode(Event.SessionPause.self)?.source
        case .cameraTrackingStateChanged:
            let told = event.decode(Event.CameraTrackingStateChanged.self)
            relocalizingSince = told?.reason == .relocalizing ? event.time : nil
        case .recoveryStatusShown:
            options.statusText =
                options.statusText ?? event.decode(Event.RecoveryStatusShown.self)?.text
            guard let since = relocalizingSince, options.statusDelay == nil else { return }
            options.statusDelay = Duration(nanoseconds: event.time - min(since, event.time))
        case .sceneTablesCleared: options.tellsTables = true
        case .worldMapSent:
            guard let sent = event.decode(Event.WorldMapSent.self), let consent = sent.hasConsent else {
                return
            }
            // Who refused once did not agree.
            options.consents[sent.map] = consent && options.consents[sent.map] != false
        case .worldMapRequested: if collaboration == .exporting { own.insert(event.number) }
        case .anchorAdded, .assetRequested, .nodeAttached, .nodeVisibilityChanged: takeContent(event)
        default: takePacket(event)
        }
    }

    private mutating func take(_ run: Event.SessionRun) {
        let isOn = run.configuration?.isCollaborationEnabled == true
        if isOn {
            if options.collaborationSession == nil { options.collaborationSession = run.session }
            let wasOff = lastRun[run.session].map { $0.configuration?.isCollaborationEnabled != true }
            if wasOff == true, !run.dropsAnything { options.enablesLate = true }
        }
        lastRun[run.session] = run
    }

    private mutating func take(_ changed: Event.StateChanged) {
        switch changed.machine {
        case "collaboration":
            if options.collaborationState == nil {
                options.collaborationState = CollaborationFlow.State(rawValue: changed.from)
                options.machineSession = changed.session
            }
            collaboration = CollaborationFlow.State(rawValue: changed.to)
            if collaboration == .exporting, connected.isEmpty { options.exportsAlone = true }
        case "onboarding": options.onboardingPhase = options.onboardingPhase ?? changed.from
        case "onboardingChoice": options.onboardingChoice = options.onboardingChoice ?? changed.from
        default: break
        }
    }

    private mutating func takeContent(_ event: LoggedEvent) {
        switch event.kind {
        case .anchorAdded:
            guard let added = event.decode(Event.AnchorAdded.self), added.key != nil else { return }
            let reach: UInt64 = 2_000_000_000
            // More than these are no loading of content.
            if bare.count > 256 { bare.removeAll() }
            bare.removeAll { event.time > $0.time &+ reach }
            bare.append((added.anchor, event.time))
        case .assetRequested: options.loadingAnchors.formUnion(bare.map(\.anchor))
        case .nodeAttached:
            guard let node = event.decode(Event.NodeAttached.self) else { return }
            bare.removeAll { $0.anchor == node.anchor }
            guard node.attachment == .camera else { return }
            if cameraNodes.isEmpty { options.contentSession = node.session }
            cameraNodes.insert(node.node)
        default:
            guard let changed = event.decode(Event.NodeVisibilityChanged.self) else { return }
            if cameraNodes.contains(changed.node) { options.hidesCameraContent = true }
        }
    }

    private mutating func takePacket(_ event: LoggedEvent) {
        switch event.kind {
        case .peerStateChanged:
            guard let told = event.decode(Event.PeerStateChanged.self) else { return }
            if told.state == .connected { connected.insert(told.peer) } else { connected.remove(told.peer) }
        case .collaborationDataProduced:
            if let data = event.decode(Event.CollaborationDataProduced.self) { produced.insert(data.packet) }
        case .collaborationDataReceived:
            if let data = event.decode(Event.CollaborationDataReceived.self) { received.insert(data.packet) }
        case .collaborationDataSent:
            guard let data = event.decode(Event.CollaborationDataSent.self) else { return }
            options.queueDepths[data.packet] = data.queueDepth
            if data.priority == .optional, data.isReliable == true {
                options.reliablePackets.insert(data.packet)
            }
            if produced.contains(data.packet) { own.insert(event.number) }
        case .collaborationDataDropped:
            guard let data = event.decode(Event.CollaborationDataDropped.self) else { return }
            options.queueDepths[data.packet] = data.queueDepth
            if produced.contains(data.packet) { own.insert(event.number) }
        case .collaborationDataApplied:
            guard let data = event.decode(Event.CollaborationDataApplied.self) else { return }
            if received.contains(data.packet) { own.insert(event.number) }
        case .collaborationDataDiscarded:
            guard let data = event.decode(Event.CollaborationDataDiscarded.self) else { return }
            if received.contains(data.packet) { own.insert(event.number) }
        default: break
        }
    }
}

internal import EventLog

/// The five states of a collaboration: idle, scanning, exporting, waiting, syncing.
///
/// A host scans until the room is mapped, exports once, waits for the guest with its map, and syncs. A guest waits with
/// the map it got until it knows the room. Peers without a host sync as soon as they are connected. Every step is one of
/// the machine's edges; what is asked for beside them is refused, and told.
final class CollaborationFlow {
    enum State: String { case idle, scanning, exporting, waiting, syncing }

    /// What it needs of the session that collaborates.
    struct Hands {
        /// Asks for the map as soon as it is worth it.
        var export: (ReplayContext, @escaping (ReplayContext) -> Void) -> Void
        /// Who is connected.
        var peers: () -> [EntityID]
    }

    private let session: EntityID?
    private let options: SessionReference.Options
    private let cares: ReferenceCares
    private let hands: Hands
    private(set) var state: State
    /// What was captured, as long as it fits the room, and who has it.
    private var map: Event.WorldMapCaptured?
    private var given: Set<EntityID> = []
    /// Who completed the handshake; `nil` stands for somebody who was not named.
    private var met: Set<EntityID?> = []
    private var lastStart: [EntityID?: Duration] = [:]

    init(
        _ session: EntityID?, _ options: SessionReference.Options, _ cares: ReferenceCares, _ hands: Hands
    ) {
        self.session = session
        self.options = options
        self.cares = cares
        self.hands = hands
        state = options.collaborationState ?? .idle
    }

    private var isHost: Bool { options.isHost }
    private var isPeerToPeer: Bool { options.isPeerToPeer }

    /// Whether a peer's data is for us now. ARKit wants all of it where nobody hands a map to anybody.
    var wantsData: Bool { options.style != .hostGuest || !options.tellsCollaboration || state == .syncing }

    // MARK: The session

    func didRun(_ run: Event.SessionRun, _ replay: ReplayContext) {
        guard options.tellsCollaboration else { return }
        if options.role == .guest, run.configuration?.initialWorldMap != nil {
            if state == .scanning || state == .exporting { leave(to: .idle, "join", replay) }
            if state != .waiting { go(to: .waiting, "join", replay) }
        } else if run.options.contains(.resetTracking), state != .idle {
            reset(replay)
        }
    }

    /// The room is measured anew: what was shared fits it no longer.
    private func reset(_ replay: ReplayContext) {
        if isHost {
            if state != .scanning { leave(to: .scanning, "reset", replay) }
            scan(replay)
        } else if state == .syncing, cares.contains(.resync) {
            for peer in hands.peers() { start(with: peer, replay) }
        }
    }

    private func start(with peer: EntityID, _ replay: ReplayContext) {
        lastStart[peer] = replay.now
        replay.emit(
            Event.CollaborationHandshakeStarted {
                $0.session = session
                $0.peer = peer
            })
    }

    /// Somebody else begins a handshake; one that was begun by itself a moment ago is enough.
    func started(_ asked: Event.CollaborationHandshakeStarted, _ replay: ReplayContext) {
        if let last = lastStart[asked.peer ?? hands.peers().first], replay.now - last < .seconds(5) { return }
        replay.emit(asked)
    }

    /// Exports as soon as the map is worth it and somebody is there to get it.
    private func scan(_ replay: ReplayContext) {
        hands.export(replay) { [unowned self] replay in
            guard state == .scanning, options.exportsAlone || !hands.peers().isEmpty else { return }
            go(to: .exporting, "mapped", replay)
            replay.emit(Event.WorldMapRequested { $0.session = session })
        }
    }

    /// The guest knows the room.
    func localized(_ replay: ReplayContext) {
        if options.role == .guest, state == .waiting { meet(hands.peers().first, replay) }
    }

    // MARK: The map

    /// Whether the map was captured for the peer.
    func captured(_ captured: Event.WorldMapCaptured, _ replay: ReplayContext) {
        guard state == .exporting else { return }
        map = captured
        send(replay)
    }

    func captureFailed(_ replay: ReplayContext) {
        guard state == .exporting else { return }
        go(to: .scanning, "capture failed", replay)
        scan(replay)
    }

    private func send(_ replay: ReplayContext) {
        let peers = hands.peers()
        guard map != nil, !peers.isEmpty else { return }
        met = []
        for peer in peers { give(to: peer, replay) }
        go(to: .waiting, "map sent", replay)
    }

    /// Each peer gets the map once, also one who comes later.
    private func give(to peer: EntityID, _ replay: ReplayContext) {
        guard let map, given.insert(peer).inserted else { return }
        start(with: peer, replay)
        replay.emit(
            Event.WorldMapSent {
                $0.session = session
                $0.map = map.map
                $0.peer = peer
                $0.bytes = map.bytes
                $0.isReliable = true
                $0.hasConsent = options.consents[map.map]
            })
    }

    // MARK: Peers

    func peerChanged(_ told: Event.PeerStateChanged, _ replay: ReplayContext) {
        switch told.state {
        case .connected:
            if isPeerToPeer, state == .idle || state == .scanning {
                return go(to: .syncing, "peer connected", replay)
            }
            if state == .exporting { send(replay) }
            if isHost, state == .waiting || state == .syncing { give(to: told.peer, replay) }
            if isHost, state == .scanning { scan(replay) }
        case .notConnected:
            guard hands.peers().isEmpty, state == .waiting || state == .syncing else { return }
            leave(to: .idle, "peer left", replay)
        case .connecting: break
        }
    }

    /// The peer said that it has what it needs, or its camera was seen.
    func meet(_ named: EntityID?, _ replay: ReplayContext) {
        let peer = named ?? hands.peers().first
        let mayMeet =
            switch state {
            case .waiting: true
            case .syncing: !met.contains(peer)
            case .idle, .scanning: isPeerToPeer
            case .exporting: false
            }
        guard mayMeet else { return asked(for: .syncing, nil, replay) }
        met.insert(peer)
        replay.emit(
            Event.CollaborationHandshakeCompleted {
                $0.session = session
                $0.peer = peer
            })
        if state != .syncing { go(to: .syncing, "handshake", replay) }
    }

    /// A participant's anchor came: both devices see the same room.
    func merged(_ replay: ReplayContext) {
        if state == .waiting, options.tellsCollaboration { meet(hands.peers().first, replay) }
    }

    /// Somebody wants another state.
    func asked(for next: State, _ cause: String?, _ replay: ReplayContext) {
        guard next != state else { return }
        switch next {
        case .idle: leave(to: .idle, cause, replay)
        case .scanning:
            leave(to: .scanning, cause, replay)
            if isHost { scan(replay) }
        case .syncing where state == .waiting || isPeerToPeer && state != .exporting:
            go(to: .syncing, cause, replay)
        case .syncing where !cares.contains(.steps): go(to: .syncing, cause, replay)
        case .syncing:
            guard options.tellsCollaboration else { return }
            replay.emit(
                Event.StateRejected {
                    $0.session = options.machineSession
                    $0.machine = "collaboration"
                    $0.from = state.rawValue
                    $0.to = next.rawValue
                    $0.cause = "the room is not shared yet"
                })
        // The rest comes of what happens.
        case .exporting, .waiting: break
        }
    }

    private func leave(to next: State, _ cause: String?, _ replay: ReplayContext) {
        map = nil
        given = []
        met = []
        go(to: next, cause, replay)
    }

    private func go(to next: State, _ cause: String?, _ replay: ReplayContext) {
        let before = state
        state = next
        guard options.tellsCollaboration else { return }
        replay.emit(
            Event.StateChanged {
                $0.session = options.machineSession
                $0.machine = "collaboration"
                $0.from = before.rawValue
                $0.to = next.rawValue
                $0.cause = cause
            })
    }
}

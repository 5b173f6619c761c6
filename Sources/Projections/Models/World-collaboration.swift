import EventLog

// How peers and the packets between devices change the models.
extension World {
    func peerStateChanged(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.PeerStateChanged.self) else { return .malformed }
        guard let index = device.peers.mention(payload.peer, at: now) else { return .none }
        let since = device.peers[index].connected
        let before = device.peers.enter(payload.state, index, at: now)
        return .peer(PeerChange(peer: index, before: before, state: payload.state, connected: since))
    }

    func peerIdentified(_ event: LoggedEvent, _ device: DeviceState) -> Change {
        guard let payload = event.decode(StoredEvent.PeerSessionIdentified.self) else { return .malformed }
        if let index = device.peers.mention(payload.peer, at: now) {
            device.peers.identify(index, session: payload.ownerSession)
        }
        return .none
    }

    // MARK: Packets

    @inline(never)
    func sent(_ payload: StoredEvent.CollaborationDataSent, _ state: SessionState) -> Change {
        var packet = packet(payload.peer, state)
        packet.priority = payload.priority
        packet.bytes = payload.bytes
        packet.isReliable = payload.isReliable
        packet.queueDepth = payload.queueDepth
        return .packet(packet)
    }

    @inline(never)
    func received(_ payload: StoredEvent.CollaborationDataReceived, _ state: SessionState) -> Change {
        var packet = packet(payload.peer, state)
        packet.priority = payload.priority
        packet.bytes = payload.bytes
        if let link = packet.link { state.traffic.arrived(payload.packet, on: link) }
        return .packet(packet)
    }

    @inline(never)
    func applied(_ payload: StoredEvent.CollaborationDataApplied, _ state: SessionState) -> Change {
        guard let link = state.traffic.link(ofArrived: payload.packet) else { return .packet(Packet()) }
        return .packet(Packet(link: link, peer: state.peers.peer(ofLink: link)))
    }

    @inline(never)
    func decodeFailed(_ payload: StoredEvent.CollaborationDecodeFailed, _ state: SessionState) -> Change {
        if payload.peer == nil, let id = payload.packet, let link = state.traffic.link(ofArrived: id) {
            return .packet(Packet(link: link, peer: state.peers.peer(ofLink: link)))
        }
        return .packet(packet(payload.peer, state))
    }

    @inline(__always)
    private func packet(_ peer: EntityID?, _ state: SessionState) -> Packet {
        let link = state.traffic.link(peer, among: state.peers, at: now)
        return Packet(link: link, peer: link.flatMap { state.peers.peer(ofLink: $0) })
    }

    // MARK: Handshakes

    /// A handshake or a resynchronisation, with a peer where one was named.
    func contacted(_ peer: EntityID?, _ state: SessionState) -> Change {
        guard let peer else { return .contact(.anybody) }
        return .contact(state.peers.mention(peer, at: now).map { .peer($0) } ?? .stranger)
    }
}

/// What `peer.stateChanged` told.
struct PeerChange {
    let peer: Int
    /// `nil` where it was not known.
    let before: PeerState?
    let state: PeerState
    /// Since when it was connected before, where it was.
    let connected: Mark?
}

/// With whom a handshake or a resynchronisation was.
enum Contact {
    /// No peer was named.
    case anybody
    case peer(Int)
    /// One beyond the limit.
    case stranger

    /// Whether it may be with this peer (`nil`: with one that nobody named).
    func reaches(_ peer: Int?) -> Bool {
        switch self {
        case .anybody: true
        case .peer(let index): peer == nil || peer == index
        case .stranger: false
        }
    }
}

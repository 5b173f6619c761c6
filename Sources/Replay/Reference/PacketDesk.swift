internal import EventLog

/// What goes between two devices, and what does not.
///
/// - Critical packets always go, reliably and at once; ARKit can't do without them.
/// - Optional ones go at most ten a second, within a budget of bytes, and not while the queue is long.
/// - Without a peer nothing is kept: ARKit makes new data for whoever comes.
/// - Some failures in a row to decode mean that both sides are apart: everything is asked for again.
struct PacketDesk {
    /// Between two optional packets.
    static let interval = Duration.milliseconds(100)
    /// How long the queue may be for an optional packet to join it.
    static let queueLimit: UInt64 = 6
    /// Bytes in a window of this length, up to which optional packets go: half of what `bandwidth` allows, so that there is
    /// room for critical ones.
    static let budget: UInt64 = 400_000
    static let window = Duration.seconds(2)
    /// How long the critical packets for somebody who has come are not counted.
    static let welcome = Duration.seconds(10)
    /// Failures in a row.
    static let decodeStreak = 5
    /// Devices that can be together; more are no room. MultipeerConnectivity has eight (`kMCSessionMaximumNumberOfPeers`).
    static let mostPeers = 64

    private let cares: ReferenceCares
    private let options: SessionReference.Options
    private(set) var peers: [EntityID] = []
    private var lastConnected: Duration?
    private var lastOptional: Duration?
    private var recent: [(time: Duration, bytes: UInt64)] = []
    private var recentBytes: UInt64 = 0
    /// By peer: its failures in a row.
    private var failures: [EntityID?: Int] = [:]

    init(_ options: SessionReference.Options, _ cares: ReferenceCares) {
        self.options = options
        self.cares = cares
    }

    mutating func peerChanged(_ told: Event.PeerStateChanged, _ now: Duration) {
        peers.removeAll { $0 == told.peer }
        guard told.state == .connected, peers.count < Self.mostPeers else { return }
        peers.append(told.peer)
        lastConnected = now
    }

    // MARK: Sending

    mutating func produced(_ data: Event.CollaborationDataProduced, _ replay: ReplayContext) {
        let depth = options.queueDepths[data.packet]
        if let reason = obstacle(data, depth, replay.now) {
            return replay.emit(
                Event.CollaborationDataDropped {
                    $0.session = data.session
                    $0.packet = data.packet
                    $0.priority = data.priority
                    $0.bytes = data.bytes
                    $0.queueDepth = depth
                    $0.reason = reason
                })
        }
        if data.priority == .optional { lastOptional = replay.now }
        for peer in peers {
            if data.priority == .optional || !isNew(replay.now) { count(data.bytes ?? 0, replay.now) }
            replay.emit(
                Event.CollaborationDataSent {
                    $0.session = data.session
                    $0.packet = data.packet
                    $0.peer = peer
                    $0.priority = data.priority
                    $0.bytes = data.bytes
                    $0.isReliable =
                        data.priority == .critical || options.reliablePackets.contains(data.packet)
                    $0.queueDepth = depth
                })
        }
    }

    /// Why a packet does not go; `nil` where it does.
    private mutating func obstacle(
        _ data: Event.CollaborationDataProduced, _ depth: UInt64?, _ now: Duration
    ) -> DropReason? {
        if peers.isEmpty { return .noPeers }
        guard data.priority == .optional else { return nil }
        if cares.contains(.backpressure), (depth ?? 0) > Self.queueLimit { return .backpressure }
        guard cares.contains(.throttle) else { return nil }
        if let lastOptional, now - lastOptional < Self.interval { return .throttled }
        forget(before: now - Self.window)
        return recentBytes > Self.budget || (data.bytes ?? 0) > Self.budget - recentBytes ? .throttled : nil
    }

    /// Whether somebody has just come, who gets all there is.
    private func isNew(_ now: Duration) -> Bool { lastConnected.map { now - $0 < Self.welcome } ?? false }

    private mutating func count(_ bytes: UInt64, _ now: Duration) {
        // More than the budget is too much, however much more.
        let bytes = min(bytes, Self.budget + 1)
        recent.append((now, bytes))
        recentBytes += bytes
        forget(before: now - Self.window)
    }

    private mutating func forget(before time: Duration) {
        let old = recent.prefix { $0.time < time }
        for (_, bytes) in old { recentBytes -= bytes }
        recent.removeFirst(old.count)
    }

    // MARK: Receiving

    mutating func received(
        _ data: Event.CollaborationDataReceived, isWanted: Bool, _ replay: ReplayContext
    ) {
        failures[sender(data.peer)] = nil
        if isWanted {
            replay.emit(
                Event.CollaborationDataApplied {
                    $0.session = data.session
                    $0.packet = data.packet
                })
        } else {
            replay.emit(
                Event.CollaborationDataDiscarded {
                    $0.session = data.session
                    $0.packet = data.packet
                    $0.reason = .wrongState
                })
        }
    }

    mutating func decodeFailed(_ failed: Event.CollaborationDecodeFailed, _ replay: ReplayContext) {
        let peer = sender(failed.peer)
        failures[peer, default: 0] += 1
        guard failures[peer, default: 0] >= Self.decodeStreak, cares.contains(.decodeStreak) else { return }
        failures[peer] = nil
        sync(.full, peer ?? peers.first, failed.session, replay)
    }

    /// Whose packet it is; where that is not told it is that of the only one there.
    private func sender(_ peer: EntityID?) -> EntityID? { peer ?? (peers.count == 1 ? peers[0] : nil) }

    /// Asks a peer for what was missed.
    func sync(_ extent: SyncExtent, _ peer: EntityID?, _ session: EntityID?, _ replay: ReplayContext) {
        replay.emit(
            Event.CollaborationSyncRequested {
                $0.session = session
                $0.peer = peer
                $0.extent = extent
            })
    }
}

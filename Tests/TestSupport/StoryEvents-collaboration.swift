import EventLog

// Peers, the packets between devices, and how well their worlds fit.

private func text(_ value: String?) -> StoryValue? { value.map { .text($0) } }
private func count(_ value: Int64?) -> StoryValue? { value.map { .integer($0) } }

public func peerIdentified(_ t: Double, _ peer: String, session owner: String) -> StoryLine {
    StoryLine(t, "peer.sessionIdentified", [("peer", .text(peer)), ("ownerSession", .text(owner))])
}

public func produced(_ t: Double, _ packet: String = "P", _ priority: String = "optional") -> StoryLine {
    StoryLine(t, "collaboration.dataProduced", [("packet", .text(packet)), ("priority", .text(priority))])
}

/// A packet was handed to the network; by default an optional one for the peer B.
public func sent(
    _ t: Double, to peer: String? = "B", _ priority: String? = "optional", bytes: Int64? = nil,
    isReliable: Bool? = nil, queue: Int64? = nil, packet: String = "P"
) -> StoryLine {
    StoryLine(
        t, "collaboration.dataSent",
        [
            ("packet", .text(packet)), ("peer", text(peer)), ("priority", text(priority)),
            ("bytes", count(bytes)), ("isReliable", isReliable.map { .bool($0) }),
            ("queueDepth", count(queue)),
        ])
}

/// `count` packets, the first at `start`, each `step` seconds after the one before.
public func packets(
    from start: Double, _ count: Int, every step: Double, to peer: String? = "B",
    _ priority: String? = "optional", bytes: Int64? = nil
) -> [StoryLine] {
    (0..<count).map { sent(start + Double($0) * step, to: peer, priority, bytes: bytes) }
}

public func dropped(_ t: Double, _ priority: String?, _ reason: String, packet: String = "P") -> StoryLine {
    StoryLine(
        t, "collaboration.dataDropped",
        [("packet", .text(packet)), ("priority", text(priority)), ("reason", .text(reason))])
}

public func received(_ t: Double, _ packet: String, from peer: String? = "B") -> StoryLine {
    StoryLine(t, "collaboration.dataReceived", [("packet", .text(packet)), ("peer", text(peer))])
}

public func applied(_ t: Double, _ packet: String) -> StoryLine {
    StoryLine(t, "collaboration.dataApplied", [("packet", .text(packet))])
}

public func decodeFailed(_ t: Double, _ packet: String? = nil, from peer: String? = "B") -> StoryLine {
    StoryLine(t, "collaboration.decodeFailed", [("packet", text(packet)), ("peer", text(peer))])
}

public func syncRequested(_ t: Double, _ peer: String? = "B", _ extent: String = "full") -> StoryLine {
    StoryLine(t, "collaboration.syncRequested", [("peer", text(peer)), ("extent", .text(extent))])
}

public func handshakeStarted(_ t: Double, _ peer: String? = "B") -> StoryLine {
    StoryLine(t, "collaboration.handshakeStarted", [("peer", text(peer))])
}

public func handshakeCompleted(_ t: Double, _ peer: String? = "B") -> StoryLine {
    StoryLine(t, "collaboration.handshakeCompleted", [("peer", text(peer))])
}

public func probed(_ t: Double, isSupported: Bool) -> StoryLine {
    StoryLine(t, "collaboration.capabilityProbed", [("isSupported", .bool(isSupported))])
}

public func fallbackShown(_ t: Double, _ mode: String = "singleDevice") -> StoryLine {
    StoryLine(t, "collaboration.fallbackShown", [("mode", .text(mode))])
}

public func quality(_ t: Double, _ quality: String) -> StoryLine {
    StoryLine(t, "alignment.qualityChanged", [("quality", .text(quality))])
}

public func cameraAt(_ t: Double, _ position: StoryValue?) -> StoryLine {
    StoryLine(t, "camera.pose", [("position", position)])
}

/// A session with collaboration on from 0.1 s, localized at 1.6 s, the peer B connected from 2 s: events 1 to 4.
public func together(role: String? = nil, protocol name: String? = nil) -> [StoryLine] {
    [
        opened(role: role, protocol: name), run(0.1, collaboration: true), tracking(1.6, "normal"),
        peer(2, "B", "connected"),
    ]
}

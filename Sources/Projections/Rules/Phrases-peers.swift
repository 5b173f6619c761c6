import EventLog

// The words and limits that the rules about packets share.
extension World {
    /// `peer B`, or `an unnamed peer`.
    func name(ofPeer index: Int?, _ session: SessionState) -> String {
        index.map { "peer \(name(session.peers[$0].id))" } ?? "an unnamed peer"
    }
}

/// What the first exchange of a connection may do.
enum FirstSync {
    static let span = LimitAbout(
        "collaboration.firstSync", 10, unit: "s",
        "how long after a peer connected critical packets may come as fast as they do")
}

extension Peers {
    /// Whether a packet is, or may be, a critical one of the first exchange, in which ARKit sends all it has.
    func isFirstSync(_ packet: Packet, _ peer: Int, at mark: Mark, _ settings: Settings) -> Bool {
        packet.priority != .optional
            && isFirstSync(peer, at: mark, span: settings.nanoseconds(of: FirstSync.span))
    }
}

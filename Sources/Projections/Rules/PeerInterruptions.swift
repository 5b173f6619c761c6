/// Interruptions of sessions that collaborate, with the peers that were connected when they began.
///
/// An interruption that a pause or a failure falls into has no end.
struct PeerInterruptions {
    private var begun = Few<(mark: Mark, peers: [Int])>()
    /// Peers remembered of one interruption.
    private static let remembered = 16

    mutating func began(_ session: SessionState, at mark: Mark) {
        let peers = session.isCollaborating ? session.peers.connected(Self.remembered) : []
        begun[session.serial] = peers.isEmpty ? nil : (mark, peers)
    }

    /// When the interruption that ends now began, and the peers that were connected then and are now; `nil` where there
    /// are none.
    mutating func ended(_ session: SessionState) -> (began: Mark, peers: [Int])? {
        guard let (mark, peers) = begun.removeValue(forKey: session.serial) else { return nil }
        let left = peers.filter { session.peers[$0].isConnected }
        return left.isEmpty ? nil : (mark, left)
    }

    /// The interruption is no longer one with a beginning and an end.
    mutating func broken(_ session: SessionState) { begun[session.serial] = nil }
}

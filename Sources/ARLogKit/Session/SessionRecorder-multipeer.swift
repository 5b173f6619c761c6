#if ARSESSION && canImport(MultipeerConnectivity)
    internal import EventLog
    public import MultipeerConnectivity

    extension SessionRecorder {
        /// What `session(_:peer:didChange:)` tells: the peer is its display name, in this and in all other calls.
        public func peer(_ peer: MCPeerID, _ state: MCSessionState) {
            let told: PeerState =
                switch state {
                case .notConnected: .notConnected
                case .connecting: .connecting
                case .connected: .connected
                @unknown default: .notConnected
                }
            self.peer(peer.displayName, told)
        }
    }
#endif

import EventLog

/// Whether anybody is connected, as far as `peer.stateChanged` told.
struct PeerPresence: Sendable {
    /// Peers kept at once; further ones count as nobody.
    static let limit = 256

    private var connected: Set<EntityID> = []
    private var wasTold = false
    /// Where the first of those that are connected came.
    private(set) var since = Mark.start

    /// Whether a peer is connected; `nil` where no peer was ever told. Behind lost events nobody is, until told anew.
    var hasConnected: Bool? { wasTold ? !connected.isEmpty : nil }

    mutating func tell(_ peer: EntityID, _ state: PeerState, at mark: Mark) {
        wasTold = true
        if state != .connected {
            connected.remove(peer)
        } else if connected.count < Self.limit {
            if connected.isEmpty { since = mark }
            connected.insert(peer)
        }
    }

    /// Events are missing: who is connected is no longer known.
    mutating func forget() { connected = [] }
}

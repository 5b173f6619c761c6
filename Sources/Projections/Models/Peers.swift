public import EventLog

/// One other device, as far as the log told.
public struct Peer: Sendable, BitwiseCopyable {
    public let id: EntityID
    /// `nil` where it was never told, or is unknown since events are missing.
    public internal(set) var state: PeerState?
    /// The event that told the state last.
    public internal(set) var changed: Mark
    /// The event that made it connected; `nil` where it is not, or where nobody told.
    public internal(set) var connected: Mark?
    /// Since when nothing is missing of it: its first mention, or the last lost events.
    public internal(set) var knownSince: Mark
    /// How often it connected.
    public internal(set) var connections: UInt32 = 0

    /// Whether it was told to be connected.
    public var isConnected: Bool { state == .connected }
}

/// The peers of one recording of a device. A peer is named by its index, in the order of the first mention.
public final class Peers {
    /// Peers kept, and links of sessions with them; what is exchanged with further ones is not judged.
    ///
    /// A Multipeer Connectivity session has at most eight peers; in a long recording they come and go under new ids.
    static let limit = 256

    @exclusivity(unchecked) @safe private var peers = Slab<Peer>()
    @exclusivity(unchecked) @safe private var table = IDTable()
    /// The peers by the identifiers of their sessions.
    @exclusivity(unchecked) @safe private var owners = IDTable()
    @exclusivity(unchecked) @safe public private(set) var connectedCount = 0
    @exclusivity(unchecked) @safe public private(set) var connectingCount = 0
    /// Where the first of those that are connected came.
    @exclusivity(unchecked) @safe private(set) var presentSince = Mark.start
    /// Whether a peer is connected; `nil` where no state of a peer was ever told. Behind lost events nobody is, until told
    /// anew.
    var hasConnected: Bool? { wasTold ? connectedCount > 0 : nil }
    @exclusivity(unchecked) @safe private var wasTold = false
    /// The peer of each link; -1 for the link of what named none.
    @exclusivity(unchecked) @safe private var links = Slab<Int>()

    public var count: Int { peers.count }

    public subscript(index: Int) -> Peer { peers[index] }

    public func index(of id: EntityID) -> Int? { table[id] }

    /// The indices of at most `count` peers that are connected, the first mentioned first.
    func connected(_ count: Int = Peers.limit) -> [Int] {
        guard connectedCount > 0 else { return [] }
        return Array(peers.indices.filter { peers[$0].isConnected }.prefix(count))
    }

    /// At most `count` peers that are connecting or connected, the first mentioned first; `nil` where there are none.
    func arrived(_ count: Int) -> [Peer]? {
        guard connectedCount + connectingCount > 0 else { return nil }
        let places = peers.indices.filter { peers[$0].isConnected || peers[$0].state == .connecting }
        return places.prefix(count).map { peers[$0] }
    }

    /// The peer whose session has this identifier; apps also name a peer by it.
    func peer(ofSession owner: EntityID) -> Int? { owners[owner] ?? table[owner] }

    /// The peer with this id, made at its first mention; `nil` beyond the limit.
    func mention(_ id: EntityID, at mark: Mark) -> Int? {
        if let known = table[id] { return known }
        guard peers.count < Self.limit else { return nil }
        table.set(id, to: peers.count)
        peers.append(Peer(id: id, changed: mark, knownSince: mark))
        return peers.count - 1
    }

    /// `peer.stateChanged`. Returns the state before; `nil` where it was not known.
    func enter(_ state: PeerState, _ index: Int, at mark: Mark) -> PeerState? {
        let before = peers[index].state
        wasTold = true
        guard before != state else { return before }
        if state == .connected, connectedCount == 0 { presentSince = mark }
        count(before, by: -1)
        count(state, by: 1)
        peers[index].state = state
        peers[index].changed = mark
        peers[index].connected = state == .connected ? mark : nil
        if state == .connected { peers[index].connections &+= 1 }
        return before
    }

    private func count(_ state: PeerState?, by change: Int) {
        switch state {
        case .connected: connectedCount += change
        case .connecting: connectingCount += change
        case .notConnected, nil: break
        }
    }

    /// `peer.sessionIdentified`. Identifiers beyond the limit are left out.
    func identify(_ index: Int, session owner: EntityID) {
        guard owners[owner] != nil || owners.count < Self.limit else { return }
        owners.set(owner, to: index)
    }

    /// Events are missing: who is connected is no longer known.
    func forget(at mark: Mark) {
        connectedCount = 0
        connectingCount = 0
        for index in peers.indices {
            peers[index].state = nil
            peers[index].connected = nil
            peers[index].knownSince = mark
        }
    }

    // MARK: Links

    /// A link of one session with a peer, or with nobody named; `nil` beyond the limit.
    func addLink(_ peer: Int?) -> Int? {
        guard links.count < Self.limit else { return nil }
        links.append(peer ?? -1)
        return links.count - 1
    }

    /// The peer of a link; `nil` where none was named.
    @inline(__always)
    func peer(ofLink link: Int) -> Int? { links[link] < 0 ? nil : links[link] }

    /// Whether a packet at `mark` may still belong to the first exchange of a connection, which lasts `span` nanoseconds;
    /// also where nobody told since when the peer is connected.
    func isFirstSync(_ index: Int, at mark: Mark, span: UInt64) -> Bool {
        let peer = peers[index]
        return mark.elapsed(since: peer.connected ?? peer.knownSince) <= span
    }
}

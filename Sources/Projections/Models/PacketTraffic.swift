import EventLog

/// A packet, as an event of `collaboration.data…` tells of it.
struct Packet: BitwiseCopyable {
    /// The session's link with the peer, or with nobody where none was named; `nil` beyond the limit.
    var link: Int?
    /// The peer's index; `nil` where none was named.
    var peer: Int?
    var priority: PacketPriority?
    var bytes: UInt64?
    var isReliable: Bool?
    /// Packets waiting to be sent.
    var queueDepth: UInt64?
}

/// One session's packets: with whom it exchanges them, and which came in last.
///
/// An applied packet names no peer; it is the peer's that sent it.
struct PacketTraffic: ~Copyable {
    /// Packets that came in and may be applied or found broken later. They mostly are at once.
    static let remembered = 32

    // Not private: a private type as the element of a noncopyable generic crashes the compiler (6.3.1).
    struct Arrival: BitwiseCopyable {
        let packet: EntityID
        let link: Int
    }

    private var links = IDTable()
    /// The link of packets that name no peer.
    private var unnamed: Int?
    /// The last ones; the one with number n stands at n modulo `remembered`.
    private var arrivals = Slab<Arrival>(capacity: 1)
    private var arrivalCount = 0

    /// The link with a peer, made at the first packet; `nil` beyond the limit.
    mutating func link(_ peer: EntityID?, among peers: Peers, at mark: Mark) -> Int? {
        guard let peer else {
            if unnamed == nil { unnamed = peers.addLink(nil) }
            return unnamed
        }
        if let known = links[peer] { return known }
        guard let index = peers.mention(peer, at: mark), let link = peers.addLink(index) else { return nil }
        links.set(peer, to: link)
        return link
    }

    /// A packet came in on a link.
    mutating func arrived(_ packet: EntityID, on link: Int) {
        let arrival = Arrival(packet: packet, link: link)
        if arrivals.count < Self.remembered {
            arrivals.append(arrival)
        } else {
            arrivals[arrivalCount % Self.remembered] = arrival
        }
        arrivalCount += 1
    }

    /// The link on which a packet came in, if that was not long ago.
    func link(ofArrived packet: EntityID) -> Int? {
        var place = arrivalCount
        for _ in 0..<arrivals.count {
            place = (place &- 1) & (Self.remembered - 1)
            if arrivals[place].packet == packet { return arrivals[place].link }
        }
        return nil
    }
}

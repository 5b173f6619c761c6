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
    /// One byte of each, eight in a word: they tell of most packets that none of the last ones is it.
    private var tags = Slab<UInt64>(repeating: 0, count: PacketTraffic.remembered / 8)

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
        let place = arrivalCount % Self.remembered
        let shift = UInt64(place % 8 * 8)
        tags[place / 8] = tags[place / 8] & ~(0xff << shift) | tag(packet) << shift
        arrivalCount += 1
    }

    private func tag(_ packet: EntityID) -> UInt64 { (packet.low ^ packet.high) & 0xff }

    /// The link on which a packet came in, if that was not long ago.
    func link(ofArrived packet: EntityID) -> Int? {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let wanted = tag(packet) &* ones
        for word in tags.indices {
            // A byte that is equal is 0 in the difference; only then, or above one that is, does its top bit stay.
            let difference = tags[word] ^ wanted
            if (difference &- ones) & ~difference & tops != 0 { return search(packet) }
        }
        return nil
    }

    private func search(_ packet: EntityID) -> Int? {
        var place = arrivalCount
        for _ in 0..<arrivals.count {
            place = (place &- 1) & (Self.remembered - 1)
            if arrivals[place].packet == packet { return arrivals[place].link }
        }
        return nil
    }
}

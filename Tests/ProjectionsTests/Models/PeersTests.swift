import EventLog
import TestSupport
import Testing

@testable import Projections

struct PeersTests {
    private func peers(@StoryBuilder _ lines: () -> [StoryLine]) throws -> Peers {
        try #require(Story(lines).world().devices.first).peers
    }

    private func named(_ name: String, _ peers: Peers) throws -> Peer {
        peers[try #require(peers.index(of: EntityID(name)))]
    }

    @Test func connections() throws {
        let peers = try peers {
            peer(1, "B", "connecting")
            peer(2, "B", "connected")
            peer(3, "C", "connecting")
            peer(4, "B", "connected")
            peer(5, "D", "notConnected")
        }
        #expect(peers.count == 3 && peers.connectedCount == 1 && peers.connectingCount == 1)
        let b = try named("B", peers)
        #expect(b.isConnected && b.connected?.number == 2 && b.changed.number == 2 && b.connections == 1)
        let c = try named("C", peers)
        #expect(!c.isConnected && c.connected == nil && c.knownSince.number == 3)
        #expect(peers.connected().map { peers[$0].id } == ["B"])
        #expect(peers.arrived(9)?.map(\.id) == ["B", "C"] && peers.arrived(1)?.map(\.id) == ["B"])
    }

    @Test func lostAndBack() throws {
        let peers = try peers {
            peer(1, "B", "connected")
            peer(2, "B", "notConnected")
            peer(3, "B", "connected")
        }
        let b = try named("B", peers)
        #expect(peers.connectedCount == 1 && b.connected?.number == 3 && b.connections == 2)
    }

    @Test func gapForgetsWhoIsConnected() throws {
        let peers = try peers {
            peer(1, "B", "connected")
            peer(1, "C", "connecting")
            peerIdentified(2, "B", session: "S")
            gap(3)
        }
        let b = try named("B", peers)
        #expect(peers.connectedCount == 0 && peers.connectingCount == 0 && peers.arrived(9) == nil)
        #expect(b.state == nil && b.connected == nil && b.knownSince.number == 4)
        #expect(peers.peer(ofSession: "S") == peers.index(of: "B"))
    }

    @Test func owners() throws {
        let peers = try peers {
            peer(1, "B", "connected")
            peer(1, "C", "connected")
            peerIdentified(2, "B", session: "S1")
            peerIdentified(3, "B", session: "S2")
        }
        #expect(peers.peer(ofSession: "S1") == 0 && peers.peer(ofSession: "S2") == 0)
        #expect(peers.peer(ofSession: "C") == 1 && peers.peer(ofSession: "nobody") == nil)
    }

    @Test func firstSync() {
        let peers = Peers()
        func mark(_ seconds: UInt64) -> Mark { Mark(number: UInt32(seconds), time: seconds * 1_000_000_000) }
        let index = peers.mention("B", at: mark(1)) ?? -1
        let span = UInt64(10_000_000_000)
        // Nobody told since when: since its first mention.
        #expect(peers.isFirstSync(index, at: mark(11), span: span))
        #expect(!peers.isFirstSync(index, at: mark(12), span: span))
        _ = peers.enter(.connected, index, at: mark(20))
        #expect(peers.isFirstSync(index, at: mark(30), span: span))
        #expect(!peers.isFirstSync(index, at: mark(31), span: span))
        peers.forget(at: mark(40))
        #expect(peers.isFirstSync(index, at: mark(50), span: span))
    }

    /// A log with a million peers fills neither the memory nor a rule's tables.
    @Test func limits() {
        let peers = Peers()
        var traffic = PacketTraffic()
        for number in 0..<1000 {
            let id = EntityID("peer\(number)")
            let index = peers.mention(id, at: .start)
            #expect((index == nil) == (number >= Peers.limit))
            if let index { peers.identify(index, session: EntityID("session\(number)")) }
            peers.identify(0, session: EntityID("another\(number)"))
            _ = traffic.link(id, among: peers, at: .start)
        }
        #expect(peers.count == Peers.limit && peers.addLink(0) == nil)
        #expect(peers.peer(ofSession: "session999") == nil)
        #expect(traffic.link("peer1", among: peers, at: .start) == 1)
        #expect(traffic.link("peer999", among: peers, at: .start) == nil)
    }

    // MARK: Traffic

    @Test func links() {
        let peers = Peers()
        var one = PacketTraffic()
        var other = PacketTraffic()
        #expect(one.link("B", among: peers, at: .start) == 0 && one.link("C", among: peers, at: .start) == 1)
        #expect(
            other.link("B", among: peers, at: .start) == 2 && one.link(nil, among: peers, at: .start) == 3)
        #expect(one.link(nil, among: peers, at: .start) == 3 && one.link("B", among: peers, at: .start) == 0)
        #expect(peers.peer(ofLink: 0) == peers.peer(ofLink: 2) && peers.peer(ofLink: 3) == nil)
        #expect(peers.count == 2)
    }

    @Test func arrivals() {
        var traffic = PacketTraffic()
        #expect(traffic.link(ofArrived: "P0") == nil)
        for number in 0..<200 { traffic.arrived(EntityID("P\(number)"), on: number) }
        #expect(traffic.link(ofArrived: "P199") == 199)
        let oldest = 200 - PacketTraffic.remembered
        #expect(traffic.link(ofArrived: EntityID("P\(oldest)")) == oldest)
        #expect(traffic.link(ofArrived: EntityID("P\(oldest - 1)")) == nil)
        // Come twice, it is the last one's.
        traffic.arrived("P199", on: 7)
        #expect(traffic.link(ofArrived: "P199") == 7)
    }

    // MARK: Participants and states

    @Test func participants() throws {
        let world = try Story {
            anchorAdded(1, "P1", "participant")
            anchorAdded(1, "P1", "participant")
            anchorAdded(1, "A1", "anchor")
            anchorAdded(2, "P2", "participant")
            anchorRemoved(3, "P1")
            anchorAdded(4, "P1", "participant").of(session: "other")
        }.world()
        let session = try #require(world.session())
        #expect(session.participants.count == 2)
        #expect(session.participants.live(in: session.anchors).map { session.anchors[$0].id } == ["P2"])
        #expect(world.session("other")?.participants.count == 1)
    }

    @Test func participantsWithoutEnd() throws {
        let session = try #require(
            Story { for number in 0..<500 { anchorAdded(Double(number), "P\(number)", "participant") } }
                .world().session())
        #expect(session.participants.count == 500)
        #expect(session.participants.live(in: session.anchors).count == Participants.limit)
    }

    @Test func collaborationMachine() throws {
        let world = try Story {
            run(1, collaboration: true)
            run(1).of(session: "other")
            changed(2, "collaboration", "idle", to: "scanning")
            changed(3, "collaboration", "idle", to: "waiting").of(session: "third")
        }.world()
        func state(_ name: String?) -> String? {
            world.symbols.text(world.session(name)?.collaborationMachine(world)?.state)
        }
        #expect(state(nil) == "scanning" && state("other") == nil && state("third") == "waiting")
        #expect(world.session()?.isCollaborating == true && world.session("other")?.isCollaborating == false)
    }
}

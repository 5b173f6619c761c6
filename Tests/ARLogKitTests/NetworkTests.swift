import ARKit
import EventLog
import Foundation
import MultipeerConnectivity
import TestSupport
import Testing

@testable import ARLogKit

/// A packet on its way between two devices, each with its own log.
@MainActor @Suite struct NetworkTests {
    private func ids(_ log: MemoryLog, _ kind: String) -> [Substring] {
        log.lines(kind).map { $0.dropFirst("\"packet\":\"".count).prefix(36) }
    }

    @Test func bothDevicesCallAPacketTheSame() throws {
        let (sender, receiver) = (Stage(.network), Stage(.network))
        let (from, to) = (try sender.log, try receiver.log)
        var sent: [Data] = []
        sender.app.onPacket = { data in
            guard let packet = from.packet(data) else { return }
            sent.append(packet.data)
            from.sent(packet, to: "ben", isReliable: packet.priority == .critical, queueDepth: 1)
        }
        let contents = [Data([1, 2, 3]), Data([4]), Data(repeating: 7, count: 100_000)]
        for content in contents {
            sender.session.play(ARSession.CollaborationData(content, priority: .optional))
        }
        for data in sent {
            let packet = try #require(to.received(data, from: "anna"))
            to.update(with: packet)
        }
        #expect(receiver.session.updates.map(\.content) == contents)
        let (a, b) = (try sender.end(), try receiver.end())
        let produced = ids(a, "collaboration.dataProduced")
        #expect(Set(produced).count == 3)
        #expect(ids(a, "collaboration.dataSent") == produced)
        #expect(ids(b, "collaboration.dataReceived") == produced)
        #expect(ids(b, "collaboration.dataApplied") == produced)
        let line = try #require(a.lines("collaboration.dataSent").first)
        #expect(
            line.hasSuffix(
                "\"peer\":\"ben\",\"priority\":\"optional\",\"bytes\":\(sent[0].count),\"isReliable\":false,"
                    + "\"queueDepth\":1"))
        #expect(a.lines("collaboration.dataProduced")[0].hasSuffix("\"bytes\":\(sent[0].count)"))
    }

    /// The hash is documented, and fixed: this is MurmurHash3's own of the bytes, with the bits of a UUID set.
    @Test func theIdIsTheBytes() {
        let id = CollaborationPacket.id(of: Data("The quick brown fox jumps over the lazy dog".utf8))
        #expect(id == EntityID(hashing: "The quick brown fox jumps over the lazy dog"))
        #expect(CollaborationPacket.id(of: Data()) != id)
    }

    @Test func archivingTwiceIsThePacketOnce() throws {
        let stage = Stage(.network)
        let data = ARSession.CollaborationData(Data([1]), priority: .critical)
        let (first, second) = (try stage.log.packet(data), try stage.log.packet(data))
        #expect(first?.id == second?.id && first?.data == second?.data && first != nil)
    }

    @Test func whatIsNoPacketIsTold() throws {
        let stage = Stage(.network)
        #expect(try stage.log.received(Data("not an archive".utf8), from: "anna") == nil)
        #expect(try stage.log.received(Data(), from: "anna") == nil)
        let other = try NSKeyedArchiver.archivedData(
            withRootObject: NSString("other"), requiringSecureCoding: true)
        #expect(try stage.log.received(other) == nil)
        let lines = try stage.end().lines("collaboration.decodeFailed")
        #expect(lines.count == 3)
        #expect(lines[0].contains("\"peer\":\"anna\",\"bytes\":14"))
    }

    @Test func droppedAndDiscarded() throws {
        let stage = Stage(.network)
        let packet = try CollaborationPacket(ARSession.CollaborationData(Data([9]), priority: .critical))
        try stage.log.dropped(packet, .backpressure, queueDepth: 7)
        try stage.log.discarded(packet, .stale)
        let log = try stage.end()
        #expect(
            log.lines("collaboration.dataDropped").map {
                $0.hasSuffix(
                    "\"priority\":\"critical\",\"bytes\":\(packet.data.count),\"queueDepth\":7,\"reason\":\"backpressure\""
                )
            } == [true])
        #expect(
            log.lines("collaboration.dataDiscarded").map { $0.hasSuffix("\"reason\":\"stale\"") } == [true])
    }

    @Test func peersAndTheAppsProtocol() throws {
        let stage = Stage(.network)
        let log = try stage.log
        let theirs = UUID()
        log.peer(MCPeerID(displayName: "ben"), .connecting)
        log.peer("ben", .connected)
        log.peer("ben", hasRole: .guest)
        log.peer("ben", hasSession: theirs)
        log.handshakeStarted(with: "ben")
        log.handshakeCompleted(with: "ben")
        log.syncRequested(of: "ben", .full)
        log.alignmentQuality(.aligned)
        log.collaborationProbed(isSupported: false, method: .runtime)
        log.fallbackShown(.observer)
        let read = try stage.end()
        #expect(
            read.lines("peer.stateChanged") == [
                "\"peer\":\"ben\",\"state\":\"connecting\"", "\"peer\":\"ben\",\"state\":\"connected\"",
            ])
        #expect(read.lines("peer.roleAssigned") == ["\"peer\":\"ben\",\"role\":\"guest\""])
        #expect(read.lines("peer.sessionIdentified") == ["\"peer\":\"ben\",\"ownerSession\":\"\(theirs)\""])
        #expect(read.lines("collaboration.handshakeStarted") == ["\"peer\":\"ben\""])
        #expect(read.lines("collaboration.handshakeCompleted") == ["\"peer\":\"ben\""])
        #expect(read.lines("collaboration.syncRequested") == ["\"peer\":\"ben\",\"extent\":\"full\""])
        #expect(read.lines("alignment.qualityChanged") == ["\"quality\":\"aligned\""])
        #expect(
            read.lines("collaboration.capabilityProbed") == ["\"isSupported\":false,\"method\":\"runtime\""])
        #expect(read.lines("collaboration.fallbackShown") == ["\"mode\":\"observer\""])
    }
}

import EventLog
import TestSupport
import Testing

@testable import Projections

struct PeerPresenceTests {
    private func presence(@StoryBuilder _ lines: () -> [StoryLine]) throws -> Peers {
        let world = try Story.given { frame(0) }.when(lines).world()
        return world.devices[0].peers
    }

    @Test func neverTold() throws { #expect(try presence {}.hasConnected == nil) }

    @Test func comingAndGoing() throws {
        #expect(try presence { peer(1, "P", "connecting") }.hasConnected == false)
        #expect(try presence { peer(1, "P", "connected") }.hasConnected == true)
        #expect(
            try presence {
                peer(1, "P", "connected")
                peer(2, "P", "notConnected")
            }.hasConnected == false)
    }

    @Test func since() throws {
        let two = try presence {
            peer(1, "P", "connected")
            peer(2, "Q", "connected")
            peer(3, "P", "notConnected")
        }
        #expect(two.hasConnected == true && two.presentSince.number == 2)
        let again = try presence {
            peer(1, "P", "connected")
            peer(2, "P", "notConnected")
            peer(3, "P", "connected")
        }
        #expect(again.presentSince.number == 4)
    }

    @Test func behindAGap() throws {
        let presence = try presence {
            peer(1, "P", "connected")
            gap(2)
        }
        #expect(presence.hasConnected == false)
    }

    /// Of a million peers only so many are kept.
    @Test func tooMany() throws {
        let presence = try presence {
            for index in 0..<1000 { peer(1, "P\(index)", "connected") }
            for index in 0..<Peers.limit { peer(2, "P\(index)", "notConnected") }
        }
        #expect(presence.hasConnected == false)
    }
}

import TestSupport
import Testing

@testable import Projections

struct ExportRepeatedTests {
    private let rule = "export-repeated"

    private func captures(_ times: Double...) -> [StoryLine] {
        times.enumerated().map { mapCaptured($0.element, "M\($0.offset)") }
    }

    @Test(.tags(.positive)) func again() throws {
        let verdict = try Story {
            opened()
            captures(20, 20.7, 21.4)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3, 4])
        #expect(
            finding?.message.contains("captured 3 times within 1.4 s, at 21.4 s (#4) for the last time")
                == true)
        #expect(finding?.limit?.name == "exportRepeated.window")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(22.999, true), (23, true), (23.001, false)])
    func window(_ t: Double, _ isBurst: Bool) throws {
        let verdict = try Story {
            captures(20, 21, t)
            closed(60)
        }.then()
        if isBurst { verdict.finds(rule, .error, events: [1, 2, 3]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = Story { captures(20, 24, 28) }
        try story.then(["exportRepeated.window": 8]).finds(rule, .error, events: [1, 2, 3])
        try story.then(["exportRepeated.captures": 2, "exportRepeated.window": 4])
            .finds(rule, .error, events: [1, 2], count: 2)
        try story.then(["exportRepeated.captures": 4, "exportRepeated.window": 60]).isQuiet(rule)
    }

    @Test(.tags(.positive)) func oneFindingABurst() throws {
        try Story {
            captures(20, 20.5, 21, 21.5, 22)
            mapCaptured(40, "M8")
            mapCaptured(40.5, "M9")
            mapCaptured(41, "M10")
            closed(60)
        }.then().finds(rule, each: [[1, 2, 3], [6, 7, 8]])
    }

    /// Three guests came, and each gets a map: however long the host had to scan first.
    @Test(.tags(.lookAlike), arguments: [1.0, 19]) func onePerPeerThatJoins(_ t: Double) throws {
        try Story {
            for guest in ["B", "C", "D"] { peer(t, guest, "connected") }
            captures(20, 20.7, 21.4)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func toldByTheSending() throws {
        try Story {
            mapCaptured(20, "M1")
            mapSent(20.1, "M1", to: "B")
            mapCaptured(20.7, "M2")
            mapSent(20.8, "M2", to: "C")
            mapCaptured(21.4, "M3")
            mapSent(21.5, "M3", to: "D")
            closed(60)
        }.then().isQuiet(rule)
        try Story {
            for guest in ["B", "C", "D"] {
                event(19, "collaboration.handshakeStarted", ["peer": .text(guest)])
            }
            captures(20, 20.7, 21.4)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func severalForOnePeer() throws {
        try Story {
            peer(18, "B", "connecting")
            peer(19, "B", "connected")
            mapCaptured(20, "M1")
            mapSent(20.1, "M1", to: "B")
            mapCaptured(20.7, "M2")
            mapSent(20.8, "M2", to: "B")
            mapCaptured(21.4, "M3")
            closed(60)
        }.then().finds(rule, .error, events: [3, 5, 7])
    }

    /// Three guests came, and four maps were captured.
    @Test(.tags(.positive)) func moreThanPeers() throws {
        try Story {
            for guest in ["B", "C", "D"] { peer(19, guest, "connected") }
            captures(20, 20.7, 21.4, 21.8)
            closed(60)
        }.then().finds(rule, .error, events: [4, 5, 6, 7])
    }

    /// Guests that have their map already, or left, excuse nothing.
    @Test(.tags(.positive)) func peersOfLongAgo() throws {
        try Story {
            for guest in ["B", "C", "D"] { peer(1, guest, "connected") }
            mapSent(5, "M", to: "B")
            peer(6, "C", "notConnected")
            captures(20, 20.7, 21.4)
            closed(60)
        }.then().finds(rule, .error, events: [6, 7, 8])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            mapCaptured(20, "M1")
            mapCaptured(20.5, "M2").of(session: "other")
            mapCaptured(21, "M3")
            mapCaptured(21.5, "M4").of(session: "other")
            mapCaptured(22, "M5").of(session: "other")
            closed(60)
        }.then().finds(rule, .error, events: [2, 4, 5], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapCaptured(20, "M1").told(by: "A")
            mapCaptured(20.1, "M2").told(by: "B")
            mapCaptured(20.2, "M3").told(by: "A")
            peer(20.3, "C", "connected").told(by: "B")
        }.then().isQuiet(rule)
    }

    /// Nobody knows who came in what was lost.
    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            captures(20, 20.7)
            gap(21)
            mapCaptured(21.4, "M3")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { captures(20, 20.7, 21.4) }.then().finds(rule, .error, events: [1, 2, 3])
        try Story {
            captures(20, 20.7)
            opened(21)
            mapCaptured(21.4, "M3")
        }.then().isQuiet(rule)
    }

    /// Three came for three maps; one that left, or that has its map already, is one too few.
    @Test(.tags(.positive)) func oneTooFew() throws {
        for line in [peer(6, "C", "notConnected"), mapSent(5, "M", to: "B")] {
            try Story {
                for guest in ["B", "C", "D"] { peer(1, guest, "connected") }
                line
                captures(20, 20.7, 21.4)
                closed(60)
            }.then().finds(rule, .error, events: [5, 6, 7])
        }
    }

    /// Where peers are told, nobody is to come who was not told.
    @Test(.tags(.positive)) func twoPeersAreTold() throws {
        let finding = try Story {
            for guest in ["B", "C"] { peer(19, guest, "connected") }
            mapRequested(19.5, source: "guest-joined")
            mapCaptured(20, "M1")
            mapSent(20.1, "M1", to: "B")
            mapCaptured(20.7, "M2")
            mapSent(20.8, "M2", to: "C")
            mapCaptured(21.4, "M3")
            closed(60)
        }.then().finds(rule, .error, events: [4, 6, 8])
        #expect(finding?.identity.map(\.text) == ["guest-joined"])
    }
}

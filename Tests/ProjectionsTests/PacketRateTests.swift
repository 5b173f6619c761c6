import EventLog
@testable import Projections
import TestSupport
import Testing

struct PacketRateTests {
    private let rule = "packet-rate"

    /// The peer is connected from 2 s, so its first exchange is over at 12 s.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func tooMany() throws {
        let verdict = try given { packets(from: 20, 41, every: 0.04, "critical") }.then()
        // The first of the window and the last fifteen.
        let finding = verdict.finds(rule, .warning, events: [5] + Array(31...45))
        #expect(
            finding?.message.contains("41 packets were sent to peer") == true
                && finding?.message.contains("within 1.6 s, the last at 21.6 s (#45)") == true
                && finding?.message.contains("default limit 20 packets/s (packetRate.limit)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(40, false), (41, true)])
    func howMany(_ count: Int, _ isTooMany: Bool) throws {
        let verdict = try given { packets(from: 20, count, every: 0.04, "critical") }.then()
        if isTooMany { verdict.finds(rule) } else { verdict.isQuiet() }
    }

    /// Twenty a second for ever are not more than twenty a second.
    @Test(.tags(.limit), arguments: [(0.0499, true), (0.05, false), (0.0501, false)])
    func rate(_ step: Double, _ isTooFast: Bool) throws {
        let verdict = try given { packets(from: 20, 100, every: step, "critical") }.then()
        if isTooFast { verdict.finds(rule) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given { packets(from: 20, 60, every: 0.1, "critical") }
        try story.then().isQuiet()
        try story.then(["packetRate.limit": 9]).finds(rule, .warning)
        try story.then(["packetRate.limit": 10]).isQuiet()
        try story.then(["packetRate.limit": 9, "packetRate.window": 8]).isQuiet()
        try given { packets(from: 20, 300, every: 0.001, "critical") }
            .then(["packetRate.limit": 1e300, "packetRate.window": 1e300]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func firstSync() throws {
        try given { packets(from: 2.1, 100, every: 0.02, "critical") }.then().isQuiet()
        // As good as critical: nobody told.
        try given { packets(from: 2.1, 100, every: 0.02, nil) }.then().isQuiet()
    }

    @Test(.tags(.positive)) func optionalOnesInTheFirstSync() throws {
        try given { packets(from: 2.1, 41, every: 0.02) }.then().finds(rule, .warning)
    }

    @Test(.tags(.limit), arguments: [(12.0, false), (12.001, true)])
    func firstSyncEnds(_ from: Double, _ isOver: Bool) throws {
        // All within one moment, so that the first decides.
        let verdict = try given { packets(from: from, 41, every: 0, "critical") }.then()
        if isOver { verdict.finds(rule) } else { verdict.isQuiet() }
        try given { packets(from: from, 41, every: 0, "critical") }
            .then(["collaboration.firstSync": 9]).finds(rule)
    }

    @Test(.tags(.lookAlike)) func firstSyncOfANewConnection() throws {
        try given {
            peer(20, "B", "notConnected")
            peer(30, "B", "connected")
            packets(from: 30.1, 100, every: 0.02, "critical")
        }.then().isQuiet()
    }

    /// Nobody told since when it is connected: it may be a moment.
    @Test(.tags(.lookAlike)) func fromTheMiddle() throws {
        try Story {
            packets(from: 1, 100, every: 0.02, "critical")
            closed(60)
        }.then().isQuiet()
        try Story {
            sent(1, "critical")
            packets(from: 12, 41, every: 0.02, "critical")
            closed(60)
        }.then().finds(rule, .warning)
    }

    @Test(.tags(.lookAlike)) func differentPeers() throws {
        try given {
            peer(2, "C", "connected")
            for index in 0..<80 {
                sent(20 + Double(index) * 0.025, to: index % 2 == 0 ? "B" : "C", "critical")
            }
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func noPeerNamed() throws {
        try given { packets(from: 20, 100, every: 0.02, to: nil, "critical") }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aFloodIsOneOccurrence() throws {
        try given {
            packets(from: 20, 200, every: 0.02, "critical")
            packets(from: 40, 41, every: 0.02, "critical")
        }.then().finds(rule, .warning, events: [5] + Array(31...45), count: 2)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            together()
            packets(from: 20, 41, every: 0.04, "critical")
        }.then().finds(rule, .warning)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            packets(from: 20, 30, every: 0.02)
            gap(20.7)
            packets(from: 20.8, 30, every: 0.02)
        }.then().isQuiet(rule)
        // The peer may have connected in what is missing.
        try given {
            gap(20)
            packets(from: 20.8, 100, every: 0.02, "critical")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            for index in 0..<80 {
                let line = sent(20 + Double(index) * 0.025, "critical")
                index % 2 == 0 ? line : line.of(session: "other")
            }
        }.then().isQuiet()
        let both = try given {
            packets(from: 20, 41, every: 0.02, "critical")
            packets(from: 30, 41, every: 0.02, "critical").map { $0.of(session: "other") }
        }.then()
        #expect(both.findings.map(\.session) == [.main, .other("other")])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            for index in 0..<80 {
                sent(20 + Double(index) * 0.025).with("device", index % 2 == 0 ? "A" : "C")
            }
        }.then().isQuiet(rule)
    }
}

@testable import Projections
import TestSupport
import Testing

struct BandwidthTests {
    private let rule = "bandwidth"

    /// The peer is connected from 2 s, so its first exchange is over at 12 s.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func tooMuch() throws {
        let verdict = try given { packets(from: 20, 5, every: 0.4, bytes: 200_000) }.then()
        let finding = verdict.finds(rule, .warning, events: [5, 6, 7, 8, 9])
        #expect(
            finding?.message.contains("1000000 bytes were sent to peer") == true
                && finding?.message.contains("in 5 packets within 1.6 s, the last at 21.6 s (#9)") == true
                && finding?.message.contains("default limit 400 kB/s (bandwidth.limit)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(800_000, false), (800_001, true)])
    func howMuch(_ bytes: Int64, _ isTooMuch: Bool) throws {
        let verdict = try given { sent(20, "critical", bytes: bytes) }.then()
        if isTooMuch { verdict.finds(rule, .warning, events: [5]) } else { verdict.isQuiet() }
    }

    /// 400 kB a second for ever are not more than that.
    @Test(.tags(.limit), arguments: [(0.2499, true), (0.25, false)])
    func rate(_ step: Double, _ isTooFast: Bool) throws {
        let verdict = try given { packets(from: 20, 40, every: step, bytes: 100_000) }.then()
        if isTooFast { verdict.finds(rule) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given { packets(from: 20, 10, every: 0.5, bytes: 100_000) }
        try story.then().isQuiet()
        try story.then(["bandwidth.limit": 200]).isQuiet()
        try story.then(["bandwidth.limit": 199]).finds(rule, .warning, events: [5, 6, 7, 8])
        // In ten seconds there is a megabyte.
        try story.then(["bandwidth.limit": 99, "bandwidth.window": 10]).finds(rule)
        try story.then(["bandwidth.limit": 100, "bandwidth.window": 10]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func firstSync() throws {
        try given { packets(from: 2.1, 40, every: 0.1, "critical", bytes: 100_000) }.then().isQuiet()
        try given { packets(from: 12, 9, every: 0, "critical", bytes: 100_000) }.then().isQuiet()
        try given { packets(from: 12.001, 9, every: 0, "critical", bytes: 100_000) }.then().finds(rule)
        try given { packets(from: 11, 9, every: 0, "critical", bytes: 100_000) }
            .then(["collaboration.firstSync": 8.9]).finds(rule)
    }

    @Test(.tags(.positive)) func optionalOnesInTheFirstSync() throws {
        try given { packets(from: 2.1, 9, every: 0.1, bytes: 100_000) }.then().finds(rule, .warning)
    }

    @Test(.tags(.lookAlike)) func theMapItself() throws {
        try given {
            event(20, "worldMap.sent", ["map": "M", "peer": "B", "bytes": 9_000_000, "isReliable": true])
            sent(20.5, bytes: 5000)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try given {
            packets(from: 20, 15, every: 0.11)
            packets(from: 30, 15, every: 0.11, to: nil, bytes: 100_000)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func differentPeers() throws {
        try given {
            for index in 0..<8 { sent(20 + Double(index) * 0.2, to: "peer\(index)", bytes: 200_000) }
        }.then().isQuiet()
    }

    /// The largest numbers a log can hold.
    @Test func hugeSizes() throws {
        try given {
            for index in 0..<20 { sent(20 + Double(index) * 0.2, bytes: .max) }
        }.then().finds(rule, .warning, events: [5])
    }

    @Test(.tags(.positive)) func aFloodIsOneOccurrence() throws {
        try given {
            packets(from: 20, 30, every: 0.2, bytes: 200_000)
            packets(from: 40, 30, every: 0.2, bytes: 200_000)
        }.then().finds(rule, .warning, events: [5, 6, 7, 8, 9], count: 2)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { packets(from: 20, 5, every: 0.4, bytes: 200_000) }.then().finds(rule, .warning)
        try Story { packets(from: 20, 4, every: 0.4, bytes: 200_000) }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            packets(from: 20, 4, every: 0.2, bytes: 200_000)
            gap(20.7)
            packets(from: 20.8, 4, every: 0.2, bytes: 200_000)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            packets(from: 20, 4, every: 0.2, bytes: 200_000)
            packets(from: 20.8, 4, every: 0.2, bytes: 200_000).map { $0.of(session: "other") }
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            packets(from: 20, 4, every: 0.2, bytes: 200_000).map { $0.with("device", "A") }
            packets(from: 20.8, 4, every: 0.2, bytes: 200_000).map { $0.with("device", "C") }
        }.then().isQuiet()
    }

    /// What was sent in one recording is no load of the next.
    @Test(.tags(.lookAlike)) func twoRecordings() throws {
        func story(_ between: [StoryLine]) -> Story {
            Story {
                together()
                packets(from: 20, 4, every: 0.1, bytes: 200_000)
                between
                sent(20.6, "optional", bytes: 100_000)
                closed(60)
            }
        }
        try story([]).then().finds(rule)
        try story([
            opened(20.5).with("recording", "R2"), run(20.51, collaboration: true),
            peer(20.52, "B", "connected"),
        ]).then().isQuiet(rule)
    }
}

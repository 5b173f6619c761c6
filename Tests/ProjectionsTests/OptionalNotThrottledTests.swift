@testable import Projections
import TestSupport
import Testing

struct OptionalNotThrottledTests {
    private let rule = "optional-not-throttled"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func fiveInARow() throws {
        let verdict = try given { packets(from: 5, 5, every: 0.05) }.then()
        let finding = verdict.finds(rule, .warning, events: [5, 6, 7, 8, 9])
        #expect(
            finding?.message.contains("within 0.2 s, at 5.2 s (#9) for the last time") == true
                && finding?.message.contains("default limit 0.1 s (optional.interval)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit), arguments: [(4, false), (5, true)])
    func howMany(_ count: Int, _ isTooMany: Bool) throws {
        let verdict = try given { packets(from: 5, count, every: 0.05) }.then()
        if isTooMany { verdict.finds(rule) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit), arguments: [(0.0999, true), (0.1, false), (0.1001, false)])
    func interval(_ step: Double, _ isTooSoon: Bool) throws {
        let verdict = try given { packets(from: 5, 6, every: step) }.then()
        if isTooSoon { verdict.finds(rule, .warning, events: [5, 6, 7, 8, 9]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given { packets(from: 5, 8, every: 0.2) }
        try story.then().isQuiet()
        // Five of them take 0.8 s.
        try story.then(["optional.interval": 0.21]).finds(rule, .warning, events: [5, 6, 7, 8, 9])
        try story.then(["optional.interval": 0.21, "optionalNotThrottled.window": 0.8]).finds(rule)
        try story.then(["optional.interval": 0.21, "optionalNotThrottled.window": 0.79]).isQuiet()
        try story.then(["optional.interval": 0.21, "optionalNotThrottled.packets": 8]).isQuiet()
        try story.then([
            "optional.interval": 0.21, "optionalNotThrottled.packets": 8, "optionalNotThrottled.window": 1.4,
        ]).finds(rule, .warning, events: [5, 6, 7, 8, 9, 10, 11, 12])
    }

    @Test(.tags(.lookAlike)) func burstsOfCritical() throws {
        try given { packets(from: 5, 30, every: 0.02, "critical") }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func criticalOnesBetweenDoNotCount() throws {
        try given {
            for index in 0..<5 {
                sent(5 + Double(index) * 0.05, "optional")
                sent(5.02 + Double(index) * 0.05, "critical")
            }
        }.then().finds(rule, .warning, events: [5, 7, 9, 11, 13])
    }

    @Test(.tags(.lookAlike)) func differentPeers() throws {
        try given {
            for index in 0..<9 { sent(5 + Double(index) * 0.05, to: index % 2 == 0 ? "B" : "C") }
        }.then(["optional.interval": 0.09]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func aPauseBreaksTheRow() throws {
        try given {
            packets(from: 5, 4, every: 0.05)
            packets(from: 5.3, 4, every: 0.05)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try given {
            packets(from: 5, 9, every: 0.05, nil)
            packets(from: 15, 9, every: 0.05, to: nil)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aRowIsOneOccurrence() throws {
        try given {
            packets(from: 5, 30, every: 0.06)
            packets(from: 15, 5, every: 0.06)
        }.then().finds(rule, .warning, events: [5, 6, 7, 8, 9], count: 2)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { packets(from: 5, 5, every: 0.05) }.then().finds(rule, .warning, events: [1, 2, 3, 4, 5])
        try Story { packets(from: 5, 4, every: 0.05) }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            packets(from: 5, 3, every: 0.05)
            gap(5.12)
            packets(from: 5.15, 3, every: 0.05)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            for index in 0..<8 {
                let line = sent(5 + Double(index) * 0.05)
                index % 2 == 0 ? line : line.of(session: "other")
            }
        }.then(["optional.interval": 0.11]).isQuiet()
        try given {
            packets(from: 5, 5, every: 0.05)
            packets(from: 6, 5, every: 0.05).map { $0.of(session: "other") }
        }.then().finds(rule, each: [[5, 6, 7, 8, 9], [10, 11, 12, 13, 14]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            for index in 0..<8 {
                sent(5 + Double(index) * 0.05).with("device", index % 2 == 0 ? "A" : "C")
            }
        }.then(["optional.interval": 0.11]).isQuiet()
    }
}

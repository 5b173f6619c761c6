import TestSupport
import Testing

@testable import Projections

struct FramesRetainedTests {
    private let rule = "frames-retained"

    private func story(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func held() throws {
        let verdict = try story {
            stats(1, fps: 60, retained: 2)
            stats(2, fps: 50, retained: 11)
            stats(3, fps: 40, retained: 30)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2])
        #expect(
            finding?.message == "The app held 11 frames at 1 s (#2); limit 11 frames (framesRetained.limit).")
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func twiceIsCounted() throws {
        try story {
            for (index, retained) in [11, 12, 3, 11, 11].enumerated() {
                stats(Double(index), retained: Int64(retained))
            }
        }.then().finds(rule, .warning, events: [1], count: 2)
    }

    @Test(.tags(.limit), arguments: [(10, false), (11, true), (12, true)])
    func limit(_ retained: Int64, _ isTooMany: Bool) throws {
        let verdict = try story { stats(1, retained: retained) }.then()
        if isTooMany { verdict.finds(rule, .warning, events: [1]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimit() throws {
        let story = story { stats(1, retained: 12) }
        try story.then(["framesRetained.limit": 13]).isQuiet()
        let finding = try story.then(["framesRetained.limit": 12]).finds(rule, events: [1])
        #expect(finding?.limit == UsedLimit(name: "framesRetained.limit", value: 12, unit: "frames"))
    }

    /// A sample that does not tell it says nothing, and ends nothing.
    @Test(.tags(.lookAlike)) func notTold() throws {
        try story { samples(1, 20, fps: 60) }.then().isQuiet()
        try story {
            stats(1, retained: 11)
            stats(2, fps: 60)
            stats(3, retained: 11)
        }.then().finds(rule, .warning, events: [1], count: 1)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story { stats(1, retained: 11) }.then().finds(rule, .warning, events: [1])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try story {
            stats(1, retained: 11)
            stats(2, retained: 12).of(session: "other")
            stats(3, retained: 2).of(session: "other")
            stats(4, retained: 11)
        }.then().finds(rule, each: [[1], [2]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            stats(1, retained: 11).with("device", "A")
            stats(2, retained: 12).with("device", "B")
            stats(3, retained: 2).with("device", "C")
        }.then().finds(rule, each: [[1], [2]])
    }

    /// Whether they were let go in between nobody knows: it is told again and counted again.
    @Test(.tags(.gap)) func gapBetween() throws {
        try story {
            stats(1, retained: 11)
            gap(2)
            stats(3, retained: 11)
        }.then().finds(rule, .warning, events: [1], count: 2)
    }
}

@testable import Projections
import TestSupport
import Testing

struct RunStormTests {
    private let rule = "run-storm"

    /// Runs of one caller at these moments, each with another configuration name, so that none is a double run.
    private func runs(at times: [Double]) -> Story {
        Story {
            for (index, time) in times.enumerated() {
                run(time, options: index % 2 == 0 ? [] : ["resetTracking"], source: "view")
            }
            closed(60)
        }
    }

    @Test(.tags(.limit), arguments: [(1.9999, true), (2.0, true), (2.0001, false)])
    func window(_ span: Double, _ isStorm: Bool) throws {
        let verdict = try runs(at: [1, 1.7, 1 + span]).then()
        if isStorm { verdict.finds(rule, .warning, events: [1, 2, 3]) } else { verdict.isQuiet(rule) }
        if isStorm { verdict.findsOnly(rule) }
    }

    @Test(.tags(.lookAlike)) func twoAreNone() throws { try runs(at: [1, 1.7]).then().isQuiet() }

    @Test(.tags(.positive)) func aBurstIsOneFinding() throws {
        let finding = try runs(at: [1, 2, 3, 4, 5]).then().finds(rule, .warning, events: [1, 2, 3], count: 3)
        #expect(finding?.message.contains("3 times within 2 s, at 2 s (#3)") == true)
        #expect(finding?.limit?.name == "runStorm.window")
    }

    @Test(.tags(.positive)) func twoBurstsAreTwo() throws {
        try runs(at: [1, 2, 3, 10, 11, 12]).then().finds(rule, each: [[1, 2, 3], [4, 5, 6]])
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = runs(at: [1, 2, 3, 4])
        try story.then(["runStorm.runs": 4]).isQuiet(rule)
        try story.then(["runStorm.runs": 4, "runStorm.window": 3]).finds(rule, events: [1, 2, 3, 4])
        try story.then(["runStorm.window": 1.9]).isQuiet(rule)
        // From three on means that half a run is one.
        try story.then(["runStorm.runs": 3.5, "runStorm.window": 3]).finds(rule, events: [1, 2, 3, 4])
        try story.then(["runStorm.runs": 1e300]).isQuiet(rule)
    }

    /// Pauses and answers between do not matter: it is the runs that are too many.
    @Test(.tags(.positive)) func whateverLiesBetween() throws {
        try Story {
            run(1, source: "view")
            tracking(1.2, "limited", "initializing")
            paused(1.4)
            run(1.6, source: "view")
            tracking(1.8, "limited", "initializing")
            run(2.2, source: "view")
            closed(60)
        }.then().finds(rule, .warning, events: [1, 4, 6])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try Story {
            run(1)
            run(1.4).of(session: "other")
            run(1.8)
            run(2.2).of(session: "other")
            closed(60)
        }.then().isQuiet(rule)
        try Story {
            run(1)
            run(1.1).of(session: "other")
            run(1.7)
            run(1.8).of(session: "other")
            run(2.6)
            run(2.7).of(session: "other")
            closed(60)
        }.then().finds(rule, each: [[1, 3, 5], [2, 4, 6]])
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            run(1)
            run(1.8)
            opened(2)
            run(2.6)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// Three runs were told, whatever was lost between them.
    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            run(1)
            gap(1.2)
            run(1.8)
            run(2.6)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 3, 4])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            run(1)
            run(1.8)
            run(2.6)
        }.then().finds(rule, .warning, events: [1, 2, 3])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ last: StoryValue) -> Story {
            Story {
                run(1).with("device", "A")
                run(1.1).with("device", "B")
                run(1.8).with("device", "A")
                run(2.6).with("device", last)
            }
        }
        try story("B").then().isQuiet(rule)
        try story("A").then().finds(rule, .warning, events: [1, 3, 4])
    }
}

@testable import Projections
import TestSupport
import Testing

/// What looks like a double run and is none, and how repeats are counted.
struct DoubleRunQuietTests {
    private let rule = "double-run"

    private func between(
        _ second: StoryLine = run(1.3, source: "foreground"), @StoryBuilder _ lines: () -> [StoryLine]
    ) throws -> Verdict {
        try Story.given {
            opened()
            run(1, source: "start-button")
        }.when {
            lines()
            second
            closed(9)
        }.then()
    }

    @Test(.tags(.positive)) func control() throws { try between {}.finds(rule, .warning, events: [2, 3]) }

    @Test(.tags(.lookAlike)) func settled() throws {
        try between { tracking(1.1, "limited", "initializing") }.isQuiet(rule)
        try between { tracking(1.1, "notAvailable") }.isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func settledElsewhere() throws {
        try between { tracking(1.1, "normal").of(session: "other") }.finds(rule, .warning, events: [2, 4])
        // Frames and anchor updates may still belong to the time before the run.
        try between {
            frame(1.1)
            anchorUpdated(1.15, "A1")
            mapping(1.2, "limited")
        }.finds(rule, .warning, events: [2, 6])
    }

    @Test(.tags(.lookAlike)) func pauseFailureOrInterruptionEnd() throws {
        try between { paused(1.1) }.isQuiet(rule)
        try between { failed(1.1) }.isQuiet(rule)
        try between { resumed(1.1) }.isQuiet(rule)
        try between {
            interrupted(1.05)
            resumed(1.1)
        }.isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func pauseElsewhereOrBeginOfAnInterruption() throws {
        try between { paused(1.1).of(session: "other") }.finds(rule, events: [2, 4])
        try between { interrupted(1.1) }.finds(rule, events: [2, 4])
    }

    @Test(.tags(.lookAlike)) func reconfiguration() throws {
        let same = "start-button"
        try between(run(1.3, source: same, collaboration: true)) {}.isQuiet(rule)
        try between(run(1.3, "faceTracking", source: same)) {}.isQuiet(rule)
        try between(run(1.3, options: ["resetTracking"], source: same)) {}.isQuiet(rule)
        try between(run(1.3, nil, source: same)) {}.isQuiet(rule)
    }

    @Test(.tags(.positive)) func spelledOutDefaultsAreTheSame() throws {
        try between(run(1.3, options: [], source: "start-button", collaboration: false)) {}
            .finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.lookAlike)) func coachingOverlay() throws {
        try between(run(1.3, source: "coaching-overlay")) {}.isQuiet(rule)
        try Story {
            run(1, source: "coaching-overlay")
            run(1.3, source: "foreground")
            closed(9)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try between(run(1.3, source: "foreground").of(session: "other")) {}.isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func bothSessionsEachForItself() throws {
        try Story {
            run(1, source: "a")
            run(1.1, source: "a").of(session: "other")
            run(1.2, source: "b")
            run(1.3, source: "b").of(session: "other")
            closed(9)
        }.then().finds(rule, each: [[1, 3], [2, 4]])
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            run(1, source: "a")
            opened(1.1)
            run(1.2, source: "b")
            closed(9)
        }.then().isQuiet(rule)
    }

    /// Each recording starts from nothing: a pair in each is two findings, and only the second log was cut.
    @Test(.tags(.twoDevices)) func oneInEachRecording() throws {
        let verdict = try Story {
            opened()
            run(1, source: "a")
            run(1.1, source: "b")
            closed(9)
            opened(20)
            run(21, source: "a")
            run(21.1, source: "b")
        }.then()
        verdict.finds(rule, each: [[2, 3], [6, 7]])
        #expect(verdict.findings.filter { $0.rule == rule }.map(\.severity) == [.warning, .error])
    }

    @Test(.tags(.gap)) func gapBetween() throws { try between { gap(1.1) }.isQuiet(rule) }

    @Test(.tags(.gap)) func gapBeforeTheFailure() throws {
        try Story {
            run(1, source: "a")
            run(1.1, source: "b")
            gap(1.2)
            failed(1.3)
            closed(9)
        }.then().finds(rule, .warning, events: [1, 2])
    }

    @Test(.tags(.positive)) func repeatsAreCounted() throws {
        let verdict = try Story {
            run(1, source: "a")
            run(1.1, source: "b")
            tracking(2, "normal")
            run(21, source: "b")
            run(21.1, source: "a")
            tracking(22, "normal")
            run(31, source: "a")
            run(31.1, source: "c")
            closed(40)
        }.then()
        verdict.finds(rule, each: [[1, 2], [7, 8]])
        #expect(verdict.findings.filter { $0.rule == rule }.map(\.count) == [2, 1])
    }

    @Test(.tags(.positive)) func theWorstOfTheRepeatsIsTold() throws {
        try Story {
            run(1, source: "a")
            run(1.1, source: "b")
            tracking(2, "normal")
            run(21, source: "a")
            run(21.1, "faceTracking", source: "b")
            tracking(22, "normal")
            run(31, source: "a")
            run(31.1, "faceTracking", source: "b")
            closed(40)
        }.then().finds(rule, .error, events: [4, 5], count: 3)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, source: "a").with("device", "A")
            run(1.1, source: "b").with("device", "B")
            closed(9).with("device", "A")
        }.then().isQuiet(rule)
        try Story {
            run(1, source: "a").with("device", "A")
            run(1, source: "a").with("device", "B")
            run(1.1, source: "b").with("device", "A")
            run(1.2, source: "b").with("device", "B")
            failed(1.3).with("device", "B")
            closed(9).with("device", "A")
        }.then().finds(rule, each: [[1, 3], [2, 4]])
    }
}

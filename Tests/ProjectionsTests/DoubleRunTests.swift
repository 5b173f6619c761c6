@testable import Projections
import TestSupport
import Testing

struct DoubleRunTests {
    private let rule = "double-run"

    /// A log in which `lines` follow a run at 1 s by the start button, event 2.
    private func after(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(1, source: "start-button")
        }.when(lines)
    }

    @Test(.tags(.positive)) func twoCallers() throws {
        let verdict = try after {
            run(1.04, source: "foreground")
            closed(9)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(finding?.limit == UsedLimit(name: "doubleRun.window", value: 0.5, unit: "s"))
        #expect(finding?.message.contains("“start-button” and “foreground”") == true)
        #expect(finding?.message.contains("default limit 0.5 s (doubleRun.window)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func twoTaps() throws {
        try after {
            run(1.12, source: "start-button")
            closed(9)
        }.then().finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.positive)) func nobodyNamed() throws {
        try Story {
            run(1, source: nil)
            run(1.1, source: nil)
            frame(5)
        }.then().finds(rule, .warning, events: [1, 2])
    }

    /// A name on one side only: they may be one caller or two; the same thing twice is double either way.
    @Test(.tags(.lookAlike)) func oneNamed() throws {
        try after {
            run(1.1)
            closed(9)
        }.then().finds(rule, .warning, events: [2, 3])
        try after {
            run(1.1, collaboration: true)
            closed(9)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit), arguments: [(0.4999, true), (0.5, true), (0.5001, false)])
    func window(_ apart: Double, _ isDouble: Bool) throws {
        let verdict = try after {
            run(1 + apart, source: "foreground")
            closed(9)
        }.then()
        if isDouble { verdict.finds(rule, .warning, events: [2, 3]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.limit)) func otherWindow() throws {
        let story = after {
            run(1.8, source: "foreground")
            closed(9)
        }
        try story.then().isQuiet(rule)
        let finding = try story.then(["doubleRun.window": 0.8]).finds(rule, .warning, events: [2, 3])
        #expect(finding?.message.contains("; limit 0.8 s (doubleRun.window)") == true)
        #expect(finding?.limit?.value == 0.8)
        try story.then(["doubleRun.window": 0.79]).isQuiet(rule)
    }

    // MARK: What makes it an error

    @Test(.tags(.limit), arguments: [(2.0, Severity.error), (2.0001, .warning)])
    func failure(_ later: Double, _ severity: Severity) throws {
        try after {
            run(1.04, source: "foreground")
            failed(1.04 + later, code: 102)
            closed(9)
        }.then().finds(rule, severity, events: [2, 3])
    }

    @Test(.tags(.limit, .logEnd), arguments: [(2.0, Severity.error), (2.0001, .warning)])
    func cut(_ later: Double, _ severity: Severity) throws {
        try after {
            run(1.04, source: "foreground")
            frame(1.04 + later)
        }.then().finds(rule, severity, events: [2, 3])
    }

    @Test(.tags(.logEnd)) func cutAtTheSecondRun() throws {
        try after { run(1.04, source: "foreground") }.then().finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.logEnd)) func closedInTimeIsNoCut() throws {
        try after {
            run(1.04, source: "foreground")
            closed(1.5)
        }.then().finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.logEnd)) func endInTheBackgroundIsNothing() throws {
        try after {
            run(1.04, source: "foreground")
            app(1.5, "background")
        }.then().finds(rule, .warning, events: [2, 3])
    }

    @Test(.tags(.positive)) func contradictions() throws {
        for second in [
            run(1.1, "faceTracking", source: "b"), run(1.1, source: "b", map: "M1"),
            run(1.1, options: ["removeExistingAnchors"], source: "b"),
        ] {
            try after {
                second
                closed(9)
            }.then().finds(rule, .error, events: [2, 3])
        }
    }

    /// Other differences are none that the two cannot both have.
    @Test(.tags(.lookAlike)) func otherDifferences() throws {
        for second in [
            run(1.1, options: ["resetTracking"], source: "b"), run(1.1, source: "b", collaboration: true),
            run(1.1, nil, source: "b"),
        ] {
            try after {
                second
                closed(9)
            }.then().finds(rule, .warning, events: [2, 3])
        }
    }

    @Test(.tags(.positive)) func everyPairBeforeAFailureIsWorse() throws {
        let verdict = try after {
            run(1.1, source: "b")
            run(1.2, source: "c")
            failed(2)
            closed(9)
        }.then()
        verdict.finds(rule, each: [[2, 3], [3, 4]])
        #expect(verdict.findings.filter { $0.rule == rule }.allSatisfy { $0.severity == .error })
    }

    @Test(.tags(.twoSessions)) func failureOfAnotherSession() throws {
        try after {
            run(1.1, source: "b")
            failed(2).of(session: "other")
            closed(9)
        }.then().finds(rule, .warning, events: [2, 3])
    }
}

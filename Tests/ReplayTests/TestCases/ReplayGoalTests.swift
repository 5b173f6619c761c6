import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

@Suite struct ReplayGoalTests {
    private let goal = ReplayGoal(rule: "double-run", severity: .error)

    private let story = Story {
        opened()
        userAction(1, "start")
        message(2, "still here")
        userAction(3, "stop")
        closed(10)
    }

    private func runs(_ replay: ReplayContext, _ sources: String...) {
        for source in sources {
            replay.emit(
                Event.SessionRun {
                    $0.source = source
                    $0.options =
                        source.hasPrefix("a") ? [.resetTracking, .removeExistingAnchors] : [.resetTracking]
                })
        }
    }

    @Test func theFaultIsNamed() throws {
        let replay = try story.replayed { input, replay in
            if input.number == 2 { runs(replay, "a\u{1B}[31m", "b") }
        }
        let problems = goal.problems(of: replay)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("double-run, error, at 1 s: ") == true)
        // A stranger's text does not act on the terminal that a test runs in.
        #expect(problems.first?.contains("\u{1B}") == false)
    }

    @Test func anotherFaultOrOneLessBadIsNone() throws {
        let twice = try story.replayed { input, replay in
            if input.number == 2 { runs(replay, "b", "c") }
        }
        let found = twice.findings().filter { $0.rule == "double-run" }
        #expect(found.map(\.severity) == [.warning])
        #expect(goal.problems(of: twice).isEmpty)
        #expect(ReplayGoal(rule: "double-run", severity: .warning).problems(of: twice).count == 1)
        #expect(ReplayGoal(rule: "duplicate-node", severity: .info).problems(of: twice).isEmpty)
    }

    /// A handler that does nothing does nothing wrong.
    @Test func aHandlerThatDecidesNothingIsAProblem() throws {
        #expect(goal.problems(of: try story.replayed { _, _ in }) == ["the handler decided nothing"])
    }

    @Test func aReplayThatEndedIsAProblem() throws {
        struct Broken: Error {}
        let replay = try story.replayed { input, replay in
            if input.number == 2 { runs(replay, "a") }
            if input.number == 4 { throw Broken() }
        }
        #expect(goal.problems(of: replay) == ["the handler threw at event 4: Broken()"])
        let stopped = try story.replayed(ReplayPlayer(pace: .steps { $0.time < .seconds(2) })) {
            input, replay in
            runs(replay, "a")
        }
        #expect(goal.problems(of: stopped) == ["the replay ended before the recording did"])
    }

    @Test func settingsCount() throws {
        var settings = Settings()
        settings.off.insert("double-run")
        try settings.set("doubleRun.window", to: 5)
        let goal = ReplayGoal(rule: "double-run", severity: .warning, settings: settings)
        let slow = try story.replayed { input, replay in
            if input.kind == .userAction { runs(replay, "b") }
        }
        #expect(goal.problems(of: slow).count == 1)
        #expect(ReplayGoal(rule: "double-run", severity: .warning).problems(of: slow).isEmpty)
    }
}

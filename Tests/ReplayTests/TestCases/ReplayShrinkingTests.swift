import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

@Suite struct ReplayShrinkingTests {
    private typealias Care = ObjectTrackingReference.Care

    /// A session of object tracking in which each of the buggy variants does what it should not.
    private var story: Story {
        Story {
            opened()
            for step in 0..<40 { frame(0.1 + Double(step)) }
            userAction(50, "start")
            userAction(50.2, "start")
            loaded(51, "cup")
            tracking(52, "normal")
            anchorAdded(53, "O1", "object", key: "cup")
            for step in 0..<30 { anchorUpdated(54 + Double(step) / 10, "O1", at: [0, 0, -1]) }
            anchorUpdated(58, "O1", isTracked: false)
            for step in 0..<30 { frame(59 + Double(step)) }
            userAction(90, "stop")
            tracking(91, "normal")
            userAction(92, "start")
            userAction(93, "stop")
            loaded(94, "cup")
            tracking(95, "normal")
            anchorAdded(96, "O2", "object", key: "cup")
            for step in 0..<10 { frame(97 + Double(step)) }
            closed(110)
        }
    }

    private func loaded(_ t: Double, _ name: String) -> StoryLine {
        StoryLine(t, "referenceObject.loaded", [("name", .text(name)), ("hasModel", true)])
    }

    private var options: ObjectTrackingReference.Options {
        var options = ObjectTrackingReference.Options()
        options.objects = ["cup"]
        return options
    }

    private func names(_ store: EventStore) -> [String] { store.headers.map(\.kind.name) }

    @Test(arguments: [
        (
            Care.stopDuringLoad, "start-after-stop", Severity.error,
            ["user.action", "user.action", "referenceObject.loaded"]
        ),
        (Care.tracked, "visible-while-lost", Severity.warning, []),
        (Care.nodesBeforeRun, "node-outlives-anchor", Severity.warning, []),
    ])
    private func theFewestInputsThatBringAHandlerToItsFault(
        care: Care, rule: String, severity: Severity, expected: [String]
    ) throws {
        let (recording, options) = (try story.recording(), options)
        let goal = ReplayGoal(rule: rule, severity: severity)
        let few = try #require(
            recording.shrunk(to: goal) { ObjectTrackingReference(options, without: [care]) })
        #expect(few.isMinimal && few.finding.rule == rule)
        #expect(few.recording.headers.count < 12, "\(names(few.recording))")
        if !expected.isEmpty { #expect(names(few.recording) == expected) }
        // Nothing but inputs, and what they come to is the fault with the bug and none without.
        #expect(few.recording.headers.allSatisfy { !$0.kind.isReplayOutput })
        #expect(few.finding.events.allSatisfy { (1...UInt32(few.recording.headers.count)).contains($0) })
        let again = ReplayPlayer().replay(few.recording) { ObjectTrackingReference(options, without: [care]) }
        #expect(goal.problems(of: again).contains { $0.hasPrefix("\(rule), ") })
        let right = ReplayPlayer().replay(few.recording) { ObjectTrackingReference(options) }
        #expect(goal.problems(of: right).isEmpty)
        // No input can go.
        for place in few.recording.headers.indices {
            var headers = few.recording.headers
            headers.remove(at: place)
            let fewer = few.recording.copied(headers)
            let replay = ReplayPlayer().replay(fewer) { ObjectTrackingReference(options, without: [care]) }
            #expect(goal.faults(in: replay.log).isEmpty, "without \(place) of \(names(few.recording))")
        }
    }

    @Test func aHandlerWithoutTheFaultGivesNothing() throws {
        let (recording, options) = (try story.recording(), options)
        let goal = ReplayGoal(rule: "start-after-stop", severity: .error)
        #expect(recording.shrunk(to: goal) { ObjectTrackingReference(options) } == nil)
    }

    @Test func aHandlerThatDoesNotAwaitIsShrunkAgainst() throws {
        let goal = ReplayGoal(rule: "double-run", severity: .warning)
        func few() throws -> ShrunkInputs? {
            try story.recording().shrunk(to: goal) {
                Scripted { input, replay in
                    guard input.kind == .userAction else { return }
                    replay.emit(Event.SessionRun { $0.source = "tap" })
                }
            }
        }
        let found = try #require(try few())
        #expect(names(found.recording) == ["user.action", "user.action", "log.closed"])
        #expect(found.recording.printed == (try few()?.recording.printed))
    }

    /// Leaving inputs out may bring a handler to a loop that never ends; one such try is enough.
    @Test func aHandlerThatHangsEndsTheShrinking() throws {
        let flag = ReleasedFlag()
        defer { flag.release() }
        var player = ReplayPlayer()
        player.limits.budget = .milliseconds(200)
        let goal = ReplayGoal(rule: "double-run", severity: .warning)
        let found = try story.recording().shrunk(to: goal, by: player) {
            Scripted { input, replay in
                if input.kind == .anchorAdded, input.number < 20 { flag.wait() }
                guard input.kind == .userAction else { return }
                replay.emit(Event.SessionRun { $0.source = "tap" })
            }
        }
        // Without the many statistics the anchor is an early input; what was reached before that try is the result.
        #expect(found.map { !$0.isMinimal && $0.checks < 12 && $0.finding.rule == goal.rule } == true)
    }

    @Test func whatIsOverIsNotMinimal() throws {
        let (recording, options) = (try story.recording(), options)
        var asked = 0
        let found = recording.shrunk(
            to: ReplayGoal(rule: "start-after-stop", severity: .error),
            isOver: {
                asked += 1
                return asked > 3
            }
        ) { ObjectTrackingReference(options, without: [.stopDuringLoad]) }
        #expect(found?.isMinimal == false)
    }
}

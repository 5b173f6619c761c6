import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// What a test case is for: its inputs bring a handler to the fault where it has the bug, and not where it has not.
@Suite struct CaseReplayTests {
    private typealias Options = ObjectTrackingReference.Options

    /// The events of a test case, as `arlog testcase` chooses them.
    private func chosen(_ store: EventStore, _ rule: String) throws -> (EventStore, ReplayGoal) {
        let found = store.findings().filter { $0.rule == rule }
        let finding = try #require(found.max { $0.severity < $1.severity })
        let shrunk = try #require(
            Shrinker(store, goal: FindingGoal(finding), settings: Settings(), simplifies: false).run())
        let goal = ReplayGoal(rule: rule, severity: finding.severity)
        for extent in CaseEvents.Extent.all(.relevant) {
            var events = CaseEvents(
                extent, showing: finding, needed: shrunk.headers, of: store, settings: Settings(),
                labels: store.labels)
            for event in store.batch(store.headers).events { _ = events.take(event) }
            let recording = events.finish(devices: store.devices).renumbered()
            if !goal.faults(in: recording).isEmpty { return (recording, goal) }
        }
        Issue.record("no extent shows \(rule)")
        return (store, goal)
    }

    private func expectItTells(
        _ store: EventStore, _ rule: String, without care: ObjectTrackingReference.Care,
        _ change: (inout Options) -> Void = { _ in }
    ) throws {
        let (recording, goal) = try chosen(store, rule)
        var changed = Options(of: recording)
        change(&changed)
        let options = changed
        let buggy = ReplayPlayer().replay(recording) { ObjectTrackingReference(options, without: [care]) }
        #expect(goal.problems(of: buggy).contains { $0.hasPrefix("\(rule), \(goal.severity.name), at ") })
        let right = ReplayPlayer().replay(recording) { ObjectTrackingReference(options) }
        #expect(goal.problems(of: right) == [])
    }

    /// Every faulty case whose fault is the app's: its test fails with the bug, and passes with what is right.
    ///
    /// The one that is left out stays a warning, as nobody makes ARKit find a room.
    @Test(
        .enabled(if: ReferenceCasesTests.isThere),
        arguments: ReferenceCasesTests.bugs.map(\.name).filter { $0 != "relocalization-hangs" })
    func ofACase(name: String) throws {
        let bug = try #require(ReferenceCasesTests.bugs.first { $0.name == name }?.bug)
        guard case .session(let cares) = bug else { return }
        let store = EventStore(try MemoryLog(ndjson: TestFiles.bytes(shared: "cases/\(name).ndjson")))
        for rule in try CaseLabels(name).rules.sorted() {
            let (recording, goal) = try chosen(store, rule)
            let options = SessionReference.Options(of: recording)
            let buggy = ReplayPlayer().replay(recording) { SessionReference(options, without: cares) }
            let told = goal.problems(of: buggy)
            #expect(told.contains { $0.hasPrefix("\(rule), \(goal.severity.name), at ") }, "\(told)")
            let right = ReplayPlayer().replay(recording) { SessionReference(options) }
            #expect(goal.problems(of: right) == [])
        }
    }

    @Test func ofASample() throws {
        let path = try #require(TestFiles.logs) + "/object-tracking-start-after-stop.ndjson"
        let log = try MemoryLog(ndjson: TestFiles.bytes(at: path))
        try expectItTells(EventStore(log), "start-after-stop", without: .stopDuringLoad)
    }

    @Test(arguments: ["visible-while-lost", "phase-mismatch"])
    func ofALostObject(rule: String) throws {
        guard TestFiles.shared != nil else { return }
        let log = try MemoryLog(ndjson: TestFiles.bytes(shared: "cases/lost-object-still-shown.ndjson"))
        try expectItTells(EventStore(log), rule, without: .tracked) { $0.startsAfter = .milliseconds(100) }
    }

    @Test func ofAStopDuringALoad() throws {
        guard TestFiles.shared != nil else { return }
        let log = try MemoryLog(
            ndjson: TestFiles.bytes(shared: "cases/stop-during-load-through-idle.ndjson"))
        try expectItTells(EventStore(log), "start-after-stop", without: .stopDuringLoad)
    }

    @Test func ofAWholeSession() throws {
        guard TestFiles.shared != nil else { return }
        let bytes = try TestFiles.bytes(shared: "sessions/object-tracking-start-after-stop.ndjson.gz")
        try expectItTells(
            EventStore(try MemoryLog(ndjson: bytes)), "start-after-stop", without: .stopDuringLoad)
    }

    /// The few decisions of a shrunk log are told to nobody: a test of them would pass with any handler.
    @Test func aShrunkLogReplaysNothing() throws {
        let path = try #require(TestFiles.logs) + "/object-tracking-start-after-stop.ndjson"
        let store = EventStore(try MemoryLog(ndjson: TestFiles.bytes(at: path)))
        let finding = try #require(store.findings().first { $0.rule == "start-after-stop" })
        let shrunk = try #require(
            Shrinker(store, goal: FindingGoal(finding), settings: Settings()).run())
        #expect(!shrunk.headers.contains { $0.kind.isReplayInput })
        let (recording, _) = try chosen(store, "start-after-stop")
        #expect(recording.headers.count { $0.kind.isReplayInput } > 10)
    }

    /// The code of a case shrunk against a handler is a few lines. Loaded sooner, its run would
    /// wait for the answer to the preview's, and be noticed.
    @Test func theFewestInputsAsCode() throws {
        let path = try #require(TestFiles.logs) + "/object-tracking-start-after-stop.ndjson"
        let log = try MemoryLog(ndjson: TestFiles.bytes(at: path))
        let (recording, goal) = try chosen(EventStore(log), "start-after-stop")
        let options = Options(of: recording)
        let few = try #require(
            recording.shrunk(to: goal) { ObjectTrackingReference(options, without: [.stopDuringLoad]) })
        #expect(
            SwiftRecording(few.recording).lines == [
                "let log = RecordedLog()",
                #"log.at(0, Event.UserAction.self) { $0.name = "start" }"#,
                #"log.at(0.1, Event.UserAction.self) { $0.name = "stop" }"#,
                #"log.at(1.1, Event.ReferenceObjectLoaded.self) { $0.name = "pump" }"#,
                #"log.at(1.2, Event.ReferenceObjectLoaded.self) { $0.name = "valve" }"#,
                "return log.store",
            ])
    }
}

import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

@Suite struct ObjectTrackingReferenceTests {
    private typealias Options = ObjectTrackingReference.Options

    private func replayed(
        _ recording: EventStore, _ options: Options, without cares: Set<ObjectTrackingReference.Care> = []
    ) -> ReplayResult {
        let replay = ReplayPlayer().replay(recording) { ObjectTrackingReference(options, without: cares) }
        #expect(replay.isComplete)
        return replay
    }

    private func faults(_ replay: ReplayResult) -> [String] {
        replay.findings().filter { $0.severity > .info }.map(\.rule)
    }

    private func loaded(_ t: Double, _ name: String, hasModel: Bool = true) -> StoryLine {
        StoryLine(t, "referenceObject.loaded", [("name", .text(name)), ("hasModel", .bool(hasModel))])
    }

    /// Frames as they should come, once a second.
    private func steady(_ from: Double, _ to: Double) -> [StoryLine] {
        stride(from: from, through: to, by: 1).map { frame($0) }
    }

    /// Object tracking as it goes well: two objects, one that is lost for a while, Stop.
    private var story: Story {
        Story {
            opened()
            tracking(1, "normal")
            userAction(2, "start")
            loaded(3, "cup")
            loaded(4, "car")
            tracking(5, "normal")
            anchorAdded(6, "O1", "object", key: "cup")
            anchorUpdated(8, "O1", isTracked: false)
            anchorUpdated(10, "O1", isTracked: false)
            anchorUpdated(14, "O1", isTracked: true)
            steady(15, 20)
            userAction(21, "stop")
            tracking(22, "normal")
            closed(26)
        }
    }

    @Test func theWholeStory() throws {
        let recording = try story.recording()
        let options = Options(of: recording)
        #expect(options.objects == ["cup", "car"])
        let replay = replayed(recording, options)
        #expect(
            replay.outputs == [
                "+0.0 session.run", "+2.0 state.changed loading", "+4.0 session.run",
                "+4.0 state.changed running", "+6.0 node.attached", "+6.0 state.changed detected",
                "+8.0 node.visibilityChanged", "+8.0 state.changed lost", "+14.0 node.visibilityChanged",
                "+14.0 state.changed detected", "+21.0 node.detached", "+21.0 session.run",
                "+21.0 state.changed idle", "+21.0 state.changed stopped",
            ])
        #expect(faults(replay).isEmpty && replay.accounts.isEmpty)
    }

    @Test func aSecondTapDoesNothing() throws {
        let tapped = Story {
            opened()
            userAction(2, "start")
            userAction(2.2, "start")
            loaded(2.3, "cup")
            userAction(2.4, "start")
            loaded(2.5, "cup")
            tracking(4, "normal")
            steady(5, 9)
            closed(10)
        }
        let recording = try tapped.recording()
        let reference = replayed(recording, Options(of: recording))
        #expect(reference.outputs.filter { $0.hasSuffix("run") } == ["+0.0 session.run", "+2.3 session.run"])
        #expect(faults(reference).isEmpty)
        let buggy = replayed(recording, Options(of: recording), without: [.oneStart, .oneRun])
        #expect(faults(buggy).contains("double-run"))
        // Where runs wait for one another, it is run twice all the same.
        let patient = replayed(recording, Options(of: recording), without: [.oneStart])
        #expect(patient.outputs.count { $0.hasSuffix("run") } == 3 && faults(patient) == [])
    }

    @Test func stopDuringTheLoadIsNoticed() throws {
        let recording = try Story {
            opened()
            userAction(2, "start")
            userAction(3, "stop")
            loaded(4, "cup")
            tracking(5, "normal")
            steady(6, 9)
            closed(10)
        }.recording()
        let reference = replayed(recording, Options(of: recording))
        // The preview runs on.
        #expect(reference.outputs.last == "+3.0 state.changed stopped" && faults(reference).isEmpty)
        let buggy = replayed(recording, Options(of: recording), without: [.stopDuringLoad])
        #expect(faults(buggy).contains("start-after-stop"))
    }

    @Test func nodesGoBeforeTheirAnchorsDo() throws {
        let recording = try Story {
            opened()
            userAction(1, "start")
            loaded(2, "cup")
            tracking(3, "normal")
            anchorAdded(4, "O1", "object", key: "cup")
            userAction(6, "stop")
            tracking(7, "normal")
            userAction(8, "start")
            loaded(9, "cup")
            tracking(10, "normal")
            anchorAdded(11, "O2", "object", key: "cup")
            steady(12, 16)
            closed(18)
        }.recording()
        #expect(faults(replayed(recording, Options(of: recording))).isEmpty)
        let buggy = faults(replayed(recording, Options(of: recording), without: [.nodesBeforeRun]))
        #expect(buggy.contains("node-outlives-anchor") && buggy.contains("duplicate-node"))
    }

    @Test func aLostObjectIsHidden() throws {
        let recording = try story.recording()
        let buggy = faults(replayed(recording, Options(of: recording), without: [.tracked]))
        #expect(buggy.contains("visible-while-lost") && buggy.contains("phase-mismatch"))
    }

    @Test func theScreenMayWaitBeforeItSaysLost() throws {
        let recording = try Story {
            opened()
            userAction(1, "start")
            anchorAdded(2, "O1", "object", key: "cup")
            anchorUpdated(3, "O1", isTracked: false)
            anchorUpdated(3.5, "O1", isTracked: true)
            anchorUpdated(5, "O1", isTracked: false)
            closed(10)
        }.recording()
        var options = Options()
        options.lostDelay = .seconds(1)
        let states = replayed(recording, options).outputs.filter { $0.contains("state") }
        #expect(states.suffix(2) == ["+2.0 state.changed detected", "+6.0 state.changed lost"])
    }

    @Test func aLoadThatFailsIsTold() throws {
        let recording = try Story {
            opened()
            userAction(1, "start")
            StoryLine(2, "referenceObject.loadFailed", [("name", .text("cup"))])
            userAction(3, "start")
            loaded(4, "cup")
            closed(10)
        }.recording()
        let states = replayed(recording, Options(of: recording)).outputs.filter { $0.contains("state") }
        #expect(states.map { $0.split(separator: " ")[2] } == ["loading", "failed", "loading", "running"])
    }

    @Test func whereTheDeviceCanNotFollowItDetects() throws {
        let recording = try Story {
            opened()
            userAction(1, "start")
            closed(10)
        }.recording()
        var options = Options()
        options.supportsMoving = false
        let replay = replayed(recording, options)
        #expect(replay.findings().map(\.rule).contains("mode-fallback"))
        options.wantsMoving = false
        #expect(!replayed(recording, options).findings().map(\.rule).contains("mode-fallback"))
    }

    @Test func theSameBytesAHundredTimes() throws {
        let recording = try story.recording()
        let options = Options(of: recording)
        let first = try replayed(recording, options).log.mcap()
        for _ in 1..<100 { #expect(try replayed(recording, options).log.mcap() == first) }
    }

    // MARK: Shared cases

    private func recording(_ name: String) throws -> EventStore? {
        guard TestFiles.shared != nil else { return nil }
        return EventStore(try MemoryLog(ndjson: TestFiles.bytes(shared: "cases/\(name).ndjson")))
    }

    private func rules(_ findings: [Finding]) -> [String] { findings.map(\.rule).sorted() }

    @Test func aHealthyCaseIsWhatTheReferenceDoes() throws {
        guard let recording = try recording("preview-then-start") else { return }
        let replay = replayed(recording, Options(of: recording))
        let comparison = ReplayComparison(recording, replay)
        #expect(comparison.count == 0 && comparison.matched == 10, "\(comparison.divergences)")
        #expect(faults(replay).isEmpty)
    }

    @Test func stopDuringLoadIsGoneWithTheReference() throws {
        guard let recording = try recording("stop-during-load-through-idle") else { return }
        let before = recording.findings()
        let again = replayed(recording, Options(of: recording), without: [.stopDuringLoad])
        let same = FindingsComparison(before: before, after: again.findings())
        #expect(rules(same.stayed).contains("start-after-stop") && same.vanished.isEmpty)
        let reference = replayed(recording, Options(of: recording))
        let gone = FindingsComparison(before: before, after: reference.findings())
        #expect(rules(gone.vanished).contains("start-after-stop") && gone.new.isEmpty)
        // The first place where the reference decides otherwise: it keeps the preview that runs, and then does not run.
        let missing = ReplayComparison(recording, reference).divergences.filter { $0.difference == .missing }
        #expect(missing.map(\.recorded) == [8, 13, 14])
    }

    @Test func aLostObjectIsGoneWithTheReference() throws {
        guard let recording = try recording("lost-object-still-shown") else { return }
        var options = Options()
        options.startsAfter = .milliseconds(100)
        let before = recording.findings()
        let again = FindingsComparison(
            before: before, after: replayed(recording, options, without: [.tracked]).findings())
        #expect(
            rules(again.stayed).contains("visible-while-lost")
                && rules(again.stayed).contains("phase-mismatch"))
        let gone = FindingsComparison(before: before, after: replayed(recording, options).findings())
        #expect(
            rules(gone.vanished).contains("visible-while-lost")
                && rules(gone.vanished).contains("phase-mismatch"))
        #expect(gone.new.isEmpty)
    }

    @Test(arguments: ["model-missing-box-shown", "moving-mode-fell-back", "everyday-lost-debounced-1s"])
    func noCaseGetsANewFault(name: String) throws {
        guard let recording = try recording(name) else { return }
        var options = Options(of: recording)
        options.startsAfter = .milliseconds(100)
        options.supportsMoving = name != "moving-mode-fell-back"
        if name == "everyday-lost-debounced-1s" { options.lostDelay = .seconds(1) }
        let after = replayed(recording, options).findings()
        let compared = FindingsComparison(before: recording.findings(), after: after)
        #expect(compared.new.isEmpty, "\(compared.new.map(\.message))")
    }

    @Test func aWholeSessionIsReplayed() throws {
        guard TestFiles.shared != nil else { return }
        let bytes = try TestFiles.bytes(shared: "sessions/object-tracking-start-after-stop.ndjson.gz")
        let recording = EventStore(try MemoryLog(ndjson: bytes))
        #expect(rules(recording.findings()).contains("start-after-stop"))
        let replay = replayed(recording, Options(of: recording))
        #expect(!rules(replay.findings()).contains("start-after-stop"))
    }

    /// Objects that are loaded with the app, of which Start need not wait for one.
    @Test func whatWasLoadedAheadIsNotLoadedAgain() throws {
        let recording = try Story {
            opened()
            run(0.1, purpose: "preview")
            loaded(0.3, "pump")
            tracking(0.5, "normal")
            userAction(1, "start")
            changed(1.01, "objectTracking", "idle", to: "loading")
            StoryLine(
                #"{"t":1.6,"event":"session.run","configuration":{"kind":"worldTracking","detectionObjects":1},"options":["resetTracking","removeExistingAnchors"]}"#
            )
            changed(1.61, "objectTracking", "loading", to: "running")
            anchorAdded(3, "A", "object", key: "pump")
            steady(4, 7)
            anchorUpdated(8, "A", isTracked: false)
            steady(9, 20)
            closed(21)
        }.recording()
        let options = Options(of: recording)
        #expect(options.loadsAhead && options.objects == ["pump"])
        let replay = replayed(recording, options)
        #expect(replay.accounts.isEmpty, "\(replay.accounts)")
        #expect(replay.outputs.contains("+1.0 session.run") && replay.outputs.contains("+3.0 node.attached"))
        #expect(faults(replay) == [])
    }

    /// The session that was recorded is the one that runs, and has the nodes.
    @Test func theSessionHasItsName() throws {
        let recording = try Story {
            opened()
            run(0.1, purpose: "preview").of(session: "ar")
            tracking(0.5, "normal").of(session: "ar")
            userAction(1, "start")
            changed(1.01, "objectTracking", "idle", to: "loading")
            loaded(1.5, "pump")
            anchorAdded(3, "A", "object", key: "pump").of(session: "ar")
            anchorUpdated(8, "A", isTracked: false).of(session: "ar")
            anchorRemoved(12, "A").of(session: "ar")
            closed(21)
        }.recording()
        let options = Options(of: recording)
        #expect(options.session == "ar" && options.machineSession == nil && !options.loadsAhead)
        let log = replayed(recording, options).log
        func sessions<P: EventPayload>(_ type: P.Type, _ session: (P) -> EntityID?) -> [EntityID?]
        where P.Storage == Owned {
            log.headers.filter { $0.kind == P.kind }.compactMap { log.event($0).decode(type) }.map(session)
        }
        #expect(sessions(Event.SessionRun.self) { $0.session } == ["ar", "ar"])
        #expect(sessions(Event.NodeAttached.self) { $0.session } == ["ar"])
        #expect(sessions(Event.NodeVisibilityChanged.self) { $0.session } == ["ar"])
        #expect(sessions(Event.NodeDetached.self) { $0.session } == ["ar"])
        #expect(Set(sessions(Event.StateChanged.self) { $0.session }) == [nil])
    }

    /// Stop right behind Start: the preview waits until ARKit has answered the run before.
    @Test func oneRunWaitsForTheAnswerToAnother() throws {
        let recording = try Story {
            opened()
            run(0.1, purpose: "preview")
            tracking(0.5, "normal")
            userAction(3, "start")
            changed(3.01, "objectTracking", "idle", to: "loading")
            loaded(3.05, "pump")
            userAction(3.3, "stop")
            changed(3.31, "objectTracking", "running", to: "stopped")
            tracking(3.56, "limited", "initializing")
            tracking(4.5, "normal")
            steady(5, 9)
            closed(20)
        }.recording()
        let replay = replayed(recording, Options(of: recording))
        #expect(replay.outputs.filter { $0.hasSuffix("run") }.count == 3)
        #expect(replay.outputs.contains("+3.58 session.run"), "\(replay.outputs)")
        #expect(faults(replay) == [])
        let hasty = replayed(recording, Options(of: recording), without: [.oneRun])
        #expect(faults(hasty).contains("double-run"))
    }

    /// The view has the camera only while it is there.
    @Test func theViewPausesAndBringsThePreviewBack() throws {
        let recording = try Story {
            opened()
            viewAppeared(0, "Objects")
            run(0.1, purpose: "preview")
            tracking(1, "normal")
            viewDisappeared(5, "Objects")
            paused(5.1, source: "view")
            viewAppeared(8, "Objects")
            tracking(9, "normal")
            closed(20)
        }.recording()
        let options = Options(of: recording)
        #expect(options.view == "Objects" && options.pauseSource == "view")
        #expect(
            replayed(recording, options).outputs == [
                "+0.0 session.run", "+5.0 session.pause", "+8.0 session.run",
            ])
    }

    @Test func afterAFailureItIsStartedAgain() throws {
        let recording = try Story {
            opened()
            tracking(1, "normal")
            userAction(2, "start")
            loaded(2.5, "cup")
            tracking(3, "normal")
            failed(5, code: 102)
            userAction(8, "start")
            loaded(8.5, "cup")
            tracking(9, "normal")
            steady(10, 15)
            closed(20)
        }.recording()
        let replay = replayed(recording, Options(of: recording))
        #expect(replay.outputs.contains("+5.0 state.changed stopped"), "\(replay.outputs)")
        #expect(
            replay.outputs.filter { $0.hasSuffix("run") } == [
                "+0.0 session.run", "+2.5 session.run", "+8.5 session.run",
            ])
        #expect(faults(replay).filter { $0 != "session-failed" } == [])
    }
}

import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// What is asked of the reference while something else is under way: nothing of it is lost, and nobody is forgotten.
@Suite struct ReferenceWishesTests {
    private let both = ["resetTracking", "removeExistingAnchors"]

    private func replayed(_ lines: [StoryLine]) throws -> ReplayResult {
        let recording = try Story { lines }.recording()
        let replay = ReplayReference(for: recording).replay(recording)
        #expect(replay.isComplete && replay.accounts.isEmpty)
        return replay
    }

    private func all<P: EventPayload>(_ type: P.Type, _ replay: ReplayResult) -> [P]
    where P.Storage == Owned {
        replay.log.batch(replay.log.headers).events.compactMap { $0.decode(type) }
    }

    // MARK: Runs

    @Test(arguments: ["coaching-overlay", "start"])
    func whoMayInterfereDoesNotLoseTheResetThatWaits(source: String) throws {
        let replay = try replayed([
            opened(), run(0.1, source: "start"), run(0.2, options: both, source: "reset-button"),
            run(0.3, options: ["resetTracking"], source: source, collaboration: true),
            tracking(0.75, "limited", "initializing"), tracking(2, "normal"), closed(9),
        ])
        let runs = all(Event.SessionRun.self, replay)
        #expect(runs.count == 2 && runs.last?.options == [.resetTracking, .removeExistingAnchors])
        #expect(runs.last?.configuration?.isCollaborationEnabled == true)
    }

    @Test func aFaceHasNoMap() throws {
        let replay = try replayed([
            opened(role: "guest", protocol: "hostGuest"), run(0.1), mapReceived(0.2, "M", from: "B"),
            run(0.3, source: "join", purpose: "join", map: "M"), run(0.4, "faceTracking", source: "face"),
            tracking(1, "normal"), closed(9),
        ])
        let last = try #require(all(Event.SessionRun.self, replay).last)
        #expect(last.configuration?.kind == .faceTracking && last.configuration?.initialWorldMap == nil)
        #expect(last.source == "face" && last.purpose == nil)
        #expect(replay.findings().isEmpty)
    }

    @Test func aJoinBehindAChoiceIsDone() throws {
        let replay = try replayed([
            opened(role: "guest", protocol: "hostGuest"), run(0.1), tracking(1, "limited", "relocalizing"),
            event(45, "recovery.chosen", ["choice": .text("startOver")]), mapReceived(47, "M", from: "B"),
            run(48, source: "join", purpose: "join", map: "M"), tracking(49, "normal"), closed(60),
        ])
        #expect(
            replay.outputs.filter { $0.hasSuffix("run") } == [
                "+0.1 session.run", "+45.0 session.run", "+48.0 session.run",
            ])
        #expect(all(Event.SessionRun.self, replay).last?.configuration?.initialWorldMap != nil)
    }

    @Test func anOfferThatARunOvertakesIsTakenBack() throws {
        let replay = try replayed([
            opened(), run(0.1), tracking(1, "limited", "relocalizing"),
            run(45, options: both, source: "reset"),
            tracking(46, "normal"), closed(60),
        ])
        #expect(replay.outputs.suffix(2) == ["+45.0 recovery.cancelled", "+45.0 session.run"])
    }

    // MARK: Views

    @Test func theViewBeforeItIsNotTheSessionsView() throws {
        let replay = try replayed([
            opened(), viewAppeared(0.05, "Home"), run(0.1), viewAppeared(0.3, "AR"),
            viewDisappeared(0.4, "Home"), tracking(0.5, "normal"), viewDisappeared(8, "AR"), closed(9),
        ])
        #expect(replay.outputs == ["+0.1 session.run", "+8.0 session.pause"])
    }

    @Test func aRunFromASheetLeavesTheViewAsItIs() throws {
        let replay = try replayed([
            opened(), viewAppeared(0.05, "AR"), run(0.1), tracking(0.5, "normal"),
            viewAppeared(5, "Settings"), run(6, options: both, source: "settings"), tracking(6.5, "normal"),
            viewDisappeared(8, "Settings"), viewDisappeared(12, "AR"), closed(15),
        ])
        #expect(replay.outputs == ["+0.1 session.run", "+6.0 session.run", "+12.0 session.pause"])
    }

    // MARK: Content and maps

    @Test func aNodeThatWasStoodForDoesNotTakeAnotherAway() throws {
        let replay = try replayed([
            opened(), run(0.1), tracking(0.5, "normal"), anchorAdded(1, "A"), anchorAdded(1, "B"),
            nodeAttached(1.5, "N1", to: "A", key: "chair"), nodeAttached(2, "N2", to: "A", key: "chair"),
            nodeDetached(3, "N1"), nodeAttached(4, "N1", to: "B", key: "chair"), nodeDetached(5, "N2"),
            closed(9),
        ])
        #expect(
            all(Event.NodeDetached.self, replay).count == 1 && replay.outputs.last == "+4.0 node.attached")
    }

    @Test func aSaveIsNotLostToOneThatIsNeverAnswered() throws {
        let replay = try replayed([
            opened(), run(0.1), tracking(0.5, "normal"), mapping(0.6, "limited"),
            mapRequested(2, source: "save1"), mapCaptured(2.5, "M"), mapping(6, "mapped"),
            mapRequested(30, source: "save2"), closed(40),
        ])
        #expect(
            replay.outputs.filter { $0.contains("worldMap") } == [
                "+2.0 worldMap.requested", "+2.0 worldMap.deferred", "+7.0 worldMap.requested",
                "+30.0 worldMap.requested",
            ])
    }

    @Test func everyMapHasItsOwnConsent() throws {
        func changed(_ t: Double, _ from: String, _ to: String) -> StoryLine {
            TestSupport.changed(t, "collaboration", from, to: to)
        }
        func sent(_ t: Double, _ map: String, _ hasConsent: Bool) -> StoryLine {
            event(
                t, "worldMap.sent", ["map": .text(map), "peer": .text("B"), "hasConsent": .bool(hasConsent)])
        }
        let replay = try replayed([
            opened(role: "host", protocol: "hostGuest"), run(0.1, collaboration: true),
            changed(0.2, "idle", "scanning"), tracking(0.5, "normal"), peer(1, "B", "connected"),
            mapping(2, "mapped"), mapCaptured(5, "M"), sent(5.1, "M", false), changed(20, "waiting", "idle"),
            changed(21, "idle", "scanning"), mapCaptured(23, "M2"), sent(23.1, "M2", true), closed(30),
        ])
        #expect(all(Event.WorldMapSent.self, replay).map(\.hasConsent) == [false, true])
    }

    // MARK: Several peers

    @Test func everyGuestGetsTheMap() throws {
        let replay = try replayed([
            opened(role: "host", protocol: "hostGuest"), run(0.1, collaboration: true),
            changed(0.2, "collaboration", "idle", to: "scanning"), tracking(0.5, "normal"),
            peer(1, "B", "connected"), peer(1, "D", "connected"), mapping(2, "mapped"), mapCaptured(5, "M"),
            peer(9, "E", "connected"), closed(20),
        ])
        #expect(all(Event.WorldMapSent.self, replay).map(\.peer) == ["B", "D", "E"])
        #expect(all(Event.CollaborationHandshakeStarted.self, replay).map(\.peer) == ["B", "D", "E"])
    }

    @Test func onePeersPacketsDoNotHideAnothersFailures() throws {
        let failures = (0..<5).flatMap { index -> [StoryLine] in
            let time = 5 + Double(index) * 0.5
            return [
                decodeFailed(time, "F\(index)", from: "B"), received(time + 0.25, "G\(index)", from: "D"),
            ]
        }
        let replay = try replayed(
            [
                opened(role: "peer", protocol: "peerToPeer"), run(0.1, collaboration: true),
                tracking(0.5, "normal"), peer(1, "B", "connected"), peer(1, "D", "connected"),
            ] + failures + [closed(20)])
        let asked = all(Event.CollaborationSyncRequested.self, replay)
        #expect(asked.map(\.peer) == ["B"] && asked.map(\.extent) == [.full])
        #expect(!replay.findings().contains { $0.rule == "decode-failures" })
    }

    // MARK: Objects

    /// The view goes while objects are looked for, and comes back.
    @Test func startWorksAgainWhenTheViewIsBack() throws {
        func to(_ t: Double, _ from: String, _ to: String) -> StoryLine {
            changed(t, "objectTracking", from, to: to)
        }
        func loaded(_ t: Double) -> StoryLine {
            event(t, "referenceObject.loaded", ["name": .text("cup"), "hasModel": .bool(true)])
        }
        func objects(_ t: Double) -> StoryLine {
            event(
                t, "session.run",
                [
                    "configuration": .object([
                        ("kind", .text("worldTracking")), ("trackingObjects", .integer(1)),
                    ]),
                    "options": .list(both.map { .text($0) }), "source": .text("start-button"),
                ])
        }
        let replay = try replayed([
            opened(), viewAppeared(0, "AR"), run(0, options: both, purpose: "preview"),
            tracking(0.5, "normal"),
            userAction(1, "start"), to(1, "idle", "loading"), loaded(2), objects(2),
            to(2, "loading", "running"),
            tracking(2.5, "normal"), viewDisappeared(5, "AR"), paused(5, source: "view"),
            to(5, "running", "idle"), to(5, "idle", "stopped"), viewAppeared(8, "AR"),
            run(8, options: both, purpose: "preview"), tracking(8.5, "normal"), userAction(10, "start"),
            to(10, "stopped", "loading"), loaded(11), objects(11), to(11, "loading", "running"),
            tracking(11.5, "normal"), closed(20),
        ])
        let runs = all(Event.SessionRun.self, replay)
        // What stops with the view is no button's: Start is not taken for Stop.
        #expect(runs.map { ($0.configuration?.trackingObjects ?? 0) > 0 } == [false, true, false, true])
        #expect(
            replay.outputs.filter { $0.contains("state") } == [
                "+1.0 state.changed loading", "+2.0 state.changed running", "+5.0 state.changed idle",
                "+5.0 state.changed stopped", "+10.0 state.changed loading", "+11.0 state.changed running",
            ])
    }
}

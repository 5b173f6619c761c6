import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// What the reference does where two things come together: nothing that was asked for is lost, and nothing done twice.
@Suite struct SessionReferenceDetailsTests {
    /// A session that runs, and knows its room.
    private static let ran = """
        {"t":0,"event":"log.opened","device":"d"}
        {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
        {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
        """
    /// It was interrupted, and looks for its room; and the ways out were offered.
    private static let away = """
        {"t":10,"event":"session.interruptionBegan","reason":"background"}
        {"t":12,"event":"session.interruptionEnded"}
        {"t":12.1,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
        {"t":14,"event":"recovery.statusShown","text":"x"}
        """
    private static let offered =
        away + "\n"
        + #"{"t":42.2,"event":"recovery.offered","choices":["retry","placeRelative","startOver"]}"#

    private func replay(_ ndjson: String) throws -> ReplayResult {
        let story = Story { ndjson.split(separator: "\n").map { StoryLine(String($0)) } }
        let recording = try story.recording()
        let options = SessionReference.Options(of: recording)
        let replay = ReplayPlayer().replay(recording) { SessionReference(options) }
        #expect(replay.isComplete && replay.accounts.isEmpty)
        return replay
    }

    /// What the reference told of this kind.
    private func outputs<P: EventPayload>(_ replay: ReplayResult, _ type: P.Type) -> [P]
    where P.Storage == Owned {
        replay.log.headers.filter { $0.kind == P.kind }.compactMap { replay.log.event($0).decode(type) }
    }

    private func runs(_ replay: ReplayResult) -> [Event.SessionRun] { outputs(replay, Event.SessionRun.self) }

    @Test func aResetThatWaitsIsNotReplacedByLess() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"},"source":"start"}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":10,"event":"session.interruptionBegan","reason":"background"}
            {"t":12,"event":"app.lifecycleChanged","phase":"active"}
            {"t":12.1,"event":"session.run","configuration":{"kind":"worldTracking"},"options":["resetTracking","removeExistingAnchors"],"source":"reset-button"}
            {"t":12.3,"event":"session.run","configuration":{"kind":"worldTracking","planeDetection":["horizontal"]},"source":"foreground"}
            {"t":12.5,"event":"session.interruptionEnded"}
            {"t":13,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":20,"event":"frame.stats","fps":60}
            """)
        let last = try #require(runs(replay).last)
        #expect(runs(replay).count == 2)
        #expect(last.options == [.resetTracking, .removeExistingAnchors] && last.source == "reset-button")
        // With the configuration that was asked for last.
        #expect(last.configuration?.planeDetection == [.horizontal])
    }

    @Test func aGuestsMapIsNotLost() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d","role":"guest","protocol":"hostGuest"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true},"source":"start"}
            {"t":0.2,"event":"worldMap.received","map":"M","peer":"B"}
            {"t":0.25,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true,"initialWorldMap":"M"},"options":["resetTracking","removeExistingAnchors"],"source":"join","purpose":"join"}
            {"t":0.4,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true,"planeDetection":["horizontal"]},"source":"network-reconnect"}
            {"t":1,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":20,"event":"frame.stats","fps":60}
            """)
        let last = try #require(runs(replay).last)
        #expect(last.configuration?.initialWorldMap == "M")
        #expect(last.options == [.resetTracking, .removeExistingAnchors])
        #expect(last.configuration?.planeDetection == [.horizontal])
    }

    /// What the user was not asked, or refused, no reference knows better.
    @Test func nobodyConsentsForTheUser() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d","role":"host","protocol":"hostGuest"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":0.2,"event":"state.changed","machine":"collaboration","from":"idle","to":"scanning"}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":1,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":2,"event":"frame.worldMappingStatusChanged","status":"mapped"}
            {"t":4,"event":"state.changed","machine":"collaboration","from":"scanning","to":"exporting"}
            {"t":4,"event":"worldMap.requested"}
            {"t":5,"event":"worldMap.captured","map":"M","bytes":5}
            {"t":5.1,"event":"worldMap.sent","map":"M","peer":"B","bytes":5,"isReliable":false,"hasConsent":false}
            {"t":5.2,"event":"state.changed","machine":"collaboration","from":"exporting","to":"waiting"}
            {"t":20,"event":"frame.stats","fps":60}
            """)
        let sent = outputs(replay, Event.WorldMapSent.self)
        #expect(sent.map(\.hasConsent) == [false])
        #expect(replay.findings().contains { $0.rule == "map-shared-without-consent" })
    }

    /// Without a map a session looks for the room that it left, which a run would have it forget.
    @Test func toTryAgainThrowsNothingAway() throws {
        let replay = try replay(
            """
            \(Self.ran)
            {"t":1,"event":"anchor.added","anchor":"A","kind":"anchor","key":"chair","origin":"app"}
            {"t":1.05,"event":"node.attached","node":"N1","anchor":"A","key":"chair"}
            \(Self.offered)
            {"t":45,"event":"recovery.chosen","choice":"retry"}
            {"t":50,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":60,"event":"frame.stats","fps":60}
            """)
        #expect(runs(replay).count == 1)
        #expect(outputs(replay, Event.NodeDetached.self).isEmpty)
    }

    @Test func whatWasChosenIsDoneOnce() throws {
        let replay = try replay(
            """
            \(Self.ran)
            \(Self.offered)
            {"t":45,"event":"recovery.chosen","choice":"startOver"}
            {"t":45.05,"event":"session.run","configuration":{"kind":"worldTracking"},"options":["resetTracking","removeExistingAnchors"],"source":"recovery","purpose":"reset"}
            {"t":45.6,"event":"camera.trackingStateChanged","state":"limited","reason":"initializing"}
            {"t":46.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":47,"event":"anchor.added","anchor":"B","kind":"anchor","key":"lamp","origin":"app"}
            {"t":47.05,"event":"node.attached","node":"N9","anchor":"B","key":"lamp"}
            {"t":60,"event":"frame.stats","fps":60}
            """)
        #expect(runs(replay).count == 2)
        #expect(runs(replay).last?.options == [.resetTracking, .removeExistingAnchors])
        #expect(outputs(replay, Event.NodeAttached.self).map(\.key) == ["lamp"])
    }

    @Test func toPlaceItHereKeepsWhatIsThere() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M"},"options":["removeExistingAnchors"]}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":2,"event":"recovery.statusShown","text":"x"}
            {"t":30.5,"event":"recovery.offered","choices":["retry","placeRelative","startOver"]}
            {"t":45,"event":"recovery.chosen","choice":"placeRelative"}
            {"t":46,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":60,"event":"log.closed","reason":"normal"}
            """)
        let last = try #require(runs(replay).last)
        #expect(last.options == [.resetTracking] && last.configuration?.initialWorldMap == nil)
    }

    @Test func aSheetIsNotTheSessionsView() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":0.3,"event":"view.appeared","view":"ARView"}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":2,"event":"node.attached","node":"N1","key":"chair","attachment":"root","position":[0,0,-1]}
            {"t":10,"event":"view.appeared","view":"SettingsSheet"}
            {"t":12,"event":"view.disappeared","view":"SettingsSheet"}
            {"t":12.1,"event":"view.appeared","view":"ARView"}
            {"t":30,"event":"frame.stats","fps":60}
            {"t":31,"event":"log.closed","reason":"normal"}
            """)
        #expect(outputs(replay, Event.SessionPause.self).isEmpty)
        #expect(outputs(replay, Event.NodeDetached.self).isEmpty)
    }

    @Test func whoStoodInStandsForItselfLater() throws {
        let replay = try replay(
            """
            \(Self.ran)
            {"t":1,"event":"anchor.added","anchor":"A","kind":"anchor"}
            {"t":1.1,"event":"node.attached","node":"N1","anchor":"A","key":"chair"}
            {"t":1.5,"event":"node.attached","node":"N2","anchor":"A","key":"chair"}
            {"t":2,"event":"node.detached","node":"N1"}
            {"t":2.1,"event":"node.detached","node":"N2"}
            {"t":3,"event":"node.attached","node":"N2","anchor":"A","key":"chair"}
            {"t":4,"event":"node.detached","node":"N2"}
            {"t":5,"event":"anchor.removed","anchor":"A"}
            {"t":15,"event":"session.run","configuration":{"kind":"worldTracking"},"options":["resetTracking","removeExistingAnchors"]}
            {"t":16,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":17,"event":"anchor.added","anchor":"Z","kind":"anchor"}
            {"t":30,"event":"frame.stats","fps":60}
            """)
        #expect(outputs(replay, Event.NodeDetached.self).map(\.node) == ["N1", "N2"])
        #expect(!replay.findings().contains { $0.rule == "node-outlives-anchor" })
    }

    @Test func whatWaitsGoesWithTheView() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d"}
            {"t":0,"event":"view.appeared","view":"V"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M"},"options":["removeExistingAnchors"]}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":1,"event":"node.attached","node":"N1","key":"chair","attachment":"root","position":[0,0,-1]}
            {"t":5,"event":"view.disappeared","view":"V"}
            {"t":8,"event":"view.appeared","view":"V"}
            {"t":8.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":8.2,"event":"node.attached","node":"N2","key":"chair","attachment":"root","position":[0,0,-1]}
            {"t":9,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":30,"event":"log.closed","reason":"normal"}
            """)
        #expect(outputs(replay, Event.NodeAttached.self).map(\.node) == ["N2"])
        #expect(!replay.findings().contains { $0.rule == "duplicate-node" })
    }

    @Test func whatWaitsGoesWithTheRoom() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d"}
            {"t":0,"event":"view.appeared","view":"V"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M"},"options":["removeExistingAnchors"]}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":1,"event":"node.attached","node":"N1","key":"chair","attachment":"root","position":[0,0,-1]}
            {"t":40,"event":"session.run","configuration":{"kind":"worldTracking"},"options":["resetTracking","removeExistingAnchors"],"source":"startover"}
            {"t":40.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":60,"event":"frame.stats","fps":60}
            """)
        #expect(outputs(replay, Event.NodeAttached.self).isEmpty)
    }

    @Test func aSaveThatWaitsIsMadeBesideAnExport() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d","role":"host","protocol":"hostGuest"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":0.6,"event":"frame.worldMappingStatusChanged","status":"limited"}
            {"t":2,"event":"worldMap.requested","source":"save-button"}
            {"t":3,"event":"state.changed","machine":"collaboration","from":"idle","to":"scanning"}
            {"t":6,"event":"frame.worldMappingStatusChanged","status":"mapped"}
            {"t":20,"event":"frame.stats","fps":60}
            """)
        let asked = outputs(replay, Event.WorldMapRequested.self)
        #expect(asked.map(\.source) == ["save-button", "save-button"])
        #expect(outputs(replay, Event.WorldMapDeferred.self).count == 1)
    }

    @Test func aSaveWhileTheRoomIsScannedIsTold() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d","role":"host","protocol":"hostGuest"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":0.2,"event":"state.changed","machine":"collaboration","from":"idle","to":"scanning"}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":0.6,"event":"frame.worldMappingStatusChanged","status":"limited"}
            {"t":2,"event":"worldMap.requested","source":"save-button"}
            {"t":2.5,"event":"worldMap.captured","map":"M","bytes":5}
            {"t":2.6,"event":"worldMap.saved","map":"M","room":"r"}
            {"t":6,"event":"frame.worldMappingStatusChanged","status":"mapped"}
            {"t":20,"event":"frame.stats","fps":60}
            """)
        #expect(outputs(replay, Event.WorldMapDeferred.self).count == 1)
        #expect(outputs(replay, Event.WorldMapRequested.self).count == 2)
    }

    @Test func anOfferIsTakenBackBehindAnInterruption() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d"}
            {"t":0.05,"event":"view.appeared","view":"V"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal"}
            \(Self.offered)
            {"t":45,"event":"session.interruptionBegan","reason":"call"}
            {"t":47,"event":"session.interruptionEnded"}
            {"t":50,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":51,"event":"recovery.cancelled"}
            {"t":60,"event":"frame.stats","fps":60}
            """)
        #expect(outputs(replay, Event.RecoveryCancelled.self).count == 1)
        #expect(outputs(replay, Event.RecoveryOffered.self).count == 1)
    }

    /// ARKit need not tell again that it looks for the room.
    @Test func theDeadlineBeginsAgainBehindAnInterruption() throws {
        let replay = try replay(
            """
            \(Self.ran)
            \(Self.away)
            {"t":20,"event":"session.interruptionBegan","reason":"call"}
            {"t":22,"event":"session.interruptionEnded"}
            {"t":60,"event":"recovery.offered","choices":["retry","placeRelative","startOver"]}
            {"t":80,"event":"frame.stats","fps":60}
            """)
        #expect(outputs(replay, Event.RecoveryOffered.self).count == 1)
        let offered = try #require(replay.log.headers.first { $0.kind == .recoveryOffered })
        #expect(offered.time - replay.log.headers[0].time == 52_000_000_000)
    }

    @Test func collaborationIsForWorldTracking() throws {
        let replay = try replay(
            """
            {"t":0,"event":"log.opened","device":"d","role":"peer","protocol":"peerToPeer"}
            {"t":0.1,"event":"session.run","configuration":{"kind":"worldTracking"},"session":"W"}
            {"t":0.5,"event":"camera.trackingStateChanged","state":"normal","session":"W"}
            {"t":1,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":2,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true},"session":"W"}
            {"t":2.5,"event":"camera.trackingStateChanged","state":"normal","session":"W"}
            {"t":5,"event":"session.pause","session":"W"}
            {"t":6,"event":"session.run","session":"F","configuration":{"kind":"faceTracking"}}
            {"t":6.5,"event":"camera.trackingStateChanged","state":"normal","session":"F"}
            {"t":20,"event":"log.closed","reason":"normal"}
            """)
        let face = try #require(runs(replay).first { $0.session == "F" })
        #expect(face.configuration?.isCollaborationEnabled == nil)
        #expect(runs(replay).first?.configuration?.isCollaborationEnabled == true)
    }
}

import EventLog
import Projections
import TestSupport
import Testing

@testable import Replay

/// The reference in a collaboration, with world maps, and in an onboarding.
@Suite struct SessionReferenceTogetherTests: ReferenceSuite {
    // MARK: States and maps

    @Test func aHostExportsWhenTheRoomIsMappedAndSomebodyIsThere() throws {
        let story = Story {
            opened(role: "host", protocol: "hostGuest")
            run(0.1, collaboration: true)
            changed(0.2, "collaboration", "idle", to: "scanning")
            tracking(1.6, "normal")
            mapping(2, "limited")
            mapping(5, "mapped")
            mapping(5.4, "extending")
            mapping(6, "mapped")
            peer(10, "B", "connected")
            mapCaptured(11, "M1")
            handshakeCompleted(14)
            anchorAdded(14.1, "P", "participant", origin: "remote", owner: "B")
            peer(20, "B", "notConnected")
            closed(22)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+0.2 state.changed scanning", "+10.0 state.changed exporting",
                "+10.0 worldMap.requested", "+11.0 collaboration.handshakeStarted", "+11.0 worldMap.sent",
                "+11.0 state.changed waiting", "+14.0 collaboration.handshakeCompleted",
                "+14.0 state.changed syncing", "+20.0 state.changed idle",
            ])
        #expect(try faults(story) == [])
    }

    @Test func aCaptureThatFailsIsTriedAnew() throws {
        let story = Story {
            opened(role: "host", protocol: "hostGuest")
            run(0.1, collaboration: true)
            changed(0.2, "collaboration", "idle", to: "scanning")
            peer(1, "B", "connected")
            mapping(2, "mapped")
            StoryLine(4, "worldMap.captureFailed", [])
            mapCaptured(6, "M1")
            closed(8)
        }
        let states = try replayed(story).outputs.filter { $0.contains("state") || $0.contains("requested") }
        #expect(
            states == [
                "+0.2 state.changed scanning", "+3.0 state.changed exporting", "+3.0 worldMap.requested",
                "+4.0 state.changed scanning", "+4.0 state.changed exporting", "+4.0 worldMap.requested",
                "+6.0 state.changed waiting",
            ])
    }

    @Test func noStateIsSkipped() throws {
        let story = Story {
            opened()
            run(0.1, collaboration: true)
            changed(0.2, "collaboration", "idle", to: "scanning")
            tracking(1.6, "normal")
            changed(4, "collaboration", "scanning", to: "syncing")
            closed(8)
        }
        #expect(try replayed(story).outputs.last == "+4.0 state.rejected")
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.steps]) == ["illegal-transition"])
    }

    @Test func aGuestWaitsUntilItKnowsTheRoom() throws {
        let story = Story {
            opened(role: "guest", protocol: "hostGuest")
            run(0.1, purpose: "preview")
            changed(0.1, "collaboration", "idle", to: "idle")
            tracking(1, "normal")
            peer(2, "H", "connected")
            mapReceived(4, "M1", from: "H")
            run(4.2, source: "join", purpose: "join", collaboration: true, map: "M1")
            tracking(5, "limited", "relocalizing")
            received(6, "D1", from: "H")
            tracking(9, "normal")
            received(10, "D2", from: "H")
            closed(12)
        }
        let replay = try replayed(story)
        #expect(
            replay.outputs.suffix(5) == [
                "+6.0 collaboration.dataDiscarded", "+6.5 recovery.statusShown",
                "+9.0 collaboration.handshakeCompleted", "+9.0 state.changed syncing",
                "+10.0 collaboration.dataApplied",
            ])
        #expect(try faults(story) == [])
    }

    @Test func aMapIsTakenWhereTheRoomIsMapped() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            mapping(2, "limited")
            mapRequested(4, source: "save")
            mapRequested(5, source: "save")
            mapping(10, "mapped")
            mapCaptured(12, "M1")
            mapRequested(14, source: "save")
            closed(16)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+4.0 worldMap.requested", "+4.0 worldMap.deferred",
                "+5.0 worldMap.requested", "+5.0 worldMap.deferred", "+11.0 worldMap.requested",
                "+14.0 worldMap.requested",
            ])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.mapped]) == ["export-too-early"])
    }

    @Test func collaborationIsOnFromTheStart() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            peer(2, "B", "connected")
            run(3, source: "enable", purpose: "reconfigure", collaboration: true)
            tracking(4, "normal")
            closed(6)
        }
        #expect(try replayed(story).outputs == ["+0.1 session.run"])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.collaborationFromStart]) == ["collaboration-enabled-late"])
    }

    @Test func whoCanNotIsTold() throws {
        let story = Story {
            opened()
            probed(0.1, isSupported: false)
            run(0.2, collaboration: true)
            tracking(1, "normal")
            userAction(2, "share")
            closed(12)
        }
        let replay = try replayed(story)
        #expect(
            replay.outputs == [
                "+0.1 collaboration.capabilityProbed", "+0.2 collaboration.fallbackShown", "+0.2 session.run",
            ])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.fallback]) == ["no-fallback-shown"])
    }

    // MARK: Interruptions

    @Test(arguments: [(2.0, nil), (2.5, SyncExtent.light), (30.0, SyncExtent.light), (31.0, SyncExtent.full)])
    func whatWasMissedIsAskedFor(away: Double, extent: SyncExtent?) throws {
        let story = Story {
            together()
            interrupted(5)
            resumed(5 + away)
            tracking(6 + away, "normal")
            closed(20 + away)
        }
        let replay = try replayed(story)
        let asked = replay.log.batch(replay.log.headers).events.compactMap {
            $0.decode(Event.CollaborationSyncRequested.self)?.extent
        }
        #expect(asked == (extent.map { [$0] } ?? []))
        let buggy = try faults(story, without: [.resync])
        #expect(buggy == (extent == .full ? ["interruption-without-resync"] : []))
    }

    // MARK: Onboarding

    @Test func contentOnTheCameraFollowsTheChoice() throws {
        let story = Story {
            opened()
            changed(0.1, "onboarding", "loadingAR", to: "onboarding")
            run(0.2)
            tracking(1, "normal")
            // Nobody has chosen yet.
            nodeAttached(2, "W0", "camera", key: "wand")
            changed(4, "onboardingChoice", "undecided", to: "summonWand")
            changed(4.1, "onboarding", "onboarding", to: "done")
            nodeAttached(4.2, "W1", "camera", key: "wand")
            nodeAttached(4.4, "W2", "camera", key: "wand")
            changed(8, "onboardingChoice", "summonWand", to: "noWand")
            changed(10, "onboardingChoice", "noWand", to: "summonWand")
            closed(14)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 state.changed onboarding", "+0.2 session.run", "+4.0 state.changed summonWand",
                "+4.1 state.changed done", "+4.2 node.attached", "+8.0 state.changed noWand",
                "+8.0 node.detached", "+10.0 state.changed summonWand", "+10.0 node.attached",
            ])
        #expect(try faults(story) == [])
        let buggy = try faults(story, without: [.choice])
        #expect(buggy.contains("content-before-onboarding-done") && buggy.contains("content-against-choice"))
        #expect(try faults(story, without: [.oneNode]).contains("duplicate-node"))
    }

    @Test func contentThatIsHiddenIsShownAgain() throws {
        let story = Story {
            opened()
            changed(0.1, "onboardingChoice", "undecided", to: "summonWand")
            run(0.2)
            tracking(1, "normal")
            nodeAttached(2, "W1", "camera", key: "wand")
            changed(4, "onboardingChoice", "summonWand", to: "noWand")
            nodeShown(4.1, "W1", false)
            changed(6, "onboardingChoice", "noWand", to: "summonWand")
            closed(9)
        }
        #expect(
            try replayed(story).outputs.suffix(4) == [
                "+4.0 state.changed noWand", "+4.0 node.visibilityChanged", "+6.0 state.changed summonWand",
                "+6.0 node.visibilityChanged",
            ])
    }

    // MARK: Views, tables, devices

    @Test func whatStoodInTheViewGoesWithIt() throws {
        let story = Story {
            opened()
            run(0.1, source: "mount")
            tracking(1, "normal")
            nodeAttached(2, "N1", key: "logo")
            viewDisappeared(5)
            viewAppeared(8)
            run(8.1, source: "mount")
            tracking(9, "normal")
            nodeAttached(10, "N2", key: "logo")
            closed(14)
        }
        #expect(
            try replayed(story).outputs == [
                "+0.1 session.run", "+2.0 node.attached", "+5.0 node.detached", "+5.0 session.pause",
                "+8.1 session.run", "+10.0 node.attached",
            ])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.visits]) == ["duplicate-node"])
    }

    @Test func tablesAreEmptiedWithTheRunThatDropsTheAnchors() throws {
        let story = Story {
            opened()
            run(0.1)
            tracking(1, "normal")
            anchorAdded(2, "A1", "plane")
            nodeAttached(2.1, "N1", to: "A1", key: "grid")
            nodeDetached(5, "N1")
            tablesCleared(5.1, count: 1)
            anchorUpdated(7, "A1", at: [0, 0, 0])
            run(9, options: ["removeExistingAnchors"])
            tracking(10, "normal")
            closed(14)
        }
        #expect(try replayed(story).outputs.suffix(2) == ["+9.0 scene.tablesCleared", "+9.0 session.run"])
        #expect(try faults(story) == [])
        #expect(try faults(story, without: [.tablesWithRun]) == ["tables-cleared-too-early"])
    }

    @Test func theSameBytesAHundredTimes() throws {
        let story = Story {
            together(role: "host", protocol: "hostGuest")
            stream(20, every: 0.03125)
            run(16, options: ["resetTracking", "removeExistingAnchors"])
            closed(20)
        }
        let first = try replayed(story).log.mcap()
        for _ in 1..<100 { #expect(try replayed(story).log.mcap() == first) }
    }

    @Test func aReferenceIsChosenByWhatTheAppTells() throws {
        func reference(_ lines: [StoryLine]) throws -> ReplayReference {
            ReplayReference(
                for: try Story {
                    opened(); lines; closed(9)
                }.recording())
        }
        let state = changed(1, "objectTracking", "idle", to: "loading")
        #expect(try reference([state, run(2)]) == .objectTracking)
        #expect(try reference([run(2)]) == .session)
        #expect(try reference([state, run(2), run(3).of(session: "other")]) == .session)
        let recording = try Story {
            opened(); run(1); tracking(2, "normal"); closed(5)
        }.recording()
        #expect(ReplayReference(for: recording).replay(recording).outputs == ["+1.0 session.run"])
    }
}

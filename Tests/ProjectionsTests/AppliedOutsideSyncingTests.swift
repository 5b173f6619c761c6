@testable import Projections
import TestSupport
import Testing

struct AppliedOutsideSyncingTests {
    private let rule = "applied-outside-syncing"

    private func given(
        _ name: String? = "hostGuest", @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story {
            together(role: "guest", protocol: name)
            lines()
            // Before a state counts as stuck.
            closed(30)
        }
    }

    @Test(.tags(.positive), arguments: ["scanning", "exporting", "waiting", "idle"])
    func outside(_ state: String) throws {
        let verdict = try given {
            changed(4, "collaboration", "idle", to: state)
            applied(5, "P1")
        }.then()
        let finding = verdict.finds(rule, .warning, events: [5, 6])
        #expect(
            finding?.message.contains("at 5 s (#6) while the machine collaboration was in \(state)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func leftSyncing() throws {
        try given {
            changed(4, "collaboration", "waiting", to: "syncing")
            applied(5, "P1")
            changed(6, "collaboration", "syncing", to: "scanning")
            applied(7, "P2")
        }.then().finds(rule, .warning, events: [7, 8])
    }

    @Test(.tags(.lookAlike)) func syncing() throws {
        try given {
            changed(4, "collaboration", "waiting", to: "syncing")
            applied(5, "P1")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["peerToPeer", "none", nil])
    func otherProtocols(_ name: String?) throws {
        try given(name) {
            changed(4, "collaboration", "idle", to: "scanning")
            applied(5, "P1")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func aStateThatWasNeverTold() throws {
        try given { applied(5, "P1") }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func discarded() throws {
        try given {
            changed(4, "collaboration", "idle", to: "waiting")
            event(5, "collaboration.dataDiscarded", ["packet": "P1", "reason": "wrongState"])
        }.then().isQuiet()
    }

    /// The app's own machine of the same name has states of its own.
    @Test(.tags(.lookAlike)) func anotherMachine() throws {
        try given {
            changed(4, "collaboration", "off", to: "on")
            applied(5, "P1")
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aVisitIsOneFinding() throws {
        try given {
            changed(4, "collaboration", "idle", to: "waiting")
            applied(5, "P1")
            applied(6, "P2")
            paused(7)
            run(8, collaboration: true)
            applied(9, "P3")
        }.then().finds(rule, each: [[5, 6], [5, 10]])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            together(protocol: "hostGuest")
            changed(4, "collaboration", "idle", to: "waiting")
            applied(5, "P1")
        }.then().finds(rule, .warning, events: [5, 6])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            changed(4, "collaboration", "idle", to: "waiting")
            gap(4.5)
            applied(5, "P1")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        // The device's machine goes with the session that collaborates.
        try given {
            changed(4, "collaboration", "idle", to: "waiting")
            applied(5, "P1").of(session: "other")
        }.then().isQuiet()
        // A machine of its own goes before the device's.
        try given {
            changed(4, "collaboration", "idle", to: "waiting")
            changed(4, "collaboration", "waiting", to: "syncing").of(session: "other")
            applied(5, "P1").of(session: "other")
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A", protocol: "hostGuest")
            run(1, collaboration: true).with("device", "A")
            changed(4, "collaboration", "idle", to: "waiting").with("device", "C")
            applied(5, "P1").with("device", "A")
        }.then().isQuiet()
    }
}

import TestSupport
import Testing

@testable import Projections

struct DualHostTests {
    private let rule = "dual-host"

    private func host(
        _ role: String? = "host", _ name: String? = "hostGuest", @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story.given { opened(role: role, protocol: name) }.when(lines).when { closed(60) }
    }

    @Test(.tags(.positive)) func sentAndReceived() throws {
        let verdict = try host {
            mapSent(20, "M1", to: "B")
            mapReceived(21, "M2", from: "B")
        }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3])
        #expect(finding?.message.contains("at 20 s (#2) and received another one") == true)
        verdict.findsOnly(rule)
        try host("host", nil) {
            mapReceived(20, "M2")
            mapSent(21, "M1")
        }.then().finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.positive)) func eachReceivedMapIsOneFinding() throws {
        try host {
            mapSent(20, "M1")
            mapReceived(21, "M2")
            mapReceived(22, "M2")
            mapReceived(23, "M3")
        }.then().finds(rule, each: [[2, 3], [2, 5]])
    }

    @Test(.tags(.lookAlike)) func itsOwnMap() throws {
        try host {
            mapSent(20, "M1")
            mapReceived(21, "M1")
        }.then().isQuiet()
        try host {
            mapReceived(20, "M1")
            mapSent(21, "M1")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func notAHost() throws {
        for (role, name) in [("host", "peerToPeer"), ("guest", "hostGuest"), ("peer", nil), (nil, nil)] {
            try host(role, name) {
                mapSent(20, "M1")
                mapReceived(21, "M2")
            }.then().isQuiet(rule)
        }
    }

    @Test(.tags(.lookAlike)) func collaborationWasLeft() throws {
        for end in [
            changed(30, "collaboration", "syncing", to: "idle"), run(30),
            changed(30, "collaboration", "syncing", to: "idle").of(session: "other"),
        ] {
            try host {
                run(1, collaboration: true)
                mapSent(20, "M1")
                end
                mapReceived(31, "M2")
            }.then().isQuiet(rule)
        }
        for other in [
            changed(30, "collaboration", "waiting", to: "syncing"), run(30, collaboration: true),
            changed(30, "onboarding", "done", to: "idle"), run(30, nil), run(30),
        ] {
            try host {
                mapSent(20, "M1")
                other
                mapReceived(31, "M2")
            }.then().finds(rule, .error, events: [2, 4])
        }
    }

    /// Another session that runs beside it leaves nothing.
    @Test(.tags(.positive)) func anotherSessionRuns() throws {
        try host {
            run(1, collaboration: true)
            mapSent(20, "M1")
            run(30).of(session: "preview")
            mapReceived(31, "M2")
        }.then().finds(rule, .error, events: [3, 5])
    }

    @Test(.tags(.twoSessions)) func overSessions() throws {
        try host {
            mapSent(20, "M1")
            mapReceived(21, "M2").of(session: "other")
        }.then().finds(rule, .error, events: [2, 3], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A", role: "host")
            opened(0.1, device: "B", role: "host")
            mapSent(1, "M1").told(by: "A")
            mapReceived(2, "M1").told(by: "B")
            mapSent(3, "M1").told(by: "B")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try host {
            mapSent(20, "M1")
            gap(20.5)
            mapReceived(21, "M2")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func anotherRecording() throws {
        try host {
            mapSent(20, "M1")
            opened(20.5, role: "host")
            mapReceived(21, "M2")
        }.then().isQuiet(rule)
    }
}

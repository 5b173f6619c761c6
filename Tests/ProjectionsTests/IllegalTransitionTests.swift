import TestSupport
import Testing

@testable import Projections

struct IllegalTransitionTests {
    private let rule = "illegal-transition"

    private func path(
        _ machine: String, _ states: [String], role: String? = nil, protocol name: String? = nil
    ) throws -> Verdict {
        try Story {
            opened(role: role, protocol: name)
            for (index, pair) in zip(states, states.dropFirst()).enumerated() {
                changed(Double(index + 1), machine, pair.0, to: pair.1)
            }
            closed(60)
        }.then()
    }

    @Test(.tags(.positive)) func noSuchWay() throws {
        let verdict = try path("collaboration", ["idle", "scanning", "syncing"])
        let finding = verdict.finds(rule, .error, events: [2, 3])
        #expect(finding?.message.contains("its path was idle > scanning > syncing") == true)
        #expect(finding?.message.contains("from scanning it may go to idle and exporting.") == true)
        verdict.findsOnly(rule)
    }

    @Test(
        .tags(.lookAlike),
        arguments: [
            (
                "collaboration",
                "idle scanning exporting waiting syncing syncing scanning exporting scanning idle"
            ),
            ("collaboration", "idle scanning exporting waiting scanning idle"),
            (
                "objectTracking",
                "idle loading running detected lost detected detected lost lost loading failed"
            ),
            (
                "objectTracking",
                "idle loading stopped loading running stopped loading running loading running idle"
            ),
            (
                "objectTracking",
                "idle stopped idle unsupported idle loading running detected stopped unsupported"
            ),
            ("onboarding", "loadingAR onboarding done onboarding loadingAR onboarding"),
            ("onboardingChoice", "undecided summonWand noWand summonWand"),
            ("onboardingChoice", "undecided noWand summonWand"),
        ])
    func everyWayThereIs(_ machine: String, _ states: String) throws {
        try path(machine, states.split(separator: " ").map(String.init)).isQuiet()
    }

    @Test(
        .tags(.positive),
        arguments: [
            ("collaboration", "idle idle waiting"), ("collaboration", "idle idle syncing"),
            ("collaboration", "idle idle exporting"), ("collaboration", "idle scanning waiting"),
            ("collaboration", "exporting exporting syncing"), ("collaboration", "syncing syncing waiting"),
            ("objectTracking", "idle idle running"), ("objectTracking", "idle stopped running"),
            ("objectTracking", "idle loading detected"), ("objectTracking", "running running lost"),
            ("objectTracking", "failed failed stopped"), ("objectTracking", "failed failed running"),
            ("onboarding", "loadingAR loadingAR done"), ("onboardingChoice", "noWand noWand undecided"),
        ])
    func waysThereAreNot(_ machine: String, _ states: String) throws {
        try path(machine, states.split(separator: " ").map(String.init)).finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.lookAlike)) func roleAndProtocol() throws {
        let guest = ["idle", "idle", "waiting", "syncing", "waiting", "scanning"]
        try path("collaboration", guest, role: "guest").isQuiet()
        try path("collaboration", ["idle", "idle", "waiting"], role: "host").finds(rule)
        try path("collaboration", ["idle", "idle", "waiting"], role: "peer").finds(rule)
        let peers = ["idle", "idle", "syncing", "idle", "scanning", "syncing"]
        try path("collaboration", peers, protocol: "peerToPeer").isQuiet()
        try path("collaboration", ["idle", "idle", "syncing"], protocol: "hostGuest").finds(rule)
        try path("collaboration", ["idle", "idle", "syncing"], role: "guest").finds(rule)
    }

    // MARK: What is not judged

    @Test(.tags(.lookAlike)) func firstMention() throws {
        try path("collaboration", ["scanning", "syncing"]).isQuiet()
        try path("collaboration", ["scanning", "syncing", "exporting"]).finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.lookAlike)) func selfTransition() throws {
        try path("onboarding", ["done", "done", "done"]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func undeclared() throws { try path("mine", ["a", "b", "c", "a"]).isQuiet() }

    @Test(.tags(.lookAlike)) func statesOfTheAppsOwn() throws {
        try path("collaboration", ["off", "on", "off"]).isQuiet()
        // Known only later: what was found is taken back.
        try path("collaboration", ["idle", "scanning", "syncing", "paused"]).isQuiet()
    }

    // MARK: Declared machines

    private let door = machineDeclared(0, "door", initial: "shut", ["shut>open", "open>shut", "*>broken"])

    @Test(.tags(.positive)) func declared() throws {
        let verdict = try Story {
            door
            changed(1, "door", "shut", to: "open")
            changed(2, "door", "open", to: "broken")
            changed(3, "door", "broken", to: "open")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [3, 4])
        #expect(
            finding?.message.contains("shut > open > broken > open, and from broken it may go to nowhere")
                == true)
    }

    /// It stands at its initial state, so its first change is judged, too.
    @Test(.tags(.positive)) func declaredFromTheFirst() throws {
        try Story {
            door
            changed(1, "door", "shut", to: "locked")
            closed(60)
        }.then().finds(rule, .error, events: [1, 2])
    }

    @Test(.tags(.positive)) func ownDeclarationOfABuiltInName() throws {
        try Story {
            machineDeclared(0, "collaboration", initial: "idle", ["idle>syncing", "syncing>gone"])
            changed(1, "collaboration", "idle", to: "syncing")
            changed(2, "collaboration", "syncing", to: "gone")
            changed(3, "collaboration", "gone", to: "idle")
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
    }

    /// Names longer than what is kept of a text are still the same names.
    @Test(.tags(.lookAlike)) func longNames() throws {
        let long = String(repeating: "a very long state ", count: 20)
        try Story {
            machineDeclared(0, "door", initial: "shut", ["shut>\(long)", "\(long)>shut"])
            changed(1, "door", "shut", to: long)
            changed(2, "door", long, to: "shut")
            closed(60)
        }.then().isQuiet()
    }

    /// It did not come from where it stood, so what brought it there proves nothing.
    @Test(.tags(.positive)) func fromElsewhere() throws {
        let verdict = try Story {
            changed(1, "collaboration", "idle", to: "scanning")
            changed(2, "collaboration", "exporting", to: "syncing")
            closed(60)
        }.then()
        verdict.finds(rule, .error, events: [2])
        verdict.findsOnly(rule, "broken-trace")
    }

    // MARK: Whose, and how often

    @Test(.tags(.positive)) func eachEdgeIsOneFinding() throws {
        let verdict = try path(
            "onboarding",
            ["done", "onboarding", "loadingAR", "done", "loadingAR", "done", "done", "loadingAR"])
        verdict.finds(rule, .error, events: [3, 4], count: 2)
        try path(
            "onboardingChoice", ["noWand", "undecided", "noWand", "undecided", "summonWand", "undecided"]
        )
        .finds(rule, each: [[3, 4], [5, 6]])
    }

    @Test(.tags(.twoSessions)) func ofASessionOrOfTheDevice() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "loadingAR", to: "done").of(session: "one")
            changed(3, "onboarding", "loadingAR", to: "done").of(session: "two")
            changed(4, "onboarding", "done", to: "loadingAR").of(session: "one")
            changed(5, "onboarding", "loadingAR", to: "done").of(session: "one")
            closed(60)
        }.then().finds(rule, .error, events: [4, 5], session: "one")
    }

    @Test(.tags(.gap)) func gapAndRecordings() throws {
        for boundary in [gap(1.5), opened(1.5)] {
            try Story {
                opened()
                changed(1, "collaboration", "idle", to: "scanning")
                boundary
                changed(2, "collaboration", "scanning", to: "syncing")
                closed(60)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "loadingAR")
            changed(2, "onboarding", "loadingAR", to: "done")
        }.then().finds(rule, .error, events: [1, 2])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        // The way of one device's machine begins where the other's does not stand.
        try Story {
            changed(1, "collaboration", "idle", to: "scanning").with("device", "A")
            changed(2, "collaboration", "scanning", to: "syncing").with("device", "B")
        }.then().isQuiet()
        try Story {
            for device in ["A", "B"] {
                changed(1, "collaboration", "idle", to: "scanning").with("device", .text(device))
                changed(2, "collaboration", "scanning", to: "syncing").with("device", .text(device))
            }
        }.then().finds(rule, each: [[1, 2], [3, 4]])
    }
}

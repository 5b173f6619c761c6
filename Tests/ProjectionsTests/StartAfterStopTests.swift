@testable import Projections
import TestSupport
import Testing

struct StartAfterStopTests {
    private let rule = "start-after-stop"
    private let machine = "objectTracking"

    private func path(_ states: String..., machine: String? = nil) -> Story {
        Story {
            opened()
            for (index, pair) in zip(states, states.dropFirst()).enumerated() {
                changed(Double(index + 1), machine ?? self.machine, pair.0, to: pair.1)
            }
            closed(60)
        }
    }

    @Test(.tags(.positive)) func awaitedLoadAfterStop() throws {
        let verdict = try path("idle", "loading", "stopped", "running").then()
        let finding = verdict.finds(rule, .error, events: [3, 4])
        #expect(finding?.message.contains("finished 1 s after Stop") == true)
        verdict.findsOnly(rule, "illegal-transition")
    }

    @Test(.tags(.positive)) func throughIdle() throws {
        try path("idle", "loading", "idle", "stopped", "running").then().finds(rule, .error, events: [3, 5])
        try path("idle", "loading", "idle", "running").then().finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.positive)) func whateverLiesBetween() throws {
        try path("idle", "loading", "stopped", "idle", "unsupported", "idle", "running").then()
            .finds(rule, .error, events: [3, 7])
    }

    @Test(.tags(.lookAlike)) func startAgain() throws {
        try path("idle", "loading", "stopped", "loading", "running").then().isQuiet()
        try path("idle", "loading", "running", "stopped", "loading", "running").then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func leftLoadingOtherwise() throws {
        try path("idle", "loading", "running", "stopped", "running").then().isQuiet(rule)
        try path("idle", "loading", "failed", "running").then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func stoppedWithoutLoading() throws {
        try path("idle", "stopped", "running").then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func neverRunning() throws {
        try path("idle", "loading", "stopped").then().isQuiet()
    }

    /// One machine is one finding.
    @Test(.tags(.positive)) func repeats() throws {
        try path(
            "idle", "loading", "stopped", "running", "stopped", "loading", "idle", "running"
        ).then().finds(rule, .error, events: [3, 4], count: 2)
    }

    /// Running once more is not the load's doing.
    @Test(.tags(.lookAlike)) func onlyTheFirstRunning() throws {
        try path("idle", "loading", "stopped", "running", "stopped", "running").then()
            .finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.positive)) func declaredMachine() throws {
        let story = Story {
            machineDeclared(
                0, "scan", initial: "idle",
                ["idle>loading", "loading>stopped", "loading>running", "stopped>running"])
            changed(1, "scan", "idle", to: "loading")
            changed(2, "scan", "loading", to: "stopped")
            changed(3, "scan", "stopped", to: "running")
            closed(60)
        }
        let verdict = try story.then()
        verdict.finds(rule, .error, events: [3, 4])
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func declaredWithoutTheseStates() throws {
        try Story {
            machineDeclared(0, "door", initial: "idle", ["idle>loading", "loading>idle", "idle>open"])
            changed(1, "door", "idle", to: "loading")
            changed(2, "door", "loading", to: "idle")
            changed(3, "door", "idle", to: "running")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func undeclaredOrForeign() throws {
        try path("idle", "loading", "stopped", "running", machine: "mine").then().isQuiet()
        // States of the app's own: another machine of that name, also where it is known only later.
        try path("parked", "idle", "loading", "stopped", "running").then().isQuiet()
        try path("idle", "loading", "stopped", "running", "parked").then().isQuiet()
    }

    @Test(.tags(.twoSessions)) func twoOwners() throws {
        try Story {
            changed(1, machine, "idle", to: "loading").of(session: "one")
            changed(1, machine, "idle", to: "loading")
            changed(2, machine, "loading", to: "stopped").of(session: "one")
            changed(3, machine, "loading", to: "running")
            changed(4, machine, "stopped", to: "loading").of(session: "one")
            changed(5, machine, "loading", to: "running").of(session: "one")
            closed(60)
        }.then().isQuiet()
        try Story {
            changed(1, machine, "idle", to: "loading").of(session: "one")
            changed(2, machine, "loading", to: "stopped").of(session: "one")
            changed(3, machine, "stopped", to: "running").of(session: "one")
            closed(60)
        }.then().finds(rule, .error, events: [2, 3], session: "one")
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try Story {
            changed(1, machine, "idle", to: "loading")
            changed(2, machine, "loading", to: "stopped")
            gap(2.5)
            changed(3, machine, "stopped", to: "running")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try Story {
            opened()
            changed(1, machine, "idle", to: "loading")
            changed(2, machine, "loading", to: "stopped")
            opened(3)
            changed(4, machine, "stopped", to: "running")
            closed(60)
        }.then().isQuiet()
    }

    /// The log begins while it is loading: that it left is told all the same.
    @Test(.tags(.positive)) func fromTheMiddle() throws {
        try path("loading", "stopped", "running").then().finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            changed(1, machine, "loading", to: "stopped")
            changed(2, machine, "stopped", to: "running")
        }.then().finds(rule, .error, events: [1, 2])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ last: StoryValue) -> Story {
            Story {
                changed(1, machine, "idle", to: "loading").with("device", "A")
                changed(2, machine, "loading", to: "stopped").with("device", "A")
                changed(2, machine, "loading", to: "running").with("device", "B")
                changed(3, machine, "stopped", to: "running").with("device", last)
            }
        }
        try story("B").then().isQuiet(rule)
        try story("A").then().finds(rule, .error, events: [2, 4])
    }

    /// It may be left for idle where there is no stopped, and the other way round; a machine with neither is no loader.
    @Test(.tags(.positive)) func declaredWithIdleAlone() throws {
        func story(_ end: String, _ edges: [String]) -> Story {
            Story {
                machineDeclared(0, "scan", initial: "loading", edges)
                changed(1, "scan", "loading", to: end)
                changed(2, "scan", end, to: "running")
                closed(60)
            }
        }
        try story("idle", ["loading>idle", "idle>running"]).then().finds(rule, .error, events: [2, 3])
        try story("stopped", ["loading>stopped", "stopped>running"]).then().finds(
            rule, .error, events: [2, 3])
        try story("parked", ["loading>parked", "parked>running"]).then().isQuiet(rule)
        // Without a way into running it is another machine, too.
        try story("idle", ["loading>idle", "idle>loading"]).then().isQuiet(rule)
    }
}

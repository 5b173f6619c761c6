import TestSupport
import Testing

@testable import Projections

struct BrokenTraceTests {
    private let rule = "broken-trace"

    @Test(.tags(.positive)) func fromElsewhere() throws {
        let verdict = try Story {
            opened()
            changed(0.1, "collaboration", "idle", to: "scanning")
            changed(3.1, "collaboration", "exporting", to: "waiting")
            closed(30)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(finding?.message.contains("was in scanning since 0.1 s (#2), but at 3.1 s (#3)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike)) func unbroken() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "onboarding", to: "onboarding")
            changed(3, "onboarding", "onboarding", to: "done")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func firstMention() throws {
        try Story {
            changed(1, "collaboration", "waiting", to: "syncing")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func declared() throws {
        let door = machineDeclared(0, "door", initial: "shut", ["shut>open", "open>shut"])
        try Story {
            door
            changed(1, "door", "open", to: "shut")
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2])
        // Declared again: it stands at its initial state again.
        try Story {
            door
            changed(1, "door", "shut", to: "open")
            machineDeclared(2, "door", initial: "shut", ["shut>open", "open>shut"])
            changed(3, "door", "shut", to: "open")
            closed(60)
        }.then().isQuiet()
    }

    /// Rotation repeats in each file what a reader needs to begin there.
    @Test(.tags(.lookAlike)) func declaredAgainInAFurtherSegment() throws {
        let door = { (t: Double) in machineDeclared(t, "door", initial: "shut", ["shut>open", "open>shut"]) }
        let story = Story {
            event(0, "log.opened", ["device": "A", "recording": "R", "segment": 1])
            door(0)
            changed(1, "door", "shut", to: "open")
            event(2, "log.opened", ["device": "A", "recording": "R", "segment": 2])
            door(2)
            changed(3, "door", "open", to: "shut")
        }
        try story.when { closed(60) }.then().isQuiet()
        try story.when {
            changed(4, "door", "open", to: "shut")
            closed(60)
        }.then().finds(rule, .warning, events: [6, 7])
    }

    @Test(.tags(.lookAlike)) func undeclaredOrForeign() throws {
        for machine in ["mine", "collaboration"] {
            try Story {
                changed(1, machine, "a", to: "b")
                changed(2, machine, "c", to: "d")
                closed(60)
            }.then().isQuiet()
        }
        // Foreign only later: what was found is taken back.
        try Story {
            changed(1, "collaboration", "idle", to: "scanning")
            changed(2, "collaboration", "exporting", to: "waiting")
            changed(3, "collaboration", "waiting", to: "parked")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func repeatsOfOneMachine() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "loadingAR", to: "onboarding")
            changed(3, "onboarding", "loadingAR", to: "onboarding")
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2], count: 2)
    }

    @Test(.tags(.positive)) func twoMachines() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(1, "collaboration", "idle", to: "scanning")
            changed(2, "collaboration", "exporting", to: "waiting")
            changed(3, "onboarding", "loadingAR", to: "onboarding")
            closed(60)
        }.then().finds(rule, each: [[2, 3], [1, 4]])
    }

    @Test(.tags(.twoSessions)) func sessionsAndDevice() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "loadingAR", to: "onboarding").of(session: "one")
            changed(3, "onboarding", "loadingAR", to: "onboarding").of(session: "two")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.gap)) func afterAGapOrInAnotherRecording() throws {
        for boundary in [gap(1.5), opened(1.5)] {
            try Story {
                opened()
                changed(1, "collaboration", "idle", to: "scanning")
                boundary
                changed(2, "collaboration", "exporting", to: "waiting")
                closed(30)
            }.then().isQuiet()
        }
    }

    /// A further segment of one recording goes on where the last one ended.
    @Test(.tags(.positive)) func nextSegment() throws {
        try Story {
            opened().with("recording", "R1").with("segment", 1)
            changed(1, "collaboration", "idle", to: "scanning")
            opened(1.5).with("recording", "R1").with("segment", 2)
            changed(2, "collaboration", "exporting", to: "waiting")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4])
    }

    @Test func notJudgedWithoutStates() throws {
        let verdict = try Story {
            opened()
            run(1)
            closed(60)
        }.then()
        #expect(verdict.notJudged[rule] == "no state events in this log")
        #expect(verdict.notJudged["double-run"] == nil)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding")
            changed(2, "onboarding", "loadingAR", to: "onboarding")
        }.then().finds(rule, .warning, events: [1, 2])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            changed(1, "onboarding", "loadingAR", to: "onboarding").with("device", "A")
            changed(2, "onboarding", "loadingAR", to: "onboarding").with("device", "B")
            changed(3, "onboarding", "onboarding", to: "done").with("device", "A")
        }.then().isQuiet()
        try Story {
            for device in ["A", "B"] {
                changed(1, "onboarding", "loadingAR", to: "onboarding").with("device", .text(device))
                changed(2, "onboarding", "loadingAR", to: "onboarding").with("device", .text(device))
            }
        }.then().finds(rule, each: [[1, 2], [3, 4]])
    }
}

@testable import Projections
import TestSupport
import Testing

struct CollaborationEnabledLateTests {
    private let rule = "collaboration-enabled-late"

    private func given(_ state: String = "connected", @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            opened()
            run(0.1, source: "start")
            tracking(1.6, "normal")
            peer(3, "B", state)
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive), arguments: ["connecting", "connected"])
    func switchedOnLate(_ state: String) throws {
        let verdict = try given(state) { run(4, collaboration: true) }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 4, 5])
        #expect(finding?.message.contains("switched on at 4 s (#5), 3.9 s after a run without it") == true)
        #expect(finding?.message.hasSuffix("was already there.") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func onOffOn() throws {
        try given {
            run(4, collaboration: true)
            run(10)
            run(20, collaboration: true)
        }.then().finds(rule, .warning, events: [2, 4, 5], count: 2)
    }

    @Test(.tags(.lookAlike), arguments: ["resetTracking", "removeExistingAnchors"])
    func withAReset(_ option: String) throws {
        try given { run(4, options: [option], collaboration: true) }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func withAMap() throws {
        try given { run(4, purpose: "join", collaboration: true, map: "M") }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func nobodyThere() throws {
        try given("notConnected") { run(4, collaboration: true) }.then().isQuiet()
        try Story {
            run(1)
            run(4, collaboration: true)
            peer(5, "B", "connected")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func thePeerLeft() throws {
        try given {
            peer(3.5, "B", "notConnected")
            run(4, collaboration: true)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func onFromTheStart() throws {
        try Story {
            run(1, collaboration: true)
            peer(3, "B", "connected")
            run(4, source: "foreground", collaboration: true)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try Story {
            run(1, nil)
            peer(3, "B", "connected")
            run(4, collaboration: true)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            run(1)
            peer(3, "B", "connected")
            run(6, collaboration: true)
            frame(9)
        }.then().finds(rule, .warning, events: [1, 2, 3])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3.5)
            run(4, collaboration: true)
        }.then().isQuiet(rule)
        // Who is there, and what ran, was told anew.
        try given {
            gap(3.5)
            run(4)
            peer(5, "B", "connected")
            run(7, collaboration: true)
        }.then().finds(rule, .warning, events: [6, 7, 8])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given { run(4, collaboration: true).of(session: "other") }.then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1).with("device", "A")
            peer(3, "B", "connected").with("device", "C")
            run(6, collaboration: true).with("device", "A")
            run(7).with("device", "C")
            closed(60).with("device", "A")
            closed(60).with("device", "C")
        }.then().isQuiet()
    }

    /// A run that leaves it off switches nothing on.
    @Test(.tags(.lookAlike)) func staysOff() throws {
        try given { run(4, source: "foreground", collaboration: false) }.then().isQuiet(rule)
    }
}

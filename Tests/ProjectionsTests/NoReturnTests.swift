@testable import Projections
import TestSupport
import Testing

struct NoReturnTests {
    private let rule = "no-return"

    /// In `state` from 3 s (#5), mapped (#6); the peer lost at 10 s (#7) and back at 15 s (#8).
    private func given(
        _ state: String = "waiting", mapped: String = "mapped", @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story {
            together()
            changed(3, "collaboration", "exporting", to: state)
            mapping(4, mapped)
            peer(10, "B", "notConnected")
            peer(15, "B", "connected")
            lines()
        }
    }

    @Test(.tags(.positive), arguments: ["exporting", "waiting", "scanning"])
    func standsWhereItStood(_ state: String) throws {
        let verdict = try given(state) {
            frame(40)
            frame(46)
            closed(90)
        }.then()
        let finding = verdict.finds(rule, .error, events: [5, 7, 8, 10])
        #expect(
            finding?.message.contains("was lost at 10 s (#7) and is connected again since 15 s (#8)") == true
                && finding?.message.contains("in the same \(state) 31 s later; default limit 30 s") == true)
        // No wait of an answer or a map is that long; a scan may be.
        if state == "scanning" { verdict.findsOnly(rule) } else { verdict.findsOnly(rule, "state-stuck") }
    }

    @Test(.tags(.lookAlike), arguments: ["syncing", "idle"])
    func otherStates(_ state: String) throws { try given(state) { frame(90) }.then().isQuiet() }

    @Test(.tags(.limit), arguments: [(44.999, false), (45, true), (50, true)])
    func wentOn(_ t: Double, _ isLate: Bool) throws {
        let verdict = try given {
            changed(t, "collaboration", "waiting", to: "scanning")
            frame(90)
        }.then()
        if isLate { verdict.finds(rule, .error, events: [5, 7, 8, 9]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherDeadline() throws {
        let story = given {
            changed(50, "collaboration", "waiting", to: "scanning")
            frame(90)
        }
        try story.then(["noReturn.deadline": 35]).finds(rule)
        try story.then(["noReturn.deadline": 35.1]).isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func beganAnewMeanwhile() throws {
        // While the peer was gone.
        try Story {
            together()
            changed(3, "collaboration", "exporting", to: "waiting")
            peer(10, "B", "notConnected")
            changed(11, "collaboration", "waiting", to: "scanning")
            peer(15, "B", "connected")
            frame(90)
        }.then().isQuiet()
        // The same state once more is another visit of it.
        try given {
            changed(20, "collaboration", "waiting", to: "scanning")
            changed(21, "collaboration", "scanning", to: "exporting")
            changed(22, "collaboration", "exporting", to: "waiting")
            frame(51)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func notMappedYet() throws {
        try given("scanning", mapped: "extending") { frame(90) }.then().isQuiet(rule)
        try given("scanning", mapped: "extending") {
            mapping(20, "mapped")
            frame(90)
        }.then().isQuiet()
        try given("scanning") {
            mapping(20, "limited")
            frame(90)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func anotherIsStillThere() throws {
        try Story {
            together()
            peer(2.5, "C", "connected")
            changed(3, "collaboration", "exporting", to: "waiting")
            peer(10, "B", "notConnected")
            peer(15, "B", "connected")
            frame(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func lostAgain() throws {
        try given {
            peer(30, "B", "notConnected")
            frame(90)
        }.then().isQuiet()
        // Each loss counts from its own return.
        try given {
            peer(30, "B", "connecting")
            peer(35, "B", "connected")
            frame(64)
            frame(66)
        }.then().finds(rule, .error, events: [5, 9, 10, 12])
    }

    @Test(.tags(.lookAlike)) func neverBack() throws {
        try Story {
            together()
            changed(3, "collaboration", "exporting", to: "waiting")
            peer(10, "B", "notConnected")
            peer(15, "C", "connected")
            frame(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            app(20, "background")
            frame(50)
            app(60, "active")
            changed(80, "collaboration", "waiting", to: "scanning")
            frame(90)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(44.999, false), (45.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given { frame(end) }.then()
        if isLate { verdict.finds(rule, .error, events: [5, 7, 8, 9]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(20)
            frame(90)
        }.then().isQuiet(rule)
        try Story {
            together()
            changed(3, "collaboration", "exporting", to: "waiting")
            peer(10, "B", "notConnected")
            gap(12)
            peer(15, "B", "connected")
            frame(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        // The machine of a session that nobody collaborates in is no concern of the peers.
        try Story {
            together()
            changed(3, "collaboration", "exporting", to: "waiting").of(session: "other")
            peer(10, "B", "notConnected")
            peer(15, "B", "connected")
            frame(90)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            peer(2, "B", "connected").with("device", "A")
            changed(3, "collaboration", "exporting", to: "waiting").with("device", "A")
            peer(10, "B", "notConnected").with("device", "A")
            peer(15, "B", "connected").with("device", "C")
            frame(90).with("device", "A")
            frame(90).with("device", "C")
        }.then().isQuiet(rule)
    }
}

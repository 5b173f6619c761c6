import TestSupport
import Testing

@testable import Projections

struct LogCutTests {
    private let rule = "log-cut"

    @Test(.tags(.positive)) func cut() throws {
        let verdict = try Story {
            opened()
            run(1, source: "start-button")
            tracking(2.6, "normal")
            anchorAdded(3, "A1")
            samples(4, 8, fps: 60)
            anchorUpdated(9, "A1")
        }.then()
        let finding = verdict.finds(rule, .info, events: [2, 3, 4, 10])
        #expect(
            finding?.message
                == "The log breaks off at 9 s (#10) and was never closed; before that it told session.run at 1 s (#2), "
                + "camera.trackingStateChanged at 2.6 s (#3) and anchor.added at 3 s (#4).")
        verdict.findsOnly(rule)
    }

    /// Of those that tell something, the last five; what comes many times a second is left out.
    @Test(.tags(.positive)) func theLastEvents() throws {
        try Story {
            opened()
            for second in 1...9 { userAction(Double(second)) }
            for packet in 0..<20 {
                event(10 + Double(packet) / 10, "collaboration.dataSent", ["packet": .text("p\(packet)")])
            }
        }.then().finds(rule, .info, events: [6, 7, 8, 9, 10, 30])
    }

    @Test(.tags(.positive)) func nothingElseTold() throws {
        let finding = try Story { opened() }.then().finds(rule, .info, events: [1])
        #expect(finding?.message == "The log breaks off at 0 s (#1) and was never closed.")
    }

    // MARK: Look-alikes

    @Test(.tags(.lookAlike), arguments: ["normal", "terminated"]) func closed(_ reason: String) throws {
        try Story {
            opened()
            frame(1)
            TestSupport.closed(2, reason: reason)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func inTheBackground() throws {
        func story(_ phases: [String]) -> Story {
            Story {
                opened()
                for (index, phase) in phases.enumerated() { app(Double(index), phase) }
                frame(9)
            }
        }
        try story(["background"]).then().isQuiet(rule)
        try story(["background", "terminated"]).then().isQuiet(rule)
        // Inactive is not the background, and who came back is not there any more.
        for phases in [["inactive"], ["background", "inactive"], ["background", "active"], ["terminated"]] {
            try story(phases).then().finds(rule, .info)
        }
    }

    /// A piece of a log, which does not tell where it was opened, need not tell where it was closed.
    @Test(.tags(.lookAlike)) func aPiece() throws {
        try Story {
            run(1)
            frame(60)
        }.then().isQuiet(rule)
    }

    // MARK: Recordings

    @Test(.tags(.logEnd)) func segments() throws {
        func segment(_ t: Double, _ number: Int64) -> StoryLine {
            opened(t).with("recording", "R1").with("segment", .integer(number))
        }
        try Story {
            segment(0, 1)
            frame(1)
            segment(2, 2)
            frame(3)
            TestSupport.closed(4)
        }.then().isQuiet(rule)
        try Story {
            segment(0, 1)
            TestSupport.closed(1)
            segment(2, 2)
            frame(3)
        }.then().finds(rule, .info, events: [2, 4])
    }

    @Test(.tags(.logEnd)) func eachRecording() throws {
        try Story {
            opened()
            frame(1)
            opened(2)
            frame(3)
            TestSupport.closed(4)
            opened(5)
        }.then().finds(rule, each: [[2], [6]])
    }

    @Test(.tags(.twoSessions)) func twoSessionsAreOneLog() throws {
        let finding = try Story {
            opened()
            run(1)
            run(2).of(session: "other")
        }.then().finds(rule, .info, events: [2, 3])
        #expect(
            finding?.message
                == "The log breaks off with session.run at 2 s (#3) and was never closed; before that it told "
                + "session.run at 1 s (#2).")
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            frame(1).with("device", "A")
            frame(2).with("device", "B")
            TestSupport.closed(3).with("device", "A")
        }.then().finds(rule, .info, events: [4])
    }

    @Test(.tags(.gap)) func afterAGap() throws {
        try Story {
            opened()
            gap(1)
            frame(2)
        }.then().finds(rule, .info, events: [2, 3])
    }
}

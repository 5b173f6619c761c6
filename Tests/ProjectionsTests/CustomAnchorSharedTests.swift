@testable import Projections
import TestSupport
import Testing

struct CustomAnchorSharedTests {
    private let rule = "custom-anchor-shared"

    private func asked(_ t: Double, _ anchor: String, kind: StoryValue? = "custom") -> StoryLine {
        StoryLine(t, "anchor.addRequested", [("anchor", .text(anchor)), ("kind", kind)])
    }

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func askedFor() throws {
        let verdict = try given {
            asked(5, "A1")
            anchorAdded(5.1, "A1", "custom", origin: "app")
        }.then()
        let finding = verdict.finds(rule, .warning, events: [5])
        #expect(finding?.message.contains("of a custom class was added at 5 s (#5) with peer") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func addedWithoutARequest() throws {
        try given { anchorAdded(5, "A1", "custom", origin: "app") }.then().finds(rule, .warning, events: [5])
        // The request did not tell the kind.
        try given {
            asked(5, "A1", kind: nil)
            anchorAdded(5.1, "A1", "custom", origin: "app")
        }.then().finds(rule, .warning, events: [6])
    }

    @Test(.tags(.positive)) func aLogIsOneFinding() throws {
        try given {
            asked(5, "A1")
            anchorAdded(5.1, "A1", "custom", origin: "app")
            asked(6, "A2")
            anchorAdded(6.1, "A2", "custom", origin: "app")
        }.then().finds(rule, .warning, events: [5], count: 2)
    }

    @Test(.tags(.lookAlike)) func plainOnes() throws {
        try given {
            asked(5, "A1", kind: "anchor")
            anchorAdded(5.1, "A1", "anchor", origin: "app")
            asked(6, "A2", kind: nil)
            anchorAdded(6.1, "A2", nil, origin: "app")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["worldMap", "remote", nil])
    func otherOrigins(_ origin: String?) throws {
        try given { anchorAdded(5, "A1", "custom", origin: origin) }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func nobodyThere() throws {
        try Story {
            run(1, collaboration: true)
            asked(5, "A1")
            peer(6, "B", "connecting")
            asked(7, "A2")
            closed(60)
        }.then().isQuiet()
        try given {
            peer(4, "B", "notConnected")
            asked(5, "A1")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func withoutCollaboration() throws {
        try given {
            run(4)
            asked(5, "A1")
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            together()
            asked(5, "A1")
        }.then().finds(rule, .warning, events: [5])
    }

    @Test(.tags(.gap)) func gapBefore() throws {
        try given {
            gap(4)
            asked(5, "A1")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given { asked(5, "A1").of(session: "other") }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            peer(2, "B", "connected").with("device", "C")
            asked(5, "A1").with("device", "A")
        }.then().isQuiet()
    }
}

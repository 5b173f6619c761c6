@testable import Projections
import TestSupport
import Testing

struct QualityUnseenTests {
    private let rule = "quality-unseen"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
            closed(60)
        }
    }

    /// In a log without anchor events nothing follows from their silence.
    private let anAnchor = anchorAdded(3, "A1", "plane")

    @Test(.tags(.positive)) func promised() throws {
        let verdict = try given {
            anAnchor
            quality(5, "aligned")
            anchorAdded(9, "P", "participant")
        }.then()
        let finding = verdict.finds(rule, .info, events: [2, 6])
        #expect(finding?.message.contains("aligned at 5 s (#6), and no participant anchor had come") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func aLogIsOneFinding() throws {
        try given {
            anAnchor
            quality(5, "aligned")
            quality(6, "aligning")
            quality(7, "aligned")
        }.then().finds(rule, .info, events: [2, 6], count: 2)
    }

    @Test(.tags(.lookAlike)) func seen() throws {
        try given {
            anchorAdded(4, "P", "participant")
            quality(5, "aligned")
        }.then().isQuiet()
        try given {
            anchorAdded(4, "P", "participant")
            anchorRemoved(4.5, "P")
            quality(5, "aligned")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["aligning", "roughlyAligned"])
    func others(_ name: String) throws {
        try given {
            anAnchor
            quality(5, name)
        }.then().isQuiet()
    }

    /// What came before the log began nobody told.
    @Test(.tags(.lookAlike)) func fromTheMiddle() throws {
        try Story {
            anAnchor
            quality(5, "aligned")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            together()
            anAnchor
            quality(5, "aligned")
        }.then().finds(rule, .info, events: [2, 6])
    }

    @Test(.tags(.gap)) func gapBefore() throws {
        try given {
            anAnchor
            gap(4)
            quality(5, "aligned")
        }.then().isQuiet(rule)
        // A world that begins after it is told from its beginning.
        try given {
            anAnchor
            gap(4)
            run(4.5, options: ["resetTracking"], collaboration: true)
            quality(5, "aligned")
        }.then().finds(rule, .info, events: [7, 8])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        // Another session's participant is not of the world that is shared.
        try given {
            anchorAdded(4, "P", "participant").of(session: "other")
            quality(5, "aligned")
        }.then().finds(rule, .info, events: [2, 6])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            anchorAdded(3, "A1").with("device", "A")
            anchorAdded(4, "P", "participant").with("device", "C")
            quality(5, "aligned").with("device", "A")
        }.then().finds(rule, .info, events: [1, 4])
    }
}

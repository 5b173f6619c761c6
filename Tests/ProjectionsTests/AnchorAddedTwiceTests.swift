@testable import Projections
import TestSupport
import Testing

struct AnchorAddedTwiceTests {
    private let rule = "anchor-added-twice"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1)
            anchorAdded(2, "A1", "plane")
        }.when(lines)
    }

    @Test(.tags(.positive)) func twice() throws {
        let verdict = try given {
            anchorAdded(2.01, "A1", "plane")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(finding?.message.contains("was added at 1 s (#2) and again at 1.01 s (#3)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func anAnchorIsOneFinding() throws {
        try given {
            anchorAdded(3, "A1", "plane")
            anchorAdded(9, "A1", "plane")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3], count: 2)
    }

    /// A run that keeps the anchors keeps the epoch.
    @Test(.tags(.positive)) func aPlainRunBetween() throws {
        try given {
            run(5)
            anchorAdded(6, "A1", "plane")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4])
    }

    @Test(.tags(.lookAlike), arguments: ["resetTracking", "removeExistingAnchors"])
    func aNewEpoch(_ option: String) throws {
        try given {
            run(5, options: [option])
            anchorAdded(6, "A1", "plane")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func aNewEpochByAMap() throws {
        try given {
            run(5, map: "M1")
            anchorAdded(6, "A1", "plane")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func removedBetween() throws {
        try given {
            anchorRemoved(5, "A1")
            anchorAdded(6, "A1", "plane")
            closed(60)
        }.then().isQuiet()
    }

    /// Told by a node or an update first it was not added before.
    @Test(.tags(.lookAlike)) func fromTheMiddle() throws {
        try Story {
            run(1)
            anchorUpdated(2, "A1")
            nodeAttached(3, "N1", to: "A2", role: "debug")
            anchorAdded(4, "A1", "plane")
            anchorAdded(5, "A2", "plane")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { anchorAdded(2.01, "A1", "plane") }.then().finds(rule, .warning, events: [2, 3])
    }

    /// Its removal may be among what was lost.
    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(3)
            anchorAdded(4, "A1", "plane")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { anchorAdded(2.01, "A1", "plane") }
        try story.isApartBySession(rule, [2, 3], decisive: [2, 3])
        try story.isApartByDevice(rule, [2, 3], decisive: [2, 3])
    }
}

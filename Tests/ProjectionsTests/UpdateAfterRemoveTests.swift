@testable import Projections
import TestSupport
import Testing

struct UpdateAfterRemoveTests {
    private let rule = "update-after-remove"

    /// An anchor, event 1, that was removed at 9 s, event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            anchorAdded(1, "A1", "anchor")
            anchorRemoved(9, "A1")
        }.when(lines)
    }

    @Test(.tags(.positive)) func oneUpdate() throws {
        let verdict = try given {
            anchorUpdated(9.5, "A1")
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .info, events: [2, 3])
        #expect(finding?.message.contains("was removed at 8 s (#2) and updated at 8.5 s (#3)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func severalUpdates() throws {
        let finding = try given {
            anchorUpdated(9.2, "A1")
            anchorUpdated(9.4, "A1")
            anchorUpdated(9.6, "A1")
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4], count: 3)
        #expect(finding?.message.contains("updated 2 times since, at 8.4 s (#4) for the last time") == true)
    }

    /// Those in flight at the removal stay an info, however many they are.
    @Test(.tags(.limit), arguments: [(9.0999, false), (9.1, true), (9.2, true)])
    func grace(_ second: Double, _ isWarning: Bool) throws {
        try given {
            anchorUpdated(9.01, "A1")
            anchorUpdated(second, "A1")
            closed(60)
        }.then().finds(rule, isWarning ? .warning : .info, events: isWarning ? [2, 4] : [2, 3], count: 2)
    }

    @Test(.tags(.limit), arguments: [(69.0, true), (69.0001, false)])
    func window(_ update: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorUpdated(update, "A1")
            closed(90)
        }.then()
        if isLate { verdict.finds(rule, .info, events: [2, 3]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            anchorUpdated(9.2, "A1")
            anchorUpdated(9.4, "A1")
            anchorUpdated(9.6, "A1")
            closed(60)
        }
        try story.then(["updateAfterRemove.window": 0.1]).isQuiet()
        try story.then(["updateAfterRemove.updates": 3]).finds(rule, .warning, events: [2, 5], count: 3)
        try story.then(["updateAfterRemove.grace": 0.6]).finds(rule, .warning, events: [2, 5], count: 3)
        try story.then(["updateAfterRemove.grace": 0.7]).finds(rule, .info, events: [2, 3], count: 3)
        try story.then(["updateAfterRemove.updates": 1]).finds(rule, .warning, events: [2, 3], count: 3)
    }

    @Test(.tags(.lookAlike)) func addedAgain() throws {
        try given {
            anchorAdded(9.2, "A1", "anchor")
            anchorUpdated(9.5, "A1")
            anchorUpdated(9.8, "A1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func updatedBefore() throws {
        try Story {
            anchorAdded(1, "A1", "anchor")
            anchorUpdated(2, "A1")
            anchorUpdated(9, "A1")
            anchorRemoved(9, "A1")
            anchorAdded(10, "A2")
            anchorUpdated(11, "A2")
            closed(60)
        }.then().isQuiet()
    }

    /// Updates may still belong to the time before the run.
    @Test(.tags(.lookAlike)) func droppedByRun() throws {
        try Story {
            anchorAdded(1, "A1", "anchor")
            run(9, options: ["removeExistingAnchors"])
            anchorUpdated(9.5, "A1")
            anchorRemoved(9.6, "A1")
            anchorUpdated(9.8, "A1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aSecondRemoval() throws {
        try given {
            anchorUpdated(9.05, "A1")
            anchorAdded(12, "A1", "anchor")
            anchorRemoved(20, "A1")
            anchorUpdated(20.05, "A1")
            closed(60)
        }.then().finds(rule, .info, events: [2, 3], count: 2)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { anchorUpdated(9.5, "A1") }.then().finds(rule, .info, events: [2, 3])
    }

    /// It may have been added again among what was lost.
    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(9.2)
            anchorUpdated(9.5, "A1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { anchorUpdated(9.5, "A1") }
        try story.isApartBySession(rule, [2, 3], decisive: [2, 3])
        try story.isApartByDevice(rule, [2, 3], decisive: [2, 3])
    }
}

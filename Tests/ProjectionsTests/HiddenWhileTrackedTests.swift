@testable import Projections
import TestSupport
import Testing

struct HiddenWhileTrackedTests {
    private let rule = "hidden-while-tracked"

    /// An object O1, event 1, its model, event 2; lost and hidden, events 3 and 4.
    private func given(_ kind: String = "object", @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            anchorAdded(1, "O1", kind)
            nodeAttached(2, "N1", to: "O1", key: "pump")
            anchorUpdated(5, "O1", isTracked: false)
            nodeShown(5.1, "N1", false)
        }.when(lines)
    }

    @Test(.tags(.positive)) func foundAndStillHidden() throws {
        let verdict = try given {
            anchorUpdated(7, "O1", isTracked: true)
            frame(9.5)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 5, 6])
        #expect(finding?.message.contains("(object) is tracked since 6 s (#5)") == true)
        #expect(finding?.message.contains("(pump) was still hidden at 8.5 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func hiddenWhileTrackedAllAlong() throws {
        try Story {
            anchorAdded(1, "O1", "image")
            nodeAttached(2, "N1", to: "O1", key: "pump")
            nodeShown(3, "N1", false)
            frame(5)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3, 4])
    }

    /// The only visible node goes: the rest is hidden.
    @Test(.tags(.positive)) func theLastVisibleGoes() throws {
        try given {
            nodeAttached(6, "N2", to: "O1", key: "arrow")
            anchorUpdated(7, "O1", isTracked: true)
            nodeDetached(20, "N2")
            frame(22)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 6, 7, 8])
    }

    @Test(.tags(.lookAlike)) func oneOfSeveral() throws {
        try given {
            nodeAttached(6, "N2", to: "O1", key: "arrow")
            anchorUpdated(7, "O1", isTracked: true)
            closed(20)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func nothingOnIt() throws {
        try given {
            nodeDetached(6, "N1")
            anchorUpdated(7, "O1", isTracked: true)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["anchor", "plane", "participant"])
    func otherKinds(_ kind: String) throws {
        try given(kind) {
            anchorUpdated(7, "O1", isTracked: true)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.limit), arguments: [(8.9999, false), (9.0, true), (9.1, true)])
    func grace(_ shown: Double, _ isLate: Bool) throws {
        for ending in [
            nodeShown(shown, "N1", true), nodeDetached(shown, "N1"),
            anchorUpdated(shown, "O1", isTracked: false),
            nodeAttached(shown, "N2", to: "O1", key: "arrow"),
        ] {
            let verdict = try given {
                anchorUpdated(7, "O1", isTracked: true)
                ending
                closed(shown + 0.5)
            }.then()
            if isLate { verdict.finds(rule, .warning, events: [2, 5, 6]) } else { verdict.isQuiet(rule) }
        }
    }

    @Test(.tags(.limit)) func otherGrace() throws {
        let story = given {
            anchorUpdated(7, "O1", isTracked: true)
            nodeShown(10, "N1", true)
            closed(20)
        }
        try story.then(["hiddenWhileTracked.grace": 3.1]).isQuiet()
        try story.then(["hiddenWhileTracked.grace": 3]).finds(rule, events: [2, 5, 6])
    }

    @Test(.tags(.logEnd), arguments: [(8.9999, false), (9.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorUpdated(7, "O1", isTracked: true)
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [2, 5, 6]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gaps() throws {
        try given {
            gap(6)
            anchorUpdated(7, "O1", isTracked: true)
            closed(60)
        }.then().isQuiet()
        try given {
            anchorUpdated(7, "O1", isTracked: true)
            gap(8)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given {
            anchorUpdated(7, "O1", isTracked: true)
            frame(9.5)
        }
        try story.isApartBySession(rule, [2, 5, 6], decisive: [2, 4, 5], isDeadline: true)
        try story.isApartByDevice(rule, [2, 5, 6], decisive: [2, 4, 5, 6])
    }
}

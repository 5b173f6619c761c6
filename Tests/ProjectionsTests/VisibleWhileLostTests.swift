@testable import Projections
import TestSupport
import Testing

struct VisibleWhileLostTests {
    private let rule = "visible-while-lost"

    /// An object O1, event 1, and its model, event 2.
    private func given(_ kind: String = "object", @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            anchorAdded(1, "O1", kind)
            nodeAttached(2, "N1", to: "O1", key: "pump")
        }.when(lines)
    }

    @Test(.tags(.positive)) func lostAndStillVisible() throws {
        let verdict = try given {
            anchorUpdated(7, "O1", isTracked: false)
            frame(9.5)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3, 4])
        #expect(finding?.message.contains("(object) is not tracked since 6 s (#3)") == true)
        #expect(finding?.message.contains("(pump) was still visible at 8.5 s") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive), arguments: ["object", "image", "face", "body"])
    func kindsThatAreTracked(_ kind: String) throws {
        try given(kind) {
            anchorUpdated(7, "O1", isTracked: false)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 4])
    }

    @Test(.tags(.lookAlike), arguments: ["anchor", "plane", "participant", "geo"])
    func kindsThatAreNot(_ kind: String) throws {
        try given(kind) {
            anchorUpdated(7, "O1", isTracked: false)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// Added again, and not tracked, with what the app kept on it.
    @Test(.tags(.positive)) func addedAgainWithItsNode() throws {
        try given {
            anchorRemoved(3, "O1")
            anchorAdded(3.2, "O1", "object", isTracked: false)
            frame(5.5)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4, 5])
    }

    /// Attached, or shown, to what is lost already.
    @Test(.tags(.positive)) func shownLater() throws {
        try Story {
            anchorAdded(1, "O1", "image", isTracked: false)
            nodeAttached(5, "N1", to: "O1", key: "pump")
            frame(7)
            closed(60)
        }.then().finds(rule, .warning, events: [1, 2, 3])
        try given {
            nodeShown(6, "N1", false)
            anchorUpdated(7, "O1", isTracked: false)
            nodeShown(20, "N1", true)
            frame(22)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4, 5, 6])
    }

    @Test(.tags(.limit), arguments: [(8.9999, false), (9.0, true), (9.1, true)])
    func grace(_ hidden: Double, _ isLate: Bool) throws {
        for ending in [
            nodeShown(hidden, "N1", false), nodeDetached(hidden, "N1"), anchorRemoved(hidden, "O1"),
        ] {
            let verdict = try given {
                anchorUpdated(7, "O1", isTracked: false)
                ending
                closed(hidden + 0.5)
            }.then()
            if isLate { verdict.finds(rule, .warning, events: [2, 3, 4]) } else { verdict.isQuiet(rule) }
        }
    }

    @Test(.tags(.limit)) func otherGrace() throws {
        let story = given {
            anchorUpdated(7, "O1", isTracked: false)
            nodeShown(10, "N1", false)
            closed(60)
        }
        try story.then(["lost.grace": 3.1]).isQuiet()
        let finding = try story.then(["lost.grace": 3]).finds(rule, events: [2, 3, 4])
        #expect(finding?.limit == UsedLimit(name: "lost.grace", value: 3, unit: "s"))
    }

    /// Each break begins the grace anew.
    @Test(.tags(.lookAlike)) func flicker() throws {
        try given {
            for turn in 0..<5 {
                anchorUpdated(7 + 2 * Double(turn), "O1", isTracked: false)
                anchorUpdated(8.9 + 2 * Double(turn), "O1", isTracked: true)
            }
            closed(60)
        }.then().isQuiet()
        try given {
            anchorUpdated(7, "O1", isTracked: false)
            nodeDetached(8.5, "N1")
            nodeAttached(8.6, "N1", to: "O1", key: "pump")
            nodeShown(10.5, "N1", false)
            closed(60)
        }.then().isQuiet()
    }

    /// Updates that do not tell leave it as it was.
    @Test(.tags(.positive)) func updatesThatDoNotTell() throws {
        try given {
            anchorUpdated(7, "O1", isTracked: false)
            anchorUpdated(8, "O1", at: .place(0, 0, 1))
            anchorUpdated(8.5, "O1", isTracked: false)
            frame(9)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 6])
    }

    @Test(.tags(.lookAlike)) func otherNodes() throws {
        for node in [
            nodeAttached(2, "N1", to: "O1", key: "pump", role: "overlay"),
            nodeAttached(2, "N1", to: "O1", key: "pump", role: "debug"), nodeAttached(2, "N1", key: "pump"),
        ] {
            try Story {
                anchorAdded(1, "O1", "object")
                node
                anchorUpdated(7, "O1", isTracked: false)
                closed(60)
            }.then().isQuiet()
        }
        try given {
            nodeAttached(3, "N2", below: "N1", key: "label")
            nodeShown(6.9, "N1", false)
            anchorUpdated(7, "O1", isTracked: false)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func twiceIsOneFinding() throws {
        try given {
            anchorUpdated(7, "O1", isTracked: false)
            frame(9)
            frame(30)
            anchorUpdated(31, "O1", isTracked: true)
            anchorUpdated(41, "O1", isTracked: false)
            frame(43)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 3, 4], count: 2)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            run(3)
            anchorUpdated(7, "O1", isTracked: false)
            interrupted(7.5)
            frame(20)
            resumed(30)
            nodeShown(31.4, "N1", false)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd), arguments: [(8.9999, false), (9.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorUpdated(7, "O1", isTracked: false)
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [2, 3, 4]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gaps() throws {
        for lost in [6.0, 8.0] {
            try given {
                if lost > 7 { anchorUpdated(7, "O1", isTracked: false) }
                gap(lost)
                if lost < 7 { anchorUpdated(7, "O1", isTracked: false) }
                nodeAttached(8.5, "N2", to: "O1", key: "pump")
                closed(60)
            }.then().isQuiet(rule)
        }
    }

    /// A log that begins in the middle does not tell of what kind the anchor is.
    @Test(.tags(.lookAlike)) func fromTheMiddle() throws {
        try Story {
            nodeAttached(2, "N1", to: "O1", key: "pump")
            anchorUpdated(7, "O1", isTracked: false)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given {
            anchorUpdated(7, "O1", isTracked: false)
            frame(9.5)
        }
        try story.isApartBySession(rule, [2, 3, 4], decisive: [1, 2, 3], isDeadline: true)
        try story.isApartByDevice(rule, [2, 3, 4], decisive: [1, 2, 3, 4])
    }
}

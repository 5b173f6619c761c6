@testable import Projections
import TestSupport
import Testing

/// The ways in which one thing is shown twice, in the letters of the catalogue; each with what lies just beside it.
struct DuplicateNodeTests {
    private let rule = "duplicate-node"

    /// A localized session with a chair N1 on anchor A1, events 1 to 4, at 0 to 3 s.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5, source: "mount")
            anchorAdded(2, "A1", "anchor", key: "chair", origin: "app", at: [0, -1, -1])
            nodeAttached(3, "N1", to: "A1", key: "chair")
        }.when {
            lines()
            frame(50)
            closed(60)
        }
    }

    // MARK: (a) two on one anchor

    @Test(.tags(.positive)) func oneAnchor() throws {
        let verdict = try given { nodeAttached(4, "N2", to: "A1", key: "chair") }.then()
        let finding = verdict.finds(rule, .error, events: [4, 5])
        #expect(finding?.message.contains("“chair” is shown twice at 4 s (#5)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func assetStandsInForAKey() throws {
        try Story {
            anchorAdded(1, "A1")
            nodeAttached(2, "N1", to: "A1", asset: "chair.usdz")
            nodeAttached(3, "N2", to: "A1", asset: "chair.usdz")
            frame(9)
        }.then().finds(rule, .error, events: [2, 3])
    }

    @Test(.tags(.positive)) func oneKeyAndAnUnknownAsset() throws {
        try given { nodeAttached(4, "N2", to: "A1", key: "chair", asset: "chair.usdz") }.then()
            .finds(rule, .error, events: [4, 5])
    }

    @Test(.tags(.positive)) func anAnchorThatWasNeverTold() throws {
        try Story {
            nodeAttached(2, "N1", to: "A1", key: "chair")
            nodeAttached(3, "N2", to: "A1", key: "chair")
            frame(9)
        }.then().finds(rule, .error, events: [1, 2])
    }

    // MARK: (b1) the old one's anchor is gone

    @Test(.tags(.positive)) func goneByRemoval() throws {
        try given {
            anchorRemoved(5, "A1")
            anchorAdded(5.2, "A2", "anchor", key: "chair")
            nodeAttached(5.3, "N2", to: "A2", key: "chair")
        }.then().finds(rule, .error, events: [4, 5, 7])
    }

    @Test(.tags(.positive)) func goneByRun() throws {
        let verdict = try given {
            run(12, options: ["resetTracking", "removeExistingAnchors"], source: "reset")
            anchorAdded(14, "A1", "anchor", key: "chair", origin: "remote")
            nodeAttached(14.1, "N2", to: "A1", key: "chair")
        }.then()
        let finding = verdict.finds(rule, .error, events: [4, 5, 7])
        #expect(finding?.message.contains("which was dropped by the run at 12 s (#5)") == true)
        verdict.findsOnly(rule, "node-outlives-anchor")
    }

    /// Wherever the new one is attached.
    @Test(.tags(.positive)) func goneAndANewOneUnderRoot() throws {
        try given {
            anchorRemoved(5, "A1")
            nodeAttached(5.3, "N2", key: "chair")
        }.then().finds(rule, .error, events: [4, 5, 6])
    }

    /// What went later than the second came is the matter of node-outlives-anchor.
    @Test(.tags(.lookAlike)) func goneLater() throws {
        let verdict = try given {
            anchorAdded(4, "A2", "anchor", key: "chair")
            nodeAttached(4.3, "N2", to: "A2", key: "chair")
            anchorRemoved(5, "A1")
            nodeShown(6, "N2", false)
            nodeShown(7, "N2", true)
        }.then()
        verdict.isQuiet(rule)
        verdict.findsOnly("node-outlives-anchor")
    }

    /// An anchor that was added again lives, and with it the node that the app kept.
    @Test(.tags(.lookAlike)) func addedAgain() throws {
        try given {
            anchorRemoved(5, "A1")
            anchorAdded(5.5, "A1", "anchor", key: "chair")
            anchorAdded(9, "A2", "anchor", key: "chair")
            nodeAttached(9.1, "N2", to: "A2", key: "chair")
        }.then().isQuiet()
    }

    /// After a run, too; that the app kept the old node over it is another matter.
    @Test(.tags(.lookAlike)) func addedAgainAfterARun() throws {
        let verdict = try given {
            run(5, options: ["removeExistingAnchors"])
            anchorAdded(5.5, "A1", "anchor", key: "chair")
            anchorAdded(9, "A2", "anchor", key: "chair")
            nodeAttached(9.1, "N2", to: "A2", key: "chair")
        }.then()
        verdict.findsOnly("node-outlives-anchor")
    }

    @Test(.tags(.positive)) func addedAgainWithASecondNode() throws {
        try given {
            anchorRemoved(5, "A1")
            anchorAdded(5.5, "A1", "anchor", key: "chair")
            nodeAttached(5.6, "N2", to: "A1", key: "chair")
        }.then().finds(rule, .error, events: [4, 7])
    }

    // MARK: (c) one remote anchor mapped to two of ours

    private func mapped(twiceBy last: StoryLine) -> Story {
        Story {
            anchorAdded(1, "A1", "anchor")
            anchorAdded(1, "A2", "anchor")
            remoteMapped(2, "R1", to: "A1")
            nodeAttached(3, "N1", to: "A1", key: "chair")
            nodeAttached(4, "N2", to: "A2", key: "table")
            last
            frame(9)
        }
    }

    @Test(.tags(.positive)) func mappedTwice() throws {
        let verdict = try mapped(twiceBy: remoteMapped(5, "R1", to: "A2")).then()
        verdict.finds(rule, .error, events: [4, 5, 6])
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func mappedTwiceBeforeTheSecondNode() throws {
        try Story {
            anchorAdded(1, "A1", "anchor")
            anchorAdded(1, "A2", "anchor")
            remoteMapped(2, "R1", to: "A1")
            remoteMapped(2.1, "R1", to: "A2")
            nodeAttached(3, "N1", to: "A1")
            nodeAttached(4, "N2", to: "A2")
            frame(9)
        }.then().finds(rule, .error, events: [5, 6])
    }

    @Test(.tags(.lookAlike)) func mappedToOneAnchorTwice() throws {
        try mapped(twiceBy: remoteMapped(5, "R1", to: "A1")).then().isQuiet()
        try mapped(twiceBy: remoteMapped(5, "R2", to: "A2")).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func mappedTwiceWithOneAnchorGone() throws {
        try mapped(twiceBy: anchorRemoved(4.5, "A1")).when {
            remoteMapped(10, "R1", to: "A2")
            frame(20)
        }.then().isQuiet(rule)
    }

    /// One of several nodes of an anchor is hidden; another shows.
    @Test(.tags(.positive)) func mappedTwiceWithAHiddenNodeBeside() throws {
        try mapped(twiceBy: nodeAttached(4.1, "N3", to: "A2", key: "stool")).when {
            nodeShown(9.5, "N3", false)
            remoteMapped(10, "R1", to: "A2")
            frame(20)
        }.then().finds(rule, .error, events: [4, 5, 9])
    }

    // MARK: (d) twice under the camera

    @Test(.tags(.positive)) func camera() throws {
        try given {
            nodeAttached(4, "W1", "camera", key: "wand")
            nodeAttached(9, "W2", "camera", key: "wand")
        }.then().finds(rule, .error, events: [5, 6])
        try given {
            nodeAttached(4, "W1", "camera", key: "wand")
            nodeDetached(8, "W1")
            nodeAttached(9, "W2", "camera", key: "wand")
        }.then().isQuiet()
    }

    // MARK: (e) twice under root in one place

    @Test(.tags(.limit), arguments: [(0.04, true), (0.05, true), (0.0502, false)])
    func root(_ apart: Double, _ isDouble: Bool) throws {
        for x in [0, 1, 4.2, -3] {
            let verdict = try given {
                nodeAttached(4, "N5", key: "lamp", at: .place(x, 0, -1))
                nodeAttached(9, "N6", key: "lamp", at: .place(x + apart, 0, -1))
            }.then()
            if isDouble { verdict.finds(rule, .error, events: [5, 6]) } else { verdict.isQuiet() }
        }
    }

    @Test(.tags(.lookAlike)) func rootWithoutPlaces() throws {
        try given {
            nodeAttached(4, "N5", key: "lamp", at: [0, 0, -1])
            nodeAttached(9, "N6", key: "lamp")
        }.then().isQuiet()
    }

    @Test(.tags(.limit)) func rootWithAnotherDistance() throws {
        let story = given {
            nodeAttached(4, "N5", key: "lamp", at: [0, 0, -1])
            nodeAttached(9, "N6", key: "lamp", at: [0.2, 0, -1])
        }
        try story.then().isQuiet()
        let finding = try story.then(["duplicate.distance": 0.25]).finds(rule, .error, events: [5, 6])
        #expect(finding?.limit == UsedLimit(name: "duplicate.distance", value: 0.25, unit: "m"))
    }
}

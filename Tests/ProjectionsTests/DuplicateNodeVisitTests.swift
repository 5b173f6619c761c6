@testable import Projections
import TestSupport
import Testing

/// Nodes that stand since an earlier visit (b2) or an earlier epoch (b3).
struct DuplicateNodeVisitTests {
    private let rule = "duplicate-node"

    /// A logo N1, event 4, then whatever begins a visit, then a logo N2.
    private func remount(
        _ attachment: String = "root", old: StoryValue? = nil, new: StoryValue? = nil,
        @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story.given {
            opened()
            run(0.1, source: "mount")
            tracking(1.8, "normal")
            nodeAttached(2, "N1", attachment, key: "logo", at: old)
        }.when {
            lines()
            nodeAttached(15, "N2", "root", key: "logo", at: new)
            frame(50)
            closed(60)
        }
    }

    // MARK: (b2) since an earlier visit

    @Test(.tags(.positive)) func pauseAndRun() throws {
        let verdict = try remount {
            paused(6)
            run(10, source: "mount")
        }.then()
        let finding = verdict.finds(rule, .error, events: [4, 6, 7])
        #expect(finding?.message.contains("before this visit began at 10 s (#6)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func failureAndRun() throws {
        try remount {
            failed(6)
            run(10, source: "mount")
        }.then().finds(rule, .error, events: [4, 6, 7])
    }

    @Test(.tags(.positive)) func viewAwayAndBack() throws {
        try remount {
            viewDisappeared(6)
            viewAppeared(9)
            run(10, source: "mount")
        }.then().finds(rule, .error, events: [4, 7, 8])
        try remount {
            viewDisappeared(6)
            run(9, source: "mount")
            viewAppeared(10)
        }.then().finds(rule, .error, events: [4, 6, 8])
    }

    /// The second logo came with the run; only then did the view come back and make the run a visit.
    @Test(.tags(.positive)) func viewBackAfterTheNode() throws {
        let verdict = try Story {
            opened()
            run(0.1, source: "mount")
            nodeAttached(2, "N1", key: "logo")
            viewDisappeared(6)
            run(9, source: "mount")
            nodeAttached(9.2, "N2", key: "logo")
            viewAppeared(9.4)
            closed(60)
        }.then()
        verdict.finds(rule, .error, events: [3, 5, 6, 7])
    }

    @Test(.tags(.positive)) func newEpoch() throws {
        try remount { run(10, options: ["resetTracking"], source: "reset") }.then()
            .finds(rule, .error, events: [4, 5, 6])
    }

    @Test(.tags(.lookAlike)) func noVisit() throws {
        try remount {}.then().isQuiet()
        try remount { run(10, source: "reconfigure", collaboration: true) }.then().isQuiet()
        try remount {
            interrupted(6)
            resumed(8)
            run(10, source: "mount")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func theUserAsked() throws {
        try remount {
            paused(6)
            run(10, source: "mount")
            userAction(12)
        }.then().isQuiet()
        try remount {
            paused(6)
            run(10, source: "mount")
            anchorRequested(12, "A7")
        }.then().isQuiet()
    }

    /// One place makes one thing only within a visit: later it is what the user asked for.
    @Test(.tags(.lookAlike)) func theUserAskedForTheSamePlace() throws {
        try remount(old: [0, 0, -1], new: [0, 0, -1]) {
            paused(6)
            run(10, source: "mount")
            userAction(12)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func theUserAskedBefore() throws {
        try remount {
            paused(6)
            userAction(9)
            anchorRequested(9, "A7")
            run(10, source: "mount")
        }.then().finds(rule, .error, events: [4, 8, 9])
    }

    @Test(.tags(.limit), arguments: [(0.05, true), (0.06, false)])
    func places(_ apart: Double, _ isDouble: Bool) throws {
        let verdict = try remount(old: [0, 0, -1], new: .place(apart, 0, -1)) {
            paused(6)
            run(10, source: "mount")
        }.then()
        if isDouble { verdict.finds(rule, .error, events: [4, 6, 7]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.positive)) func onePlaceOnly() throws {
        try remount(old: [0, 0, -1]) {
            paused(6)
            run(10, source: "mount")
        }.then().finds(rule, .error, events: [4, 6, 7])
    }

    /// The place of a node that moved is where it moved to; of one on an anchor without its own, the anchor's.
    @Test(.tags(.lookAlike)) func otherPlaces() throws {
        try remount(old: [0, 0, -1], new: [0, 0, -1]) {
            nodeMoved(3, "N1", to: [2, 0, -1])
            paused(6)
            run(10, source: "mount")
        }.then().isQuiet()
        try Story {
            run(0.1)
            nodeAttached(2, "N1", key: "logo", at: [0, 0, -1])
            paused(6)
            run(10)
            anchorAdded(11, "A1", at: [3, 0, 0])
            nodeAttached(12, "N2", to: "A1", key: "logo")
            frame(20)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func camera() throws {
        try remount("camera") {
            paused(6)
            run(10, source: "mount")
        }.then().finds(rule, .error, events: [4, 6, 7])
    }

    /// On an anchor that lives it is another chair.
    @Test(.tags(.lookAlike)) func anchorsLiveOn() throws {
        try Story {
            run(0.1)
            anchorAdded(1, "A1", key: "chair")
            nodeAttached(2, "N1", to: "A1", key: "chair")
            paused(6)
            run(10)
            anchorAdded(11, "A2", key: "chair")
            nodeAttached(12, "N2", to: "A2", key: "chair")
            frame(20)
        }.then().isQuiet()
    }

    // MARK: (b3) since an earlier epoch

    private func restored(
        origin: String?, options: [String] = ["resetTracking"], addedAt: Double = 12
    ) -> Story {
        Story {
            opened()
            run(0.1)
            anchorAdded(1, "A1", "image", key: "chair")
            nodeAttached(2, "N1", to: "A1", key: "chair")
            run(10, options: options, map: "M1")
            tracking(11, "normal")
            anchorAdded(addedAt, "A2", "anchor", key: "chair", origin: origin)
            nodeAttached(addedAt + 0.1, "N2", to: "A2", key: "chair")
            frame(50)
            closed(60)
        }
    }

    @Test(.tags(.positive)) func fromTheMap() throws {
        try restored(origin: "worldMap").then().finds(rule, .error, events: [4, 5, 8])
        // A map begins an epoch, whatever the options.
        try restored(origin: "worldMap", options: []).then().finds(rule, .error, events: [4, 5, 8])
    }

    @Test(.tags(.positive)) func fromAPeer() throws {
        let finding = try restored(origin: "remote").then().finds(rule, .error, events: [4, 5, 8])
        #expect(finding?.message.contains("came from a peer") == true)
    }

    @Test(.tags(.lookAlike)) func placedByTheUser() throws {
        try restored(origin: "app").then().isQuiet(rule)
    }

    /// Without an origin the map's are those that come until 5 s after the first normal.
    @Test(.tags(.limit), arguments: [(16.0, true), (16.001, false)])
    func withoutOrigin(_ added: Double, _ isDouble: Bool) throws {
        let verdict = try restored(origin: nil, addedAt: added).then()
        if isDouble { verdict.finds(rule, .error, events: [4, 5, 8]) } else { verdict.isQuiet(rule) }
    }

    @Test(.tags(.lookAlike)) func inOneEpoch() throws {
        try Story {
            run(0.1, map: "M1")
            anchorAdded(1, "A1", key: "chair", origin: "worldMap")
            nodeAttached(2, "N1", to: "A1", key: "chair")
            paused(3)
            run(4)
            anchorAdded(5, "A2", key: "chair", origin: "worldMap")
            nodeAttached(6, "N2", to: "A2", key: "chair")
            frame(20)
        }.then().isQuiet()
    }

    // MARK: Runs that were never told

    /// Behind a gap the next plain run need not be the first: what stands since the gap may be of its visit.
    @Test(.tags(.gap)) func behindAGap() throws {
        let story = Story {
            run(0.1)
            gap(1)
            nodeAttached(2, "N1", "root", key: "logo")
            run(3)
            nodeAttached(4, "N2", "root", key: "logo")
            frame(20)
            closed(60)
        }
        try story.then().isQuiet(rule)
    }

    /// The log begins in the middle of a visit.
    @Test(.tags(.lookAlike)) func beforeTheFirstToldRun() throws {
        try Story {
            nodeAttached(2, "N1", "root", key: "logo")
            run(3)
            nodeAttached(4, "N2", "root", key: "logo")
            frame(20)
            closed(60)
        }.then().isQuiet(rule)
    }

    /// A pause in an interruption: its end is never told, and deadlines run again from the next run on.
    @Test(.tags(.positive)) func afterAPauseInAnInterruption() throws {
        try Story {
            run(0.1)
            interrupted(1)
            paused(2)
            run(3)
            anchorAdded(4, "A1")
            nodeAttached(5, "N1", to: "A1", key: "chair")
            nodeAttached(6, "N2", to: "A1", key: "chair")
            frame(20)
            closed(60)
        }.then().finds(rule, .error, events: [6, 7])
    }

    /// However many others show the thing elsewhere.
    @Test func amongManyOfAKind() throws {
        let trees = (0..<1500).flatMap { index in
            [
                anchorAdded(1, "A\(index)", key: "tree"),
                nodeAttached(1, "N\(index)", to: "A\(index)", key: "tree"),
            ]
        }
        try Story {
            run(0.1)
            trees
            nodeAttached(5, "again", to: "A0", key: "tree")
            frame(20)
            closed(60)
        }.then().finds(rule, .error, events: [3, 3002])
    }

    /// A place that is told only later.
    @Test(.tags(.positive)) func placedLater() throws {
        try Story {
            run(0.1)
            nodeAttached(1, "N1", "root", key: "logo", at: [0, 0, -1])
            nodeAttached(2, "N2", "root", key: "logo")
            event(3, "node.moved", ["node": "N2", "position": [0, 0, -1]])
            frame(20)
            closed(60)
        }.then().finds(rule, .error, events: [2, 3, 4])
    }
}

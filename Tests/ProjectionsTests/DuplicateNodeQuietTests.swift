@testable import Projections
import TestSupport
import Testing

/// What looks like a duplicate and is none, and what a finding waits for.
struct DuplicateNodeQuietTests {
    private let rule = "duplicate-node"

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            run(0.5)
            anchorAdded(2, "A1", "anchor")
            nodeAttached(3, "N1", to: "A1", key: "chair", asset: "chair.usdz")
        }.when(lines)
    }

    private func second(
        _ key: String? = "chair", asset: String? = nil, role: String? = nil, to anchor: String = "A1"
    ) throws -> Verdict {
        try given {
            nodeAttached(4, "N2", to: anchor, key: key, asset: asset, role: role)
            closed(60)
        }.then()
    }

    @Test(.tags(.lookAlike)) func lookAlikes() throws {
        try second().finds(rule, .error, events: [4, 5])
        try second("label").isQuiet()
        try second(nil).isQuiet()
        try second(asset: "chair-legs.usdz").isQuiet()
        try second(role: "overlay").isQuiet()
        try second(role: "debug").isQuiet()
        try second(to: "A2").isQuiet()
    }

    @Test(.tags(.lookAlike)) func children() throws {
        try given {
            nodeAttached(4, "N2", below: "N1", key: "chair")
            nodeAttached(5, "N3", below: "N1", key: "chair")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func threeEqualChairs() throws {
        try given {
            for index in 2...4 {
                anchorAdded(Double(index) + 10, "A\(index)", "anchor")
                nodeAttached(Double(index) + 10.1, "N\(index)", to: "A\(index)", key: "chair")
            }
            closed(60)
        }.then().isQuiet()
    }

    // MARK: The exchange

    @Test(.tags(.limit), arguments: [(4.5, false), (4.5001, true)])
    func swap(_ gone: Double, _ isDouble: Bool) throws {
        for end in [
            nodeDetached(gone, "N1"), nodeDetached(gone, "N2"), nodeShown(gone, "N1", false),
            nodeShown(gone, "N2", false),
        ] {
            let verdict = try given {
                nodeAttached(4, "N2", to: "A1", key: "chair")
                end
                closed(60)
            }.then()
            if isDouble { verdict.finds(rule, .error, events: [4, 5]) } else { verdict.isQuiet() }
        }
    }

    @Test(.tags(.limit)) func otherSwap() throws {
        let story = given {
            nodeAttached(4, "N2", to: "A1", key: "chair")
            nodeDetached(4.9, "N1")
            closed(60)
        }
        try story.then().finds(rule)
        try story.then(["duplicate.swap": 1]).isQuiet()
    }

    /// The log goes on for half a second, or nothing is concluded.
    @Test(.tags(.logEnd), arguments: [(4.4999, false), (4.5, true), (4.6, true)])
    func theLogsEnd(_ end: Double, _ isDouble: Bool) throws {
        for last in [frame(end), closed(end)] {
            let verdict = try given {
                nodeAttached(4, "N2", to: "A1", key: "chair")
                last
            }.then()
            if isDouble { verdict.finds(rule, .error, events: [4, 5]) } else { verdict.isQuiet(rule) }
        }
    }

    @Test(.tags(.gap)) func gapWhileItWaits() throws {
        try given {
            nodeAttached(4, "N2", to: "A1", key: "chair")
            gap(4.3)
            closed(60)
        }.then().isQuiet()
        // The gap lies before the event that tells of it.
        try given {
            nodeAttached(4, "N2", to: "A1", key: "chair")
            gap(8)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBeforeTheSecond() throws {
        try given {
            gap(3.5)
            nodeAttached(4, "N2", to: "A1", key: "chair")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        let ways: [(StoryLine, StoryLine)] = [
            (app(4.2, "background"), app(20, "active")), (app(4.2, "inactive"), app(20, "active")),
            (interrupted(4.2), resumed(20)), (paused(4.2), run(20)), (failed(4.2), run(20)),
        ]
        for (away, back) in ways {
            let story = given {
                nodeAttached(4, "N2", to: "A1", key: "chair")
                away
                frame(19)
                back
            }
            // 0.2 s before, 0.3 s after.
            try story.when {
                nodeDetached(20.3, "N1")
                closed(60)
            }.then().isQuiet(rule)
            try story.when {
                nodeDetached(20.31, "N1")
                closed(60)
            }.then().finds(rule, .error, events: [4, 5])
        }
    }

    // MARK: Hidden and shown

    @Test(.tags(.lookAlike)) func hidden() throws {
        try given {
            nodeShown(3.5, "N1", false)
            nodeAttached(4, "N2", to: "A1", key: "chair")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func shownAgain() throws {
        try given {
            nodeShown(3.5, "N1", false)
            nodeAttached(4, "N2", to: "A1", key: "chair")
            nodeShown(9, "N1", true)
            closed(60)
        }.then().finds(rule, .error, events: [4, 6, 7])
    }

    // MARK: Whose, and how often

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            nodeAttached(4, "N2", to: "A1", key: "chair").of(session: "other")
            nodeAttached(5, "N3", to: "A1", key: "chair").of(session: "other")
            closed(60)
        }.then().finds(rule, .error, events: [5, 6], session: "other")
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws {
        try given {
            opened(3.5)
            nodeAttached(4, "N2", to: "A1", key: "chair")
            closed(60)
        }.then().isQuiet()
        // What the first one waited for nobody sees any more.
        try given {
            nodeAttached(4, "N2", to: "A1", key: "chair")
            opened(30)
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func repeatsOnOnePlace() throws {
        let finding = try given {
            nodeAttached(4, "N2", to: "A1", key: "chair")
            nodeAttached(6, "N3", to: "A1", key: "chair")
            nodeAttached(8, "N4", to: "A1", key: "chair")
            closed(60)
        }.then().finds(rule, .error, events: [4, 5], count: 3)
        #expect(finding?.mark.number == 5)
    }

    @Test(.tags(.positive)) func twoThings() throws {
        try given {
            nodeAttached(4, "L1", to: "A1", key: "lamp")
            nodeAttached(5, "N2", to: "A1", key: "chair")
            nodeAttached(6, "L2", to: "A1", key: "lamp")
            closed(60)
        }.then().finds(rule, each: [[4, 6], [5, 7]])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            nodeAttached(3, "N1", to: "A1", key: "chair").with("device", "A")
            nodeAttached(4, "N2", to: "A1", key: "chair").with("device", "B")
            frame(20).with("device", "A")
            frame(20).with("device", "B")
        }.then().isQuiet()
        try Story {
            for node in ["N1", "N2"] {
                nodeAttached(3, node, to: "A1", key: "chair").with("device", "A")
                nodeAttached(3, node, to: "A1", key: "chair").with("device", "B")
            }
            frame(20).with("device", "A")
            frame(20).with("device", "B")
        }.then().finds(rule, each: [[1, 3], [2, 4]])
    }

    /// One before the eyes and one in the room are two places, in whichever order they come.
    @Test(
        .tags(.lookAlike),
        arguments: [["camera", "root"], ["root", "camera"], ["A1", "camera"], ["A1", "root"]])
    func differentPlaces(_ parents: [String]) throws {
        func node(_ t: Double, _ id: String, _ parent: String) -> StoryLine {
            parent == "A1"
                ? nodeAttached(t, id, to: parent, key: "wand", at: [0, 0, -1])
                : nodeAttached(t, id, parent, key: "wand", at: [0, 0, -1])
        }
        for parents in [parents, parents.reversed()] {
            try Story {
                opened()
                run(0.5)
                anchorAdded(2, "A1", "anchor", at: [0, 0, -1])
                node(3, "N1", parents[0])
                node(4, "N2", parents[1])
                closed(60)
            }.then().isQuiet(rule)
        }
    }
}

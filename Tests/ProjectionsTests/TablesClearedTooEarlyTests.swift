import TestSupport
import Testing

@testable import Projections

struct TablesClearedTooEarlyTests {
    private let rule = "tables-cleared-too-early"

    /// A floor N1, event 4, on plane P1, event 3; the tables are emptied at 10 s, event 5, unless told otherwise.
    private func given(
        _ clearing: [StoryLine] = [tablesCleared(10)], @StoryBuilder _ lines: () -> [StoryLine]
    ) -> Story {
        Story.given {
            opened()
            run(0.5)
            anchorAdded(1, "P1", "plane")
            nodeAttached(2, "N1", to: "P1", key: "floor")
        }.when {
            clearing
            lines()
            closed(60)
        }
    }

    @Test(.tags(.positive)) func updatedIntoNothing() throws {
        let verdict = try given { anchorUpdated(12, "P1") }.then()
        let finding = verdict.finds(rule, .error, events: [4, 5, 6])
        #expect(finding?.message.contains("cleared at 10 s (#5) although") == true)
        #expect(finding?.limit?.name == "tablesClearedTooEarly.grace")
        verdict.findsOnly(rule)
    }

    /// The first update counts, also one within the second.
    @Test(.tags(.positive)) func theFirstUpdate() throws {
        try given {
            anchorUpdated(10.2, "P1")
            anchorUpdated(12, "P1")
        }.then().finds(rule, .error, events: [4, 5, 6])
    }

    @Test(.tags(.lookAlike)) func neverUpdated() throws { try given { frame(20) }.then().isQuiet() }

    @Test(.tags(.limit), arguments: [(11.0, true), (11.0001, false)])
    func builtAnew(_ attached: Double, _ isInTime: Bool) throws {
        let verdict = try given {
            anchorUpdated(10.5, "P1")
            nodeAttached(attached, "N2", to: "P1", key: "floor", role: "content")
            nodeDetached(attached, "N1")
            anchorUpdated(12, "P1")
        }.then()
        if isInTime { verdict.isQuiet() } else { verdict.finds(rule, .error, events: [4, 5, 6]) }
    }

    /// Later than a second, but before any update: nothing was lost.
    @Test(.tags(.lookAlike)) func builtAnewBeforeTheFirstUpdate() throws {
        try given {
            nodeDetached(14, "N1")
            nodeAttached(14, "N2", to: "P1", key: "floor")
            anchorUpdated(15, "P1")
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func anOverlayIsNoNodeAnew() throws {
        try given {
            nodeAttached(10.5, "N2", to: "P1", role: "overlay")
            anchorUpdated(12, "P1")
        }.then().finds(rule, .error, events: [4, 5, 7])
    }

    // MARK: Which anchors

    /// Detached first, then cleared: the nodes had been there a moment ago.
    @Test(.tags(.limit), arguments: [(9.0, true), (8.9999, false)])
    func detachedBefore(_ detached: Double, _ isFault: Bool) throws {
        let verdict = try given([nodeDetached(detached, "N1"), tablesCleared(10)]) {
            anchorUpdated(12, "P1")
        }.then()
        if isFault { verdict.finds(rule, .error, events: [4, 6, 7]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.lookAlike)) func otherAnchors() throws {
        try given {
            anchorAdded(10.5, "P2", "plane")
            anchorUpdated(12, "P2")
            anchorUpdated(13, "P3")
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func nodesThatAreNoContent() throws {
        for node in [
            nodeAttached(2, "N1", to: "P1", key: "floor", role: "overlay"),
            nodeAttached(2, "N1", to: "P1", key: "floor", role: "debug"), nodeAttached(2, "N1", key: "floor"),
        ] {
            try Story {
                run(0.5)
                anchorAdded(1, "P1", "plane")
                node
                tablesCleared(10)
                anchorUpdated(12, "P1")
                closed(60)
            }.then().isQuiet()
        }
    }

    @Test(.tags(.lookAlike)) func otherTables() throws {
        try given([tablesCleared(10, ["remoteAnchors"])]) { anchorUpdated(12, "P1") }.then().isQuiet()
        try given([tablesCleared(10, ["remoteAnchors", "anchorNodes"])]) { anchorUpdated(12, "P1") }.then()
            .finds(rule, .error, events: [4, 5, 6])
    }

    @Test(.tags(.lookAlike)) func removedAnchors() throws {
        try given([anchorRemoved(9.5, "P1"), nodeDetached(9.6, "N1"), tablesCleared(10)]) {
            anchorUpdated(12, "P1")
        }.then().isQuiet(rule)
        // It did not live on.
        try given {
            anchorUpdated(10.3, "P1")
            anchorRemoved(10.6, "P1")
            nodeDetached(10.7, "N1")
        }.then().isQuiet(rule)
    }

    // MARK: With a run

    private let removing = ["resetTracking", "removeExistingAnchors"]

    @Test(.tags(.limit), arguments: [(9.5, true), (10.0, true), (11.0, true), (11.0001, false)])
    func runThatDrops(_ time: Double, _ isFine: Bool) throws {
        let dropping = run(time, options: removing)
        let verdict = try given(
            time < 10 ? [dropping, nodeDetached(9.6, "N1"), tablesCleared(10)] : [tablesCleared(10)]
        ) {
            anchorUpdated(10, "P1")
            if time >= 10 {
                dropping
                nodeDetached(time, "N1")
            }
            anchorUpdated(12, "P1")
        }.then()
        if isFine { verdict.isQuiet() } else { verdict.finds(rule, .error, events: [4, 5, 6]) }
    }

    @Test(.tags(.positive)) func runThatKeeps() throws {
        try given([run(9.9, source: "foreground"), tablesCleared(10)]) { anchorUpdated(12, "P1") }.then()
            .finds(rule, .error, events: [4, 6, 7])
        try given([run(9.9, options: ["resetTracking"]), tablesCleared(10)]) { anchorUpdated(12, "P1") }
            .then().finds(rule, .error, events: [4, 6, 7])
    }

    @Test(.tags(.twoSessions)) func runOfAnotherSession() throws {
        try given {
            run(10.5, options: removing).of(session: "other")
            anchorUpdated(12, "P1")
        }.then().finds(rule, .error, events: [4, 5, 7])
    }

    // MARK: How often, and until when

    @Test(.tags(.positive)) func eachClearingIsOneFinding() throws {
        try given {
            anchorUpdated(12, "P1")
            nodeAttached(20, "N2", to: "P1", key: "rug")
            tablesCleared(30)
            anchorUpdated(32, "P1")
            anchorUpdated(33, "P1")
        }.then().finds(rule, each: [[4, 5, 6], [7, 8, 9]])
    }

    @Test(.tags(.positive)) func severalAnchorsAreOneFinding() throws {
        let finding = try Story {
            run(0.5)
            for index in 1...5 {
                anchorAdded(1, "P\(index)", "plane")
                nodeAttached(2, "N\(index)", to: "P\(index)", key: "floor")
            }
            tablesCleared(10)
            anchorUpdated(12, "P4")
            anchorUpdated(12.1, "P2")
            closed(60)
        }.then().finds(rule, .error, events: [9, 12, 13])
        #expect(finding?.message.contains("and 2 more lived on") == true)
    }

    @Test(.tags(.logEnd), arguments: [(10.9, false), (11.0, true), (11.2, true)])
    func theLogsEnd(_ end: Double, _ isFault: Bool) throws {
        let verdict = try Story {
            run(0.5)
            anchorAdded(1, "P1", "plane")
            nodeAttached(2, "N1", to: "P1", key: "floor")
            tablesCleared(10)
            anchorUpdated(10.5, "P1")
            frame(end)
        }.then()
        if isFault { verdict.finds(rule, .error, events: [3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherGrace() throws {
        let story = given {
            anchorUpdated(10.5, "P1")
            nodeDetached(12, "N1")
            nodeAttached(12, "N2", to: "P1", key: "floor")
        }
        try story.then().finds(rule)
        try story.then(["tablesClearedTooEarly.grace": 2]).isQuiet()
    }

    @Test(.tags(.gap)) func gapAndRecordings() throws {
        for boundary in [gap(10.5), opened(10.5), gap(11.5)] {
            try given {
                boundary
                anchorUpdated(12, "P1")
            }.then().isQuiet(rule)
        }
        try given([gap(5), tablesCleared(10)]) { anchorUpdated(12, "P1") }.then().isQuiet()
    }

    /// A mesh is a thousand anchors; they hide none that bears a node.
    @Test func behindAMesh() throws {
        let meshes = (0..<1100).map { anchorAdded(3, "mesh-\($0)", "mesh") }
        try Story {
            run(0.1)
            anchorAdded(2, "A1", "anchor", key: "lamp")
            nodeAttached(2.1, "N1", to: "A1", key: "lamp")
            meshes
            event(5, "scene.tablesCleared", ["tables": ["anchorNodes"]])
            anchorUpdated(7, "A1")
            frame(20)
            closed(60)
        }.then().finds(rule, .error, events: [3, 1104, 1105])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ clearing: StoryValue, _ updating: StoryValue) -> Story {
            Story {
                run(0.5).with("device", "A")
                nodeAttached(2, "N1", to: "P1", key: "floor").with("device", "A")
                run(3).with("device", "B")
                tablesCleared(10).with("device", clearing)
                anchorUpdated(12, "P1").with("device", updating)
                frame(60).with("device", "A")
                frame(60).with("device", "B")
            }
        }
        try story("B", "A").then().isQuiet()
        try story("A", "B").then().isQuiet()
        try story("A", "A").then().finds(rule, .error, events: [2, 4, 5])
    }
}

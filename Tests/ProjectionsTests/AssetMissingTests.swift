@testable import Projections
import TestSupport
import Testing

struct AssetMissingTests {
    private let rule = "asset-missing"

    /// A file was asked for, event 1, and did not load at 4 s, event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            assetRequested(3, "pump.usdz")
            assetFailed(4, "pump.usdz")
        }.when(lines)
    }

    /// The same for a node on an anchor: N1, event 2; it failed at 4 s, event 3.
    private func onAnAnchor(_ own: String? = nil, @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            anchorAdded(1, "A1", "object")
            nodeAttached(2, "N1", to: "A1", asset: own)
            assetFailed(4, "pump.usdz", node: "N1")
        }.when(lines)
    }

    @Test(.tags(.positive)) func nothingInstead() throws {
        let verdict = try given {
            frame(6.5)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [2, 3])
        #expect(finding?.message.contains("“pump.usdz” did not load at 1 s (#2)") == true)
        #expect(finding?.message.contains("default limit 2 s (assetMissing.delay)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func nothingInsteadOnTheAnchor() throws {
        try onAnAnchor {
            nodeAttached(5, "N2", to: "A2", key: "elsewhere")
            nodeAttached(5.1, "N3", key: "root")
            frame(6.5)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 6])
        // The node's own file is the one that failed.
        try onAnAnchor("pump.usdz") {
            frame(6.5)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 4])
    }

    @Test(.tags(.lookAlike)) func somethingStandsInAlready() throws {
        try onAnAnchor("low.usdz") { closed(60) }.then().isQuiet()
        try Story {
            anchorAdded(1, "A1", "object")
            nodeAttached(2, "box", to: "A1", role: "debug")
            nodeAttached(2.1, "N1", to: "A1")
            assetFailed(4, "pump.usdz", node: "N1")
            closed(60)
        }.then().isQuiet()
        // Where no node is named any content is enough.
        try Story {
            nodeAttached(1, "N1", key: "anything")
            assetFailed(4, "pump.usdz")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike, .limit), arguments: [(6.0, false), (6.0001, true)])
    func somethingStandsIn(_ attached: Double, _ isLate: Bool) throws {
        let verdict = try given {
            nodeAttached(attached, "N2", to: "A1", asset: "box")
            closed(60)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [2, 3]) } else { verdict.isQuiet() }
        let other = try onAnAnchor {
            nodeAttached(attached, "N2", to: "A1", asset: "box")
            closed(60)
        }.then()
        if isLate { other.finds(rule, .warning, events: [3, 4]) } else { other.isQuiet() }
    }

    /// A node that hangs below another, under the root or on the camera: what hangs there, too, stands in.
    @Test(.tags(.lookAlike)) func otherPlaces() throws {
        let parents = [
            (
                nodeAttached(2, "N1", below: "P1"), nodeAttached(5, "N2", below: "P1"),
                nodeAttached(5, "N2", below: "P2")
            ),
            (nodeAttached(2, "N1", "camera"), nodeAttached(5, "N2", "camera"), nodeAttached(5, "N2", "root")),
            (nodeAttached(2, "N1", "root"), nodeAttached(5, "N2", "root"), nodeAttached(5, "N2", "camera")),
        ]
        for (own, beside, elsewhere) in parents {
            func story(_ second: StoryLine) -> Story {
                Story {
                    nodeAttached(1, "P1", to: "A1")
                    own
                    assetFailed(4, "pump.usdz", node: "N1")
                    second
                    frame(7)
                    closed(60)
                }
            }
            try story(beside).then().isQuiet(rule)
            try story(elsewhere).then().finds(rule, .warning, events: [3, 5])
        }
    }

    @Test(.tags(.lookAlike, .limit), arguments: [(6.0, false), (6.0001, true)])
    func triedAgain(_ again: Double, _ isLate: Bool) throws {
        for line in [assetRequested(again, "pump.usdz"), assetLoaded(again, "pump.usdz")] {
            let verdict = try given {
                line
                closed(60)
            }.then()
            if isLate { verdict.finds(rule, .warning, events: [2, 3]) } else { verdict.isQuiet() }
        }
        // Another file is another file.
        try given {
            assetRequested(5, "label.usdz")
            frame(7)
            closed(60)
        }.then().finds(rule, .warning, events: [2, 4])
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            nodeAttached(8, "N2", to: "A1", asset: "box")
            closed(60)
        }
        try story.then(["assetMissing.delay": 4]).isQuiet()
        let finding = try story.then(["assetMissing.delay": 3.9]).finds(rule, events: [2, 3])
        #expect(finding?.limit == UsedLimit(name: "assetMissing.delay", value: 3.9, unit: "s"))
    }

    @Test(.tags(.positive)) func anAssetIsOneFinding() throws {
        try given {
            assetFailed(9, "pump.usdz")
            assetFailed(20, "valve.usdz")
            frame(30)
            closed(60)
        }.then().finds(rule, each: [[2, 3], [4, 5]])
    }

    /// A retry that fails again, and again, does not put the end off for ever.
    @Test(.tags(.positive)) func failingAgain() throws {
        try given {
            assetFailed(5, "pump.usdz")
            assetFailed(6, "pump.usdz")
            frame(6.5)
            closed(7)
        }.then().finds(rule, .warning, events: [2, 5])
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            run(4.1)
            app(4.5, "background")
            frame(20)
            app(30, "active")
            nodeAttached(31, "N2", to: "A1", asset: "box")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(5.9999, false), (6.0, true), (6.0001, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try Story {
            assetRequested(3, "pump.usdz")
            nodeAttached(3.1, "N0", key: "gone")
            nodeDetached(3.2, "N0")
            assetFailed(4, "pump.usdz")
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(5)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { frame(6.5) }
        try story.isApartBySession(rule, [2, 3], decisive: [], isDeadline: true)
        try story.isApartByDevice(rule, [2, 3], decisive: [3])
        for elsewhere in [
            nodeAttached(5, "N2").of(session: "other"), assetRequested(5, "pump.usdz").of(session: "other"),
        ] {
            try given {
                elsewhere
                frame(7)
                closed(60)
            }.then().finds(rule, .warning, events: [2, 4])
        }
    }
}

@testable import Projections
import TestSupport
import Testing

struct ContentBeforeLocalizedTests {
    private let rule = "content-before-localized"

    /// A run with a map, event 1, that relocalizes, event 2.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(1, map: "M1")
            tracking(1.5, "limited", "relocalizing")
        }.when(lines)
    }

    private func after(_ line: StoryLine) -> Story {
        given {
            line
            statusShown(2.5)
            tracking(8, "normal")
            closed(60)
        }
    }

    @Test(.tags(.positive)) func placedByCoordinates() throws {
        let verdict = try after(nodeAttached(2, "N1", "root", key: "board")).then()
        let finding = verdict.finds(rule, .error, events: [1, 3])
        #expect(
            finding?.message.contains("(board) was placed under the root at 1 s (#3), 1 s after the run")
                == true)
        // That it hangs under the root at all is a fault of its own, for as long as it does.
        verdict.findsOnly(rule, "content-on-world-coordinates")
    }

    @Test(.tags(.positive)) func withoutAnAttachment() throws {
        try after(nodeAttached(2, "N1", key: "board")).then().finds(rule, .error, events: [1, 3])
    }

    /// Between the run and the first word of the tracking, too; the normal before it is not that of the map.
    @Test(.tags(.positive)) func rightAfterTheRun() throws {
        try Story {
            run(0.1)
            tracking(0.5, "normal")
            run(1, options: ["removeExistingAnchors"], map: "M1")
            nodeAttached(1.1, "N1", key: "board")
            tracking(8, "normal")
            closed(60)
        }.then().finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.positive)) func aRunIsOneFinding() throws {
        try given {
            nodeAttached(2, "N1", key: "board")
            nodeAttached(3, "N2", key: "pieces")
            tracking(8, "normal")
            nodeAttached(9, "N3", key: "clock")
            closed(60)
        }.then().finds(rule, .error, events: [1, 3], count: 2)
    }

    @Test(.tags(.positive)) func aPlainRunKeepsWaiting() throws {
        try given {
            run(2)
            nodeAttached(3, "N1", key: "board")
            tracking(8, "normal")
            closed(60)
        }.then().finds(rule, .error, events: [1, 4])
    }

    @Test(.tags(.lookAlike)) func otherNodes() throws {
        for node in [
            nodeAttached(2, "N1", to: "A1", key: "board"), nodeAttached(2, "N1", "camera", key: "board"),
            nodeAttached(2, "N1", below: "N0", key: "board"), nodeAttached(2, "N1", asset: "reticle.usdz"),
            nodeAttached(2, "N1", key: "board", role: "overlay"),
            nodeAttached(2, "N1", key: "board", role: "debug"),
        ] {
            try after(node).then().isQuiet(rule)
        }
    }

    @Test(.tags(.lookAlike)) func afterNormal() throws {
        try given {
            tracking(8, "normal")
            nodeAttached(8, "N1", key: "board")
            tracking(9, "limited", "relocalizing")
            nodeAttached(9.5, "N2", key: "pieces")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func beforeTheRun() throws {
        try Story {
            nodeAttached(0.5, "N1", key: "board")
            run(1, map: "M1")
            tracking(8, "normal")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func withoutAMap() throws {
        try Story {
            run(1)
            tracking(1.5, "limited", "initializing")
            nodeAttached(2, "N1", key: "board")
            tracking(8, "normal")
            closed(60)
        }.then().isQuiet(rule)
        // A new epoch without a map waits for none.
        try given {
            run(2, options: ["resetTracking"])
            nodeAttached(3, "N1", key: "board")
            tracking(8, "normal")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try given { nodeAttached(2, "N1", key: "board") }.then().finds(rule, .error, events: [1, 3])
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            gap(1.8)
            nodeAttached(2, "N1", key: "board")
            closed(60)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given { nodeAttached(2, "N1", key: "board") }
        try story.isApartBySession(rule, [1, 3], decisive: [1, 3])
        try story.isApartByDevice(rule, [1, 3], decisive: [1, 3])
    }
}

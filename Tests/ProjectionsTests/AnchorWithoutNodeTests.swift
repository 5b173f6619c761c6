@testable import Projections
import TestSupport
import Testing

struct AnchorWithoutNodeTests {
    private let rule = "anchor-without-node"

    /// Tracking is normal, event 3, and something else is shown.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            run(0.1)
            nodeAttached(0.5, "N0", key: "grid")
            tracking(1, "normal")
        }.when(lines)
    }

    @Test(.tags(.positive)) func nothingOnIt() throws {
        let verdict = try given {
            anchorAdded(5, "A1", "anchor", key: "lamp", origin: "app")
            frame(7.5)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .warning, events: [3, 4, 5])
        #expect(finding?.message.contains("(lamp) was added at 4.9 s (#4), and 2.5 s later") == true)
        #expect(finding?.message.contains("default limit 2 s (anchorWithoutNode.delay)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func ofTheMap() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp", origin: "worldMap")
            frame(7.5)
            closed(60)
        }.then().finds(rule, .error, events: [3, 4, 5])
    }

    /// With no origin told an anchor counts as the map's until 5 s after the first normal.
    @Test(.tags(.positive), arguments: [(6.0, Severity.error), (6.1, .warning)])
    func ofTheMapByItsTime(_ added: Double, _ severity: Severity) throws {
        try Story {
            run(0.1, map: "M1")
            tracking(1, "normal")
            nodeAttached(1.1, "N0", key: "grid")
            anchorAdded(added, "A1", "anchor", key: "lamp")
            frame(added + 2)
            closed(60)
        }.then().finds(rule, severity, events: [2, 4, 5])
    }

    /// The time counts from the later of the two.
    @Test(.tags(.positive)) func addedBeforeNormal() throws {
        let story = Story {
            run(0.1)
            nodeAttached(0.5, "N0", key: "grid")
            tracking(0.6, "limited", "initializing")
            anchorAdded(1, "A1", "anchor", key: "lamp")
            tracking(9, "normal")
            frame(10.9)
            frame(11)
            closed(60)
        }
        try story.then().finds(rule, .warning, events: [4, 5, 7])
    }

    /// Normal that does not last does not count.
    @Test(.tags(.lookAlike)) func normalForAMoment() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            tracking(6, "limited", "excessiveMotion")
            frame(8)
            tracking(9, "normal")
            tracking(10, "limited", "excessiveMotion")
            closed(60)
        }.then().isQuiet()
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            tracking(6, "limited", "excessiveMotion")
            tracking(6.5, "normal")
            frame(8.4)
            frame(8.5)
            closed(60)
        }.then().finds(rule, .warning, events: [4, 6, 8])
    }

    /// After a run that resets nobody knows the tracking until it is told.
    @Test(.tags(.lookAlike)) func normalOfAnEarlierRun() throws {
        try given {
            run(4, options: ["resetTracking"])
            anchorAdded(5, "A1", "anchor", key: "lamp")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.limit), arguments: [(6.9999, false), (7.0, true), (7.1, true)])
    func delay(_ attached: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            nodeAttached(attached, "N1", to: "A1", key: "lamp")
            closed(60)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherDelay() throws {
        let story = given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            nodeAttached(8, "N1", to: "A1", key: "lamp")
            closed(60)
        }
        try story.then(["anchorWithoutNode.delay": 3.1]).isQuiet()
        let finding = try story.then(["anchorWithoutNode.delay": 3]).finds(rule, events: [3, 4, 5])
        #expect(finding?.limit == UsedLimit(name: "anchorWithoutNode.delay", value: 3, unit: "s"))
    }

    @Test(.tags(.lookAlike)) func withoutAKey() throws {
        try given {
            anchorAdded(5, "A1", "anchor")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike), arguments: ["plane", "participant", "mesh", "environmentProbe"])
    func kindsWithoutContent(_ kind: String) throws {
        try given {
            anchorAdded(5, "A1", kind, key: "lamp")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive), arguments: ["anchor", "custom", "image", "object", "geo"])
    func kindsWithContent(_ kind: String) throws {
        try given {
            anchorAdded(5, "A1", kind, key: "lamp")
            closed(60)
        }.then().finds(rule, .warning, events: [3, 4, 5])
    }

    @Test(.tags(.lookAlike)) func goneInTime() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            anchorRemoved(6.9, "A1")
            anchorAdded(6, "A2", "anchor", key: "lamp")
            run(7.5, options: ["removeExistingAnchors"])
            tracking(7.6, "normal")
            closed(60)
        }.then().isQuiet(rule)
    }

    /// The app knows the anchor: what it took away it took away on purpose.
    @Test(.tags(.lookAlike)) func aNodeForAMoment() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            nodeAttached(5.5, "N1", to: "A1", key: "lamp")
            nodeDetached(6, "N1")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func againAfterARemoval() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            nodeAttached(5.5, "N1", to: "A1", key: "lamp")
            nodeDetached(5.9, "N1")
            anchorRemoved(6, "A1")
            anchorAdded(7, "A1", "anchor", key: "lamp")
            frame(9)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 8, 9])
    }

    // MARK: An asset on its way

    @Test(
        .tags(.lookAlike, .limit),
        arguments: [(2.9999, true), (3.0, false), (5.0, false), (7.0, false), (7.0001, true)])
    func assetOnItsWay(_ requested: Double, _ isFault: Bool) throws {
        let verdict = try given {
            if requested < 5 { assetRequested(requested, "lamp.usdz") }
            anchorAdded(5, "A1", "anchor", key: "lamp")
            if requested >= 5 { assetRequested(requested, "lamp.usdz") }
            nodeAttached(30, "N1", to: "A1", key: "lamp")
            closed(60)
        }.then()
        // Asked for after the delay is over it comes too late: the anchor was bare until then.
        if isFault || requested >= 7 { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherRequestSpan() throws {
        let story = given {
            assetRequested(2, "lamp.usdz")
            anchorAdded(5, "A1", "anchor", key: "lamp")
            closed(60)
        }
        try story.then().finds(rule)
        try story.then(["anchorWithoutNode.request": 3]).isQuiet()
    }

    @Test(.tags(.positive)) func theAssetFailed() throws {
        // Long before the delay.
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            assetRequested(5.1, "lamp.usdz")
            assetFailed(5.5, "lamp.usdz")
            frame(7.2)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 4, 7])
        // And long after it: the same time once more, for something that stands in.
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            assetRequested(5.1, "lamp.usdz")
            frame(19)
            assetFailed(20, "lamp.usdz")
            frame(21.9)
            frame(22)
            closed(60)
        }.then().finds(rule, .warning, events: [3, 4, 9])
    }

    @Test(.tags(.lookAlike)) func aStandInForTheFailedAsset() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            assetRequested(5.1, "lamp.usdz")
            frame(19)
            assetFailed(20, "lamp.usdz")
            nodeAttached(21.9, "N1", to: "A1", asset: "box")
            closed(60)
        }.then().isQuiet()
    }

    // MARK: Ground rules

    @Test(.tags(.logEnd), arguments: [(6.9999, false), (7.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [3, 4, 5]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            app(5.5, "background")
            frame(20)
            app(30, "active")
            nodeAttached(31.4, "N1", to: "A1", key: "lamp")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.gap)) func gapWhileItWaits() throws {
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            gap(6)
            tracking(7, "normal")
            closed(60)
        }.then().isQuiet()
        // The normal before a gap is not known to last.
        try given {
            gap(4)
            anchorAdded(5, "A1", "anchor", key: "lamp")
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.twoSessions, .twoDevices)) func apart() throws {
        let story = given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            frame(7.5)
        }
        try story.isApartBySession(rule, [3, 4, 5], decisive: [3], isDeadline: true)
        try story.isApartByDevice(rule, [3, 4, 5], decisive: [3])
        // A node in the other session is none here.
        try given {
            anchorAdded(5, "A1", "anchor", key: "lamp")
            nodeAttached(5.5, "N1", to: "A1", key: "lamp").of(session: "other")
            closed(60)
        }.then().finds(rule, .warning, events: [3, 4, 6])
    }

    @Test(.tags(.lookAlike)) func notJudgedWithoutNodes() throws {
        let verdict = try Story {
            opened(records: ["session", "anchor", "camera"])
            run(0.1)
            tracking(1, "normal")
            anchorAdded(5, "A1", "anchor", key: "lamp")
            closed(60)
        }.then()
        verdict.isQuiet()
        #expect(verdict.notJudged[rule] == "the recorder does not write node events (log.opened.records)")
    }
}

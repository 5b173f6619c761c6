import TestSupport
import Testing

@testable import Projections

struct RestoreKeepsAnchorsTests {
    private let rule = "restore-keeps-anchors"

    private func restoring(
        _ anchor: StoryLine = anchorAdded(2, "A1", "anchor", key: "lamp"), options: [String] = [],
        @StoryBuilder between: () -> [StoryLine] = { [] }
    ) -> Story {
        Story {
            opened()
            run(0.5)
            anchor
            between()
            run(9, options: options, purpose: "restore", map: "M1")
            closed(60)
        }
    }

    @Test(.tags(.positive)) func keepsWhatWasPlaced() throws {
        let verdict = try restoring().then()
        let finding = verdict.finds(rule, .error, events: [3, 4])
        #expect(finding?.message.contains("while 1 content anchor lived") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func resettingAloneKeepsThem() throws {
        try restoring(options: ["resetTracking"]).then().finds(rule, .error, events: [3, 4])
    }

    @Test(.tags(.lookAlike)) func removing() throws {
        try restoring(options: ["removeExistingAnchors"]).then().isQuiet()
        try restoring(options: ["resetTracking", "removeExistingAnchors"]).then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func withoutAMap() throws {
        try Story {
            run(0.5)
            anchorAdded(2, "A1", "anchor")
            run(9, purpose: "restore")
            closed(60)
        }.then().isQuiet()
    }

    @Test(
        .tags(.lookAlike),
        arguments: [
            (nil, nil, false), (nil, "lamp", true), ("anchor", nil, true), ("custom", nil, true),
            ("plane", nil, false), ("plane", "table", true), ("mesh", nil, false),
            ("environmentProbe", nil, false), ("object", "lamp", false), ("image", "poster", false),
            ("face", "mask", false), ("body", "robot", false), ("participant", "guest", false),
        ])
    func whichAnchors(_ kind: String?, _ key: String?, _ isContent: Bool) throws {
        let verdict = try restoring(anchorAdded(2, "A1", kind, key: key)).then()
        if isContent { verdict.finds(rule, .error, events: [3, 4]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.lookAlike)) func gone() throws {
        try restoring { anchorRemoved(5, "A1") }.then().isQuiet()
        try restoring { run(5, options: ["removeExistingAnchors"]) }.then().isQuiet()
    }

    @Test(.tags(.positive)) func addedAgain() throws {
        try restoring {
            anchorRemoved(5, "A1")
            anchorAdded(6, "A1", "anchor")
        }.then().finds(rule, .error, events: [5, 6])
    }

    @Test(.tags(.twoSessions)) func anotherSession() throws {
        try restoring(anchorAdded(2, "A1", "anchor").of(session: "other")).then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try restoring { gap(5) }.then().isQuiet()
        try restoring {
            gap(5)
            anchorAdded(6, "A2", "anchor")
        }.then().finds(rule, .error, events: [5, 6])
    }

    @Test(.tags(.lookAlike)) func neverToldWhen() throws {
        try restoring(anchorUpdated(2, "A1")).then().isQuiet()
        try restoring(nodeAttached(2, "N1", to: "A1", key: "lamp")).then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoRecordings() throws { try restoring { opened(5) }.then().isQuiet() }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try restoring { run(5, map: "M0") }.then().finds(rule, each: [[3, 4], [3, 5]])
    }

    @Test(.tags(.positive)) func many() throws {
        let finding = try restoring {
            for index in 2...40 { anchorAdded(Double(index) / 10 + 2, "A\(index)", "anchor") }
        }.then().finds(rule, .error, events: Array(27...43))
        #expect(finding?.message.contains("while 40 content anchors lived") == true)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            anchorAdded(2, "A1", "anchor")
            run(9, map: "M1")
        }.then().finds(rule, .error, events: [1, 2])
    }

    @Test func notJudgedWithoutAnchors() throws {
        let verdict = try Story {
            opened(records: ["session", "node"])
            anchorAdded(2, "A1", "anchor")
            run(9, map: "M1")
            closed(60)
        }.then()
        verdict.isQuiet()
        #expect(verdict.notJudged[rule] != nil)
    }

    /// A mesh is a thousand anchors; they hide no content.
    @Test func behindAMesh() throws {
        let meshes = (0..<1100).map { anchorAdded(3, "mesh-\($0)", "mesh") }
        try Story {
            run(0.1)
            anchorAdded(2, "A1", "anchor", key: "lamp")
            meshes
            run(5, map: "M1")
            closed(60)
        }.then().finds(rule, .error, events: [2, 1103])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        func story(_ device: StoryValue) -> Story {
            Story {
                anchorAdded(2, "A1", "anchor").with("device", "A")
                anchorAdded(3, "P1", "plane").with("device", "B")
                run(9, map: "M1").with("device", device)
            }
        }
        try story("B").then().isQuiet()
        try story("A").then().finds(rule, .error, events: [1, 3])
    }
}

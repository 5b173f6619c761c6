import TestSupport
import Testing

@testable import Projections

struct GuestRunIncompleteTests {
    private let rule = "guest-run-incomplete"
    private static let both = ["resetTracking", "removeExistingAnchors"]

    /// A map received at 4 s, event 2, and what follows.
    private func received(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story.given {
            opened()
            mapReceived(4, "M1", from: "host")
        }.when(lines).when { closed(8) }
    }

    private func join(_ options: [String] = both, map: String? = "M1") -> StoryLine {
        run(4.2, options: options, purpose: "join", map: map)
    }

    @Test(.tags(.positive)) func bothOptionsForgotten() throws {
        let verdict = try received { join([]) }.then()
        let finding = verdict.finds(rule, .error, events: [2, 3])
        #expect(
            finding?.message.contains(
                "received at 4 s (#2), without removeExistingAnchors and resetTracking.") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func each() throws {
        try received { join(["resetTracking"]) }.then().finds(rule, .error, events: [2, 3])
        try received { join(["removeExistingAnchors"]) }.then().finds(rule, .warning, events: [2, 3])
        let finding = try received { join(map: nil) }.then().finds(rule, .error, events: [2, 3])
        #expect(finding?.message.hasSuffix("without initialWorldMap.") == true)
    }

    @Test(.tags(.lookAlike)) func complete() throws {
        try received { join() }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func joinsAsAnEqual() throws {
        try Story {
            opened(role: "peer", protocol: "peerToPeer")
            run(4.2, purpose: "join", collaboration: true)
            closed(8)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func anotherPurpose() throws {
        try received { run(4.2, purpose: "reconfigure") }.then().isQuiet()
        try received { run(4.2) }.then().isQuiet()
    }

    /// What the configuration holds was not told; the options that were left out are none.
    @Test(.tags(.lookAlike)) func unknownConfiguration() throws {
        try received { run(4.2, nil, options: Self.both, purpose: "join") }.then().isQuiet()
        try received { run(4.2, nil, options: ["removeExistingAnchors"], purpose: "join") }
            .then().finds(rule, .warning, events: [2, 3])
    }

    /// The map came in a visit that is over.
    @Test(.tags(.lookAlike)) func ofAnEarlierVisit() throws {
        for next in [
            [run(4.1, options: ["resetTracking"])], [run(4.1, map: "M0")], [paused(4.05), run(4.1)],
            [failed(4.05), run(4.1)],
        ] {
            try Story {
                run(1)
                mapReceived(4, "M1")
                next
                run(4.2, purpose: "join", collaboration: true)
                closed(8)
            }.then().isQuiet(rule)
        }
        try Story {
            viewAppeared(0.5)
            run(1)
            tracking(1.5, "normal")
            viewDisappeared(2)
            mapReceived(4, "M1")
            run(5)
            viewAppeared(6)
            tracking(6.5, "normal")
            run(7, purpose: "join")
            closed(8)
        }.then().isQuiet(rule)
    }

    /// Neither a plain run nor the pause right before the join ends the visit before it.
    @Test(.tags(.positive)) func stillOfThisVisit() throws {
        try Story {
            run(1)
            tracking(1.2, "normal")
            mapReceived(4, "M1")
            run(5)
            tracking(5.2, "normal")
            paused(6)
            run(7, purpose: "join", map: "M1")
            closed(8)
        }.then().finds(rule, .error, events: [3, 7])
    }

    @Test(.tags(.positive)) func eachRunIsOneFinding() throws {
        try received {
            run(4.2, options: [], purpose: "join")
            tracking(4.5, "normal")
            run(6, options: [], purpose: "join")
        }.then().finds(rule, each: [[2, 3]])
        try Story {
            run(1)
            tracking(1.2, "normal")
            mapReceived(4, "M1")
            run(4.2, purpose: "join")
            tracking(4.5, "normal")
            run(6, purpose: "join")
            closed(8)
        }.then().finds(rule, each: [[3, 4], [3, 6]])
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try received { join([]).of(session: "other") }.then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            opened(device: "A")
            opened(0.1, device: "B")
            mapReceived(4, "M1").told(by: "A")
            join([]).told(by: "B")
        }.then().isQuiet(rule)
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try received {
            gap(4.1)
            join([])
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try Story {
            mapReceived(4, "M1")
            join([])
        }.then().finds(rule, .error, events: [1, 2])
        try received {
            opened(4.1)
            join([])
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func notJudgedWithoutMaps() throws {
        let verdict = try Story {
            opened(records: ["session", "camera"])
            mapReceived(4, "M1")
            join([])
        }.then()
        verdict.isQuiet(rule)
        #expect(verdict.notJudged[rule] != nil)
    }
}

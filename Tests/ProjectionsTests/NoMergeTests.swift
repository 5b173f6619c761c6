@testable import Projections
import TestSupport
import Testing

struct NoMergeTests {
    private let rule = "no-merge"

    /// Packets to and fro from `start` to `end`, three seconds apart.
    private func exchange(_ start: Double, _ end: Double, with who: String = "B") -> [StoryLine] {
        stride(from: start, through: end, by: 3).enumerated().map {
            $0 % 2 == 0 ? sent($1, to: who) : received($1, "Q", from: who)
        }
    }

    private func given(_ name: String? = nil, @StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together(protocol: name)
            lines()
        }
    }

    /// In a log without anchor events nothing follows from their silence.
    private let anAnchor = anchorAdded(2.5, "A1", "plane")

    @Test(.tags(.positive)) func aMinuteForNothing() throws {
        let verdict = try given {
            anAnchor
            exchange(5, 71)
            closed(90)
        }.then()
        // From 5 s, #6; the first packet from 65 s on is #26.
        let finding = verdict.finds(rule, .warning, events: [4, 6, 26])
        #expect(
            finding?.message.contains("for 60 s since 5 s (#6), and no participant anchor has come") == true
                && finding?.message.contains("default limit 60 s (merge.deadline)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.lookAlike, .limit), arguments: [(5.0, true), (64.9, true), (65.1, false)])
    func merged(_ t: Double, _ isInTime: Bool) throws {
        let verdict = try given {
            (exchange(5, 71) + [anchorAdded(t, "P", "participant")]).inOrder
            closed(90)
        }.then()
        if isInTime { verdict.isQuiet() } else { verdict.finds(rule, .warning) }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            anAnchor
            exchange(5, 50)
            closed(51)
        }
        try story.then().isQuiet()
        try story.then(["merge.deadline": 45]).finds(rule, .warning, events: [4, 6, 21])
        try story.then(["merge.deadline": 45, "noMerge.pause": 2.9]).isQuiet()
        try story.then(["merge.deadline": 45, "noMerge.pause": 3]).finds(rule)
    }

    @Test(.tags(.limit, .lookAlike), arguments: [(35.0, true), (35.001, false)])
    func aPauseOfThePackets(_ next: Double, _ goesOn: Bool) throws {
        let verdict = try given {
            anAnchor
            exchange(3, 30)
            exchange(next, next + 33)
            closed(next + 33)
        }.then()
        if goesOn { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
    }

    /// The packets had ceased when the minute was over.
    @Test(.tags(.lookAlike)) func packetsCeased() throws {
        try given {
            anAnchor
            exchange(5, 50)
            frame(90)
            closed(91)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func ofAnEarlierConnection() throws {
        try given {
            anchorAdded(3, "P", "participant")
            peer(4, "B", "notConnected")
            peer(5, "B", "connected")
            exchange(6, 90)
            closed(91)
        }.then().isQuiet()
        // Gone with its peer, it says nothing of the new connection.
        try given {
            anchorAdded(3, "P", "participant")
            peer(4, "B", "notConnected")
            anchorRemoved(4, "P")
            peer(5, "B", "connected")
            exchange(6, 90)
            closed(91)
        }.then().finds(rule, .warning, events: [8, 9, 29])
    }

    @Test(.tags(.lookAlike)) func notConnected() throws {
        try Story {
            run(1, collaboration: true)
            anAnchor
            exchange(5, 90)
            closed(91)
        }.then().isQuiet()
        try given {
            anAnchor
            exchange(5, 60)
            peer(61, "B", "notConnected")
            closed(91)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func noPeers() throws {
        try given {
            anAnchor
            for index in 0..<40 { dropped(5 + 2 * Double(index), "critical", "noPeers") }
            closed(91)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func anothersParticipant() throws {
        for owner in ["C", "S-of-C"] {
            let verdict = try given {
                peer(2.1, "C", "connected")
                peerIdentified(2.2, "C", session: "S-of-C")
                anchorAdded(4, "P", "participant", owner: owner)
                exchange(5, 71)
                closed(90)
            }.then()
            #expect(verdict.finds(rule, .warning)?.message.contains("peer") == true)
        }
    }

    /// Whose it is nobody knows: it may be anybody's.
    @Test(.tags(.lookAlike)) func aStrangersParticipant() throws {
        try given {
            peer(2.1, "C", "connected")
            anchorAdded(4, "P", "participant", owner: "S-of-whom")
            exchange(5, 90)
            closed(91)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func eachPeerIsOneFinding() throws {
        let verdict = try given {
            peer(2.1, "C", "connected")
            anAnchor
            (exchange(5, 90) + exchange(6, 90, with: "C")).inOrder
            closed(91)
        }.then()
        #expect(verdict.findings.filter { $0.rule == rule }.map(\.count) == [1, 1])
    }

    @Test(.tags(.lookAlike)) func aNewEpoch() throws {
        try given {
            anAnchor
            (exchange(5, 90) + [run(40, options: ["resetTracking"], collaboration: true)]).inOrder
            closed(91)
        }.then().isQuiet(rule)
    }

    // MARK: With a host

    @Test(.tags(.positive)) func fromSyncingOn() throws {
        let story = given("hostGuest") {
            anAnchor
            changed(3, "collaboration", "exporting", to: "waiting")
            (exchange(5, 101) + [changed(40, "collaboration", "waiting", to: "syncing")]).inOrder
            closed(101)
        }
        // The first packet while syncing comes at 41 s.
        let finding = try story.then().finds(rule, .warning)
        #expect(finding?.message.contains("since 41 s") == true)
        #expect(finding?.message.contains("for 60 s") == true)
    }

    @Test(.tags(.lookAlike)) func leftSyncing() throws {
        try given("hostGuest") {
            anAnchor
            changed(3, "collaboration", "waiting", to: "syncing")
            (exchange(5, 101) + [changed(40, "collaboration", "syncing", to: "scanning")]).inOrder
            closed(101)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.lookAlike)) func neverSyncing() throws {
        try given("hostGuest") {
            anAnchor
            exchange(5, 90)
            closed(91)
        }.then().isQuiet()
    }

    // MARK: Around it

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            anAnchor
            exchange(5, 41)
            interrupted(42)
            resumed(72)
            syncRequested(72.5)
            exchange(73, 90)
            closed(91)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.logEnd), arguments: [(64.9, false), (65.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            anAnchor
            exchange(5, 62)
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [4, 6, 26]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            anAnchor
            (exchange(5, 90) + [gap(40)]).inOrder
            closed(91)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            anAnchor
            exchange(5, 35)
            exchange(38, 71).map { $0.of(session: "other") }
            closed(72)
        }.then().isQuiet()
        // A participant of the other session is none of this one.
        try given {
            anchorAdded(4, "P", "participant").of(session: "other")
            exchange(5, 71)
            closed(72)
        }.then().finds(rule, .warning)
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            peer(2, "B", "connected").with("device", "A")
            anchorAdded(3, "A1").with("device", "A")
            peer(4, "B", "connected").with("device", "C")
            anchorAdded(4, "A1").with("device", "C")
            exchange(5, 35).map { $0.with("device", "A") }
            exchange(38, 71).map { $0.with("device", "C") }
        }.then().isQuiet()
    }

    /// Only a participant's anchor says that two have merged; any other may be one's own.
    @Test(.tags(.positive)) func anotherAnchor() throws {
        try given {
            (exchange(5, 71) + [anchorAdded(10, "A2", "plane"), anchorAdded(11, "A3", "anchor", owner: "B")])
                .inOrder
            closed(90)
        }.then().finds(rule, .warning)
    }

    /// Another peer that leaves, or another machine that moves, ends nothing.
    @Test(.tags(.positive)) func otherPeersAndMachines() throws {
        try given {
            peer(2.1, "C", "connected")
            anAnchor
            (exchange(5, 71) + [peer(40, "C", "notConnected")]).inOrder
            closed(90)
        }.then().finds(rule, .warning)
        try given("hostGuest") {
            anAnchor
            changed(3, "collaboration", "waiting", to: "syncing")
            (exchange(5, 71) + [changed(40, "onboarding", "loadingAR", to: "onboarding")]).inOrder
            closed(90)
        }.then().finds(rule, .warning)
    }

    @Test func notJudgedWithoutAnchors() throws {
        let verdict = try given {
            exchange(5, 90)
            closed(91)
        }.then()
        verdict.isQuiet()
        #expect(verdict.notJudged[rule] == "no anchor events in this log")
    }
}

extension [StoryLine] {
    /// The lines in the order of their times.
    fileprivate var inOrder: [StoryLine] {
        func time(_ line: StoryLine) -> Double {
            Double(line.ndjson.dropFirst(5).prefix { $0 != "," }) ?? 0
        }
        return enumerated().sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }
            .map(\.element)
    }
}

@testable import Projections
import TestSupport
import Testing

struct CollaborationSilentTests {
    private let rule = "collaboration-silent"

    /// A frame each second from `start` to `end`.
    private func frames(_ start: Double, _ end: Double, fps: StoryValue? = 60) -> [StoryLine] {
        stride(from: start, through: end, by: 1).map { StoryLine($0, "frame.stats", [("fps", fps)]) }
    }

    /// Everything there since 2 s; the last packet at 3 s, #5.
    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            produced(3)
            lines()
        }
    }

    @Test(.tags(.positive)) func nothingForFiveSeconds() throws {
        let verdict = try given {
            frames(3.5, 12.5)
            closed(13)
        }.then()
        // Frames are told from 3.5 s on: silent until 8.5 s.
        let finding = verdict.finds(rule, .warning, events: [5, 6, 11])
        #expect(
            finding?.message.contains("for 5 s until 8.5 s (#11) with tracking normal and peer") == true
                && finding?.message.contains("default limit 5 s (collaboration.silence)") == true)
        verdict.findsOnly(rule)
    }

    private func never(_ records: [String]?, @StoryBuilder _ lines: () -> [StoryLine] = { [] }) -> Story {
        Story {
            opened(records: records)
            run(0.1, collaboration: true)
            tracking(1.6, "normal")
            peer(2, "B", "connected")
            frames(3, 12)
            lines()
        }
    }

    private let all = ["session", "camera", "frame", "collaboration"]

    @Test(.tags(.positive)) func neverAnything() throws {
        try never(all).then().finds(rule, .warning, events: [5, 10])
        // The first comes later: it was a silence all the same.
        try never(nil) { produced(13) }.then().finds(rule, .warning, events: [5, 10])
    }

    /// Nobody says that produced packets would have been told.
    @Test(.tags(.lookAlike)) func packetsThatAreNotRecorded() throws {
        try never(nil).then().isQuiet()
        try never(nil) { sent(13) }.then().isQuiet()
        try never(all) { sent(13) }.then().isQuiet()
        try never(all) { dropped(13, "optional", "throttled") }.then().isQuiet()
    }

    @Test(.tags(.limit), arguments: [(10.5, false), (11, true), (11.5, true)])
    func aPacket(_ t: Double, _ isLate: Bool) throws {
        let verdict = try given {
            frames(3.5, 5.5)
            produced(6)
            frames(6.5, t - 0.1)
            produced(t)
            frames(t + 0.5, t + 2)
        }.then()
        if isLate { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
    }

    @Test(.tags(.limit)) func otherLimits() throws {
        let story = given {
            frames(3.5, 9.5)
            produced(9.6)
        }
        try story.then(["collaboration.silence": 6]).finds(rule, .warning, events: [5, 6, 12])
        try story.then(["collaboration.silence": 6.2]).isQuiet()
        try story.then(["collaborationSilent.frames": 0.9]).isQuiet()
    }

    @Test(.tags(.limit, .lookAlike), arguments: [(2.0, true), (2.001, false)])
    func framesAreTold(_ step: Double, _ isOften: Bool) throws {
        let verdict = try given {
            for index in 0..<8 { frame(4 + Double(index) * step) }
            closed(30)
        }.then()
        if isOften { verdict.finds(rule, .warning) } else { verdict.isQuiet() }
    }

    @Test(.tags(.lookAlike)) func noFrames() throws {
        try given {
            userAction(20)
            closed(30)
        }.then().isQuiet()
        // None a second are none.
        try given {
            frames(4, 15, fps: 0)
            closed(30)
        }.then().findsOnly("frames-stopped")
        try given {
            frames(4, 15, fps: nil)
            closed(30)
        }.then().finds(rule)
    }

    @Test(.tags(.lookAlike)) func limitedTracking() throws {
        try given {
            tracking(3.5, "limited", "insufficientFeatures")
            frames(4, 15)
        }.then().isQuiet()
        // Normal again, the time begins anew.
        try given {
            frames(3.5, 6.5)
            tracking(7, "limited", "excessiveMotion")
            tracking(7.1, "normal")
            frames(7.5, 12)
            produced(12.05)
        }.then().isQuiet()
        try given {
            frames(3.5, 6.5)
            tracking(7, "limited", "excessiveMotion")
            tracking(7.1, "normal")
            frames(7.5, 12.5)
        }.then().finds(rule, .warning, events: [5, 11, 17])
    }

    @Test(.tags(.lookAlike)) func nobodyConnected() throws {
        try Story {
            run(1, collaboration: true)
            tracking(2, "normal")
            produced(3)
            frames(3.5, 20)
        }.then().isQuiet()
        try given {
            frames(3.5, 6.5)
            peer(7, "B", "notConnected")
            frames(7.5, 20)
        }.then().isQuiet()
    }

    /// From the moment the peer is there.
    @Test(.tags(.limit)) func connectedLater() throws {
        func story(_ end: Double) -> Story {
            Story {
                run(1, collaboration: true)
                tracking(2, "normal")
                produced(3)
                frames(4, 9)
                peer(9.5, "B", "connected")
                frames(10, end)
                produced(end + 0.4)
            }
        }
        try story(14).then().isQuiet()
        try story(15).then().finds(rule, .warning, events: [3, 10, 16])
    }

    @Test(.tags(.lookAlike)) func withoutCollaboration() throws {
        try Story {
            run(1)
            tracking(2, "normal")
            peer(2.5, "B", "connected")
            produced(3)
            frames(3.5, 20)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            frames(3.5, 6.5)
            interrupted(7)
            frames(7.5, 20.5)
            resumed(21)
            syncRequested(21)
            produced(22)
            frames(22.5, 25)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.positive)) func aSilenceIsOneOccurrence() throws {
        try given {
            frames(3.5, 30.5)
            produced(31)
            frames(31.5, 40)
        }.then().finds(rule, .warning, events: [5, 6, 11], count: 2)
    }

    @Test(.tags(.logEnd), arguments: [(8.499, false), (8.5, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            frames(3.5, 7.5)
            userAction(end)
        }.then()
        if isLate { verdict.finds(rule, .warning, events: [5, 6, 11]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            frames(3.5, 6.5)
            gap(7)
            frames(7.5, 20)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        // Neither the other's frames nor its packets count.
        try given { frames(3.5, 20).map { $0.of(session: "other") } }.then().isQuiet()
        try given {
            frames(3.5, 7.5)
            produced(8).of(session: "other")
            frames(8.5, 12)
        }.then().finds(rule, .warning, events: [5, 6, 12])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            run(1, collaboration: true).with("device", "A")
            tracking(2, "normal").with("device", "A")
            peer(2.5, "B", "connected").with("device", "C")
            produced(3).with("device", "A")
            frames(3.5, 20).map { $0.with("device", "A") }
        }.then().isQuiet()
    }

    @Test func notJudgedWithoutPackets() throws {
        let verdict = try Story {
            opened(records: ["session", "camera", "frame"])
            run(1, collaboration: true)
            tracking(1.5, "normal")
            peer(2, "B", "connected")
            frames(3, 20)
        }.then()
        verdict.isQuiet()
        #expect(verdict.notJudged[rule] != nil)
    }

    /// One peer is enough: what a second one does begins no new wait.
    @Test(.tags(.positive), arguments: ["connecting", "connected", "notConnected"])
    func aSecondPeer(_ state: String) throws {
        try given {
            frames(3.5, 5.5)
            peer(6, "C", state)
            frames(6.5, 12.5)
            closed(13)
        }.then().finds(rule, .warning, events: [5, 6, 12])
    }
}

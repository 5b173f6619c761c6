@testable import Projections
import TestSupport
import Testing

struct DecodeFailuresTests {
    private let rule = "decode-failures"

    /// Five failures, the last at 9 s, event 9.
    private func five(from peer: String? = "B") -> [StoryLine] {
        (0..<5).map { decodeFailed(5 + Double($0), from: peer) }
    }

    private func given(@StoryBuilder _ lines: () -> [StoryLine]) -> Story {
        Story {
            together()
            lines()
        }
    }

    @Test(.tags(.positive)) func fiveAndNothingDone() throws {
        let verdict = try given {
            five()
            frame(12)
            frame(15)
            closed(60)
        }.then()
        let finding = verdict.finds(rule, .error, events: [5, 6, 7, 8, 9, 11])
        #expect(
            finding?.message.contains("5 packets of peer") == true
                && finding?.message.contains("the last at 9 s (#9)") == true
                && finding?.message.contains("within 5 s; default limit 5 packets (decode.streak)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.limit)) func howMany() throws {
        let story = given {
            five().prefix(4).map { $0 }
            frame(20)
        }
        try story.then().isQuiet()
        try story.then(["decode.streak": 4]).finds(rule, .error, events: [5, 6, 7, 8, 9])
        try given {
            five()
            frame(20)
        }.then(["decode.streak": 6]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func aSuccessBetween() throws {
        try given {
            five().prefix(4).map { $0 }
            received(8.2, "P1")
            applied(8.3, "P1")
            five().suffix(1).map { $0 }
            frame(20)
        }.then().isQuiet()
    }

    /// A handshake before the fifth is in time once: what goes on failing behind it counts anew, and is found.
    @Test(.tags(.limit), arguments: [4, 5, 10])
    func aHandshakeThatDidNotHelp(further: Int) throws {
        let verdict = try given {
            handshakeCompleted(4.5)
            five()
            (0..<further).map { decodeFailed(10 + Double($0) / 2) }
            frame(40)
            closed(60)
        }.then()
        if further < 5 {
            verdict.isQuiet(rule)
        } else {
            verdict.finds(rule, .error, events: [11, 12, 13, 14, 15, UInt32(11 + further)])
        }
    }

    /// That another peer's packets can be read says nothing of this one's.
    @Test(.tags(.positive)) func anotherPeersSuccess() throws {
        try given {
            five().prefix(4).map { $0 }
            received(8.2, "P1", from: "C")
            applied(8.3, "P1")
            decodeFailed(9)
            frame(20)
        }.then().finds(rule, .error, events: [5, 6, 7, 8, 11, 12])
    }

    @Test(.tags(.lookAlike)) func aSuccessOfNobodyKnowsWhom() throws {
        try given {
            five().prefix(4).map { $0 }
            applied(8.3, "P1")
            decodeFailed(9)
            frame(20)
        }.then().isQuiet()
    }

    @Test(
        .tags(.limit, .lookAlike),
        arguments: [(9.001, true), (14, true), (14.001, false), (4, true), (3.999, false)])
    func aHandshakeInTime(_ t: Double, _ isInTime: Bool) throws {
        for line in [handshakeStarted(t), handshakeCompleted(t), syncRequested(t), syncRequested(t, nil)] {
            let verdict = try Story {
                together()
                if t < 5 { line }
                five()
                if t > 5 { line }
                frame(20)
            }.then()
            if isInTime { verdict.isQuiet() } else { verdict.finds(rule, .error) }
        }
    }

    @Test(.tags(.limit)) func otherReaction() throws {
        let story = given {
            five()
            syncRequested(16)
        }
        try story.then(["decodeFailures.reaction": 7]).isQuiet()
        try story.then(["decodeFailures.reaction": 6.9]).finds(rule, .error, events: [5, 6, 7, 8, 9, 10])
    }

    @Test(.tags(.positive)) func aHandshakeWithAnother() throws {
        try given {
            five()
            handshakeStarted(10, "C")
            frame(20)
        }.then().finds(rule, .error, events: [5, 6, 7, 8, 9, 11])
    }

    @Test(.tags(.lookAlike)) func thePeerLeft() throws {
        try given {
            five()
            peer(11, "B", "notConnected")
            frame(20)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func differentPeers() throws {
        try given {
            for index in 0..<8 { decodeFailed(5 + Double(index), from: index % 2 == 0 ? "B" : "C") }
            frame(20)
        }.then().isQuiet()
    }

    /// Whose a broken packet is, its arrival told.
    @Test(.tags(.positive)) func namedByTheArrival() throws {
        let finding = try given {
            for index in 0..<5 {
                received(5 + Double(index), "P\(index)")
                decodeFailed(5 + Double(index), "P\(index)", from: nil)
            }
            frame(20)
        }.then().finds(rule, .error, events: [6, 8, 10, 12, 14, 15])
        #expect(finding?.message.contains("unnamed") == false)
    }

    @Test(.tags(.positive)) func ofNobodyNamed() throws {
        let finding = try given {
            five(from: nil)
            frame(20)
        }.then().finds(rule, .error, events: [5, 6, 7, 8, 9, 10])
        #expect(finding?.message.contains("an unnamed peer") == true)
        try given {
            five(from: nil).prefix(4).map { $0 }
            received(8.2, "P1", from: "C")
            applied(8.3, "P1")
            decodeFailed(9, from: nil)
            frame(20)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aRowIsOneOccurrence() throws {
        try given {
            five()
            for index in 0..<20 { decodeFailed(10 + Double(index)) }
            received(40, "P1")
            applied(40.1, "P1")
            for index in 0..<5 { decodeFailed(41 + Double(index)) }
            frame(60)
        }.then().finds(rule, .error, events: [5, 6, 7, 8, 9, 15], count: 2)
    }

    @Test(.tags(.lookAlike)) func timeAwayDoesNotCount() throws {
        try given {
            five()
            app(10, "background")
            frame(30)
            app(40, "active")
            syncRequested(43)
            frame(60)
        }.then().isQuiet()
    }

    @Test(.tags(.logEnd), arguments: [(13.999, false), (14.0, true)])
    func theLogsEnd(_ end: Double, _ isLate: Bool) throws {
        let verdict = try given {
            five()
            frame(end)
        }.then()
        if isLate { verdict.finds(rule, .error, events: [5, 6, 7, 8, 9, 10]) } else { verdict.isQuiet() }
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try given {
            five()
            gap(12)
            frame(20)
        }.then().isQuiet(rule)
        try given {
            five().prefix(4).map { $0 }
            gap(8.5)
            decodeFailed(9)
            frame(20)
        }.then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try given {
            for index in 0..<8 {
                let line = decodeFailed(5 + Double(index))
                index % 2 == 0 ? line : line.of(session: "other")
            }
            frame(20)
        }.then().isQuiet()
        // The other session's handshake and success are not this one's.
        try given {
            five().prefix(4).map { $0 }
            applied(8.3, "P1").of(session: "other")
            decodeFailed(9)
            handshakeStarted(10).of(session: "other")
            frame(20)
        }.then().finds(rule, .error, events: [5, 6, 7, 8, 10, 12])
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            for index in 0..<8 {
                decodeFailed(5 + Double(index)).with("device", index % 2 == 0 ? "A" : "C")
            }
            frame(20).with("device", "A")
            frame(20).with("device", "C")
        }.then().isQuiet()
    }

    /// A peer that comes back begins anew; another's leaving says nothing of this one's.
    @Test(.tags(.lookAlike), arguments: [("B", false), ("C", true)])
    func thePeerLeaves(_ who: String, _ isFound: Bool) throws {
        let verdict = try given {
            peer(3, "C", "connected")
            five().prefix(4).map { $0 }
            peer(8.2, who, "notConnected")
            peer(8.4, who, "connected")
            five().suffix(1).map { $0 }
            frame(20)
        }.then()
        if isFound {
            verdict.finds(rule, .error, events: [6, 7, 8, 9, 12, 13])
        } else {
            verdict.isQuiet(rule)
        }
    }

    /// A request in time begins the count anew: one more failure is one, and five more are five.
    @Test(.tags(.positive)) func afterARequest() throws {
        func story(_ more: Int) -> Story {
            given {
                five()
                syncRequested(10)
                for index in 0..<more { decodeFailed(20 + Double(index)) }
                frame(60)
            }
        }
        try story(1).then().isQuiet(rule)
        try story(4).then().isQuiet(rule)
        try story(5).then().finds(rule, .error, events: [11, 12, 13, 14, 15, 16])
    }

    /// Two peers that cannot be read, a second apart: each is waited for.
    @Test(.tags(.positive)) func twoPeers() throws {
        let verdict = try given {
            peer(3, "C", "connected")
            for index in 0..<5 {
                decodeFailed(5 + Double(index), from: "B")
                decodeFailed(5.5 + Double(index), from: "C")
            }
            frame(14.2)
            frame(15)
            closed(60)
        }.then()
        verdict.finds(rule, each: [[6, 8, 10, 12, 14, 16], [7, 9, 11, 13, 15, 17]])
    }
}

@testable import Projections
import TestSupport
import Testing

struct BackpressureMissingTests {
    private let rule = "backpressure-missing"

    /// Packets a second apart, each with so many waiting before it.
    private func queues(_ depths: Int64..., priority: String? = "optional", end: [StoryLine] = [closed(60)])
        -> Story
    {
        Story {
            together()
            for (index, depth) in depths.enumerated() { sent(5 + Double(index), priority, queue: depth) }
            end
        }
    }

    @Test(.tags(.positive)) func threeTimes() throws {
        let verdict = try queues(7, 8, 9).then()
        let finding = verdict.finds(rule, .warning, events: [5, 6, 7])
        #expect(
            finding?.message.contains("3 optional packets were sent to peer") == true
                && finding?.message.contains("the last at 7 s (#7) with 9 waiting") == true
                && finding?.message.contains("default limit 6 packets (queue.limit)") == true)
        verdict.findsOnly(rule)
    }

    @Test(.tags(.positive)) func notInARow() throws {
        try queues(7, 0, 8, 3, 9).then().finds(rule, .warning, events: [5, 7, 9])
    }

    @Test(.tags(.limit)) func depth() throws {
        try queues(6, 6, 6, 6).then().isQuiet()
        try queues(7, 7, 7).then().finds(rule)
        try queues(7, 7, 7).then(["queue.limit": 7]).isQuiet()
        try queues(6, 6, 6).then(["queue.limit": 5]).finds(rule, .warning, events: [5, 6, 7])
    }

    @Test(.tags(.limit)) func times() throws {
        try queues(7, 8).then().isQuiet()
        try queues(7, 8).then(["backpressureMissing.times": 2]).finds(rule, .warning, events: [5, 6])
        try queues(7, 8, 9).then(["backpressureMissing.times": 4]).isQuiet()
    }

    @Test(.tags(.lookAlike)) func criticalAtThatDepth() throws {
        try queues(9, 9, 9, 9, priority: "critical").then().isQuiet()
        try queues(9, 9, 9, 9, priority: nil).then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func absentIsUnknown() throws {
        try Story {
            together()
            packets(from: 5, 9, every: 1)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.lookAlike)) func differentPeers() throws {
        try Story {
            together()
            for name in ["B", "C", "D", "B", "C", "D"] { sent(5, to: name, queue: 9) }
            closed(60)
        }.then().isQuiet(rule)
    }

    /// The queue went with the connection.
    @Test(.tags(.lookAlike)) func anotherConnection() throws {
        try Story {
            together()
            sent(5, queue: 9)
            sent(6, queue: 9)
            peer(7, "B", "notConnected")
            peer(9, "B", "connected")
            sent(10, queue: 9)
            sent(11, queue: 9)
            closed(60)
        }.then().isQuiet()
    }

    @Test(.tags(.positive)) func aLongQueueIsOneOccurrence() throws {
        try queues(7, 8, 9, 10, 11, 12, 13, 14).then().finds(rule, .warning, events: [5, 6, 7])
        try queues(7, 8, 9, 10, 2, 7, 8, 9, 9).then().finds(rule, .warning, events: [5, 6, 7], count: 2)
    }

    @Test(.tags(.logEnd)) func theLogsEnd() throws {
        try queues(7, 8, 9, end: []).then().finds(rule, .warning, events: [5, 6, 7])
        try queues(7, 8, end: []).then().isQuiet()
    }

    @Test(.tags(.gap)) func gapBetween() throws {
        try queues(7, 8, end: [gap(8), sent(9, queue: 9), closed(60)]).then().isQuiet(rule)
    }

    @Test(.tags(.twoSessions)) func twoSessions() throws {
        try queues(7, 8, end: [sent(9, queue: 9).of(session: "other"), closed(60)]).then().isQuiet()
    }

    @Test(.tags(.twoDevices)) func twoDevices() throws {
        try Story {
            for index in 0..<4 {
                sent(5 + Double(index), queue: 9).with("device", index % 2 == 0 ? "A" : "C")
            }
        }.then().isQuiet()
    }

    /// A peer that leaves takes its queue with it; one that is told again does not.
    @Test(.tags(.lookAlike), arguments: [("notConnected", false), ("connected", true)])
    func thePeerLeaves(_ state: String, _ isFound: Bool) throws {
        let verdict = try Story {
            together()
            sent(5, "optional", queue: 7)
            sent(6, "optional", queue: 8)
            peer(6.5, "B", state)
            sent(7, "optional", queue: 9)
            closed(60)
        }.then()
        if isFound { verdict.finds(rule, .warning, events: [5, 6, 8]) } else { verdict.isQuiet(rule) }
    }
}

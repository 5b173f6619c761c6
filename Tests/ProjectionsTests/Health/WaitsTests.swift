import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct WaitsTests {
    @Test func fromRunToNormalAndMapped() throws {
        let health = try Story {
            opened()
            run(1)
            tracking(1.2, "limited", "initializing")
            tracking(3, "normal")
            mapping(4, "extending")
            mapping(6.5, "mapped")
            tracking(7, "limited", "excessiveMotion")
            tracking(8, "normal")
            closed(9)
        }.health()
        #expect(health.waits == ["firstMapped 1-6.5", "firstNormal 1-3"])
        #expect(health.spanTotals[.firstNormal]?.time == 2_000_000_000)
        #expect(health.spanTotals[.firstMapped]?.longest == 5_500_000_000)
    }

    @Test func aRunThatNothingFollows() throws {
        let health = try Story {
            opened()
            run(1)
            paused(2)
            run(3)
            tracking(5, "normal")
            closed(9)
        }.health()
        #expect(
            health.waits == ["firstMapped 1-", "firstNormal 1-", "firstMapped 3-", "firstNormal 3-5"])
        #expect(health.spanTotals[.firstNormal]?.begun == 2 && health.spanTotals[.firstNormal]?.ended == 1)
    }

    @Test func relocalizations() throws {
        let health = try Story {
            opened()
            run(1)
            tracking(1.5, "normal")
            tracking(2, "limited", "relocalizing")
            tracking(2.5, "limited", "relocalizing")
            tracking(6, "normal")
            tracking(7, "limited", "relocalizing")
            tracking(8, "limited", "insufficientFeatures")
            tracking(8.2, "normal")
            closed(9)
        }.health()
        // The second went over into something else.
        #expect(
            health.waits.filter { $0.hasPrefix("relocalization") }
                == ["relocalization 2-6", "relocalization 7-"])
        #expect(health.spanTotals[.relocalization]?.time == 4_000_000_000)
    }

    @Test func interruptionsAndHandshakes() throws {
        let health = try Story {
            together()
            interrupted(5, "call")
            resumed(8)
            handshakeStarted(9)
            handshakeCompleted(9.25)
            handshakeStarted(10, "C")
            interrupted(11)
            paused(12)
            closed(13)
        }.health()
        let waits = health.waits.filter { !$0.hasPrefix("first") }
        #expect(waits == ["interruption 5-8", "handshake 9-9.25", "handshake 10-", "interruption 11-"])
        #expect(health.spans.first { $0.kind == .interruption }?.reason == "call")
        #expect(health.spans.first { $0.kind == .handshake }?.peer == "B")
    }

    @Test func twoSessionsDoNotMix() throws {
        let health = try Story {
            opened()
            run(1).of(session: "one")
            run(2).of(session: "two")
            tracking(4, "normal").of(session: "two")
            tracking(5, "normal").of(session: "one")
            closed(9)
        }.health()
        let told = health.spans.filter { $0.kind == .firstNormal }.map { ($0.session, $0.duration) }
        #expect(told.map(\.0) == [.other("one"), .other("two")])
        #expect(told.map(\.1) == [4_000_000_000, 2_000_000_000])
    }
}

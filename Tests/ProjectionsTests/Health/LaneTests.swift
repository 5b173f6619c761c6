import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct LaneTests {
    private let story = Story {
        opened()
        event(0.2, "app.lifecycleChanged", ["phase": "active"])
        run(1, source: "start-button")
        tracking(1.5, "limited", "initializing")
        tracking(3, "normal")
        changed(4, "objectTracking", "idle", to: "loading", cause: "tap")
        changed(5, "objectTracking", "loading", to: "detected")
        thermal(6, "fair")
        thermal(7, "fair")
        peer(7, "B", "connecting")
        peer(8, "B", "connected")
        quality(8.5, "aligned")
        paused(9, source: "stop")
        closed(10)
    }

    @Test func whatIsInOneStateAtATime() throws {
        let health = try story.health()
        func told(_ name: String) -> [String]? { health.lane(name)?.told(health) }
        #expect(told("session") == ["running 1-9", "paused 9-10"])
        #expect(told("tracking") == ["limited.initializing 1.5-3", "normal 3-10"])
        #expect(told("objectTracking") == ["loading 4-5", "detected 5-10"])
        #expect(told("app") == ["active 0.2-10"])
        #expect(told("heat") == ["fair 6-10"])
        #expect(told("alignment") == ["aligned 8.5-10"])
        let peer = try #require(health.lanes.first { $0.subject == .peer("B") })
        #expect(peer.told(health) == ["connecting 7-8", "connected 8-10"])
    }

    @Test func whyAndWhatWasIllegal() throws {
        let health = try story.health()
        #expect(health.lane("session")?.visits.map(\.cause) == ["start-button", "stop"])
        #expect(health.lane("objectTracking")?.visits.map(\.cause) == ["tap", nil])
        // From loading there is no way to detected.
        #expect(health.lane("objectTracking")?.illegal == [7])
        #expect(health.lane("tracking")?.illegal == [])
    }

    @Test func timeInEachState() throws {
        let totals = try story.health().lane("session")?.totals
        #expect(totals?["running"]?.visits == 1 && totals?["running"]?.time == 8_000_000_000)
        #expect(totals?["paused"]?.time == 1_000_000_000)
    }

    @Test func aGapEndsWhatWasKnown() throws {
        let health = try Story {
            opened()
            run(1)
            tracking(2, "normal")
            event(5, "log.gap", ["lost": 3])
            tracking(7, "normal")
            closed(9)
        }.health()
        #expect(health.lane("tracking")?.told(health) == ["normal 2-5", "normal 7-9"])
        #expect(health.gaps == 1)
    }

    @Test func theSameWhateverTheBatches() throws {
        let whole = try story.health()
        for size in [1, 2, 3, 5] {
            let parts = try story.health(batchesOf: size)
            #expect(parts.lanes.map { $0.told(parts) } == whole.lanes.map { $0.told(whole) })
            #expect(parts.waits == whole.waits)
        }
    }

    @Test func veryManyStaysAreDrawnTogether() throws {
        var lane = Lane(.app, session: nil, device: 0)
        func mark(_ index: Int) -> Mark { Mark(number: UInt32(index + 1), time: UInt64(index) * 1_000_000) }
        // A long stay among many of a millisecond.
        for index in 0..<30_000 { lane.enter(index % 2 == 0 ? "a" : "b", at: mark(index)) }
        lane.enter("long", at: mark(30_000))
        for index in 60_000..<90_000 { lane.enter(index % 2 == 0 ? "a" : "b", at: mark(index)) }
        lane.close(at: mark(90_000))
        #expect(lane.visits.count <= Lane.limit && lane.grain > 0)
        #expect(lane.visits.reduce(0) { $0 + $1.count } == 60_001)
        #expect(lane.visits.contains { $0.state == "long" && $0.count == 1 })
        // Stretches are hardly longer than what counts as short, and say what they mostly were.
        for visit in lane.visits where visit.count > 1 {
            #expect(visit.duration < 2 * lane.grain && visit.state == nil)
            #expect(visit.mainly?.state == "a" || visit.mainly?.state == "b")
        }
        for (visit, next) in zip(lane.visits, lane.visits.dropFirst()) { #expect(visit.to == next.from) }
        // What all of them come to is exact.
        #expect(lane.totals["a"]?.visits == 30_000 && lane.totals["long"]?.time == 30_000_000_000)
    }
}

import EventLog
import TestSupport
import Testing

@testable import Projections

/// Counts what was put into it.
private struct Counted: Mergeable {
    var count = 0
    mutating func merge(_ later: Counted) { count += later.count }
}

@Suite struct SeriesTests {
    @Test func stretchesWidenAndNothingIsLost() {
        var buckets = TimeBuckets<Counted>(start: 1000)
        for second in 0..<5000 {
            buckets.change(at: 1000 + UInt64(second) * 1_000_000_000) { $0.count += 1 }
        }
        #expect(buckets.values.count <= TimeBuckets<Counted>.limit && buckets.width == 16_000_000_000)
        #expect(buckets.values.reduce(0) { $0 + ($1?.count ?? 0) } == 5000)
        #expect(buckets.values[0]?.count == 16 && buckets.values[311]?.count == 16)
        // Before the beginning, and at the end of time.
        buckets.change(at: 0) { $0.count += 1 }
        buckets.change(at: .max) { $0.count += 1 }
        #expect(buckets.values.count <= TimeBuckets<Counted>.limit)
        #expect(buckets.values.reduce(0) { $0 + ($1?.count ?? 0) } == 5002)
    }

    @Test func whatIsKeptLiesEvenly() {
        var list = Thinned<Int>(limit: 8)
        for number in 0..<100 { list.append(number) }
        #expect(list.count == 100 && list.kept == [0, 16, 32, 48, 64, 80, 96] && list.leftOut == 93)
    }

    @Test func eventsAreCountedAndKeptEvenly() throws {
        let health = try Story {
            opened()
            for index in 0..<1000 { event(Double(index), "log.marker", ["text": .text("mark \(index)")]) }
            closed(2000)
        }.health()
        let markers = health.moments.filter { $0.kind == .logMarker }
        #expect(health.momentCounts[.logMarker] == 1000 && markers.count == 250)
        #expect(markers.map(\.text).prefix(3) == ["mark 0", "mark 4", "mark 8"])
        #expect(markers.allSatisfy(\.isPrivate) && health.leftOut.moments == 750)
    }

    @Test func packetsByPeer() throws {
        let health = try Story {
            together()
            sent(3, "critical", bytes: 100, queue: 2)
            sent(3.1, bytes: 50, queue: 7)
            sent(4, to: "C", bytes: 10)
            received(5, "P1")
            applied(5.1, "P1")
            decodeFailed(5.2)
            dropped(6, "optional", "backpressure")
            dropped(6.1, "optional", "backpressure")
            dropped(6.2, "critical", "throttled")
            closed(9)
        }.health()
        let link = try #require(health.links.first { $0.peer == "B" })
        #expect(link.total.sentCritical == 1 && link.total.sentOptional == 1 && link.total.bytesSent == 150)
        #expect(link.total.received == 1 && link.total.applied == 1 && link.total.decodeFailures == 1)
        #expect(link.total.queue == 7)
        // Two packets between 3 s and 3.5 s.
        #expect(link.buckets.values[6]?.sent == 2 && link.buckets.values[7] == nil)
        #expect(health.links.first { $0.peer == "C" }?.total.sent == 1)
        #expect(health.drops[.backpressure]?.optional == 2 && health.drops[.throttled]?.critical == 1)
        #expect(health.limits.map(\.name).contains("packetRate.limit"))
    }

    @Test func limitsAreThoseInForce() throws {
        var settings = Settings()
        try settings.set("queue.limit", to: 9)
        let health = try Story { opened() }.health(settings: settings)
        #expect(health.limits.first { $0.name == "queue.limit" }?.value == 9)
    }

    @Test func framesAndDevice() throws {
        let health = try Story {
            opened()
            run(0.5)
            stats(1, fps: 60, retained: 2)
            stats(2, fps: 30, retained: 5)
            stats(3)
            event(3, "device.stats", ["memoryBytes": 100_000_000, "cpu": 1.5, "battery": 0.8])
            memory(5, megabytes: 250)
            closed(9)
        }.health()
        let frames = try #require(health.frames.first)
        #expect(frames.total.average == 45 && frames.total.lowest == 30 && frames.total.retained == 5)
        #expect(frames.buckets.values[2]?.average == 60 && frames.buckets.values[4]?.average == 30)
        // What told nothing is no rate of 0.
        #expect(frames.buckets.values[6]?.average == nil)
        let device = try #require(health.devices.first)
        #expect(device.total.memory == 250_000_000 && device.total.cpu == 1.5)
        #expect(device.buckets.values[6]?.battery == 0.8)
    }

    @Test func numbersOfAStrangerDoNotOverflow() throws {
        let health = try Story {
            together()
            sent(3, bytes: .max)
            sent(3.1, bytes: .max)
            sent(3.2, bytes: .max)
            closed(9)
        }.health()
        #expect(health.links.first?.total.bytesSent == .max)
    }
}

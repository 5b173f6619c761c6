import EventLog
import TestSupport
import Testing

@testable import Projections

@Suite struct EventTimesTests {
    private func times(_ count: Int, batchesOf size: Int) throws -> (EventTimes, [Mark]) {
        var numbers = SeededGenerator(3)
        let steps = (0..<count).map { _ in Int.random(in: 0...200, using: &numbers) }
        let moments = steps.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
        let story = Story {
            for moment in moments.prefix(count) { event(Double(moment) / 1000, "log.marker", ["text": "m"]) }
        }
        let log = try story.log()
        var times = EventTimes()
        for batch in log.batches(of: size) { times.take(batch) }
        return (times, log.batch.headers.map { Mark(number: $0.number, time: $0.time) })
    }

    @Test(arguments: [1, 7, 1000])
    func exactOfAShortLog(size: Int) throws {
        let (times, marks) = try times(3000, batchesOf: size)
        for mark in marks { #expect(times.time(of: mark.number) == mark.time) }
        #expect(times.time(of: 0) == marks[0].time && times.time(of: .max) == marks.last?.time)
    }

    @Test func nearOfALongLog() throws {
        let (times, marks) = try times(20_000, batchesOf: 900)
        for (index, mark) in marks.enumerated() {
            let told = try #require(times.time(of: mark.number))
            // One of four is known: no further off than those around it.
            let (from, to) = (marks[max(0, index - 4)].time, marks[min(marks.count - 1, index + 4)].time)
            #expect(told >= from && told <= to, "\(index)")
        }
        #expect(
            marks.indices.filter { $0 % 4 == 0 }.allSatisfy {
                times.time(of: marks[$0].number) == marks[$0].time
            })
    }

    @Test func ofNone() {
        #expect(EventTimes().time(of: 1) == nil)
    }

    @Test func evidenceIsExactInALongLog() throws {
        let log = try Story {
            for step in 0..<(EventTimes.limit * 2) {
                // Ever longer from one to the next, so that what lies between two is off.
                message(Double(step) * Double(step) / 1000, "x")
            }
        }.log()
        let proof: UInt32 = 10_001
        var times = EventTimes(evidence: [proof])
        var rough = EventTimes()
        for batch in log.batches(of: 1000) {
            times.take(batch)
            rough.take(batch)
        }
        let exact = log.headers[Int(proof) - 1].time
        #expect(times.time(of: proof) == exact)
        #expect(rough.time(of: proof + 1) != log.headers[Int(proof)].time)
    }
}

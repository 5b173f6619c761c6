import EventLog
import TestSupport
import Testing

/// `t`, `time`, `at` and `seq`: exact, and never going backwards.
@Suite struct NDJSONTimeTests {
    private let year2000: UInt64 = 946_684_800_000_000_000

    private func facts(_ lines: [String], _ options: NDJSONOptions = NDJSONOptions()) throws -> [EventFacts] {
        try MemoryLog(ndjson: lines.map { $0 + "\n" }.joined(), options).facts
    }

    private func pause(_ fields: String) -> String { "{\(fields),\"event\":\"session.pause\"}" }

    @Test func secondsAreExact() throws {
        let read = try facts([
            pause(#""t":0"#), pause(#""t":0.1"#), pause(#""t":0.100000001"#), pause(#""t":1e0"#),
            pause(#""t":16777217.123456789"#), pause(#""t":9007199254.999999999"#),
        ])
        #expect(
            read.map { $0.time - year2000 } == [
                0, 100_000_000, 100_000_001, 1_000_000_000, 16_777_217_123_456_789,
                9_007_199_254_999_999_999,
            ])
        #expect(read.map(\.publishTime) == read.map(\.time))
    }

    @Test func aStartCanBeGiven() throws {
        let read = try facts([pause(#""t":1.5"#)], NDJSONOptions(start: 10))
        #expect(read.map(\.time) == [1_500_000_010])
    }

    @Test func timeWins() throws {
        let noon = try Timestamp.parse("2026-07-18T12:00:00Z")
        let read = try facts([
            pause(#""t":5,"time":"2026-07-18T12:00:00Z""#), pause(#""t":6.5"#),
            pause(#""t":7,"time":"2026-07-18T14:00:03+02:00""#), pause(#""t":8.5"#),
        ])
        #expect(read.map { $0.time - noon } == [0, 1_500_000_000, 3_000_000_000, 3_500_000_000])
    }

    @Test func theFirstTimeSetsTheBeginning() throws {
        // Also where it stands further down.
        let read = try facts([
            pause(#""t":0"#), pause(#""t":2,"time":"2026-07-18T12:00:00Z""#), pause(#""t":3"#),
        ])
        let noon = try Timestamp.parse("2026-07-18T12:00:00Z")
        #expect(read.map(\.time) == [noon - 2_000_000_000, noon, noon + 1_000_000_000])
    }

    @Test func ownTimesAreKept() throws {
        let read = try facts([
            pause(#""time":"2026-07-18T12:00:00Z","at":"2026-07-18T11:59:59.5Z""#),
            pause(#""t":1,"at":0.25"#),
            pause(#""t":2,"at":-3"#),
        ])
        let noon = try Timestamp.parse("2026-07-18T12:00:00Z")
        #expect(read.map(\.publishTime) == [noon - 500_000_000, noon + 250_000_000, noon - 3_000_000_000])
        #expect(read.map(\.time) == [noon, noon + 1_000_000_000, noon + 2_000_000_000])
    }

    @Test func earlierEventsAreLifted() throws {
        let ndjson = """
            {"t":1,"event":"session.pause"}
            {"t":0.5,"event":"session.pause"}
            {"t":0.75,"at":0.7,"event":"session.pause"}
            {"t":-1,"event":"session.pause"}
            {"t":1,"event":"session.pause"}

            """
        let log = try MemoryLog(ndjson: ndjson)
        #expect(log.report.liftedEvents == 3)
        #expect(!log.report.hasLoss)
        #expect(log.facts.map { Int64($0.time - year2000) } == [Int64](repeating: 1_000_000_000, count: 5))
        #expect(
            log.facts.map { Int64(bitPattern: $0.publishTime &- year2000) } == [
                1_000_000_000, 500_000_000, 700_000_000, -1_000_000_000, 1_000_000_000,
            ])
        let again = try MemoryLog(ndjson: log.printed())
        #expect(difference(again.facts, log.facts) == nil)
        #expect(again.report.liftedEvents == 0)
    }

    @Test func farTimesPrintAndComeBack() throws {
        let ndjson = """
            {"time":"1970-01-01T00:00:00.000000001Z","event":"session.pause"}
            {"time":"2554-07-21T23:34:33.709551614Z","at":"1970-01-01T00:00:00Z","event":"session.pause"}
            {"time":"2554-07-21T23:34:33.709551614Z","at":"2554-07-21T23:34:33.709551615Z","event":"session.pause"}

            """
        let log = try MemoryLog(ndjson: ndjson)
        #expect(log.facts.map(\.time) == [1, .max - 1, .max - 1])
        #expect(log.facts.map(\.publishTime) == [1, 0, .max])
        #expect(difference(try MemoryLog(ndjson: log.printed()).facts, log.facts) == nil)
    }

    @Test func numbersAreKeptOnlyWhereEveryLineHasOne() throws {
        let all = [pause(#""t":0,"seq":5"#), pause(#""t":0,"seq":9"#), pause(#""t":0,"seq":4294967295"#)]
        #expect(try facts(all).map(\.number) == [5, 9, .max])
        #expect(try facts(all + [pause(#""t":0"#)]).map(\.number) == [1, 2, 3, 4])
        let label = #"{"event":"log.label","id":"A","label":"B"}"#
        #expect(try facts([label] + all + [label]).map(\.number) == [5, 9, .max])
        let falling = [pause(#""t":0,"seq":5"#), pause(#""t":0,"seq":5"#)]
        #expect(try facts(falling, NDJSONOptions(isLenient: true)).map(\.number) == [1, 2])
    }

    @Test func aLaterPartOfALogKeepsItsInstants() throws {
        let log = try Story {
            opened()
            for step in 0..<10 { event(Double(step), "session.pause") }
        }.log()
        var printer = EventPrinter(labels: log.labels, start: log.start)
        var buffer = ByteBuffer()
        for event in log.events.dropFirst(5) { printer.append(event, to: &buffer) }
        let part = try MemoryLog(ndjson: buffer.array)
        #expect(difference(part.facts, Array(log.facts.dropFirst(5))) == nil)
    }
}

/// Times with more decimals than there are nanoseconds, as Doubles print them.
struct NDJSONFineTimeTests {
    @Test(arguments: [
        ("12.345000028610229", 12_345_000_029), ("0.0000000005", 1), ("0.00000000049", 0),
        ("3.3000000000000003", 3_300_000_000), ("-0.30000000000000004", -300_000_000), ("1e-30", 0),
        ("0.1234567890000000000000000000001", 123_456_789), ("1.0000000000", 1_000_000_000),
    ])
    func nearest(_ text: String, _ nanoseconds: Int64) {
        #expect(JSONNumber(text)?.nearestNanoseconds == nanoseconds)
    }

    @Test func readingRoundsAndImportRefuses() throws {
        let lines = """
            {"t":0,"event":"log.opened","device":"A"}
            {"t":3.3000000000000003,"event":"frame.stats","fps":60}
            """
        let log = try MemoryLog(ndjson: lines, NDJSONOptions(isLenient: true))
        #expect(log.headers.count == 2 && !log.report.hasLoss)
        #expect(log.headers[1].time - log.headers[0].time == 3_300_000_000)
        #expect(throws: EventSourceError.self) { try MemoryLog(ndjson: lines) }
    }
}

import EventLog
import TestSupport
import Testing

/// Lines as files have them: ends of all kinds, huge ones, cut ones, from any source.
@Suite struct NDJSONLineTests {
    private let line = #"{"t":0,"event":"session.pause"}"#

    @Test func lineEndsOfAllKinds() throws {
        let ndjson = "\u{FEFF}\(line)\r\n\n  \t\r\n# comment\n  # another\n \(line) \n\(line)"
        let log = try MemoryLog(ndjson: ndjson)
        #expect(log.headers.map(\.number) == [1, 2, 3])
        #expect(!log.report.isTorn)
    }

    @Test func aTornEndIsSkippedAndTold() throws {
        for options in [NDJSONOptions(), NDJSONOptions(isLenient: true)] {
            for length in 1..<line.utf8.count {
                let ndjson = line + "\n" + String(line.prefix(length))
                let log = try MemoryLog(ndjson: ndjson, options)
                #expect(log.headers.count == 1)
                #expect(log.report.isTorn)
                #expect(log.report.hasLoss)
                #expect(log.report.skippedLines == 0)
                #expect(log.report.faults.map(\.line) == [2])
            }
        }
        // With its newline it is a fault.
        #expect(throws: EventSourceError.self) { try MemoryLog(ndjson: line + "\n{\"t\":\n") }
        // A last line that parses but is no event is one, too.
        #expect(throws: EventSourceError.self) { try MemoryLog(ndjson: line + "\n{\"t\":0}") }
    }

    @Test func aMillionCharacters() throws {
        let text = String(repeating: "ü\\n", count: 1_000_000)
        let log = try MemoryLog(
            ndjson: #"{"t":0,"event":"log.marker","text":""# + text + "\"}\n" + line + "\n")
        #expect(log.headers.map(\.number) == [1, 2])
        #expect(log.facts[0].payload.count > 3_000_000)
        #expect(difference(try MemoryLog(ndjson: log.printed()).facts, log.facts) == nil)
    }

    @Test func aLineOverTheLimitIsNamed() throws {
        let long = #"{"t":0,"event":"log.marker","text":""# + String(repeating: "x", count: 1_000_000) + "\"}"
        let ndjson = [line, long, line, long].joined(separator: "\n")
        var limits = ReaderLimits()
        limits.lineSize = 1000
        func log(_ options: NDJSONOptions) throws -> MemoryLog {
            try MemoryLog(
                EventSource(MemorySource(Array(ndjson.utf8)), ndjson: options, limits: limits))
        }
        #expect(
            throws: EventSourceError.line(NDJSONError(line: 2, problem: .tooLong(limit: 1000)))
        ) { _ = try log(NDJSONOptions()) }
        let read = try log(NDJSONOptions(isLenient: true))
        #expect(read.headers.map(\.number) == [1, 3])
        #expect(read.report.skippedLines == 2)
        #expect(read.report.faults.map(\.line) == [2, 4])
    }

    @Test func manyKeysAndDeepNestingEnd() throws {
        let options = NDJSONOptions(isLenient: true)
        func keys(_ count: Int) -> String {
            let keys = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
            return "{\"t\":0,\"event\":\"session.pause\",\(keys)}\n"
        }
        let many = try MemoryLog(ndjson: keys(60_000) + keys(60_000), options)
        #expect(many.headers.count == 2)
        #expect(many.report.leftOutFields == 120_000)
        #expect(many.report.faults.count == 100)
        let tooMany = try MemoryLog(ndjson: keys(200_000), options)
        #expect(tooMany.report.faults.map(\.problem) == [.tooManyKeys(limit: 65_536)])
        let deep = String(repeating: "[", count: 100_000)
        let log = try MemoryLog(ndjson: "{\"t\":0,\"event\":\"x\",\"y\":\(deep)\n\(line)\n", options)
        #expect(log.headers.count == 1)
        #expect(log.report.skippedLines == 1)
    }

    @Test(arguments: [1, 7, 100, 1 << 20])
    func anySourceGivesTheSame(step: Int) throws {
        let ndjson = Story {
            opened(device: "A")
            for step in 0..<500 { anchorUpdated(Double(step) / 10, "A\(step % 5)", at: [1, 2, 3]) }
        }.ndjson
        let expected = try MemoryLog(ndjson: ndjson)
        let source = try EventSource(PipeSource(Array(ndjson.utf8), step: step))
        #expect(source.format == .ndjson)
        #expect(difference(try MemoryLog(source).facts, expected.facts) == nil)
        let log = try EventSource(PipeSource(expected.mcap(), step: step))
        #expect(log.format == .mcap)
        #expect(difference(try MemoryLog(log).facts, expected.facts) == nil)
        // Numbers on every line make a second look necessary.
        let printed = Array(expected.printed().utf8)
        let numbered = try MemoryLog(EventSource(PipeSource(printed, step: step)))
        #expect(difference(numbered.facts, expected.facts) == nil)
    }

    @Test func aLongPipeIsKeptInAFile() throws {
        // More than is kept in memory, and numbers that ask for a second look.
        let text = String(repeating: "x", count: 100_000)
        let ndjson = (1...60).map {
            "{\"t\":\($0),\"seq\":\($0 * 2),\"event\":\"log.marker\",\"text\":\"\(text)\"}\n"
        }.joined()
        let log = try MemoryLog(EventSource(PipeSource(Array(ndjson.utf8), step: 50_000)))
        #expect(log.headers.map(\.number) == (1...60).map { UInt32($0 * 2) })
        #expect(difference(log.facts, try MemoryLog(ndjson: ndjson).facts) == nil)
    }

    @Test func batchesHaveTheirSize() throws {
        let ndjson = String(repeating: line + "\n", count: 1000)
        let log = try MemoryLog(ndjson: ndjson, NDJSONOptions(batchSize: 310))
        #expect(log.batchSizes == [Int](repeating: 10, count: 100))
        #expect(log.headers.map(\.number) == Array(1...1000))
    }

    @Test func anyBytesEnd() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededNumbers(seed: seed)
        let good = Array(
            Story {
                opened(device: "A", records: ["session"])
                run(1, options: ["resetTracking"], collaboration: true)
                anchorAdded(2, "A1", key: "ü", at: [0, 1, 2])
                event(3, "custom", ["name": "n", "fields": ["a": "b"]])
            }.ndjson.utf8)
        for _ in 0..<2000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let log = try? MemoryLog(ndjson: bytes, NDJSONOptions(isLenient: true))
            #expect(log != nil, "seed \(seed)")
            #expect(log?.printed() != nil)
        }
    }
}

/// Bytes that come through a pipe: a few at a time, and only once.
private final class PipeSource: ByteSource {
    private var source: MemorySource
    private let step: Int

    init(_ bytes: [UInt8], step: Int) {
        source = MemorySource(bytes)
        self.step = step
    }

    var isSeekable: Bool { false }
    var size: UInt64? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(step)))
    }

    func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int {
        throw IOError(path: "-", operation: .seek, code: 29)
    }
}

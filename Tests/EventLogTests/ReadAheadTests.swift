import Foundation
import TestSupport
import Testing

@testable import EventLog

/// A log that is read on a thread of its own is the same log.
@Suite struct ReadAheadTests {
    /// What can be told of a batch, and of what is known with it.
    private struct Seen: Equatable {
        let numbers: [UInt32]
        let payloads: [[UInt8]]
        /// What the anchors of its updates are called.
        let names: [String]
        let damage: Int

        init(_ batch: EventBatch, _ labels: LabelTable, damage: Int) {
            numbers = batch.headers.map(\.number)
            payloads = batch.headers.map { batch.content.payload(of: $0)?.restBytes ?? [] }
            names = batch.events.compactMap { $0.decode(StoredEvent.AnchorUpdated.self) }
                .map { labels.name(of: $0.anchor) }
            self.damage = damage
        }
    }

    /// What came out of a log, and what the source says at the end.
    private struct Reading: Equatable {
        var seen: [Seen] = []
        var failure: String?
        var events = 0
        var hasLoss = false
        var bytes: UInt64 = 0
        var hasForgotten = false

        mutating func finish(_ source: RecordingSource) {
            events = source.eventCount
            hasLoss = source.report.hasLoss
            bytes = source.bytesRead
            hasForgotten = source.labels.hasForgotten
        }
    }

    private func read(_ paths: [String]) throws -> Reading {
        let source = try RecordingSource(paths: paths)
        var reading = Reading()
        do {
            while let batch = try source.nextBatch() {
                let damage = source.report.issues.damageCount
                reading.seen.append(Seen(batch, source.labels, damage: damage))
            }
        } catch { reading.failure = "\(error)" }
        reading.finish(source)
        return reading
    }

    private func readAhead(_ paths: [String], room: Int = ReadAhead.room) throws -> Reading {
        let source = try RecordingSource(paths: paths)
        let ahead = try #require(ReadAhead(source, room: room))
        var reading = Reading()
        do {
            while let batch = try ahead.nextBatch() {
                reading.seen.append(Seen(batch, ahead.labels, damage: ahead.damageCount))
            }
            #expect(try ahead.nextBatch() == nil, "the end stays the end")
        } catch { reading.failure = "\(error)" }
        #expect(reading.failure != nil || ahead.bytesRead == source.bytesRead)
        reading.finish(source)
        return reading
    }

    /// Anchors with labels, one of which is given another name in the middle, in many chunks.
    private func log(from start: Double = 1, number: Int = 400) throws -> MemoryLog {
        try Story {
            opened(device: "A")
            for step in 0..<number {
                let t = start + Double(step) / 100
                anchorUpdated(t, "anchor-\(step % 7)", at: [.number(Double(step)), 0, 0])
                if step % 100 == 50 {
                    line(#"{"event":"log.label","id":"anchor-3","label":"the chair, named \#(step)"}"#)
                }
            }
        }.log()
    }

    private func written(_ bytes: [UInt8], _ folder: TemporaryFolder, _ name: String = "log.mcap") throws
        -> String
    {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    @Test(arguments: [300, 2000, 1 << 20], [WriterOptions.Compression.lz4, .none])
    func theSameEventsAndLabels(chunkSize: Int, compression: WriterOptions.Compression) throws {
        let folder = try TemporaryFolder()
        let path = try written(try log().mcap(chunkSize: chunkSize, compression: compression), folder)
        let expected = try read([path])
        #expect(expected.events == 401)
        #expect(Set(expected.seen.flatMap(\.names)).count > 7, "names change on the way")
        #expect(try readAhead([path]) == expected)
        // Where there is room for one only.
        #expect(try readAhead([path], room: 1) == expected)
    }

    @Test func whatIsDamagedIsToldWithTheSameBatch() throws {
        let folder = try TemporaryFolder()
        var bytes = try log().mcap(chunkSize: 500)
        for place in stride(from: bytes.count / 4, to: bytes.count, by: bytes.count / 5) {
            bytes[place] ^= 0x55
        }
        let path = try written(bytes, folder)
        let expected = try read([path])
        #expect(expected.hasLoss)
        #expect(try readAhead([path]) == expected)
    }

    @Test func cutAnywhere() throws {
        let folder = try TemporaryFolder()
        let bytes = try log(number: 60).mcap(chunkSize: 500)
        for count in stride(from: 8, to: bytes.count, by: 97) {
            let path = try written(Array(bytes[..<count]), folder)
            #expect(try readAhead([path]) == read([path]), "cut at \(count)")
        }
    }

    @Test func severalFiles() throws {
        let folder = try TemporaryFolder()
        let paths = try (0..<3).map { index in
            try written(
                try log(from: 1 + Double(index) * 10).mcap(chunkSize: 700), folder, "log-\(index).mcap")
        }
        let expected = try read(paths)
        #expect(expected.events == 3 * 401)
        #expect(try readAhead(paths) == expected)
    }

    @Test func anErrorComesAfterWhatLiesBeforeIt() throws {
        let folder = try TemporaryFolder()
        let first = try written(try log().mcap(chunkSize: 700), folder)
        let second = folder.path + "/second.mcap"
        try Data(log().mcap(chunkSize: 700)).write(to: URL(filePath: second))
        let source = try RecordingSource(paths: [first, second])
        let ahead = try #require(ReadAhead(source))
        // Gone before it is opened, or read whole where the thread was faster than that.
        try FileManager.default.removeItem(atPath: second)
        var events = 0
        var failed = false
        do {
            while let batch = try ahead.nextBatch() { events += batch.headers.count }
        } catch { failed = true }
        #expect(failed ? events == 401 : events == 802)
        if failed { #expect(throws: EventSourceError.self) { try ahead.nextBatch() } }
    }

    /// Whoever stops in the middle leaves no thread behind that reads on: the files are closed with the source.
    @Test func whoStopsEarly() throws {
        let folder = try TemporaryFolder()
        let path = try written(try log(number: 4000).mcap(chunkSize: 300), folder)
        weak var left: RecordingSource?
        do {
            let source = try RecordingSource(paths: [path])
            left = source
            let ahead = try #require(ReadAhead(source))
            _ = try ahead.nextBatch()
        }
        for _ in 0..<1000 where left != nil { usleep(10_000) }
        #expect(left == nil)
    }

    /// Lines name ids by their labels, which the reader learns with each; one recording may have segments of both kinds.
    @Test func linesToo() throws {
        let folder = try TemporaryFolder()
        let lines = try written(Array(try log(number: 4000).printed().utf8), folder, "log.ndjson")
        let expected = try read([lines])
        #expect(expected.events == 4001 && Set(expected.seen.flatMap(\.names)).count > 7)
        #expect(try readAhead([lines]) == expected)
        let binary = try written(try log(from: 100).mcap(chunkSize: 500), folder)
        #expect(try readAhead([lines, binary]) == read([lines, binary]))
        #expect(try readAhead([binary, lines]) == read([binary, lines]))
    }
}

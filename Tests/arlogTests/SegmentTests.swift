import Foundation
import TestSupport
import Testing

@testable import EventLog
@testable import arlog

/// Segments of one recording are one log to every command.
@Suite struct SegmentTests {
    /// A recording of `count` markers, cut into segments by size; with its paths in order.
    static func recorded(_ count: Int, _ scratch: Scratch) throws -> [String] {
        var options = RecorderOptions(device: "phone")
        options.worksInBackground = false
        options.segmentSize = 4 << 10
        options.chunkSize = 1 << 10
        let recorder = Recorder(folder: scratch.path, options)
        for step in 0..<count {
            recorder.append(Event.LogMarker { $0.text = "step \(step) of the recording" })
            recorder.work()
        }
        recorder.close()
        let names = scratch.names.filter { $0.hasSuffix(".mcap") }.sorted { ($0.count, $0) < ($1.count, $1) }
        try #require(names.count > 3)
        return names.map { scratch.path + "/" + $0 }
    }

    private static func steps(_ run: Ran) -> [Int] {
        run.output.split(separator: "\n").compactMap { line in
            line.firstRange(of: "step ").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
        }
    }

    @Test func theyAreReadAsOne() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        let cat = Ran(["cat", "--format", "ndjson"] + paths.reversed())
        #expect(cat.status == 0, "\(cat.errors)")
        #expect(Self.steps(cat) == Array(0..<300))
        #expect(Ran("cat", "--format", "ndjson", scratch.path).output == cat.output)
        // `t` runs through, and so do the numbers.
        let read = try MemoryLog(ndjson: cat.output)
        #expect(read.headers.map(\.number) == Array(1...UInt32(read.headers.count)))
        #expect(zip(read.headers, read.headers.dropFirst()).allSatisfy { $0.time <= $1.time })
        let one = try scratch.write("one.ndjson", cat.output)
        #expect(Ran("import", one, "-o", scratch.path + "/one.imported").status == 0)
    }

    @Test func oneEntryInJSON() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        for command in ["check", "info"] {
            let logs = try #require(
                try Ran(command, "--json", scratch.path).json()["logs"] as? [[String: Any]])
            #expect(logs.count == 1)
            #expect(logs[0]["path"] as? String == paths[0])
            #expect(logs[0]["paths"] as? [String] == paths)
            #expect(logs[0]["events"] as? Int == 300 + paths.count + 1, "\(command)")
            #expect((logs[0]["findings"] as? [Any])?.isEmpty ?? true)
        }
    }

    @Test func momentsCountFromTheBeginning() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        let all = try MemoryLog(ndjson: Ran(["cat", "--format", "ndjson"] + paths).output)
        for (from, to) in [(1, 5), (100, 200), (250, all.headers.count), (all.headers.count - 1, 400)] {
            let cat = Ran(["cat", "--format", "ndjson", "--from", "#\(from)", "--to", "#\(to)"] + paths)
            #expect(
                cat.output.split(separator: "\n").count == min(to, all.headers.count) - from + 1,
                "\(from) to \(to)")
        }
        let middle = all.headers[150]
        var json = JSONWriter()
        json.value(secondsOf: middle.time - all.headers[0].time)
        let offset = String(decoding: json.finish().array, as: UTF8.self)
        let cat = Ran(["cat", "--format", "ndjson", "--from", offset] + paths)
        #expect(cat.output.contains("\"seq\":\(middle.number),"))
        #expect(cat.output.split(separator: "\n").count == all.headers.count - 150)
    }

    @Test func aSegmentThatLacksIsSaid() throws {
        let scratch = try Scratch()
        var paths = try Self.recorded(300, scratch)
        paths.remove(at: 1)
        let check = Ran(["check"] + paths)
        #expect(check.status == 3)
        #expect(check.errors.contains("segment 2 of the recording is not among the files"))
    }

    @Test func recoverAndCompactMakeOneFile() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        let whole = Ran(["cat", "--format", "ndjson"] + paths).output
        for command in ["recover", "compact"] {
            let target = try Scratch()
            let out = target.path + "/\(command).mcap"
            let run = Ran([command] + paths + ["-o", out])
            #expect(run.status == 0, "\(run.errors)")
            #expect(Ran("verify", out).output.contains("intact"), "\(Ran("verify", out).output)")
            #expect(Ran("cat", "--format", "ndjson", out).output == whole, "\(command)")
        }
    }

    @Test func otherLogsStayApart() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        let other = Samples.folder + "/placement.mcap"
        let info = try #require(
            try Ran(["info", "--json", paths[0], other] + paths[1...]).json()["logs"] as? [[String: Any]])
        #expect(info.map { $0["path"] as? String } == [paths[0], other])
        let cat = Ran("cat", paths[0], other)
        #expect(cat.status == 64 && cat.errors.contains("2 logs given"))
        // A copy of a segment is not joined to it.
        let copy = try scratch.write("copy.mcap", TestFiles.bytes(at: paths[1]))
        let twice = try #require(
            try Ran(["info", "--json"] + paths + [copy]).json()["logs"] as? [[String: Any]])
        #expect(twice.count == 2 && twice[1]["path"] as? String == copy)
    }

    /// Segments of a writer that numbers each file from 1.
    @Test func numbersRunThrough() throws {
        let scratch = try Scratch()
        var paths: [String] = []
        for segment in 1...3 {
            let lines = [
                #"{"time":"2026-05-01T10:0\#(segment):00Z","event":"log.opened","device":"A","recording":"R","segment":\#(segment)}"#,
                #"{"time":"2026-05-01T10:0\#(segment):01Z","event":"log.marker","text":"in \#(segment)"}"#,
                #"{"time":"2026-05-01T10:0\#(segment):02Z","event":"anchor.removed","anchor":"X\#(segment)"}"#,
            ]
            paths.append(try scratch.write("part\(segment).ndjson", lines.joined(separator: "\n") + "\n"))
        }
        let cat = Ran(["cat", "--format", "ndjson"] + paths)
        let read = try MemoryLog(ndjson: cat.output)
        #expect(read.headers.map(\.number) == Array(1...9))
        #expect(
            read.headers.map { ($0.time - read.headers[0].time) / 1_000_000_000 } == [
                0, 1, 2, 60, 61, 62, 120, 121, 122,
            ])
        let some = Ran(["cat", "--format", "ndjson", "--from", "#5", "--to", "61.5"] + paths)
        #expect(some.output.split(separator: "\n").count == 1 && some.output.contains("in 2"))
    }

    @Test func recoveryCountsWhatLacksBetweenFiles() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        let out = scratch.path + "/out.copy"
        let lacking = try MemoryLog(EventSource(path: paths[1])).headers.count
        let others = [paths[0]] + paths[2...]
        let run = Ran(["recover", "-o", out, "--json"] + others)
        #expect(run.status == 3)
        #expect(try run.json()["lostMessages"] as? Int == lacking)
        let gaps = Ran("cat", "--format", "ndjson", "--event", "log.gap", out).output
        #expect(gaps.contains("\"lost\":\(lacking)"))
        #expect(Ran("verify", out).output.contains(": intact, "))
        // A copy would hide that something lacks.
        #expect(Ran(["compact", "-o", scratch.path + "/small.copy"] + others).status == 2)
    }

    @Test func damageAtTheEndOfASegmentIsCountedByTheNumbers() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        var bytes = try TestFiles.bytes(at: paths[1])
        var chunks: [(offset: Int, count: Int)] = []
        var reader = LogReader(MemorySource(bytes))
        while let batch = try reader.nextBatch() {
            let events = RecordEvents.numbered(batch)
            chunks.append((Int(batch.offset), events))
        }
        let last = try #require(chunks.last)
        bytes[last.offset + 70] ^= 1
        try scratch.write(String(paths[1].split(separator: "/").last ?? ""), bytes)
        let run = Ran(["recover", "-o", scratch.path + "/out.copy", "--json"] + paths)
        #expect(run.status == 3)
        let found = try run.json()
        #expect(found["lostMessages"] as? Int == last.count && found["isExact"] as? Bool == true)
    }

    /// Its numbers go on from a file that is not there, and lacks nothing of it.
    @Test func aLaterSegmentAloneLacksOnlyItsOwn() throws {
        let scratch = try Scratch()
        let paths = try Self.recorded(300, scratch)
        let bytes = try TestFiles.bytes(at: paths[2])
        var reader = LogReader(MemorySource(bytes))
        let first = try #require(try reader.nextBatch())
        let (place, count) = (Int(first.offset), RecordEvents.numbered(first))
        let stray = [UInt8](repeating: 0xFF, count: 50)
        let before = try scratch.write("before.raw", Array(bytes[..<place]) + stray + bytes[place...])
        let whole = try Ran("recover", "-o", scratch.path + "/a.copy", "--json", before).json()
        #expect(whole["lostMessages"] as? Int == 0 && whole["isExact"] as? Bool == true)
        #expect(whole["gaps"] as? Int == 0)
        var hit = bytes
        hit[place + 70] ^= 1
        let inside = try scratch.write("inside.raw", hit)
        let less = try Ran("recover", "-o", scratch.path + "/b.copy", "--json", inside).json()
        #expect(less["lostMessages"] as? Int == count && less["isExact"] as? Bool == true)
        #expect(Ran("verify", scratch.path + "/b.copy").output.contains(": intact, "))
    }
}

extension RecordEvents {
    /// Events among a batch's messages: labels have no number.
    fileprivate static func numbered(_ batch: RecordBatch) -> Int {
        var (count, records) = (0, batch.records)
        while let record = records.next() {
            var content = record.content
            if let message = MCAP.MessageHeader(parsing: &content), message.sequence > 0 { count += 1 }
        }
        return count
    }
}

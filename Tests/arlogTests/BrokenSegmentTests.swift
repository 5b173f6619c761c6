import Foundation
import TestSupport
import Testing

@testable import EventLog
@testable import arlog

/// Recordings whose segments are cut, damaged, lacking, or not written yet.
@Suite struct BrokenSegmentTests {
    private static func events(_ paths: [String]) -> Int {
        Ran(["cat", "--format", "ndjson"] + paths).output.split(separator: "\n").count
    }

    /// A record that a cut left behind does not reach into the next file.
    @Test func aTornSegmentCostsOnlyItself() throws {
        let scratch = try Scratch()
        let paths = try SegmentTests.recorded(300, scratch)
        let all = Self.events(paths)
        let whole = try TestFiles.bytes(at: paths[1])
        for count in stride(from: 100, to: whole.count, by: whole.count / 23) {
            try scratch.write(LogNames.name(of: paths[1]), whole[..<count])
            let out = scratch.path + "/out.copy"
            let run = Ran(["recover", "--force", "--json", "-o", out] + paths)
            let (read, found) = (Self.events(paths), try run.json())
            let gaps = try #require(found["gaps"] as? Int)
            #expect(Self.events([out]) == read + gaps, "the first \(count) bytes")
            #expect(found["lostMessages"] as? Int == all - read, "the first \(count) bytes")
            #expect(found["isExact"] as? Bool == true, "the first \(count) bytes")
        }
    }

    @Test func whatFollowsTheEndOfASegmentHidesNoOther() throws {
        let scratch = try Scratch()
        let paths = try SegmentTests.recorded(300, scratch)
        let all = Self.events(paths)
        try scratch.write(LogNames.name(of: paths[1]), try TestFiles.bytes(at: paths[1]) + [1, 2, 3])
        let out = scratch.path + "/out.copy"
        #expect(Ran(["recover", "-o", out] + paths).status == 0)
        #expect(Self.events([out]) == all)
    }

    @Test func theFirstSegmentsAreCountedWhereTheyLack() throws {
        let scratch = try Scratch()
        let paths = try SegmentTests.recorded(300, scratch)
        let before = Self.events([paths[0]])
        let others = Array(paths[1...])
        let out = scratch.path + "/out.copy"
        let run = Ran(["recover", "--json", "-o", out] + others)
        #expect(run.status == 3)
        let found = try run.json()
        #expect(found["lostMessages"] as? Int == before && found["isExact"] as? Bool == true)
        #expect(Ran("verify", out).output.contains(": intact, "))
        // An app that keeps only the newest has lost nothing.
        let check = Ran(["check"] + others)
        #expect(check.status == 0 && check.errors.contains("begins with segment 2"))
    }

    @Test func aSegmentWithoutItsBeginningIsJoinedByItsName() throws {
        let scratch = try Scratch()
        let paths = try SegmentTests.recorded(300, scratch)
        let all = Self.events(paths)
        for place in [0, 2] {
            let whole = try TestFiles.bytes(at: paths[place])
            var hit = whole
            let chunk = try #require(ChunkSignatures.first(in: whole))
            hit[chunk + 70] ^= 1
            try scratch.write(LogNames.name(of: paths[place]), hit)
            let info = try #require(
                try Ran("info", "--json", scratch.path).json()["logs"] as? [[String: Any]])
            #expect(info.count == 1 && info[0]["paths"] as? [String] == paths)
            let out = scratch.path + "/out.copy"
            let run = Ran("recover", scratch.path, "--json", "--force", "-o", out)
            #expect(run.status == 3)
            let found = try run.json()
            #expect(found["lostMessages"] as? Int == all - Self.events(paths))
            #expect(found["isExact"] as? Bool == true)
            try scratch.write(LogNames.name(of: paths[place]), whole)
        }
    }

    /// Killed as it began a segment, there is only a journal of it.
    @Test func theLastSegmentMayBeInItsJournalAlone() throws {
        let scratch = try Scratch()
        let paths = try SegmentTests.recorded(300, scratch)
        let all = Self.events(paths)
        let recording = try #require(SegmentInfo(path: paths[0])).recording
        let last = try #require(SegmentName(path: paths[paths.count - 1]))
        let path = "\(last.base)-\(last.segment + 1).mcap"
        let journal = try Journal(path: path + ".journal", size: 1 << 16, system: RecorderSystem())
        journal.begin(
            serial: 9, recording: recording, segment: last.segment + 1, logName: LogNames.name(of: path))
        let marker = MCAP.MessageHeader(
            channelID: EventKind.logMarker.rawValue, sequence: UInt32(all + 1), logTime: 1 << 62,
            publishTime: 1 << 62)
        [UInt8]([0x0A, 1, 0x41]).withUnsafeBytes { journal.append(marker, $0) }
        let out = scratch.path + "/out.copy"
        let run = Ran("recover", scratch.path, "-o", out)
        #expect(run.status == 0, "\(run.errors)")
        #expect(Self.events([out]) == all + 1)
        let compact = Ran("compact", scratch.path, "-o", scratch.path + "/small.copy")
        #expect(compact.status == 2 && compact.errors.contains("arlog seal first"))
    }

    /// The numbers of segments are a stranger's.
    @Test func segmentsMayLieFarApart() throws {
        let scratch = try Scratch()
        var paths: [String] = []
        for (place, segment) in ["1", "\(UInt64.max)"].enumerated() {
            let lines = [
                #"{"seq":\#(place * 5 + 1),"t":\#(place),"event":"log.opened","device":"A","recording":"R","segment":\#(segment)}"#,
                #"{"seq":\#(place * 5 + 2),"t":\#(place + 1),"event":"log.marker","text":"x"}"#,
            ]
            let text = try scratch.write("part\(place).ndjson", lines.joined(separator: "\n") + "\n")
            paths.append(scratch.path + "/part\(place).mcap")
            #expect(Ran("import", text, "-o", paths[place]).status == 0)
        }
        for command in ["cat", "info", "check", "anchors"] {
            let run = Ran([command] + paths)
            #expect(run.status == 3, "\(command)")
            #expect(run.errors.contains("segments 2 to 18446744073709551614 of the recording are not"))
        }
    }

    @Test func segmentsAreOneRecording() throws {
        let scratch = try Scratch()
        let paths = try SegmentTests.recorded(300, scratch)
        #expect(!Ran(["info"] + paths).output.contains("recordings"))
    }

    /// Few files are open at a time, and which of them is read makes no difference.
    @Test func gluedFilesAreReadInAnyOrder() throws {
        let scratch = try Scratch()
        let parts = (0..<12).map { number in (0..<50).map { UInt8($0 + number * 7) } }
        let paths = try parts.enumerated().map { try scratch.write("part\($0.offset)", $0.element) }
        let glued = try GluedSource(paths: paths)
        let all = Array(parts.joined())
        for start in stride(from: all.count - 1, through: 0, by: -37) {
            var piece = ByteBuffer(capacity: 120)
            _ = try piece.append(room: 120) { (target) throws(IOError) in
                try glued.read(at: UInt64(start), into: target)
            }
            #expect(piece.array == Array(all[start..<min(start + 120, all.count)]))
        }
        #expect(glued.fileStarts == (1..<12).map { UInt64($0 * 50) })
    }
}

/// The first chunk of a log by its bytes.
private enum ChunkSignatures {
    static func first(in log: [UInt8]) -> Int? { log.withUnsafeBytes { ChunkSignature.firstChunk(in: $0) } }
}

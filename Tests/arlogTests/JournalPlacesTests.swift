import Foundation
import TestSupport
import Testing

@testable import EventLog
@testable import arlog

/// Which journals belong to a log, wherever they lie and whatever they are called.
@Suite struct JournalPlacesTests {
    private static func markers(_ run: Ran) -> Int {
        run.output.split(separator: "\n").count { $0.contains("log.marker") }
    }

    private static func journals(_ scratch: Scratch) -> [String] {
        scratch.names.filter { $0.contains("journal") }
    }

    /// They may be all that is left of another recording's end.
    @Test func sealingLeavesThoseOfAnotherRecordingAlone() throws {
        let scratch = try Scratch()
        let log = try JournalTests.abandoned(written: 5, kept: 4, scratch)
        let before = Self.journals(scratch)
        let other = try Scratch()
        let replacement = try JournalTests.abandoned(written: 3, kept: 0, other)
        try Data(TestFiles.bytes(at: replacement)).write(to: URL(filePath: log))
        #expect(Ran("seal", log).status == 0)
        #expect(Self.markers(Ran("cat", log)) == 3)
        let kept = try #require(Journals(beside: log).contents.first { !$0.isEmpty })
        #expect(!before.isEmpty && kept.lastNumber == 10)
    }

    /// A log that a recorder did not write has no journal, though one lies beside its name.
    @Test(arguments: ["placement.mcap", nil])
    func whatNoRecorderWroteHasNone(_ name: String?) throws {
        let scratch = try Scratch()
        let log = try JournalTests.abandoned(written: 0, kept: 4, scratch)
        let bytes = if let name { try Samples.bytes(name) } else { try StrangeLog.bytes() }
        try Data(bytes).write(to: URL(filePath: log))
        #expect(Self.markers(Ran("cat", log)) == 0)
        #expect(!Ran("verify", log).output.contains("journal"))
        let seal = Ran("seal", log)
        #expect(seal.status == 0 && seal.errors.contains("is closed already"), "\(seal.errors)")
        #expect(try TestFiles.bytes(at: log) == bytes)
        let out = scratch.path + "/out.copy"
        #expect(Ran("recover", log, "-o", out).status == 0)
        #expect(!Ran("recover", log, "-o", out, "--force").errors.contains("journal"))
    }

    @Test func aLinkLeadsToThoseOfItsLog() throws {
        let (scratch, links) = (try Scratch(), try Scratch())
        let log = try JournalTests.abandoned(written: 5, kept: 4, scratch)
        let link = links.path + "/link.mcap"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: log)
        #expect(Self.markers(Ran("cat", link)) == 9)
        #expect(Ran("seal", link).errors.contains("4 events folded in"))
        #expect(Self.journals(scratch).isEmpty)
        #expect(Self.markers(Ran("cat", log)) == 9)
    }

    /// Killed as it began a segment, a recorder leaves the journals with the name of the segment before.
    @Test func aSegmentThatWasOnlyBegunIsFound() throws {
        let (folder, scratch) = (try Scratch(), try Scratch())
        var options = RecorderOptions(device: "phone")
        options.worksInBackground = false
        options.segmentSize = 1
        let recorder = Recorder(folder: folder.path, options)
        recorder.append(Event.LogMarker { $0.text = "first" })
        recorder.flush()
        recorder.work()
        recorder.append(Event.LogMarker { $0.text = "second" })
        for name in folder.names {
            try scratch.write(name, TestFiles.bytes(at: folder.path + "/" + name))
        }
        withExtendedLifetime(recorder) {}
        #expect(scratch.names.count { $0.hasSuffix(".mcap") } == 1)
        let cat = Ran("cat", scratch.path)
        #expect(cat.status == 0 && Self.markers(cat) == 2, "\(cat.errors)")
        #expect(Ran("seal", scratch.path).status == 0)
        #expect(scratch.names.count { $0.hasSuffix(".mcap") } == 2)
        #expect(Self.markers(Ran("cat", scratch.path)) == 2)
    }

    /// A process that died in its first second leaves a folder without any log.
    @Test func aFolderOfJournalsAloneHasALog() throws {
        let scratch = try Scratch()
        let log = try JournalTests.abandoned(written: 0, kept: 4, scratch)
        #expect(Self.markers(Ran("cat", scratch.path)) == 4)
        let verify = Ran("verify", scratch.path)
        #expect(verify.status == 0 && verify.output.contains("readable, 0 messages"), "\(verify.output)")
        #expect(verify.output.contains("5 more events are in the journal"))
        let recover = Ran("recover", scratch.path, "-o", scratch.path + "/out.copy")
        #expect(recover.status == 2 && recover.errors.contains("arlog seal"))
        #expect(Ran("seal", scratch.path).status == 0)
        #expect(Self.markers(Ran("cat", log)) == 4)
        #expect(scratch.names.count == 1)
    }

    /// To look which recording it is of would take what a pipe gives but once.
    @Test func aPipeAmongSeveralFilesIsReadWhole() throws {
        let scratch = try Scratch()
        let pipe = scratch.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let log = Samples.folder + "/placement.mcap"
        let bytes = try TestFiles.bytes(at: log)
        let writer = Thread {
            if let file = FileHandle(forWritingAtPath: pipe) { try? file.write(contentsOf: Data(bytes)) }
        }
        writer.start()
        let run = Ran("check", "--fail-on", "never", "--json", pipe, log)
        #expect(run.status == 0, "\(run.errors)")
        let logs = try #require(try run.json()["logs"] as? [[String: Any]])
        #expect(logs.count == 2 && logs[0]["events"] as? Int == logs[1]["events"] as? Int)
    }
}

/// A closed MCAP file of somebody else's.
private enum StrangeLog {
    static func bytes() throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try RecordWriter(
            sink, header: MCAP.Header(profile: "", library: "strange"), options: WriterOptions())
        try writer.writeOutsideChunks(
            schema: MCAP.Schema(id: 7, name: "Thing", encoding: "jsonschema", data: [0x7B, 0x7D]),
            channel: MCAP.Channel(id: 900, schemaID: 7, topic: "/thing", messageEncoding: "json"))
        var records = ByteBuffer()
        records.appendMessagePrefix()
        records.append([0x7B, 0x7D])
        records.fillMessagePrefix(at: 0, channel: 900, sequence: 1, logTime: 5, publishTime: 5)
        try writer.writeChunk(records.bytes)
        try writer.close()
        return sink.array
    }
}

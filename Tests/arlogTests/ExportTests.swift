import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// What holds of exports in every format, and NDJSON.
@Suite struct ExportTests {
    private static let sample = Samples.folder + "/collaboration-duplicate-speaker.mcap"

    @Test func ndjsonIsWhatCatPrints() throws {
        let scratch = try Scratch()
        let out = scratch.path + "/out.ndjson"
        for sample in Samples.names {
            let mcap = Samples.folder + "/\(sample).mcap"
            #expect(Ran("export", mcap, "--to", "ndjson", "-o", out, "--force").status == 0)
            let printed = Ran("cat", mcap, "--format", "ndjson").output
            #expect(try TestFiles.bytes(at: out) == Array(printed.utf8))
        }
        #expect(try scratch.mode("out.ndjson") == 0o600)
        #expect(scratch.names == ["out.ndjson"])
    }

    @Test func aPartIsWhatCatPrintsOfIt() throws {
        let scratch = try Scratch()
        let out = scratch.path + "/out.ndjson"
        let part = ["--event", "anchor.*", "--from", "2", "--session", "main"]
        #expect(
            Ran(["export", Self.sample, "--to", "ndjson", "-o", out, "--until", "#200"] + part).status == 0)
        let printed = Ran(["cat", Self.sample, "--format", "ndjson", "--to", "#200"] + part).output
        #expect(!printed.isEmpty)
        #expect(try TestFiles.bytes(at: out) == Array(printed.utf8))
    }

    @Test func sharedNDJSONTellsNothingPrivate() throws {
        let scratch = try Scratch()
        let log = try scratch.write(
            "in.ndjson",
            Story {
                opened(device: "6C0E1C40-0000-4000-8000-0000000000AA")
                run(1)
                anchorAdded(2, "Anna's desk", key: "chair", at: [1.5, 2.5, 3.5])
                message(3, "secret")
            }.ndjson)
        let out = scratch.path + "/out.ndjson"
        #expect(Ran("export", log, "--to", "ndjson", "--share", "-o", out).status == 0)
        let text = String(decoding: try TestFiles.bytes(at: out), as: UTF8.self)
        #expect(!text.contains("Anna") && !text.contains("secret") && !text.contains("position"))
        #expect(text.contains(#""device":"id-1""#) && text.contains(#""anchor":"id-2""#))
        #expect(text.contains(#""key":"chair""#))
        // It is a log still.
        #expect(Ran("import", out, "-o", scratch.path + "/again.mcap").status == 0)
    }

    /// An event that no format can hold is counted, whether a model wants it or not.
    @Test(arguments: ["ndjson", "csv", "sqlite"])
    func eventsThatCannotBeRead(format: String) throws {
        let log = try Story {
            opened()
            userAction(1)
            mapDeferred(2)
            closed(3)
        }.log()
        let sink = MemorySink()
        var writer = try EventWriter(sink, labels: log.labels)
        for event in log.events {
            var header = event.header
            // One byte less than the text in it needs.
            if header.kind == .userAction { header.payload.count -= 1 }
            try writer.append(LoggedEvent(header: header, content: event.content))
        }
        try writer.close()
        let scratch = try Scratch()
        let path = try scratch.write("in.mcap", sink.array)
        let export = try Exported(path, to: format)
        #expect(
            export.status == 3 && export.errors.contains("1 event could not be decoded"), "\(export.errors)")
        if format == "sqlite" {
            #expect(try export.rows("SELECT value FROM log WHERE name = 'unreadable'") == ["1"])
            #expect(try export.rows("SELECT number FROM events") == ["1", "3", "4"])
        }
    }

    /// Segments of one recording are one log.
    @Test func segmentsAreJoined() throws {
        let scratch = try Scratch()
        for segment in 1...2 {
            let lines = """
                {"t":\(segment * 10),"seq":\(segment * 2 - 1),"event":"log.opened","device":"A","recording":"R","segment":\(segment)}
                {"t":\(segment * 10 + 1),"seq":\(segment * 2),"event":"user.action","name":"tap"}

                """
            let path = try scratch.write("s\(segment).ndjson", lines)
            #expect(Ran("import", path, "-o", scratch.path + "/s\(segment).mcap").status == 0)
        }
        let out = scratch.path + "/out"
        let files = [scratch.path + "/s2.mcap", scratch.path + "/s1.mcap"]
        let run = Ran(["export"] + files + ["--to", "csv", "-o", out])
        #expect(run.status == 0, "\(run.errors)")
        let lines = String(decoding: try TestFiles.bytes(at: out), as: UTF8.self).split(separator: "\r\n")
        #expect(lines.dropFirst().map { $0.split(separator: ",")[0] } == ["1", "2", "3", "4"])
    }

    @Test(arguments: [
        (["--to", "ndjson"], "no output given"), (["-o", "x"], "no format given"),
        (["--to", "nd", "-o", "x"], "did you mean ndjson?"),
        (["--to", "ndjson", "-o", "x", "--event", "anchr.*"], "no kind of event"),
    ])
    func wrongUsageIsSaid(arguments: [String], words: String) {
        let run = Ran(["export", Self.sample] + arguments)
        #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
    }

    @Test func oneLogAtATime() throws {
        let run = Ran(
            "export", Self.sample, Samples.folder + "/placement.mcap", "--to", "ndjson", "-o", "-")
        #expect(run.status == 64 && run.errors.contains("2 logs given"), "\(run.errors)")
    }
}

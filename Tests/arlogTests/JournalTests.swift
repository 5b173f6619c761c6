import Foundation
import TestSupport
import Testing

@testable import EventLog
@testable import arlog

/// Logs of a process that died: every command sees the events that only the journal has.
@Suite struct JournalTests {
    /// What lies in the folder of a recorder that wrote `written` markers into its file and `kept` into its journal.
    static func abandoned(written: Int, kept: Int, _ scratch: Scratch) throws -> String {
        let folder = try Scratch()
        var options = RecorderOptions(device: "phone")
        options.worksInBackground = false
        let recorder = Recorder(folder: folder.path, options)
        for step in 0..<written { recorder.append(Event.LogMarker { $0.text = "\(step)" }) }
        recorder.flush()
        recorder.work()
        for step in written..<written + kept { recorder.append(Event.LogMarker { $0.text = "\(step)" }) }
        // Copied while it lives, the files are what a killed process leaves.
        var log: String?
        for name in folder.names {
            let place = try scratch.write(name, TestFiles.bytes(at: folder.path + "/" + name))
            // Nothing was written where there is only a journal.
            if let end = place.firstRange(of: ".mcap") { log = String(place[..<end.upperBound]) }
        }
        withExtendedLifetime(recorder) {}
        return try #require(log)
    }

    private static func expected(_ count: Int) -> [String] { (0..<count).map { "\"text\":\"\($0)\"" } }

    @Test func readingCommandsGoOnInTheJournal() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let cat = Ran("cat", "--format", "ndjson", "--event", "log.marker", log)
        #expect(cat.status == 0, "\(cat.errors)")
        let lines = cat.output.split(separator: "\n")
        #expect(lines.count == 9)
        for (line, text) in zip(lines, Self.expected(9)) { #expect(line.contains(text)) }
        #expect(
            cat.errors.contains("the last 4 events are in its journal; arlog seal puts them into the log"))
        let info = try #require(try Ran("info", "--json", log).json()["logs"] as? [[String: Any]])
        #expect(info[0]["events"] as? Int == 10)
        let check = try #require(try Ran("check", "--json", log).json()["logs"] as? [[String: Any]])
        #expect(check[0]["events"] as? Int == 10)
        let from = Ran("cat", "--format", "ndjson", "--from", "#9", log)
        #expect(from.output.split(separator: "\n").count == 2)
    }

    @Test func verifySaysWhatTheJournalHas() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let verify = Ran("verify", log)
        #expect(verify.status == 0)
        #expect(verify.output.contains("readable, 6 events"))
        #expect(verify.output.contains("4 more events are in the journal beside it"))
    }

    @Test func sealFoldsItIn() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let before = Ran("cat", "--format", "ndjson", log).output
        let seal = Ran("seal", log)
        #expect(seal.status == 0 && seal.errors.contains("4 events folded in from its journal"))
        #expect(Ran("verify", log).output.contains("intact, 10 events"))
        #expect(scratch.names.filter { $0.contains("journal") }.isEmpty)
        let after = Ran("cat", "--format", "ndjson", log)
        #expect(after.output == before && !after.errors.contains("journal"))
        #expect(Ran("seal", log).errors.contains("is closed already"))
    }

    @Test func recoverTakesItAlong() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let out = scratch.path + "/out.mcap"
        let recover = Ran("recover", log, "-o", out)
        #expect(recover.status == 0, "\(recover.errors)")
        #expect(recover.errors.contains("4 events of them came from its journal"))
        #expect(Ran("verify", out).output.contains("intact, 10 events"))
        #expect(Ran("cat", "--format", "ndjson", out).output == Ran("cat", "--format", "ndjson", log).output)
    }

    @Test func compactWantsItSealed() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let compact = Ran("compact", log, "-o", scratch.path + "/out.mcap")
        #expect(compact.status == 2 && compact.errors.contains("arlog seal first"))
    }

    /// Killed before its first chunk was written, or inside that write, a log is an empty file or a torn one.
    @Test(arguments: [0, 3, 5, 8, 12, 60])
    func onlyTheJournalIsThere(_ size: Int) throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 0, kept: 6, scratch)
        let apart = try Scratch()
        let whole = try TestFiles.bytes(at: Self.abandoned(written: 6, kept: 0, apart))
        try Data(whole.prefix(size)).write(to: URL(filePath: log))
        let cat = Ran("cat", "--format", "ndjson", "--event", "log.marker", log)
        #expect(cat.status == 0, "\(cat.errors)")
        #expect(cat.output.split(separator: "\n").count == 6)
        // The file itself may be gone, as it is before the first write.
        try FileManager.default.removeItem(atPath: log)
        #expect(Ran("cat", "--format", "ndjson", "--event", "log.marker", log).output == cat.output)
        #expect(Ran("seal", log).status == 0)
        #expect(Ran("verify", log).output.contains("intact, 7 events"))
    }

    /// A chunk that is torn in the file and whole in the journal is not lost.
    @Test func aTornChunkIsInTheJournal() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let sealed = try Scratch()
        for name in scratch.names {
            _ = try sealed.write(name, TestFiles.bytes(at: scratch.path + "/" + name))
        }
        let whole = sealed.path + log.dropFirst(scratch.path.count)
        let length = try TestFiles.bytes(at: log).count
        #expect(Ran("seal", whole).status == 0)
        let torn = try TestFiles.bytes(at: whole).prefix(length + 150)
        try Data(torn).write(to: URL(filePath: log))
        let cat = Ran("cat", "--format", "ndjson", "--event", "log.marker", log)
        #expect(cat.status == 0 && cat.output.split(separator: "\n").count == 9, "\(cat.errors)")
        // Without the journal it is.
        for name in scratch.names where name.contains("journal") {
            try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
        }
        let less = Ran("cat", "--format", "ndjson", "--event", "log.marker", log)
        #expect(less.status == 3 && less.output.split(separator: "\n").count == 5)
    }

    @Test func aJournalOfAnotherRecordingIsLeftAlone() throws {
        let scratch = try Scratch()
        let log = try Self.abandoned(written: 5, kept: 4, scratch)
        let apart = try Scratch()
        let other = try Self.abandoned(written: 3, kept: 0, apart)
        try Data(TestFiles.bytes(at: other)).write(to: URL(filePath: log))
        let cat = Ran("cat", "--format", "ndjson", "--event", "log.marker", log)
        #expect(cat.status == 0 && cat.output.split(separator: "\n").count == 3)
        #expect(!cat.errors.contains("journal"))
    }
}

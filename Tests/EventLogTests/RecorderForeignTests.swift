import Foundation
import TestSupport
import Testing

@testable import EventLog

/// What other programs have in a recorder's folder, whatever they call it, is theirs.
@Suite struct RecorderForeignTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let recorded = "log-20260718T093012Z-0B4E28BA"

    private static func unclosed() throws -> [UInt8] {
        let line = #"{"t":0,"event":"log.opened","device":"A"}"# + "\n"
        return Array(try MemoryLog(ndjson: line).mcap().dropLast(100))
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
    }

    @Test func namesThatRecordersGive() {
        let names = LogNames(folder: "", name: "a-b.c", start: 0, recording: "r")
        let recording = EntityID("r").uuidText.prefix(8)
        #expect(names.log(1) == "a-b.c-19700101T000000Z-\(recording).mcap")
        for segment in [UInt64(1), 2, 10, .max] {
            #expect(LogNames.isLog(names.log(segment)))
            #expect(names.age(of: names.log(segment))?.segment == segment)
            #expect(LogNames.log(ofJournal: names.log(segment) + ".journal2") == names.log(segment))
        }
        let unnamed = LogNames(folder: "", name: "", start: 0, recording: "r")
        #expect(LogNames.isLog(unnamed.log(1)) && LogNames.isLog(unnamed.log(3)))
        #expect(unnamed.age(of: names.log(1)) == nil && names.age(of: unnamed.log(1)) == nil)
        for other in [
            "copy.mcap", "a.mcap.journal", "\(Self.recorded).mcap.part-1-1", "\(Self.recorded)-1.mcap",
            "\(Self.recorded)-02.mcap", "\(Self.recorded)-2-2.mcap", "log-20260718T093012Z-0b4e28ba.mcap",
            "log-20260718T0930121-0B4E28BA.mcap", "log-20260718T093012Z-0B4E28BA1.mcap",
            "20260718T093012Z-0B4E28BA.mcap", "log-20260718T093012Z.mcap", ".mcap", "",
        ] {
            #expect(!LogNames.isLog(other), "\(other)")
        }
    }

    /// A copy that is under way, another program's open file, and what merely is called as a recorder's is.
    @Test func whatNoRecorderMadeStaysAsItIs() throws {
        let arlog = try Self.unclosed()
        // Its profile is another one, and that of a file like ours in all but the library that wrote it.
        let (other, similar) = (
            arlog.replacing(Array("arlog".utf8), with: Array("robot".utf8)),
            arlog.replacing(Array("arlog 0".utf8), with: Array("robot 0".utf8))
        )
        try #require(other.count == arlog.count && similar.count == arlog.count && similar != arlog)
        let files: [(name: String, bytes: [UInt8])] = [
            ("copy.mcap", arlog), ("copy2.mcap", Array(arlog.prefix(3))), ("empty.mcap", []),
            ("other.mcap", other), ("\(Self.recorded).mcap", other), ("\(Self.recorded)-4.mcap", similar),
            ("\(Self.recorded)-2.mcap", Array("text".utf8)), ("\(Self.recorded)-3.mcap", [0]),
            ("copy.mcap.journal", []), ("\(Self.recorded).mcap.journal", Array("other text".utf8)),
        ]
        for file in files { try write(file.bytes, file.name) }
        #expect(LogSealer.sealFolder(folder.path).isEmpty)
        Recorder(folder: folder.path, RecorderOptions(device: "phone")).close()
        for file in files {
            #expect(try TestFiles.bytes(at: folder.path + "/" + file.name) == file.bytes, "\(file.name)")
        }
        // What is a recorder's is closed, as far as it came; what has not even begun, and no journal beside it, is no log.
        let sizes = [arlog.count, 0, 3, 9, 20, 45]
        func name(_ size: Int) -> String { "\(Self.recorded)-\(size + 10).mcap" }
        for size in sizes { try write(Array(arlog.prefix(size)), name(size)) }
        let sealed = Set(LogSealer.sealFolder(folder.path).map(\.path))
        #expect(sealed == Set([arlog.count, 9, 20, 45].map { folder.path + "/" + name($0) }))
        for size in [0, 3] {
            #expect(try TestFiles.bytes(at: folder.path + "/" + name(size)) == Array(arlog.prefix(size)))
        }
    }

    /// A pipe that nobody writes to would make whoever opens it wait for ever.
    @Test(.timeLimit(.minutes(30)))
    func nobodyWaitsForAPipe() throws {
        let log = folder.path + "/\(Self.recorded).mcap"
        try Data(Self.unclosed()).write(to: URL(filePath: log))
        for path in [log + ".journal", folder.path + "/\(Self.recorded)-2.mcap", log + ".journal2"] {
            try #require(mkfifo(path, 0o600) == 0)
        }
        let journals = Journals(beside: log)
        #expect(journals.isEmpty && journals.faults.isEmpty)
        #expect(try MemoryLog(EventSource(path: log)).facts.count == 1)
        #expect(try Journals.unwrittenLog(ofJournal: log + ".journal") == nil)
        Recorder(folder: folder.path, RecorderOptions(device: "phone")).close()
        #expect(try LogSealer.seal(log).wasClosed)
        #expect(throws: SealError.self) { try LogSealer.seal(folder.path + "/\(Self.recorded)-2.mcap") }
        #expect(folder.names.count == 5)
    }
}

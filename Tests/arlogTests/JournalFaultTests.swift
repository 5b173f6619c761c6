import EventLog
import Foundation
import TestSupport
import Testing

@testable import arlog

/// A journal that can't be read may hold a log's last events: that is said, and nothing is done that would lose them.
@Suite struct JournalFaultTests {
    enum Fault: CaseIterable {
        /// One bit of the head is another one.
        case damaged
        /// The system does not give it; also to root, who may read everything else.
        case refused
    }

    /// A log with six events in it, whose journal, with four more, can't be read any more.
    private static func log(_ fault: Fault, _ scratch: Scratch) throws -> (log: String, journal: String) {
        let log = try JournalTests.abandoned(written: 5, kept: 4, scratch)
        let journal = try #require(
            Journals.endings.map { log + $0 }.first { (try? TestFiles.bytes(at: $0)[8]) ?? 0 != 0 })
        switch fault {
        case .damaged:
            var bytes = try TestFiles.bytes(at: journal)
            bytes[70] ^= 1
            try Data(bytes).write(to: URL(filePath: journal))
        case .refused:
            try FileManager.default.removeItem(atPath: journal)
            try FileManager.default.createSymbolicLink(
                atPath: journal, withDestinationPath: (journal as NSString).lastPathComponent)
        }
        return (log, journal)
    }

    @Test(arguments: Fault.allCases)
    func readingSaysSo(_ fault: Fault) throws {
        let scratch = try Scratch()
        let (log, journal) = try Self.log(fault, scratch)
        for command in [
            ["cat"], ["check"], ["info"], ["verify"], ["recover", "-o", scratch.path + "/out.mcap"],
        ] {
            let run = Ran(command + [log])
            #expect(run.status == 3, "\(command): \(run.errors)")
            #expect(run.errors.contains("\(journal): can't read this journal: "), "\(command): \(run.errors)")
        }
        let cat = Ran("cat", "--format", "ndjson", log)
        #expect(cat.output.split(separator: "\n").count == 6)
        #expect(!Ran("recover", "--force", "-o", scratch.path + "/out.mcap", log).errors.contains("lost: 0"))
    }

    @Test(arguments: Fault.allCases)
    func changingIsRefused(_ fault: Fault) throws {
        let scratch = try Scratch()
        let (log, journal) = try Self.log(fault, scratch)
        let names = scratch.names
        let bytes = try TestFiles.bytes(at: log)
        for command in [["seal"], ["compact", "-o", scratch.path + "/out.mcap"]] {
            let run = Ran(command + [log])
            #expect(run.status == 2 && run.errors.contains(journal), "\(command): \(run.errors)")
        }
        #expect(LogSealer.sealFolder(scratch.path).isEmpty)
        #expect(scratch.names == names)
        #expect(try TestFiles.bytes(at: log) == bytes)
    }

    /// Where there is nothing but the journal, a directory would look as if nothing were lacking.
    @Test func inADirectoryItIsSaid() throws {
        let scratch = try Scratch()
        let (log, journal) = try Self.log(.damaged, scratch)
        try FileManager.default.moveItem(atPath: log, toPath: scratch.path + "/other.mcap")
        let info = Ran("info", scratch.path)
        #expect(info.status == 3 && info.errors.contains(journal), "\(info.errors)")
    }

    @Test(.timeLimit(.minutes(30)))
    func nobodyWaitsForAPipe() throws {
        let scratch = try Scratch()
        let log = try scratch.write("a.mcap", Samples.bytes("placement.mcap"))
        try #require(mkfifo(log + ".journal", 0o600) == 0)
        try #require(mkfifo(scratch.path + "/b.mcap", 0o600) == 0)
        for command in ["cat", "check", "info", "verify", "seal"] {
            let run = Ran(command, "--quiet", log)
            #expect(run.status == 0 && run.errors.isEmpty, "\(command): \(run.errors)")
        }
        for command in ["check", "info", "verify"] { #expect(Ran(command, scratch.path).status == 0) }
    }
}

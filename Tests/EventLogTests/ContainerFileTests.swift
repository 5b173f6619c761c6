import Foundation
import Testing

@testable import EventLog

@Suite("Files that are read and written")
struct ContainerFileTests {
    /// A folder of its own for each test, gone afterwards.
    final class Folder {
        let url: URL
        init() throws {
            url = FileManager.default.temporaryDirectory.appending(path: "arlog-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
        func path(_ name: String) -> String { url.appending(path: name).path }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
    }

    func write(_ bytes: [UInt8], to file: OutputFile) throws {
        try bytes.withUnsafeBytes { try file.write($0) }
    }

    @Test func aResultAppearsUnderItsNameOnlyWhenCommitted() throws {
        let folder = try Folder()
        let file = try OutputFile(path: folder.path("a.mcap"))
        try write([1, 2, 3], to: file)
        #expect(folder.names.count == 1)
        #expect(!folder.names.contains("a.mcap"))
        try file.commit(isDurable: true)
        #expect(folder.names == ["a.mcap"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.mcap"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(FileManager.default.contents(atPath: folder.path("a.mcap")) == Data([1, 2, 3]))
    }

    /// A name is on the disk only once its folder is.
    @Test func whatIsDurableHasItsNameOnTheDisk() throws {
        let folder = try Folder()
        for isDurable in [true, false] {
            let file = try OutputFile(path: folder.path("\(isDurable).mcap"))
            try write([1], to: file)
            var synced: [String] = []
            try file.commit(isDurable: isDurable) { path in
                #expect(folder.names.contains("true.mcap"))
                synced.append(path)
            }
            #expect(synced == (isDurable ? [folder.url.path] : []))
        }
    }

    @Test func whatIsNotCommittedIsRemoved() throws {
        let folder = try Folder()
        do {
            let file = try OutputFile(path: folder.path("a.mcap"))
            try write([1], to: file)
        }
        #expect(folder.names.isEmpty)
    }

    @Test func anExistingFileIsKeptUnlessForced() throws {
        let folder = try Folder()
        try Data([9]).write(to: folder.url.appending(path: "a"))
        #expect(throws: IOError.self) { try OutputFile(path: folder.path("a")) }
        let forced = try OutputFile(path: folder.path("a"), force: true)
        try write([1], to: forced)
        #expect(FileManager.default.contents(atPath: folder.path("a")) == Data([9]))
        try forced.commit()
        #expect(FileManager.default.contents(atPath: folder.path("a")) == Data([1]))
    }

    @Test func aFileThatAppearsMeanwhileIsKept() throws {
        let folder = try Folder()
        let file = try OutputFile(path: folder.path("a"))
        try Data([9]).write(to: folder.url.appending(path: "a"))
        #expect(throws: IOError.self) { try file.commit() }
        #expect(FileManager.default.contents(atPath: folder.path("a")) == Data([9]))
    }

    @Test func directoriesAndMissingFilesAreRefusedByName() throws {
        let folder = try Folder()
        for attempt: () throws -> Void in [
            { _ = try InputFile(path: folder.url.path) },
            { _ = try OutputFile(path: folder.url.path, force: true) },
            { _ = try InputFile(path: folder.path("none")) },
            { _ = try OutputFile(path: folder.path("none/a")) },
        ] {
            let error = #expect(throws: IOError.self) { try attempt() }
            let path = try #require(error?.path)
            #expect(path.hasPrefix(folder.url.path))
            #expect(error?.description.contains(": cannot ") == true)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aFullDiskIsSaid() throws {
        let file = try OutputFile(path: "/dev/full")
        let error = #expect(throws: IOError.self) { try self.write([1], to: file) }
        #expect(error?.operation == .write)
        #expect(error?.description == "/dev/full: cannot write: No space left on device")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aWriterWhoseDiskIsFullRefusesEverythingElse() throws {
        #expect(throws: ContainerError.self) {
            _ = try ChunkedWriter(try OutputFile(path: "/dev/full"), library: "arlog test")
        }
        var writer = try ChunkedWriter(FillingSink(room: 200), library: "arlog test", chunkSize: 100)
        writer.define(schema: MadeLog.schema, channel: MadeLog.channel)
        var errors: [ContainerError] = []
        for time in 0..<200 as Range<UInt64> {
            do throws(ContainerError) {
                try writer.append(channel: 1, sequence: 0, logTime: time, publishTime: 0, room: 20) { _ in 20
                }
            } catch {
                errors.append(error)
            }
        }
        #expect(errors.first == .io(IOError(path: "full", operation: .write, code: 28)))
        #expect(errors.dropFirst().allSatisfy { $0 == .closed })
        #expect(errors.count > 100)
        do throws(ContainerError) {
            try writer.close()
            Testing.Issue.record("a writer that failed closes as if it had not")
        } catch {
            #expect(error == .closed)
        }
    }

    struct FillingSink: ByteSink {
        var room: Int
        mutating func write(_ bytes: UnsafeRawBufferPointer) throws(IOError) {
            guard bytes.count <= room else { throw IOError(path: "full", operation: .write, code: 28) }
            room -= bytes.count
        }
    }

    @Test func aFileIsReadInSequenceAndAnywhere() throws {
        let folder = try Folder()
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: folder.url.appending(path: "a"))
        let file = try InputFile(path: folder.path("a"))
        #expect(file.isSeekable)
        #expect(file.size == 100_000)
        var some = [UInt8](repeating: 0, count: 10)
        let count = try some.withUnsafeMutableBytes { try file.read(at: 99_995, into: $0) }
        #expect(count == 5)
        #expect(some.prefix(5) == bytes.suffix(5))
        for place: UInt64 in [100_000, 1 << 62, 1 << 63, .max] {
            #expect(try some.withUnsafeMutableBytes { try file.read(at: place, into: $0) } == 0)
        }
        #expect(try some.withUnsafeMutableBytes { try file.read(into: $0) } == 10)
        #expect(some == Array(bytes.prefix(10)))
    }

    @Test func aLogInAFileIsReadLikeOneInMemory() throws {
        let folder = try Folder()
        let log = try MadeLog.chunked(messages: 1000, perChunk: 300)
        let out = try OutputFile(path: folder.path("a.mcap"))
        try write(log, to: out)
        try out.commit()
        let reading = try Reading(source: try InputFile(path: folder.path("a.mcap")))
        #expect(reading.sequences == Array(0..<1000))
        #expect(reading.issues.issues.isEmpty)
        let index = try LogIndex.read(from: try InputFile(path: folder.path("a.mcap")))
        #expect(index?.chunks.count == 4)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/null")))
    func aDeviceIsReadInSequenceOnly() throws {
        let file = try InputFile(path: "/dev/null")
        #expect(!file.isSeekable)
        #expect(file.size == nil)
        #expect(throws: ContainerError.notMCAP(found: [])) { try Reading(source: file) }
    }
}

import Foundation
import Testing

@testable import EventLog

/// The folder of official and damaged files beside the package, where it is there.
enum SharedFiles {
    static let root: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let shared = package.deletingLastPathComponent().appending(path: "shared")
        guard FileManager.default.fileExists(atPath: shared.path) else {
            print("../shared is absent: tests that read its files have nothing to do")
            return nil
        }
        return shared
    }()

    /// All `.mcap` files below a folder of it, by path; none where it is absent.
    static func logs(in folder: String) -> [URL] {
        guard let root else { return [] }
        let start = root.appending(path: folder)
        let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
        return files.filter { $0.pathExtension == "mcap" }.sorted { $0.path < $1.path }
    }

    static func bytes(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
}

/// What a whole reading of a log gave.
struct Reading {
    var messages: [(header: MCAP.MessageHeader, data: [UInt8])] = []
    var batches = 0
    var issues = IssueLog()
    var definitions = DefinitionTable()
    var header: MCAP.Header?
    var end: ScanEnd?

    var kinds: Set<LogIssue.Kind> { Set(issues.issues.map(\.kind)) }
    var sequences: [UInt32] { messages.map(\.header.sequence) }

    /// Reads `bytes` to the end, as a consumer of batches does.
    init(_ bytes: [UInt8], limits: ReaderLimits = ReaderLimits()) throws {
        try self.init(source: MemorySource(bytes), limits: limits)
    }

    init(source: some ByteSource, limits: ReaderLimits = ReaderLimits()) throws {
        var reader = LogReader(source, limits: limits)
        while let batch = try reader.nextBatch() {
            batches += 1
            var walker = batch.records
            while let record = walker.next() {
                if record.opcode == .message {
                    var content = record.content
                    guard let header = MCAP.MessageHeader(parsing: &content) else { continue }
                    if reader.definitions.channels[header.channelID] == nil {
                        reader.note(LogIssue(.definition, at: batch.offset, "unknown channel"))
                    }
                    messages.append((header, content.restBytes))
                } else {
                    reader.define(record, in: batch)
                }
            }
            if walker.remaining > 0 { reader.note(LogIssue(.record, at: batch.offset, "cut")) }
        }
        issues = reader.issues
        definitions = reader.definitions
        header = reader.header
        end = reader.end
    }
}

/// Logs made for one test.
enum MadeLog {
    static let schema = MCAP.Schema(id: 1, name: "test.Thing", encoding: "protobuf", data: [1, 2, 3])
    static let channel = MCAP.Channel(id: 1, schemaID: 1, topic: "/thing", messageEncoding: "protobuf")

    /// Messages with sequences from 0, log times from 1000 in steps of 10, and a few repetitive bytes each.
    static func chunked(
        messages: Int, perChunk: Int, compression: WriterOptions.Compression = .lz4
    ) throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try ChunkedWriter(sink, library: "arlog test", compression: compression)
        writer.define(schema: schema, channel: channel)
        for number in 0..<messages {
            try writer.append(
                channel: 1, sequence: UInt32(number), logTime: UInt64(1000 + number * 10),
                publishTime: UInt64(1000 + number * 10), room: 64
            ) { target in
                for place in 0..<24 { unsafe target[place] = UInt8(truncatingIfNeeded: place / 3 &+ number) }
                return 24
            }
            if (number + 1) % perChunk == 0 { try writer.closeChunk() }
        }
        try writer.close()
        return sink.array
    }
}

import Foundation
import Testing

@testable import EventLog

/// The official suite: what its JSON says of each file, and the file's bytes from that JSON.
@Suite("The official conformance files")
struct ContainerConformanceTests {
    @Test func streamedEveryFileGivesTheRecordsItsDescriptionLists() throws {
        let files = SharedFiles.logs(in: "conformance")
        if !files.isEmpty { #expect(files.count == 416) }
        for file in files {
            let bytes = try SharedFiles.bytes(file)
            let expected = try Described(file).records
            let found = try RecordList(bytes).records
            #expect(found == expected, "\(file.lastPathComponent)")
            let reading = try Reading(bytes)
            #expect(!reading.issues.isDamaged, "\(file.lastPathComponent): \(reading.issues.damage)")
            #expect(reading.messages.count == expected.filter { $0.type == "Message" }.count)
            #expect(reading.end?.reason == .complete)
            let allowed: Set<LogIssue.Kind> =
                file.lastPathComponent.contains("pad") ? [.noSummary, .unknownRecord] : [.noSummary]
            #expect(
                reading.kinds.isSubset(of: allowed), "\(file.lastPathComponent): \(reading.issues.issues)")
        }
    }

    @Test func writtenFromTheirDescriptionTheyAreTheSameBytes() throws {
        var count = 0
        for file in SharedFiles.logs(in: "conformance") where !file.lastPathComponent.contains("pad") {
            let written = try Described(file).write()
            let same = try written == SharedFiles.bytes(file)
            #expect(same, "\(file.lastPathComponent)")
            count += 1
        }
        #expect(count == 0 || count == 208)
    }

    @Test func indexedTheFilesWithCompleteSummariesGiveTheirMessages() throws {
        var count = 0
        for file in SharedFiles.logs(in: "conformance") {
            let described = try Described(file)
            let messages = described.records.filter { $0.type == "Message" }.count
            guard described.features.isSuperset(of: ["ch", "chx", "rch", "rsh", "mx"]), messages > 0 else {
                continue
            }
            count += 1
            let source = MemorySource(try SharedFiles.bytes(file))
            let index = try #require(try LogIndex.read(from: source))
            #expect(index.isProven)
            #expect(index.definitions.channels.count == 1)
            var reader = IndexedReader(source, index: index)
            var found = 0
            while let batch = try reader.nextBatch() {
                var records = batch.records
                while let record = records.next() {
                    found += record.opcode == .message ? 1 : 0
                    reader.define(record, in: batch)
                }
            }
            #expect(found == messages)
            let issues = reader.issues.damage
            #expect(issues.isEmpty)
        }
        #expect(count == 0 || count == 16)
    }
}

/// A record as type and named fields, each field as the suite's JSON prints it.
struct DescribedRecord: Equatable, CustomStringConvertible {
    let type: String
    let fields: [String: String]

    var description: String { "\(type)\(fields.sorted { $0.key < $1.key })" }
}

/// A file's JSON description.
struct Described {
    let records: [DescribedRecord]
    let raw: [(type: String, fields: [String: Any])]
    let features: Set<String>

    init(_ log: URL) throws {
        let url = log.deletingPathExtension().appendingPathExtension("json")
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let list = try #require(root["records"] as? [[String: Any]])
        raw = list.map { record in
            var fields: [String: Any] = [:]
            for pair in record["fields"] as? [[Any]] ?? [] {
                fields[pair[0] as? String ?? ""] = pair[1]
            }
            return (record["type"] as? String ?? "", fields)
        }
        records = raw.map { DescribedRecord(type: $0.type, fields: $0.fields.mapValues(Self.text)) }
        let name = log.deletingPathExtension().lastPathComponent
        features = Set(name.split(separator: "-").dropFirst().map(String.init))
    }

    private static func text(_ value: Any) -> String {
        if let list = value as? [String] { return list.joined(separator: ",") }
        if let map = value as? [String: String] { return text(of: map.map { ($0.key, $0.value) }) }
        return value as? String ?? "?"
    }

    static func text(of pairs: [(String, String)]) -> String {
        pairs.sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: ",")
    }

    /// Writes the file anew from the records of its data section.
    func write() throws -> [UInt8] {
        var options = WriterOptions()
        options.isChunked = features.contains("ch")
        options.compression = .none
        options.hasMessageIndexes = features.contains("mx")
        options.hasStatistics = features.contains("st")
        options.repeatsSchemas = features.contains("rsh")
        options.repeatsChannels = features.contains("rch")
        options.hasAttachmentIndexes = features.contains("ax")
        options.hasMetadataIndexes = features.contains("mdx")
        options.hasChunkIndexes = features.contains("chx")
        options.hasSummaryOffsets = features.contains("sum")
        let sink = MemorySink()
        let header = Fields(raw[0].fields)
        var writer = try RecordWriter(
            sink, header: MCAP.Header(profile: header.text("profile"), library: header.text("library")),
            options: options)
        for record in raw.dropFirst() {
            let fields = Fields(record.fields)
            switch record.type {
            case "Schema": try writer.write(fields.schema)
            case "Channel": try writer.write(fields.channel)
            case "Message":
                try fields.bytes("data").withUnsafeBytes { try writer.write(fields.message, data: $0) }
            case "Attachment": try writer.write(fields.attachment)
            case "Metadata":
                try writer.write(MCAP.Metadata(name: fields.text("name"), metadata: fields.map("metadata")))
            case "DataEnd":
                try writer.close()
                return sink.array
            default: break
            }
        }
        return sink.array
    }
}

/// A described record's fields as values.
private struct Fields {
    let fields: [String: Any]
    init(_ fields: [String: Any]) { self.fields = fields }

    func text(_ name: String) -> String { fields[name] as? String ?? "" }
    func number<T: FixedWidthInteger>(_ name: String) -> T { T(text(name)) ?? 0 }
    func bytes(_ name: String) -> [UInt8] { (fields[name] as? [String] ?? []).compactMap { UInt8($0) } }
    func map(_ name: String) -> [MCAP.Entry<String, String>] {
        (fields[name] as? [String: String] ?? [:]).sorted { $0.key < $1.key }.map {
            MCAP.Entry($0.key, $0.value)
        }
    }

    var schema: MCAP.Schema {
        MCAP.Schema(id: number("id"), name: text("name"), encoding: text("encoding"), data: bytes("data"))
    }
    var channel: MCAP.Channel {
        MCAP.Channel(
            id: number("id"), schemaID: number("schema_id"), topic: text("topic"),
            messageEncoding: text("message_encoding"), metadata: map("metadata"))
    }
    var message: MCAP.MessageHeader {
        MCAP.MessageHeader(
            channelID: number("channel_id"), sequence: number("sequence"), logTime: number("log_time"),
            publishTime: number("publish_time"))
    }
    var attachment: MCAP.Attachment {
        MCAP.Attachment(
            logTime: number("log_time"), createTime: number("create_time"), name: text("name"),
            mediaType: text("media_type"), data: bytes("data"))
    }
}

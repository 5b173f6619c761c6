import Testing

@testable import EventLog

/// All records of a file in the way the official suite lists them: chunks opened, their indexes left out.
struct RecordList {
    private(set) var records: [DescribedRecord] = []

    init(_ bytes: [UInt8]) throws {
        var scanner = RecordScanner()
        var decoder = ChunkDecoder()
        bytes.withUnsafeBytes { scanner.feed($0) }
        scanner.finish()
        while true {
            switch try scanner.next() {
            case .record(let record) where record.opcode == .chunk:
                let decoded = try decoder.decode(record.content, offset: record.offset)
                var walker = RecordWalker(decoded.records)
                while let inner = walker.next() { try add(inner.opcode, inner.content) }
            case .record(let record): try add(record.opcode, record.content)
            case .end: return
            default: continue
            }
        }
    }

    private mutating func add(_ opcode: Opcode, _ cursor: ByteCursor) throws {
        var content = cursor
        var fields: [String: String] = [:]
        switch opcode {
        case .header:
            let record = try MCAP.Header(parsing: &content)
            fields = ["profile": record.profile, "library": record.library]
        case .footer:
            let record = try MCAP.Footer(parsing: &content)
            fields = [
                "summary_start": "\(record.summaryStart)",
                "summary_offset_start": "\(record.summaryOffsetStart)",
                "summary_crc": "\(record.summaryCRC)",
            ]
        case .schema:
            let record = try MCAP.Schema(parsing: &content)
            fields = [
                "id": "\(record.id)", "name": record.name, "encoding": record.encoding,
                "data": text(record.data),
            ]
        case .channel:
            let record = try MCAP.Channel(parsing: &content)
            fields = [
                "id": "\(record.id)", "schema_id": "\(record.schemaID)", "topic": record.topic,
                "message_encoding": record.messageEncoding, "metadata": text(record.metadata),
            ]
        case .message:
            let record = try #require(MCAP.MessageHeader(parsing: &content))
            fields = [
                "channel_id": "\(record.channelID)", "sequence": "\(record.sequence)",
                "log_time": "\(record.logTime)", "publish_time": "\(record.publishTime)",
                "data": text(content.restBytes),
            ]
        case .attachment:
            let record = try MCAP.Attachment(parsing: &content)
            fields = [
                "log_time": "\(record.logTime)", "create_time": "\(record.createTime)", "name": record.name,
                "media_type": record.mediaType, "data": text(record.data),
            ]
        case .metadata:
            let record = try MCAP.Metadata(parsing: &content)
            fields = ["name": record.name, "metadata": text(record.metadata)]
        case .dataEnd:
            fields = ["data_section_crc": "\(try MCAP.DataEnd(parsing: &content).dataSectionCRC)"]
        default:
            guard let summary = try summaryFields(opcode, &content) else { return }
            fields = summary
        }
        records.append(DescribedRecord(type: opcode.name, fields: fields))
    }

    /// `nil` for what the suite does not list.
    private func summaryFields(_ opcode: Opcode, _ content: inout ByteCursor) throws -> [String: String]? {
        switch opcode {
        case .statistics:
            let record = try MCAP.Statistics(parsing: &content)
            return [
                "message_count": "\(record.messageCount)", "schema_count": "\(record.schemaCount)",
                "channel_count": "\(record.channelCount)", "attachment_count": "\(record.attachmentCount)",
                "metadata_count": "\(record.metadataCount)", "chunk_count": "\(record.chunkCount)",
                "message_start_time": "\(record.messageStartTime)",
                "message_end_time": "\(record.messageEndTime)",
                "channel_message_counts": text(record.channelMessageCounts),
            ]
        case .chunkIndex:
            let record = try MCAP.ChunkIndex(parsing: &content)
            return [
                "message_start_time": "\(record.messageStartTime)",
                "message_end_time": "\(record.messageEndTime)",
                "chunk_start_offset": "\(record.chunkStartOffset)", "chunk_length": "\(record.chunkLength)",
                "message_index_offsets": text(record.messageIndexOffsets),
                "message_index_length": "\(record.messageIndexLength)", "compression": record.compression,
                "compressed_size": "\(record.compressedSize)",
                "uncompressed_size": "\(record.uncompressedSize)",
            ]
        case .attachmentIndex:
            let record = try MCAP.AttachmentIndex(parsing: &content)
            return [
                "offset": "\(record.offset)", "length": "\(record.length)", "log_time": "\(record.logTime)",
                "create_time": "\(record.createTime)", "data_size": "\(record.dataSize)", "name": record.name,
                "media_type": record.mediaType,
            ]
        case .metadataIndex:
            let record = try MCAP.MetadataIndex(parsing: &content)
            return ["offset": "\(record.offset)", "length": "\(record.length)", "name": record.name]
        case .summaryOffset:
            let record = try MCAP.SummaryOffset(parsing: &content)
            return [
                "group_opcode": "\(record.groupOpcode)", "group_start": "\(record.groupStart)",
                "group_length": "\(record.groupLength)",
            ]
        default: return nil
        }
    }

    private func text(_ bytes: [UInt8]) -> String { bytes.map(String.init).joined(separator: ",") }

    private func text<Key, Value>(_ entries: [MCAP.Entry<Key, Value>]) -> String {
        Described.text(of: entries.map { ("\($0.key)", "\($0.value)") })
    }
}

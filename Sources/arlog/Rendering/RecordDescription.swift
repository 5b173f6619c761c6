import EventLog

/// A container's record as named fields, in the alphabetical order in which the official test suite lists them.
struct RecordDescription {
    enum Value {
        case number(UInt64)
        case text(String)
        case bytes([UInt8])
        case map([(key: String, value: String)])
    }

    let fields: [(name: String, value: Value)]

    /// Throws where the record is cut.
    init(_ opcode: Opcode, _ content: ByteCursor) throws(ContainerError) {
        var content = content
        switch opcode {
        case .header:
            let record = try MCAP.Header(parsing: &content)
            fields = [("library", .text(record.library)), ("profile", .text(record.profile))]
        case .footer:
            let record = try MCAP.Footer(parsing: &content)
            fields = [
                ("summary_crc", .number(UInt64(record.summaryCRC))),
                ("summary_offset_start", .number(record.summaryOffsetStart)),
                ("summary_start", .number(record.summaryStart)),
            ]
        case .schema:
            let record = try MCAP.Schema(parsing: &content)
            fields = [
                ("data", .bytes(record.data)), ("encoding", .text(record.encoding)),
                ("id", .number(UInt64(record.id))), ("name", .text(record.name)),
            ]
        case .channel:
            let record = try MCAP.Channel(parsing: &content)
            fields = [
                ("id", .number(UInt64(record.id))), ("message_encoding", .text(record.messageEncoding)),
                ("metadata", .texts(record.metadata)), ("schema_id", .number(UInt64(record.schemaID))),
                ("topic", .text(record.topic)),
            ]
        case .message:
            guard let record = MCAP.MessageHeader(parsing: &content) else {
                throw .cut(record: .message, field: "fields", offset: 0)
            }
            fields = [
                ("channel_id", .number(UInt64(record.channelID))), ("data", .bytes(content.restBytes)),
                ("log_time", .number(record.logTime)), ("publish_time", .number(record.publishTime)),
                ("sequence", .number(UInt64(record.sequence))),
            ]
        case .chunk:
            let (record, stored) = try MCAP.ChunkHeader.parse(&content)
            fields = [
                ("compressed_size", .number(UInt64(stored.remaining))),
                ("compression", .text(record.compression)),
                ("message_end_time", .number(record.messageEndTime)),
                ("message_start_time", .number(record.messageStartTime)),
                ("uncompressed_crc", .number(UInt64(record.uncompressedCRC))),
                ("uncompressed_size", .number(record.uncompressedSize)),
            ]
        case .messageIndex:
            let record = try MCAP.MessageIndex(parsing: &content)
            fields = [
                ("channel_id", .number(UInt64(record.channelID))),
                ("records", .number(UInt64(record.records.count))),
            ]
        case .attachment:
            let record = try MCAP.Attachment(parsing: &content)
            fields = [
                ("create_time", .number(record.createTime)), ("data", .bytes(record.data)),
                ("log_time", .number(record.logTime)), ("media_type", .text(record.mediaType)),
                ("name", .text(record.name)),
            ]
        case .metadata:
            let record = try MCAP.Metadata(parsing: &content)
            fields = [("metadata", .texts(record.metadata)), ("name", .text(record.name))]
        case .dataEnd:
            let record = try MCAP.DataEnd(parsing: &content)
            fields = [("data_section_crc", .number(UInt64(record.dataSectionCRC)))]
        default:
            fields = try Self.summaryFields(opcode, &content)
        }
    }

    private static func summaryFields(
        _ opcode: Opcode, _ content: inout ByteCursor
    ) throws(ContainerError) -> [(name: String, value: Value)] {
        switch opcode {
        case .chunkIndex:
            let record = try MCAP.ChunkIndex(parsing: &content)
            return [
                ("chunk_length", .number(record.chunkLength)),
                ("chunk_start_offset", .number(record.chunkStartOffset)),
                ("compressed_size", .number(record.compressedSize)),
                ("compression", .text(record.compression)),
                ("message_end_time", .number(record.messageEndTime)),
                ("message_index_length", .number(record.messageIndexLength)),
                ("message_index_offsets", .numbers(record.messageIndexOffsets)),
                ("message_start_time", .number(record.messageStartTime)),
                ("uncompressed_size", .number(record.uncompressedSize)),
            ]
        case .statistics:
            let record = try MCAP.Statistics(parsing: &content)
            return [
                ("attachment_count", .number(UInt64(record.attachmentCount))),
                ("channel_count", .number(UInt64(record.channelCount))),
                ("channel_message_counts", .numbers(record.channelMessageCounts)),
                ("chunk_count", .number(UInt64(record.chunkCount))),
                ("message_count", .number(record.messageCount)),
                ("message_end_time", .number(record.messageEndTime)),
                ("message_start_time", .number(record.messageStartTime)),
                ("metadata_count", .number(UInt64(record.metadataCount))),
                ("schema_count", .number(UInt64(record.schemaCount))),
            ]
        case .attachmentIndex:
            let record = try MCAP.AttachmentIndex(parsing: &content)
            return [
                ("create_time", .number(record.createTime)), ("data_size", .number(record.dataSize)),
                ("length", .number(record.length)), ("log_time", .number(record.logTime)),
                ("media_type", .text(record.mediaType)), ("name", .text(record.name)),
                ("offset", .number(record.offset)),
            ]
        case .metadataIndex:
            let record = try MCAP.MetadataIndex(parsing: &content)
            return [
                ("length", .number(record.length)), ("name", .text(record.name)),
                ("offset", .number(record.offset)),
            ]
        case .summaryOffset:
            let record = try MCAP.SummaryOffset(parsing: &content)
            return [
                ("group_length", .number(record.groupLength)),
                ("group_opcode", .number(UInt64(record.groupOpcode))),
                ("group_start", .number(record.groupStart)),
            ]
        default: return []
        }
    }
}

extension RecordDescription.Value {
    fileprivate static func texts(_ entries: [MCAP.Entry<String, String>]) -> Self {
        .map(entries.map { ($0.key, $0.value) })
    }

    fileprivate static func numbers(_ entries: [MCAP.Entry<UInt16, UInt64>]) -> Self {
        .map(entries.map { (String($0.key), String($0.value)) })
    }
}

extension RecordDescription {
    /// The suite's form: numbers as strings, data as an array of them, maps as objects.
    func write(_ opcode: Opcode, to json: inout JSONWriter) {
        json.beginObject()
        json.field("type", opcode.name)
        json.key("fields")
        json.beginArray()
        for field in fields {
            json.beginArray()
            json.value(field.name)
            switch field.value {
            case .number(let number): json.value(String(number))
            case .text(let text): json.value(text)
            case .bytes(let bytes):
                json.beginArray()
                for byte in bytes { json.value(String(byte)) }
                json.endArray()
            case .map(let entries):
                json.beginObject()
                for entry in entries { json.field(entry.key, entry.value) }
                json.endObject()
            }
            json.endArray()
        }
        json.endArray()
        json.endObject()
    }

    /// The fields in one line, inert; data by its size.
    var text: String {
        fields.map { field in
            switch field.value {
            case .number(let number): "\(field.name) \(number)"
            case .text(let text): "\(field.name) “\(TerminalText.inert(text, width: 48))”"
            case .bytes(let bytes): "\(field.name) \(bytes.count) bytes"
            case .map(let entries): "\(field.name) {\(Self.text(of: entries))}"
            }
        }.joined(separator: "  ")
    }

    private static func text(of entries: [(key: String, value: String)]) -> String {
        let shown = entries.prefix(4).map { "\($0.key): \($0.value)" }
        return TerminalText.inert(shown.joined(separator: ", "), width: 60) + (entries.count > 4 ? ", …" : "")
    }
}

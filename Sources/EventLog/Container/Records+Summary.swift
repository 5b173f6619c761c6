extension MCAP {
    /// Where a chunk stands in the file and what is in it.
    public struct ChunkIndex: Record {
        public static var opcode: Opcode { .chunkIndex }
        /// Smallest and largest `log_time` inside, nanoseconds.
        public var messageStartTime: UInt64
        public var messageEndTime: UInt64
        /// File offset of the chunk's record.
        public var chunkStartOffset: UInt64
        /// Bytes of the record with its opcode and length.
        public var chunkLength: UInt64
        /// File offset of the MessageIndex of each channel that has messages inside.
        public var messageIndexOffsets: [Entry<UInt16, UInt64>]
        /// Bytes of all those records together.
        public var messageIndexLength: UInt64
        public var compression: String
        public var compressedSize: UInt64
        public var uncompressedSize: UInt64
        public var hasRepairedText = false

        init(
            of header: ChunkHeader, compressedSize: UInt64, chunkLength: UInt64,
            messageIndexOffsets: [Entry<UInt16, UInt64>], messageIndexLength: UInt64
        ) {
            messageStartTime = header.messageStartTime
            messageEndTime = header.messageEndTime
            chunkStartOffset = 0
            self.chunkLength = chunkLength
            self.messageIndexOffsets = messageIndexOffsets
            self.messageIndexLength = messageIndexLength
            compression = header.compression
            self.compressedSize = compressedSize
            uncompressedSize = header.uncompressedSize
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .chunkIndex)
            messageStartTime = try fields.integer("message_start_time")
            messageEndTime = try fields.integer("message_end_time")
            chunkStartOffset = try fields.integer("chunk_start_offset")
            chunkLength = try fields.integer("chunk_length")
            messageIndexOffsets = try fields.numberMap("message_index_offsets")
            messageIndexLength = try fields.integer("message_index_length")
            compression = try fields.text("compression")
            compressedSize = try fields.integer("compressed_size")
            uncompressedSize = try fields.integer("uncompressed_size")
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(messageStartTime)
            buffer.append(messageEndTime)
            buffer.append(chunkStartOffset)
            buffer.append(chunkLength)
            buffer.append(numberMap: messageIndexOffsets)
            buffer.append(messageIndexLength)
            buffer.append(text: compression)
            buffer.append(compressedSize)
            buffer.append(uncompressedSize)
        }

        /// The same for a chunk that stands `distance` bytes further on.
        func moved(by distance: UInt64) -> ChunkIndex {
            var moved = self
            moved.chunkStartOffset += distance
            for place in moved.messageIndexOffsets.indices {
                moved.messageIndexOffsets[place].value += distance
            }
            return moved
        }
    }

    /// Counts over the whole log.
    public struct Statistics: Record {
        public static var opcode: Opcode { .statistics }
        public var messageCount: UInt64 = 0
        public var schemaCount: UInt16 = 0
        public var channelCount: UInt32 = 0
        public var attachmentCount: UInt32 = 0
        public var metadataCount: UInt32 = 0
        public var chunkCount: UInt32 = 0
        /// Smallest and largest `log_time`, nanoseconds; 0 where there are no messages.
        public var messageStartTime: UInt64 = 0
        public var messageEndTime: UInt64 = 0
        public var channelMessageCounts: [Entry<UInt16, UInt64>] = []

        public init() {}

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .statistics)
            messageCount = try fields.integer("message_count")
            schemaCount = try fields.integer("schema_count")
            channelCount = try fields.integer("channel_count")
            attachmentCount = try fields.integer("attachment_count")
            metadataCount = try fields.integer("metadata_count")
            chunkCount = try fields.integer("chunk_count")
            messageStartTime = try fields.integer("message_start_time")
            messageEndTime = try fields.integer("message_end_time")
            channelMessageCounts = try fields.numberMap("channel_message_counts")
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(messageCount)
            buffer.append(schemaCount)
            buffer.append(channelCount)
            buffer.append(attachmentCount)
            buffer.append(metadataCount)
            buffer.append(chunkCount)
            buffer.append(messageStartTime)
            buffer.append(messageEndTime)
            buffer.append(numberMap: channelMessageCounts)
        }
    }

    /// Where the summary's records of one kind stand.
    public struct SummaryOffset: Record {
        public static var opcode: Opcode { .summaryOffset }
        public var groupOpcode: UInt8
        public var groupStart: UInt64
        public var groupLength: UInt64

        public init(groupOpcode: UInt8, groupStart: UInt64, groupLength: UInt64) {
            self.groupOpcode = groupOpcode
            self.groupStart = groupStart
            self.groupLength = groupLength
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .summaryOffset)
            groupOpcode = try fields.integer("group_opcode")
            groupStart = try fields.integer("group_start")
            groupLength = try fields.integer("group_length")
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(groupOpcode)
            buffer.append(groupStart)
            buffer.append(groupLength)
        }
    }
}

extension FieldReader {
    mutating func numberMap(
        _ field: StaticString
    ) throws(ContainerError) -> [MCAP.Entry<UInt16, UInt64>] {
        try list(field) { (fields) throws(ContainerError) in
            MCAP.Entry(try fields.integer(field), try fields.integer(field))
        }
    }
}

extension ByteBuffer {
    mutating func append(numberMap: [MCAP.Entry<UInt16, UInt64>]) {
        appendList { buffer in
            for entry in numberMap {
                buffer.append(entry.key)
                buffer.append(entry.value)
            }
        }
    }
}

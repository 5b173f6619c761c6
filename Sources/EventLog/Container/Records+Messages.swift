extension MCAP {
    /// A message's fixed fields; its data is what follows them to the record's end.
    public struct MessageHeader: Equatable, Sendable {
        /// Bytes of its fields.
        @inlinable public static var size: Int { 22 }
        public var channelID: UInt16
        /// Counts from the writer's first message; up to 2^32-1.
        public var sequence: UInt32
        /// Nanoseconds; when the message was recorded.
        public var logTime: UInt64
        /// Nanoseconds; when it was made.
        public var publishTime: UInt64

        @inlinable
        public init(channelID: UInt16, sequence: UInt32, logTime: UInt64, publishTime: UInt64) {
            self.channelID = channelID
            self.sequence = sequence
            self.logTime = logTime
            self.publishTime = publishTime
        }

        /// Reads the fields and leaves `content` at the data; `nil`, without moving, where they are cut.
        ///
        /// An optional rather than an error, since this runs for every message.
        @inlinable @inline(__always)
        public init?(parsing content: inout ByteCursor) {
            guard let channelID = content.peek(UInt16.self),
                let sequence = content.peek(UInt32.self, at: 2),
                let logTime = content.peek(UInt64.self, at: 6),
                let publishTime = content.peek(UInt64.self, at: 14),
                content.skip(Self.size)
            else { return nil }
            self.init(
                channelID: channelID, sequence: sequence, logTime: logTime, publishTime: publishTime)
        }

        func encodeFields(into buffer: inout ByteBuffer) {
            buffer.append(channelID)
            buffer.append(sequence)
            buffer.append(logTime)
            buffer.append(publishTime)
        }
    }

    /// A chunk's fields before its records.
    public struct ChunkHeader: Equatable, Sendable {
        /// Smallest and largest `log_time` inside, nanoseconds; both 0, and without meaning, where it is empty.
        public var messageStartTime: UInt64
        public var messageEndTime: UInt64
        public var uncompressedSize: UInt64
        /// CRC of the uncompressed records; 0 = not available.
        public var uncompressedCRC: UInt32
        /// `lz4`, or empty for none.
        public var compression: String
        public var hasRepairedText = false

        /// Reads the fields and returns the cursor over the records as they are stored.
        public static func parse(
            _ content: inout ByteCursor
        ) throws(ContainerError) -> (header: ChunkHeader, records: ByteCursor) {
            var fields = FieldReader(content, of: .chunk)
            var header = ChunkHeader(
                messageStartTime: try fields.integer("message_start_time"),
                messageEndTime: try fields.integer("message_end_time"),
                uncompressedSize: try fields.integer("uncompressed_size"),
                uncompressedCRC: try fields.integer("uncompressed_crc"),
                compression: try fields.text("compression"))
            header.hasRepairedText = fields.hasRepairedText
            let records = try fields.slice("records", lengthAs: UInt64.self)
            content = fields.cursor
            return (header, records)
        }

        /// Appends the fields and the length of the stored records, which must follow.
        func encodeFields(storedSize: Int, into buffer: inout ByteBuffer) {
            buffer.append(messageStartTime)
            buffer.append(messageEndTime)
            buffer.append(uncompressedSize)
            buffer.append(uncompressedCRC)
            buffer.append(text: compression)
            buffer.append(UInt64(storedSize))
        }
    }

    /// Where the messages of one channel stand in the chunk before it.
    public struct MessageIndex: Record {
        public static var opcode: Opcode { .messageIndex }
        public var channelID: UInt16
        /// `log_time` and the record's offset in the uncompressed chunk, in the chunk's order.
        public var records: [Entry<UInt64, UInt64>]

        public init(channelID: UInt16, records: [Entry<UInt64, UInt64>]) {
            self.channelID = channelID
            self.records = records
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .messageIndex)
            channelID = try fields.integer("channel_id")
            records = try fields.list("records") { (fields) throws(ContainerError) in
                Entry(try fields.integer("log_time"), try fields.integer("offset"))
            }
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(channelID)
            buffer.appendList { buffer in
                for entry in records {
                    buffer.append(entry.key)
                    buffer.append(entry.value)
                }
            }
        }
    }
}

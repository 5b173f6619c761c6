extension MCAP {
    /// A file put into the log whole.
    public struct Attachment: Record {
        public static var opcode: Opcode { .attachment }
        /// Nanoseconds.
        public var logTime: UInt64
        /// Nanoseconds; 0 where it is not known.
        public var createTime: UInt64
        public var name: String
        public var mediaType: String
        public var data: [UInt8]
        /// CRC from `log_time` through the data; 0 = not available. Writing computes it anew.
        public var crc: UInt32 = 0
        public var hasRepairedText = false

        public init(logTime: UInt64, createTime: UInt64, name: String, mediaType: String, data: [UInt8]) {
            self.logTime = logTime
            self.createTime = createTime
            self.name = name
            self.mediaType = mediaType
            self.data = data
        }

        /// Throws where a field is cut or the CRC does not match.
        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            let whole = unsafe content.rest
            var fields = FieldReader(content, of: .attachment)
            logTime = try fields.integer("log_time")
            createTime = try fields.integer("create_time")
            name = try fields.text("name")
            mediaType = try fields.text("media_type")
            data = try fields.slice("data", lengthAs: UInt64.self).restBytes
            let covered = whole.count - fields.cursor.remaining
            let offset = UInt64(fields.cursor.offset)
            crc = try fields.integer("crc")
            if crc != 0 {
                let actual = unsafe CRC32.of(UnsafeRawBufferPointer(rebasing: whole[..<covered]))
                guard actual == crc else {
                    throw .crc(what: "attachment", offset: offset, expected: crc, actual: actual)
                }
            }
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            let start = buffer.count
            buffer.append(logTime)
            buffer.append(createTime)
            buffer.append(text: name)
            buffer.append(text: mediaType)
            buffer.append(UInt64(data.count))
            buffer.append(data)
            let crc = unsafe CRC32.of(UnsafeRawBufferPointer(rebasing: buffer.bytes[start...]))
            buffer.append(crc)
        }
    }

    /// Where an attachment stands in the file.
    public struct AttachmentIndex: Record {
        public static var opcode: Opcode { .attachmentIndex }
        /// File offset of the attachment's record.
        public var offset: UInt64
        /// Bytes of the record with its opcode and length.
        public var length: UInt64
        public var logTime: UInt64
        public var createTime: UInt64
        public var dataSize: UInt64
        public var name: String
        public var mediaType: String
        public var hasRepairedText = false

        public init(of attachment: Attachment, offset: UInt64, length: UInt64) {
            self.offset = offset
            self.length = length
            logTime = attachment.logTime
            createTime = attachment.createTime
            dataSize = UInt64(attachment.data.count)
            name = attachment.name
            mediaType = attachment.mediaType
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .attachmentIndex)
            offset = try fields.integer("offset")
            length = try fields.integer("length")
            logTime = try fields.integer("log_time")
            createTime = try fields.integer("create_time")
            dataSize = try fields.integer("data_size")
            name = try fields.text("name")
            mediaType = try fields.text("media_type")
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(offset)
            buffer.append(length)
            buffer.append(logTime)
            buffer.append(createTime)
            buffer.append(dataSize)
            buffer.append(text: name)
            buffer.append(text: mediaType)
        }
    }

    /// Where a metadata record stands in the file.
    public struct MetadataIndex: Record {
        public static var opcode: Opcode { .metadataIndex }
        /// File offset of the metadata record.
        public var offset: UInt64
        /// Bytes of the record with its opcode and length.
        public var length: UInt64
        public var name: String
        public var hasRepairedText = false

        public init(offset: UInt64, length: UInt64, name: String) {
            self.offset = offset
            self.length = length
            self.name = name
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .metadataIndex)
            offset = try fields.integer("offset")
            length = try fields.integer("length")
            name = try fields.text("name")
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(offset)
            buffer.append(length)
            buffer.append(text: name)
        }
    }
}

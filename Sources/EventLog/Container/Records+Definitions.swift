extension MCAP {
    /// How the data of a channel's messages is laid out.
    public struct Schema: Record {
        public static var opcode: Opcode { .schema }
        /// 1 to 65535; one with 0, which means "no schema" elsewhere, is of no use.
        public var id: UInt16
        public var name: String
        public var encoding: String
        public var data: [UInt8]
        public var hasRepairedText = false

        public init(id: UInt16, name: String, encoding: String, data: [UInt8]) {
            self.id = id
            self.name = name
            self.encoding = encoding
            self.data = data
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .schema)
            id = try fields.integer("id")
            name = try fields.text("name")
            encoding = try fields.text("encoding")
            data = try fields.slice("data", lengthAs: UInt32.self).restBytes
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(id)
            buffer.append(text: name)
            buffer.append(text: encoding)
            buffer.append(UInt32(clamping: data.count))
            buffer.append(data)
        }
    }

    /// A stream of messages of one kind.
    public struct Channel: Record {
        public static var opcode: Opcode { .channel }
        public var id: UInt16
        /// The schema of its messages, 0 for none.
        public var schemaID: UInt16
        public var topic: String
        public var messageEncoding: String
        public var metadata: [Entry<String, String>]
        public var hasRepairedText = false

        public init(
            id: UInt16, schemaID: UInt16, topic: String, messageEncoding: String,
            metadata: [Entry<String, String>] = []
        ) {
            self.id = id
            self.schemaID = schemaID
            self.topic = topic
            self.messageEncoding = messageEncoding
            self.metadata = metadata
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .channel)
            id = try fields.integer("id")
            schemaID = try fields.integer("schema_id")
            topic = try fields.text("topic")
            messageEncoding = try fields.text("message_encoding")
            metadata = try fields.textMap("metadata")
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(id)
            buffer.append(schemaID)
            buffer.append(text: topic)
            buffer.append(text: messageEncoding)
            buffer.append(textMap: metadata)
        }
    }

    /// Key and value texts about the log as a whole.
    public struct Metadata: Record {
        public static var opcode: Opcode { .metadata }
        public var name: String
        public var metadata: [Entry<String, String>]
        public var hasRepairedText = false

        public init(name: String, metadata: [Entry<String, String>]) {
            self.name = name
            self.metadata = metadata
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .metadata)
            name = try fields.text("name")
            metadata = try fields.textMap("metadata")
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(text: name)
            buffer.append(textMap: metadata)
        }
    }
}

extension FieldReader {
    mutating func textMap(
        _ field: StaticString
    ) throws(ContainerError) -> [MCAP.Entry<String, String>] {
        try list(field) { (fields) throws(ContainerError) in
            MCAP.Entry(try fields.text(field), try fields.text(field))
        }
    }
}

extension ByteBuffer {
    mutating func append(textMap: [MCAP.Entry<String, String>]) {
        appendList { buffer in
            for entry in textMap {
                buffer.append(text: entry.key)
                buffer.append(text: entry.value)
            }
        }
    }
}

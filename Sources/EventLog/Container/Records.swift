/// The records of an MCAP file, one type each, named and laid out as the specification has them.
public enum MCAP {
    /// The eight bytes at both ends of a file.
    public static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

    /// Bytes before a record's content: opcode and length.
    @inlinable public static var prefixSize: Int { 9 }

    /// One pair of a map; maps stay in the order of the file, since a copy must give the same bytes.
    public struct Entry<Key: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable {
        public var key: Key
        public var value: Value

        public init(_ key: Key, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// What every record can do.
    ///
    /// Parsing takes a cursor over the content alone and tolerates bytes behind the last field, as newer writers
    /// may add them. Text that is not UTF-8 is repaired, and `hasRepairedText` says so.
    public protocol Record: Equatable, Sendable {
        static var opcode: Opcode { get }
        init(parsing content: inout ByteCursor) throws(ContainerError)
        func encodeContent(into buffer: inout ByteBuffer)
    }
}

extension MCAP.Record {
    /// Appends the whole record: opcode, length, content.
    public func encode(into buffer: inout ByteBuffer) {
        buffer.append(Self.opcode.rawValue)
        let lengthAt = buffer.count
        buffer.append(UInt64(0))
        encodeContent(into: &buffer)
        buffer.overwrite(at: lengthAt, with: UInt64(buffer.count - lengthAt - 8))
    }
}

extension MCAP {
    /// The first record of a file.
    public struct Header: Record {
        public static var opcode: Opcode { .header }
        public var profile: String
        public var library: String
        public var hasRepairedText = false

        public init(profile: String, library: String) {
            self.profile = profile
            self.library = library
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .header)
            profile = try fields.text("profile")
            library = try fields.text("library")
            hasRepairedText = fields.hasRepairedText
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(text: profile)
            buffer.append(text: library)
        }
    }

    /// The last record of a file; tells where the summary is.
    public struct Footer: Record {
        public static var opcode: Opcode { .footer }
        /// Bytes of its content.
        public static let size = 20
        /// File offset of the summary's first record, 0 where there is none.
        public var summaryStart: UInt64
        /// File offset of the first SummaryOffset, 0 where there is none.
        public var summaryOffsetStart: UInt64
        /// CRC from `summaryStart` through this record's first 16 content bytes; 0 = not available.
        public var summaryCRC: UInt32

        public init(summaryStart: UInt64, summaryOffsetStart: UInt64, summaryCRC: UInt32) {
            self.summaryStart = summaryStart
            self.summaryOffsetStart = summaryOffsetStart
            self.summaryCRC = summaryCRC
        }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .footer)
            summaryStart = try fields.integer("summary_start")
            summaryOffsetStart = try fields.integer("summary_offset_start")
            summaryCRC = try fields.integer("summary_crc")
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(summaryStart)
            buffer.append(summaryOffsetStart)
            buffer.append(summaryCRC)
        }
    }

    /// The end of the data section.
    public struct DataEnd: Record {
        public static var opcode: Opcode { .dataEnd }
        /// CRC of every byte of the file before this record; 0 = not available.
        public var dataSectionCRC: UInt32

        public init(dataSectionCRC: UInt32) { self.dataSectionCRC = dataSectionCRC }

        public init(parsing content: inout ByteCursor) throws(ContainerError) {
            var fields = FieldReader(content, of: .dataEnd)
            dataSectionCRC = try fields.integer("data_section_crc")
            content = fields.cursor
        }

        public func encodeContent(into buffer: inout ByteBuffer) {
            buffer.append(dataSectionCRC)
        }
    }
}

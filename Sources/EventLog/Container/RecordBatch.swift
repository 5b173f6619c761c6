/// A run of whole records (Schema, Channel, Message) as MCAP lays them out: a chunk's content, or consecutive
/// messages that stand outside chunks.
///
/// The bytes belong to the reader that gave the batch and are valid until its next call; a batch is used inside the
/// loop that asked for it and never stored.
@safe
public struct RecordBatch {
    /// The records, each with opcode and length.
    public let bytes: UnsafeRawBufferPointer
    /// File offset of the chunk, or of the first message.
    public let offset: UInt64
    /// The chunk's fields; `nil` for messages outside chunks.
    public let chunk: MCAP.ChunkHeader?
    /// Bytes of the records as they are stored, compressed or not.
    public let storedSize: Int

    /// Walks the records in order.
    @inlinable
    public var records: RecordWalker { unsafe RecordWalker(bytes) }
}

/// One record inside a batch.
@safe
public struct RecordView {
    public let opcode: Opcode
    public let content: ByteCursor
    /// Where the record begins in the batch, in bytes.
    public let offset: Int

    @inlinable
    init(opcode: Opcode, content: ByteCursor, offset: Int) {
        self.opcode = opcode
        self.content = content
        self.offset = offset
    }
}

/// Steps from record to record through memory somebody else owns.
@safe
public struct RecordWalker: IteratorProtocol {
    @usableFromInline var cursor: ByteCursor

    @inlinable
    public init(_ bytes: UnsafeRawBufferPointer) { unsafe cursor = ByteCursor(bytes) }

    /// Bytes that no whole record was found in. After the last record, anything but 0 is damage.
    @inlinable
    public var remaining: Int { cursor.remaining }

    /// Where the next record begins.
    @inlinable
    public var offset: Int { cursor.offset }

    /// The next record, `nil` at the end and where the rest is no whole record.
    @inlinable @inline(__always)
    public mutating func next() -> RecordView? {
        guard let opcode = cursor.peek(UInt8.self), let length = cursor.peek(UInt64.self, at: 1),
            length <= UInt64(cursor.remaining - MCAP.prefixSize)
        else { return nil }
        let offset = cursor.offset
        guard cursor.skip(MCAP.prefixSize), let content = cursor.readSlice(length: length) else { return nil }
        return RecordView(opcode: Opcode(rawValue: opcode), content: content, offset: offset)
    }

    /// The next record where it is a message with all of its fields; `nil`, without moving, where it is anything else.
    ///
    /// Nearly all records are, and finding that out at once takes half of the checks.
    @inlinable @inline(__always)
    mutating func nextMessage() -> (header: MCAP.MessageHeader, payload: TextRange)? {
        guard cursor.remaining >= MCAP.prefixSize + MCAP.MessageHeader.size,
            cursor.peek(UInt8.self) == Opcode.message.rawValue,
            let length = cursor.peek(UInt64.self, at: 1), length >= UInt64(MCAP.MessageHeader.size),
            length <= UInt64(cursor.remaining - MCAP.prefixSize)
        else { return nil }
        var content = cursor
        guard content.skip(MCAP.prefixSize), let header = MCAP.MessageHeader(parsing: &content) else {
            return nil
        }
        let payload = TextRange(offset: content.offset, count: Int(length) - MCAP.MessageHeader.size)
        guard cursor.skip(MCAP.prefixSize + Int(length)) else { return nil }
        return (header, payload)
    }
}

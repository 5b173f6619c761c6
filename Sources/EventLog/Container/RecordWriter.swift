/// Writes an MCAP file record by record, as its options say; whatever it is given, in the order it is given.
///
/// This is the plain writer for copying, recovering and testing. What `arlog` asks of its own logs is
/// `ChunkedWriter`'s to see to. Bytes leave in order and nothing is patched later. After an error every call throws
/// `closed`.
public struct RecordWriter<Sink: ByteSink>: ~Copyable {
    public let options: WriterOptions
    private var sink: Sink
    private var assembler: ChunkAssembler
    private var summary = SummaryBuilder()
    /// Records of the open chunk.
    private var chunk = ByteBuffer()
    /// What goes out with the next write.
    private var pending = ByteBuffer()
    private var dataCRC = CRC32()
    /// Whether anything can still be written: not after `close()`, nor after an error of the sink.
    public private(set) var isOpen = true
    /// Bytes handed to the sink so far, and thus the file offset of what comes next.
    public private(set) var offset: UInt64 = 0

    /// Begins a file with magic and `header`.
    public init(
        _ sink: Sink, header: MCAP.Header, options: WriterOptions = WriterOptions()
    ) throws(ContainerError) {
        var sink = sink
        var start = ByteBuffer()
        start.append(MCAP.magic)
        header.encode(into: &start)
        let assembler = try ChunkAssembler(options)
        do {
            unsafe try sink.write(start.bytes)
        } catch {
            throw .io(error)
        }
        self.sink = sink
        self.options = options
        self.assembler = assembler
        offset = UInt64(start.count)
        if options.hasCRCs { unsafe dataCRC.update(start.bytes) }
    }

    /// Bytes of the open chunk's records.
    public var openChunkSize: Int { chunk.count }

    /// Counts of what is in the file; the open chunk comes in when it is closed.
    public var statistics: MCAP.Statistics { summary.statistics }

    public mutating func write(_ schema: MCAP.Schema) throws(ContainerError) {
        summary.add(schema)
        try place(schema)
    }

    public mutating func write(_ channel: MCAP.Channel) throws(ContainerError) {
        summary.add(channel)
        try place(channel)
    }

    /// Writes a message of `message`'s fields and `data`. Closes the chunk once it has reached its size.
    public mutating func write(
        _ message: MCAP.MessageHeader, data: UnsafeRawBufferPointer
    ) throws(ContainerError) {
        guard isOpen else { throw .closed }
        if options.isChunked {
            unsafe Self.append(message, data, to: &chunk)
            if chunk.count >= options.chunkSize { try closeChunk() }
        } else {
            summary.add(message)
            unsafe Self.append(message, data, to: &pending)
            if pending.count >= 1 << 16 { try flush() }
        }
    }

    /// Closes the open chunk and writes the attachment behind it.
    public mutating func write(_ attachment: MCAP.Attachment) throws(ContainerError) {
        try closeChunk()
        let (start, length) = try writeAlone(attachment)
        summary.add(MCAP.AttachmentIndex(of: attachment, offset: start, length: length))
    }

    /// Closes the open chunk and writes the metadata behind it.
    public mutating func write(_ metadata: MCAP.Metadata) throws(ContainerError) {
        try closeChunk()
        let (start, length) = try writeAlone(metadata)
        summary.add(MCAP.MetadataIndex(offset: start, length: length, name: metadata.name))
    }

    /// Writes the records' chunk with its indexes in one go, whoever's memory they are in. They must be whole Schema,
    /// Channel and Message records. The writer's own open chunk goes before it.
    public mutating func writeChunk(_ records: UnsafeRawBufferPointer) throws(ContainerError) {
        try closeChunk()
        guard records.count > 0 else { return }
        unsafe try assembleAndWrite(records)
    }

    /// Writes a chunk that was assembled elsewhere, such as on another thread, with the content it was said to have.
    public mutating func writeAssembled(
        _ bytes: UnsafeRawBufferPointer, content: ChunkAssembler.Content
    ) throws(ContainerError) {
        try closeChunk()
        unsafe try send(bytes, content)
    }

    /// Writes a schema and channel outside chunks and before the open one, with the next chunk's write.
    public mutating func writeOutsideChunks(
        schema: MCAP.Schema?, channel: MCAP.Channel
    ) throws(ContainerError) {
        guard isOpen else { throw .closed }
        if let schema {
            summary.add(schema)
            schema.encode(into: &pending)
        }
        summary.add(channel)
        channel.encode(into: &pending)
    }

    /// Closes the open chunk, if there is anything in it.
    public mutating func closeChunk() throws(ContainerError) {
        guard isOpen else { throw .closed }
        guard !chunk.isEmpty else { return }
        // Taken out, since assembling changes the writer while it reads the records.
        var records = ByteBuffer(capacity: 16)
        swap(&records, &chunk)
        unsafe try assembleAndWrite(records.bytes)
        records.removeAll()
        swap(&records, &chunk)
    }

    /// Writes the rest, the summary and the footer. Nothing can be written behind it.
    ///
    /// The sink is the caller's to commit.
    public mutating func close() throws(ContainerError) {
        try closeChunk()
        try flush()
        MCAP.DataEnd(dataSectionCRC: options.hasCRCs ? dataCRC.value : 0).encode(into: &pending)
        try flush()
        summary.encode(into: &pending, at: offset, options: options)
        try flush()
        isOpen = false
    }
}

extension RecordWriter {
    private mutating func place(_ record: some MCAP.Record) throws(ContainerError) {
        guard isOpen else { throw .closed }
        if options.isChunked { record.encode(into: &chunk) } else { record.encode(into: &pending) }
    }

    private mutating func writeAlone(
        _ record: some MCAP.Record
    ) throws(ContainerError) -> (start: UInt64, length: UInt64) {
        let start = offset + UInt64(pending.count)
        let before = pending.count
        record.encode(into: &pending)
        let length = UInt64(pending.count - before)
        try flush()
        return (start, length)
    }

    private mutating func assembleAndWrite(_ records: UnsafeRawBufferPointer) throws(ContainerError) {
        let content = unsafe try assembler.assemble(records)
        let bytes = unsafe assembler.bytes
        unsafe try send(bytes, content)
    }

    /// One write: definitions that are pending, the chunk, its indexes.
    private mutating func send(
        _ bytes: UnsafeRawBufferPointer, _ content: ChunkAssembler.Content
    ) throws(ContainerError) {
        summary.add(content, at: offset + UInt64(pending.count))
        if pending.isEmpty {
            unsafe try emit(bytes)
        } else {
            unsafe pending.append(bytes)
            try flush()
        }
    }

    private mutating func flush() throws(ContainerError) {
        guard !pending.isEmpty else { return }
        unsafe try emit(pending.bytes)
        pending.removeAll(keepingUpTo: 4 << 20)
    }

    private mutating func emit(_ bytes: UnsafeRawBufferPointer) throws(ContainerError) {
        guard isOpen else { throw .closed }
        do {
            unsafe try sink.write(bytes)
        } catch {
            isOpen = false
            throw .io(error)
        }
        if options.hasCRCs { unsafe dataCRC.update(bytes) }
        offset += UInt64(bytes.count)
    }

    private static func append(
        _ message: MCAP.MessageHeader, _ data: UnsafeRawBufferPointer, to buffer: inout ByteBuffer
    ) {
        buffer.append(Opcode.message.rawValue)
        buffer.append(UInt64(MCAP.MessageHeader.size + data.count))
        message.encodeFields(into: &buffer)
        unsafe buffer.append(data)
    }
}

/// Writes logs of the profile `arlog`: schemas and channels outside chunks and before the first chunk that needs them,
/// messages only in chunks, every chunk with its indexes in one write, a full summary.
///
/// `log_time` must never decrease; a message that would make it do so is refused. Channels are defined beforehand and
/// written only when a message uses them.
@safe
public struct ChunkedWriter<Sink: ByteSink>: ~Copyable {
    private var writer: RecordWriter<Sink>
    @usableFromInline let chunkSize: Int
    private var memory: UnsafeMutableRawBufferPointer
    @usableFromInline var chunk: OpenChunk
    /// By channel number; also `false` for all of them once the writer can't write any more.
    @usableFromInline var isWritten: [Bool]
    @usableFromInline var lastLogTime: UInt64 = 0
    private var definitions = DefinitionTable()
    private var writtenSchemas: Set<UInt16> = []

    /// Begins a log.
    ///
    /// - Parameters:
    ///   - library: names the program and its version, such as `arlog 1.0`.
    ///   - chunkSize: bytes of records at which a chunk is closed, at least 1; the last message may go beyond it.
    public init(
        _ sink: Sink, library: String, chunkSize: Int = 1 << 20,
        compression: WriterOptions.Compression = .lz4, level: CompressionLevel = .fast
    ) throws(ContainerError) {
        var options = WriterOptions()
        options.compression = compression
        options.level = level
        options.chunkSize = max(1, chunkSize)
        let header = MCAP.Header(profile: "arlog", library: library)
        let writer = try RecordWriter(sink, header: header, options: options)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(options.chunkSize, 64 << 20) + 4096, alignment: 16)
        self.writer = writer
        self.chunkSize = options.chunkSize
        unsafe self.memory = memory
        unsafe chunk = OpenChunk(memory: memory)
        isWritten = Array(repeating: false, count: 1 << 16)
    }

    deinit { unsafe memory.deallocate() }

    /// Whether the next message begins a chunk.
    @inlinable public var isChunkEmpty: Bool { chunk.isEmpty }

    /// Bytes handed to the sink so far.
    public var offset: UInt64 { writer.offset }

    /// Counts of what is in the file; the open chunk comes in when it is closed.
    public var statistics: MCAP.Statistics { writer.statistics }

    /// Names a channel and the schema of its messages. The first definition of a channel counts; doing so again
    /// changes nothing.
    ///
    /// The schema's number must be the channel's `schemaID`, which is 0 for `nil`.
    public mutating func define(schema: MCAP.Schema?, channel: MCAP.Channel) {
        guard definitions.channels[channel.id] == nil else { return }
        precondition(channel.schemaID == (schema?.id ?? 0), "a channel is defined with its own schema")
        if let schema { definitions.register(schema) }
        definitions.register(channel)
    }

    /// Appends a message whose data `encode` puts into the open chunk's own memory.
    ///
    /// `encode` gets exactly `room` bytes and returns how many it used, or `nil` where it needs more; nothing is
    /// appended then and the result is `false`. A chunk that is full is closed before this returns, so an error of the
    /// sink comes out here; its messages are lost, and every later call throws `closed`.
    ///
    /// Throws `unknownChannel` for a channel that was not defined, `order` for a `logTime` before the last one.
    @discardableResult
    @inlinable @inline(__always)
    public mutating func append(
        channel: UInt16, sequence: UInt32, logTime: UInt64, publishTime: UInt64, room: Int,
        encode: (UnsafeMutableRawBufferPointer) -> Int?
    ) throws(ContainerError) -> Bool {
        if logTime < lastLogTime || !isWritten[Int(channel)] || !chunk.hasRoom(room) {
            try prepare(channel, logTime: logTime, room: room)
        }
        let message = MCAP.MessageHeader(
            channelID: channel, sequence: sequence, logTime: logTime, publishTime: publishTime)
        guard unsafe chunk.append(message, room: room, encode: encode) else { return false }
        lastLogTime = logTime
        if chunk.count >= chunkSize { try closeChunk() }
        return true
    }

    /// Writes the open chunk, if there is anything in it.
    public mutating func closeChunk() throws(ContainerError) {
        guard writer.isOpen else { throw .closed }
        guard !chunk.isEmpty else { return }
        do throws(ContainerError) {
            unsafe try writer.writeChunk(chunk.records)
            chunk.removeAll()
        } catch {
            abandon()
            throw error
        }
    }

    /// Writes the attachment outside chunks, behind the messages so far.
    public mutating func write(_ attachment: MCAP.Attachment) throws(ContainerError) {
        try closeChunk()
        try writer.write(attachment)
    }

    /// Writes the metadata outside chunks, behind the messages so far.
    public mutating func write(_ metadata: MCAP.Metadata) throws(ContainerError) {
        try closeChunk()
        try writer.write(metadata)
    }

    /// Writes the rest, the summary and the footer. The sink is the caller's to commit.
    public mutating func close() throws(ContainerError) {
        try closeChunk()
        abandon()
        try writer.close()
    }
}

extension ChunkedWriter {
    /// What most messages need nothing of: checks, a channel's first use, a chunk that must grow.
    @usableFromInline
    mutating func prepare(_ channel: UInt16, logTime: UInt64, room: Int) throws(ContainerError) {
        guard writer.isOpen else { throw .closed }
        guard logTime >= lastLogTime else { throw .order(previous: lastLogTime, actual: logTime) }
        if !isWritten[Int(channel)] {
            guard let definition = definitions.channels[channel] else { throw .unknownChannel(channel) }
            let schema = definitions.schema(of: definition)
            let isNew = schema.map { writtenSchemas.insert($0.id).inserted } ?? false
            try writer.writeOutsideChunks(schema: isNew ? schema : nil, channel: definition)
            isWritten[Int(channel)] = true
        }
        if !chunk.hasRoom(room) { grow(room) }
    }

    /// Takes the message in rather than closing the chunk early, since who repeats labels at a chunk's beginning must
    /// know beforehand where that is.
    private mutating func grow(_ room: Int) {
        precondition(room >= 0)
        let needed = chunk.count + OpenChunk.messageOverhead + room
        let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(memory.count * 2, needed), alignment: 16)
        unsafe chunk.move(to: larger)
        unsafe memory.deallocate()
        unsafe memory = larger
    }

    /// Sends every later message to `prepare`, which refuses it.
    private mutating func abandon() {
        chunk.removeAll()
        for channel in isWritten.indices { isWritten[channel] = false }
    }
}

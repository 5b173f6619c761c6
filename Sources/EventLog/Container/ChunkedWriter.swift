/// Writes logs of the profile `arlog`: schemas and channels outside chunks and before the first chunk that needs them,
/// messages only in chunks, every chunk with its indexes in one write, a full summary.
///
/// `log_time` must never decrease; a message that would make it do so is refused. Channels are defined beforehand and
/// written only when a message uses them.
public struct ChunkedWriter<Sink: ByteSink>: ~Copyable {
    private enum Channel { case undefined, defined, written }

    private var writer: RecordWriter<Sink>
    private let chunkSize: Int
    private var chunk: ByteBuffer
    private var states: [Channel]
    private var definitions = DefinitionTable()
    private var writtenSchemas: Set<UInt16> = []
    private var lastLogTime: UInt64 = 0

    /// Begins a log.
    ///
    /// - Parameters:
    ///   - library: names the program and its version, such as `arlog 1.0`.
    ///   - chunkSize: bytes of records at which a chunk is closed; the last message may go beyond it.
    public init(
        _ sink: Sink, library: String, chunkSize: Int = 1 << 20,
        compression: WriterOptions.Compression = .lz4, level: CompressionLevel = .fast
    ) throws(ContainerError) {
        var options = WriterOptions()
        options.compression = compression
        options.level = level
        options.chunkSize = chunkSize
        writer = try RecordWriter(
            sink, header: MCAP.Header(profile: "arlog", library: library), options: options)
        self.chunkSize = max(1, chunkSize)
        chunk = ByteBuffer(capacity: min(self.chunkSize, 64 << 20) + 4096)
        states = Array(repeating: .undefined, count: 1 << 16)
    }

    /// Whether the next message begins a chunk.
    public var isChunkEmpty: Bool { chunk.isEmpty }

    /// Bytes handed to the sink so far.
    public var offset: UInt64 { writer.offset }

    /// Counts of what is in the file; the open chunk comes in when it is closed.
    public var statistics: MCAP.Statistics { writer.statistics }

    /// Names a channel and the schema of its messages. Doing so again changes nothing.
    ///
    /// The schema's number must be the channel's `schemaID`, which is 0 for `nil`.
    public mutating func define(schema: MCAP.Schema?, channel: MCAP.Channel) {
        guard states[Int(channel.id)] == .undefined else { return }
        precondition(channel.schemaID == (schema?.id ?? 0), "a channel is defined with its own schema")
        if let schema { definitions.register(schema) }
        definitions.register(channel)
        states[Int(channel.id)] = .defined
    }

    /// Appends a message whose data `encode` puts into the open chunk's own memory.
    ///
    /// `encode` gets exactly `room` bytes and returns how many it used, or `nil` where it needs more; nothing is
    /// appended then and the result is `false`. A chunk that is full is closed before this returns, so an error of the
    /// sink comes out here; every later call throws `closed`.
    ///
    /// Throws `unknownChannel` for a channel that was not defined, `order` for a `logTime` before the last one.
    @discardableResult
    public mutating func append(
        channel: UInt16, sequence: UInt32, logTime: UInt64, publishTime: UInt64, room: Int,
        encode: (UnsafeMutableRawBufferPointer) -> Int?
    ) throws(ContainerError) -> Bool {
        guard writer.isOpen else { throw .closed }
        guard logTime >= lastLogTime else { throw .order(previous: lastLogTime, actual: logTime) }
        if states[Int(channel)] != .written { try prepare(channel) }
        let start = chunk.count
        chunk.reserve(MCAP.prefixSize + MCAP.MessageHeader.size + room)
        chunk.append(Opcode.message.rawValue)
        chunk.append(UInt64(0))
        chunk.append(channel)
        chunk.append(sequence)
        chunk.append(logTime)
        chunk.append(publishTime)
        guard let written = unsafe chunk.append(room: room, encode) else {
            chunk.truncate(to: start)
            return false
        }
        chunk.overwrite(at: start + 1, with: UInt64(MCAP.MessageHeader.size + written))
        lastLogTime = logTime
        if chunk.count >= chunkSize { try closeChunk() }
        return true
    }

    /// Writes the open chunk, if there is anything in it.
    public mutating func closeChunk() throws(ContainerError) {
        guard !chunk.isEmpty else { return }
        unsafe try writer.writeChunk(chunk.bytes)
        chunk.removeAll(keepingUpTo: max(chunkSize, 1 << 20) * 2)
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
        try writer.close()
    }

    /// Has the channel's definition written with the chunk that is open.
    private mutating func prepare(_ channel: UInt16) throws(ContainerError) {
        guard let definition = definitions.channels[channel] else { throw .unknownChannel(channel) }
        let schema = definitions.schema(of: definition)
        let isNew = schema.map { writtenSchemas.insert($0.id).inserted } ?? false
        try writer.writeOutsideChunks(schema: isNew ? schema : nil, channel: definition)
        states[Int(channel)] = .written
    }
}

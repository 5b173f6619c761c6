/// Writes what a recovery or a copy keeps: messages byte for byte, in chunks as they came, with everything a reader needs.
struct RecoveredWriter<Sink: ByteSink>: ~Copyable {
    private var writer: RecordWriter<Sink>
    private var definitions = RecoveredDefinitions()
    private var chunk = ByteBuffer(capacity: 1 << 16)
    let isOurs: Bool
    private(set) var messages: UInt64 = 0
    private(set) var gaps = 0

    init(
        _ sink: Sink, profile: String, options: WriterOptions = WriterOptions()
    ) throws(ContainerError) {
        isOurs = profile == "arlog"
        let header = MCAP.Header(profile: profile, library: "arlog \(ArlogVersion.string)")
        writer = try RecordWriter(sink, header: header, options: options)
    }

    /// Old channel numbers that have messages but no definition.
    var undefinedChannels: Int { definitions.undefined.count }
    var statistics: MCAP.Statistics { writer.statistics }
    /// Bytes of the open chunk.
    var chunkSize: Int { chunk.count }

    mutating func beginFile() { definitions.beginFile() }

    /// Appends a message, given as its whole record.
    mutating func append(
        _ record: UnsafeRawBufferPointer, channel: UInt16, _ known: DefinitionTable
    ) throws(ContainerError) {
        let number = try number(of: channel, known)
        let start = chunk.count
        unsafe chunk.append(record)
        chunk.overwrite(at: start + MCAP.prefixSize, with: number)
        messages += 1
    }

    /// Appends a `log.gap` that stands for `lost` events, under the number of the first of them.
    mutating func appendGap(
        lost: UInt64, reason: String, number: UInt32, time: UInt64
    ) throws(ContainerError) {
        var table = DefinitionTable()
        let (channel, schema) = RecoveredDefinitions.own(.logGap)
        table.register(schema)
        table.register(channel)
        definitions.beginFile()
        let id = try self.number(of: channel.id, table)
        definitions.beginFile()
        let gap = Event.LogGap {
            $0.lost = lost
            $0.reason = reason
        }
        chunk.appendMessage(gap, channel: id, sequence: number, time: time)
        gaps += 1
    }

    private mutating func number(of channel: UInt16, _ known: DefinitionTable) throws(ContainerError)
        -> UInt16
    {
        let (number, new) = try definitions.number(of: channel, known, isOurs: isOurs)
        if let new { try writer.writeOutsideChunks(schema: new.schema, channel: new.channel) }
        return number
    }

    /// Ends the open chunk.
    mutating func closeChunk() throws(ContainerError) {
        guard !chunk.isEmpty else { return }
        unsafe try writer.writeChunk(chunk.bytes)
        chunk.removeAll(keepingUpTo: 8 << 20)
    }

    mutating func write(_ attachment: MCAP.Attachment) throws(ContainerError) {
        try closeChunk()
        try writer.write(attachment)
    }

    mutating func write(_ metadata: MCAP.Metadata) throws(ContainerError) {
        try closeChunk()
        try writer.write(metadata)
    }

    mutating func close() throws(ContainerError) {
        try closeChunk()
        try writer.close()
    }
}

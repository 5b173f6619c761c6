/// Collects while a log is written what its summary will say.
struct SummaryBuilder {
    private(set) var statistics = MCAP.Statistics()
    private var schemas: [MCAP.Schema] = []
    private var channels: [MCAP.Channel] = []
    private var chunkIndexes: [MCAP.ChunkIndex] = []
    private var attachmentIndexes: [MCAP.AttachmentIndex] = []
    private var metadataIndexes: [MCAP.MetadataIndex] = []
    private var counts: [UInt16: UInt64] = [:]
    private var schemaIDs: Set<UInt16> = []
    private var channelIDs: Set<UInt16> = []

    mutating func add(_ schema: MCAP.Schema) {
        // Number 0 means no schema, and readers leave one out that has it.
        guard schema.id != 0, schemaIDs.insert(schema.id).inserted else { return }
        schemas.append(schema)
        statistics.schemaCount &+= 1
    }

    mutating func add(_ channel: MCAP.Channel) {
        guard channelIDs.insert(channel.id).inserted else { return }
        channels.append(channel)
        statistics.channelCount += 1
    }

    func defines(channel: UInt16) -> Bool { channelIDs.contains(channel) }
    func defines(schema: UInt16) -> Bool { schemaIDs.contains(schema) }

    /// A chunk that begins at `offset` in the file.
    mutating func add(_ content: ChunkAssembler.Content, at offset: UInt64) {
        chunkIndexes.append(content.index.moved(by: offset))
        statistics.chunkCount += 1
        for entry in content.counts { counts[entry.key, default: 0] += entry.value }
        addMessages(
            content.messageCount, from: content.index.messageStartTime, to: content.index.messageEndTime)
    }

    /// A message outside chunks.
    mutating func add(_ message: MCAP.MessageHeader) {
        counts[message.channelID, default: 0] += 1
        addMessages(1, from: message.logTime, to: message.logTime)
    }

    mutating func add(_ index: MCAP.AttachmentIndex) {
        attachmentIndexes.append(index)
        statistics.attachmentCount += 1
    }

    mutating func add(_ index: MCAP.MetadataIndex) {
        metadataIndexes.append(index)
        statistics.metadataCount += 1
    }

    private mutating func addMessages(_ count: UInt64, from start: UInt64, to end: UInt64) {
        guard count > 0 else { return }
        let isFirst = statistics.messageCount == 0
        statistics.messageStartTime = isFirst ? start : min(statistics.messageStartTime, start)
        statistics.messageEndTime = isFirst ? end : max(statistics.messageEndTime, end)
        statistics.messageCount += count
    }

    /// Appends the summary, its offsets, the footer and the closing magic.
    ///
    /// The buffer must be empty; its first byte will stand at `offset` in the file.
    func encode(into buffer: inout ByteBuffer, at offset: UInt64, options: WriterOptions) {
        var groups: [MCAP.SummaryOffset] = []
        encodeGroup(options.repeatsSchemas ? schemas : [], into: &buffer, at: offset, &groups)
        encodeGroup(options.repeatsChannels ? channels : [], into: &buffer, at: offset, &groups)
        encodeGroup(options.hasStatistics ? [finalStatistics] : [], into: &buffer, at: offset, &groups)
        encodeGroup(options.hasChunkIndexes ? chunkIndexes : [], into: &buffer, at: offset, &groups)
        encodeGroup(options.hasAttachmentIndexes ? attachmentIndexes : [], into: &buffer, at: offset, &groups)
        encodeGroup(options.hasMetadataIndexes ? metadataIndexes : [], into: &buffer, at: offset, &groups)
        let isEmpty = buffer.isEmpty
        let offsetsStart = offset + UInt64(buffer.count)
        let hasOffsets = options.hasSummaryOffsets && !isEmpty
        if hasOffsets {
            for group in groups { group.encode(into: &buffer) }
        }
        let footerAt = buffer.count
        MCAP.Footer(
            summaryStart: isEmpty ? 0 : offset, summaryOffsetStart: hasOffsets ? offsetsStart : 0,
            summaryCRC: 0
        ).encode(into: &buffer)
        if options.hasCRCs {
            let covered = footerAt + MCAP.prefixSize + 16
            let crc = unsafe CRC32.of(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<covered]))
            buffer.overwrite(at: covered, with: crc)
        }
        buffer.append(MCAP.magic)
    }

    private var finalStatistics: MCAP.Statistics {
        var statistics = statistics
        statistics.channelMessageCounts = counts.sorted { $0.key < $1.key }.map {
            MCAP.Entry($0.key, $0.value)
        }
        return statistics
    }

    private func encodeGroup<Group: MCAP.Record>(
        _ records: [Group], into buffer: inout ByteBuffer, at offset: UInt64,
        _ groups: inout [MCAP.SummaryOffset]
    ) {
        guard !records.isEmpty else { return }
        let start = buffer.count
        for record in records { record.encode(into: &buffer) }
        groups.append(
            MCAP.SummaryOffset(
                groupOpcode: Group.opcode.rawValue, groupStart: offset + UInt64(start),
                groupLength: UInt64(buffer.count - start)))
    }
}

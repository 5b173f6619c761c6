/// What a closed log's summary says: where its chunks are and what is in them.
///
/// A summary is never needed to read the data. One that is missing, cut, wrong or incomplete gives `nil`, and the log
/// is read from its first byte to its last instead.
public struct LogIndex: Sendable {
    public internal(set) var definitions: DefinitionTable
    /// In the order of the file; every one lies before the summary.
    public internal(set) var chunks: [MCAP.ChunkIndex] = []
    public internal(set) var statistics: MCAP.Statistics?
    public internal(set) var attachments: [MCAP.AttachmentIndex] = []
    public internal(set) var metadata: [MCAP.MetadataIndex] = []
    /// File offset of the summary's first byte.
    public internal(set) var summaryStart: UInt64 = 0
    /// Whether a CRC vouches for the summary.
    public internal(set) var isProven = false
    /// Oddities that do not keep it from being used.
    public internal(set) var issues: IssueLog

    /// Reads the summary of `source`; `nil` where there is none to be used, or where the source can't seek.
    ///
    /// Throws only where the source can't be read.
    public static func read(
        from source: some ByteSource, limits: ReaderLimits = ReaderLimits()
    ) throws(IOError) -> LogIndex? {
        guard source.isSeekable, let size = source.size,
            let footer = try Tail(source: source, size: size)
        else { return nil }
        guard footer.record.summaryStart >= UInt64(MCAP.magic.count),
            footer.record.summaryStart < footer.offset
        else { return nil }
        let length = footer.offset - footer.record.summaryStart
        guard length <= UInt64(limits.summarySize) else { return nil }
        // The summary and as much of the footer as its CRC covers.
        let covered = Int(length) + MCAP.prefixSize + 16
        var buffer = ByteBuffer(capacity: covered)
        let got = unsafe try buffer.append(room: covered) { (target) throws(IOError) in
            unsafe try source.read(at: footer.record.summaryStart, into: target)
        }
        guard got == covered else { return nil }
        let crc = footer.record.summaryCRC
        guard unsafe crc == 0 || CRC32.of(buffer.bytes) == crc else { return nil }
        buffer.truncate(to: Int(length))
        var index = LogIndex(limits)
        index.summaryStart = footer.record.summaryStart
        index.isProven = crc != 0
        guard unsafe index.parse(buffer.bytes), index.isComplete else { return nil }
        index.chunks.sort { $0.chunkStartOffset < $1.chunkStartOffset }
        return index
    }

    private init(_ limits: ReaderLimits) {
        definitions = DefinitionTable(sizeLimit: limits.definitionSize)
        issues = IssueLog(limit: limits.issueCount)
    }
}

extension LogIndex {
    /// A closed file's footer and the place it stands at.
    private struct Tail {
        let record: MCAP.Footer
        let offset: UInt64

        /// `nil` where the file does not end in a footer and the closing magic.
        init?(source: some ByteSource, size: UInt64) throws(IOError) {
            let footerSize = MCAP.prefixSize + MCAP.Footer.size
            let length = footerSize + MCAP.magic.count
            guard size >= UInt64(length + MCAP.magic.count) else { return nil }
            offset = size - UInt64(length)
            let place = offset
            var buffer = ByteBuffer(capacity: length)
            let got = unsafe try buffer.append(room: length) { (target) throws(IOError) in
                unsafe try source.read(at: place, into: target)
            }
            guard got == length, unsafe buffer.bytes[footerSize...].elementsEqual(MCAP.magic) else {
                return nil
            }
            var walker = unsafe RecordWalker(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<footerSize]))
            guard let footer = walker.next(), footer.opcode == .footer, walker.remaining == 0 else {
                return nil
            }
            var content = footer.content
            guard let record = try? MCAP.Footer(parsing: &content) else { return nil }
            self.record = record
        }
    }

    /// Takes in the summary's records; `false` where one is not as it should be.
    private mutating func parse(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var walker = unsafe RecordWalker(bytes)
        while let record = walker.next() {
            var content = record.content
            let offset = summaryStart + UInt64(record.offset)
            do throws(ContainerError) {
                switch record.opcode {
                case .schema, .channel:
                    definitions.register(record.opcode, content: content, offset: offset, log: &issues)
                case .statistics: statistics = try MCAP.Statistics(parsing: &content)
                case .chunkIndex: chunks.append(try MCAP.ChunkIndex(parsing: &content))
                case .attachmentIndex: attachments.append(try MCAP.AttachmentIndex(parsing: &content))
                case .metadataIndex: metadata.append(try MCAP.MetadataIndex(parsing: &content))
                default: break
                }
            } catch {
                return false
            }
        }
        return walker.remaining == 0 && !issues.isDamaged
    }

    /// Whether the chunk indexes account for every message, as far as the summary itself tells.
    private var isComplete: Bool {
        for chunk in chunks {
            let (end, overflow) = chunk.chunkStartOffset.addingReportingOverflow(chunk.chunkLength)
            let smallest = UInt64(MCAP.prefixSize)
            if overflow || end > summaryStart || chunk.chunkLength < smallest { return false }
        }
        guard let statistics else { return !chunks.isEmpty }
        return statistics.chunkCount == chunks.count
            && (statistics.messageCount == 0 || statistics.chunkCount > 0)
    }
}

extension MCAP.ChunkIndex {
    /// Whether the chunk may hold messages from `start` to `end`, both inside, in nanoseconds.
    public func overlaps(from start: UInt64, to end: UInt64) -> Bool {
        messageStartTime <= end && messageEndTime >= start
    }

    /// Whether the chunk may hold messages of one of `channels`. One without message indexes may hold any.
    public func mayHold(anyOf channels: Set<UInt16>) -> Bool {
        messageIndexOffsets.isEmpty || messageIndexOffsets.contains { channels.contains($0.key) }
    }
}

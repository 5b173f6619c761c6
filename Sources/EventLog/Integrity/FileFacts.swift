/// What stands in a file's data section, kept until its summary comes to be compared with it: a few numbers for each
/// chunk, attachment and metadata record, up to a limit.
struct FileFacts {
    struct Chunk {
        var offset: UInt64
        var length: UInt64
        /// As its header has them; the compression's name as a digest.
        var start: UInt64
        var end: UInt64
        var uncompressedSize: UInt64
        var compression: UInt64
        var storedSize: UInt64
        var hasMessages = false
        /// Bytes of its MessageIndexes, and where they stand, as a digest over channel and offset.
        var indexLength: UInt64 = 0
        var indexDigest: UInt64 = 0
        var indexCount = 0
        /// Whether a ChunkIndex has named it.
        var isNamed = false

        init(offset: UInt64, length: UInt64, header: MCAP.ChunkHeader, storedSize: UInt64) {
            self.offset = offset
            self.length = length
            start = header.messageStartTime
            end = header.messageEndTime
            uncompressedSize = header.uncompressedSize
            compression = Digest.of(header.compression)
            self.storedSize = storedSize
        }
    }

    /// An attachment or metadata record.
    struct Extra {
        var offset: UInt64
        var length: UInt64
        /// Of everything else that its index says again.
        var digest: UInt64
        var isNamed = false
    }

    /// Records of one kind that are held for comparison.
    static let limit = 1 << 18

    /// Each in the order of the file, and thus of their offsets.
    var chunks: [Chunk] = []
    var attachments: [Extra] = []
    var metadata: [Extra] = []
    var chunkCount: UInt64 = 0
    var attachmentCount: UInt64 = 0
    var metadataCount: UInt64 = 0
    /// Whether something could not be read, so that counts over the whole file prove nothing.
    var hasLoss = false

    /// Whether everything was held.
    var isComplete: Bool {
        chunkCount == chunks.count && attachmentCount == attachments.count && metadataCount == metadata.count
    }

    mutating func add(_ chunk: Chunk) {
        chunkCount += 1
        if chunks.count < Self.limit { chunks.append(chunk) }
    }

    /// Notes a MessageIndex behind the last chunk.
    mutating func addMessageIndex(of channel: UInt16, at offset: UInt64, length: UInt64) {
        guard !chunks.isEmpty, chunkCount == chunks.count else { return }
        chunks[chunks.count - 1].indexLength += length
        chunks[chunks.count - 1].indexDigest &+= Digest.of(UInt64(channel), offset)
        chunks[chunks.count - 1].indexCount += 1
    }

    mutating func addAttachment(_ extra: Extra) {
        attachmentCount += 1
        if attachments.count < Self.limit { attachments.append(extra) }
    }

    mutating func addMetadata(_ extra: Extra) {
        metadataCount += 1
        if metadata.count < Self.limit { metadata.append(extra) }
    }

    /// The place in `items` of the one at `offset`.
    static func place<Item>(of offset: UInt64, in items: [Item], _ key: (Item) -> UInt64) -> Int? {
        var low = 0
        var high = items.count
        while low < high {
            let middle = low + (high - low) / 2
            if key(items[middle]) < offset { low = middle + 1 } else { high = middle }
        }
        return low < items.count && key(items[low]) == offset ? low : nil
    }
}

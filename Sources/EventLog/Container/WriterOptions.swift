/// What a record writer puts into a file beside the records it is given.
public struct WriterOptions: Equatable, Sendable {
    public enum Compression: String, Sendable {
        case none = ""
        case lz4
    }

    /// Whether schemas, channels and messages go into chunks.
    public var isChunked = true
    /// Bytes of records at which a chunk is closed.
    public var chunkSize = 1 << 20
    public var compression = Compression.lz4
    public var level = CompressionLevel.fast
    /// MessageIndex records behind each chunk.
    public var hasMessageIndexes = true
    /// Statistics in the summary.
    public var hasStatistics = true
    /// Schemas and channels again in the summary.
    public var repeatsSchemas = true
    public var repeatsChannels = true
    public var hasChunkIndexes = true
    public var hasAttachmentIndexes = true
    public var hasMetadataIndexes = true
    public var hasSummaryOffsets = true
    /// CRCs of chunks, the data section and the summary; attachments always have theirs.
    public var hasCRCs = true

    public init() {}
}

/// What a reader lets a file ask for. A file's own lengths never decide how much memory is used.
///
/// The defaults take everything that common writers make; a server reading strangers' files may lower them. Sizes
/// are 1 to 2^40 bytes: what is set beyond counts as that.
public struct ReaderLimits: Equatable, Sendable {
    /// Bytes of one record's content that is held in memory; also of a compressed chunk.
    public var recordSize = 128 << 20 { didSet { recordSize = Self.within(recordSize) } }
    /// Bytes of one chunk's records, decompressed.
    public var chunkSize = 256 << 20 { didSet { chunkSize = Self.within(chunkSize) } }
    /// Bytes of the summary section, which an indexed reader holds whole while parsing.
    public var summarySize = 64 << 20 { didSet { summarySize = Self.within(summarySize) } }
    /// Bytes of all schemas and channels together; those beyond are left out.
    public var definitionSize = 32 << 20 { didSet { definitionSize = Self.within(definitionSize) } }
    /// Bytes of one line of NDJSON.
    public var lineSize = 16 << 20 { didSet { lineSize = Self.within(lineSize) } }
    /// Bytes read from the source in one call.
    public var readSize = 256 << 10 { didSet { readSize = Self.within(readSize) } }
    /// Bytes of consecutive messages outside chunks that make one batch.
    public var runSize = 1 << 20 { didSet { runSize = Self.within(runSize) } }
    /// Issues that are listed; those beyond are only counted.
    public var issueCount = 1000 { didSet { issueCount = max(0, issueCount) } }

    public init() {}

    /// Far from where sums of sizes would overflow.
    private static func within(_ size: Int) -> Int { min(max(size, 1), 1 << 40) }

    /// For reading again what was just written: sizes below the defaults are raised to them.
    public var atLeastDefault: ReaderLimits {
        var limits = self
        let standard = ReaderLimits()
        limits.recordSize = max(recordSize, standard.recordSize)
        limits.chunkSize = max(chunkSize, standard.chunkSize)
        limits.summarySize = max(summarySize, standard.summarySize)
        limits.definitionSize = max(definitionSize, standard.definitionSize)
        return limits
    }
}

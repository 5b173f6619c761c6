/// What a reader lets a file ask for. A file's own lengths never decide how much memory is used.
///
/// The defaults take everything that common writers make; a server reading strangers' files may lower them.
public struct ReaderLimits: Equatable, Sendable {
    /// Bytes of one record's content that is held in memory; also of a compressed chunk.
    public var recordSize = 128 << 20
    /// Bytes of one chunk's records, decompressed.
    public var chunkSize = 256 << 20
    /// Bytes of the summary section, which an indexed reader holds whole while parsing.
    public var summarySize = 64 << 20
    /// Bytes of all schemas and channels together; those beyond are left out.
    public var definitionSize = 32 << 20
    /// Bytes of one line of NDJSON.
    public var lineSize = 16 << 20
    /// Bytes read from the source in one call.
    public var readSize = 256 << 10
    /// Bytes of consecutive messages outside chunks that make one batch.
    public var runSize = 1 << 20
    /// Issues that are listed; those beyond are only counted.
    public var issueCount = 1000

    public init() {}

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

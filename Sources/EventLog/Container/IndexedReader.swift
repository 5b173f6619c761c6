/// Reads chosen chunks of a closed log, in the order of the file.
///
/// An index is a hint: every chunk is looked at where it should stand and proven like any other; one that is not as
/// the index says is skipped and listed in `issues`.
public struct IndexedReader<Source: ByteSource>: ~Copyable {
    private let source: Source
    private let limits: ReaderLimits
    private var decoder: ChunkDecoder
    private var buffer = ByteBuffer()
    private let chosen: [MCAP.ChunkIndex]
    private var nextChunk = 0

    /// From the summary, and what the caller adds with `define`.
    public private(set) var definitions: DefinitionTable
    public private(set) var issues: IssueLog

    /// A reader of those chunks of `index` that `choose` takes.
    public init(
        _ source: Source, index: LogIndex, limits: ReaderLimits = ReaderLimits(),
        choose: (MCAP.ChunkIndex) -> Bool = { _ in true }
    ) {
        self.source = source
        self.limits = limits
        decoder = ChunkDecoder(limits: limits)
        chosen = index.chunks.filter(choose)
        definitions = index.definitions
        issues = index.issues
    }

    /// Chunks that were chosen.
    public var chunkCount: Int { chosen.count }

    /// The next chosen chunk's records, valid until the next call; `nil` at the end.
    ///
    /// Throws only where the source can't be read.
    public mutating func nextBatch() throws(ContainerError) -> RecordBatch? {
        while nextChunk < chosen.count {
            let index = chosen[nextChunk]
            nextChunk += 1
            if let batch = try read(index) { return batch }
        }
        return nil
    }

    /// Registers a Schema or Channel from inside a batch; other records do nothing.
    public mutating func define(_ record: RecordView, in batch: RecordBatch) {
        definitions.register(record.opcode, content: record.content, offset: batch.offset, log: &issues)
    }

    /// Adds what a caller found in a batch.
    public mutating func note(_ issue: LogIssue) { issues.add(issue) }

    private mutating func read(_ index: MCAP.ChunkIndex) throws(ContainerError) -> RecordBatch? {
        let offset = index.chunkStartOffset
        guard index.chunkLength <= UInt64(limits.recordSize) else {
            return refuse(.chunkLimit, at: offset, "chunk of \(index.chunkLength) bytes is over the limit")
        }
        let length = Int(index.chunkLength)
        buffer.removeAll()
        let source = source
        do throws(IOError) {
            _ = unsafe try buffer.append(room: length) { (target) throws(IOError) in
                unsafe try source.read(at: offset, into: target)
            }
        } catch {
            throw .io(error)
        }
        var walker = unsafe RecordWalker(buffer.bytes)
        guard let record = walker.next(), record.opcode == .chunk, walker.remaining == 0,
            buffer.count == length
        else {
            return refuse(.index, at: offset, "the index names a chunk here, where none is")
        }
        do throws(ContainerError) {
            let decoded = try decoder.decode(record.content, offset: offset)
            if decoded.header.uncompressedCRC == 0, decoded.header.uncompressedSize != index.uncompressedSize
            {
                throw .unproven(offset: offset)
            }
            decoded.noteOddities(at: offset, in: &issues)
            return unsafe RecordBatch(
                bytes: decoded.records, offset: offset, chunk: decoded.header, storedSize: decoded.storedSize)
        } catch {
            return refuse(error.chunkIssue, at: offset, error.description)
        }
    }

    private mutating func refuse(_ kind: LogIssue.Kind, at offset: UInt64, _ message: String) -> RecordBatch?
    {
        issues.add(LogIssue(kind, at: offset, message))
        return nil
    }
}

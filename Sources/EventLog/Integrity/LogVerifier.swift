/// Checks a log in one pass from its first byte to its last: structure, checksums, definitions, and everything that is
/// said twice against each other.
///
/// Memory is bounded: of each chunk a few numbers are kept until the summary comes. Behind bytes that can't be read it
/// goes on with the next chunk that proves itself. It throws only where the bytes are no MCAP file or can't be had.
public struct LogVerifier<Source: ByteSource>: ~Copyable {
    var scanner: SourceScanner<Source>
    var decoder: ChunkDecoder
    var finder: ChunkFinder
    let limits: ReaderLimits
    var result = Verification()
    var definitions: DefinitionTable
    var facts = FileFacts()
    var tally = ChunkTally()
    var messages = MessageChecks()
    var summary = SummaryChecks(base: 0)
    /// File offset of the first byte of the file at hand, where several are glued together.
    var base: UInt64 = 0
    var isOurs = false
    var hasHeader = false
    var hasDataEnded = false
    var hasFilled = false
    /// Whether the scanner went on behind damage, so that sections have no CRC.
    var hasResumed = false
    /// The chunk whose MessageIndexes may follow.
    var openChunk: UInt64?

    public init(_ source: Source, limits: ReaderLimits = ReaderLimits()) {
        scanner = SourceScanner(source, limits: limits)
        decoder = ChunkDecoder(limits: limits)
        finder = ChunkFinder(limits: limits)
        definitions = DefinitionTable(sizeLimit: limits.definitionSize)
        self.limits = limits
        result.issues = IssueLog(limit: limits.issueCount)
    }

    /// Reads everything; `progress` hears how far it is.
    public mutating func run(progress: (UInt64) -> Void = { _ in }) throws(ContainerError) -> Verification {
        while true {
            switch try scanner.next() {
            case .record(let record):
                try take(record)
                if record.opcode == .chunk { progress(record.offset) }
            case .skipped(let opcode, let length, let offset, _):
                closeChunk(isLast: false)
                try resumeInside(offset, from: offset, to: offset &+ UInt64(MCAP.prefixSize) &+ length)
                add(.recordLength, at: offset, "\(opcode) of \(length) bytes is over the limit")
                facts.hasLoss = true
            case .fileStart(let offset): startFile(at: offset)
            case .end(let end):
                if try finish(end) { return conclude(end) }
            case .needMore: break
            }
        }
    }

    mutating func add(_ kind: LogIssue.Kind, at offset: UInt64, _ message: String) {
        result.issues.add(LogIssue(kind, at: offset, message))
    }

    private mutating func startFile(at offset: UInt64) {
        closeChunk(isLast: false)
        if !result.isClosed && !hasDataEnded {
            result.issues.addOnce(.notClosed, at: offset, "the file before was never closed")
        }
        add(.secondFile, at: offset, "another file begins here")
        result.eventCount += messages.eventCount
        result.messageCount += messages.count
        result.chunkCount += facts.chunkCount
        definitions.removeAll()
        decoder.requiresCRC = false
        facts = FileFacts()
        messages = MessageChecks()
        summary = SummaryChecks(base: offset)
        base = offset
        (hasHeader, hasDataEnded, isOurs) = (false, false, false)
    }

    /// Says how the file ends; `false` where reading goes on behind damage.
    private mutating func finish(_ end: ScanEnd) throws(ContainerError) -> Bool {
        let offset = end.offset
        closeChunk(isLast: !end.isClosed)
        // A chunk that seems to be torn may be whole, and only its length wrong.
        if end.reason == .torn, try resumeInside(offset, from: offset, to: offset + 1) { return false }
        switch end.reason {
        case .complete: break
        case .notClosed: add(.notClosed, at: offset, "the log was never closed")
        case .torn:
            add(.tornRecord, at: offset, "the log ends inside a record")
            add(.notClosed, at: offset, "the log was never closed")
        case .zeros:
            add(.trailingZeros, at: offset, "only zeros follow")
            if !end.isClosed { add(.notClosed, at: offset, "the log was never closed") }
        case .trailingBytes:
            add(.trailingBytes, at: offset, "something follows that is no part of the log")
            guard !end.isClosed else { break }
            add(.notClosed, at: offset, "the closing magic lacks")
            // A footer where none should be.
            if hasDataEnded { break }
            return try !resume(behind: offset)
        case .unreadable:
            add(.unreadable, at: offset, "no record can be read here, and the file goes on")
            return try !resume(behind: offset)
        }
        return true
    }

    /// Goes on with the next chunk that proves itself; `false` where there is none.
    private mutating func resume(behind offset: UInt64) throws(ContainerError) -> Bool {
        facts.hasLoss = true
        hasResumed = true
        do {
            guard let next = try finder.next(in: scanner.source, from: offset) else { return false }
            fillDefinitions()
            scanner.resume(at: next)
            return true
        } catch {
            throw .io(error)
        }
    }

    /// Goes on inside a record whose length may be wrong, where a chunk in it proves itself.
    @discardableResult
    mutating func resumeInside(
        _ record: UInt64, from start: UInt64, to end: UInt64
    ) throws(ContainerError) -> Bool {
        do {
            guard let next = try finder.next(in: scanner.source, from: start, before: end) else {
                return false
            }
            let hides = "the length of this record hides the chunk at \(next.offset)"
            add(.recordLength, at: record, next.offset == record ? ChunkFinder.wrongLength : hides)
            hasResumed = true
            facts.hasLoss = true
            fillDefinitions()
            scanner.resume(at: next)
            return true
        } catch {
            throw .io(error)
        }
    }

    /// Takes what a lost chunk may have defined from the summary, where it is sound.
    mutating func fillDefinitions() {
        guard !hasFilled else { return }
        hasFilled = true
        if let index = try? LogIndex.read(from: scanner.source, limits: limits) {
            definitions.fillGaps(from: index.definitions)
        }
    }

    private mutating func conclude(_ end: ScanEnd) -> Verification {
        result.isClosed = end.isClosed
        result.eventCount += messages.eventCount
        result.messageCount += messages.count
        result.chunkCount += facts.chunkCount
        return result
    }
}

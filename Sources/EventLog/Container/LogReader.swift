/// Reads a log from its first byte to its last, in batches of records.
///
/// Memory is bounded by the limits and not by the file. Nothing in a file makes it stop early or throw: what can't be
/// read is skipped and listed in `issues`. It throws only where the bytes are no MCAP file at all or can't be had.
///
///     var reader = LogReader(try InputFile(path: path))
///     while let batch = try reader.nextBatch() {
///         var records = batch.records
///         while let record = records.next() { … }
///     }
public struct LogReader<Source: ByteSource>: ~Copyable {
    private var scanner: SourceScanner<Source>
    private var decoder: ChunkDecoder
    /// Goes on behind what can't be read, in a source that can seek.
    private var finder: ChunkFinder
    /// Bytes behind the chunk last handed out that its record takes for its own, and that may hold others.
    private var hidden: Range<UInt64>?
    /// What the chunk last handed out holds, where it has no CRC and only its indexes can vouch for it.
    private var tally = ChunkTally()
    private var isTallied = false

    /// Schemas and channels from outside chunks. Those inside chunks are the caller's to register, with `define`,
    /// as it meets them.
    public private(set) var definitions: DefinitionTable
    /// What was found so far.
    public private(set) var issues: IssueLog
    /// The first record; `nil` before the first batch or where it is missing.
    public private(set) var header: MCAP.Header?
    /// Where the file ends; `nil` before the last batch.
    public private(set) var end: ScanEnd?
    /// Chunks met so far, readable or not.
    public private(set) var chunkCount = 0
    private var hasDataEnded = false
    private var hasFilled = false
    private let limits: ReaderLimits
    private let checksSections: Bool
    /// Whether the CRCs of this section of the file are being taken.
    private var takesCRC = true

    /// A reader of `source` from where it stands, which should be a file's first byte.
    ///
    /// Chunks always prove themselves, messages outside of them only by the CRC over the whole data section. That of
    /// the data section and that of the summary are checked in a log that does not begin with a chunk; with
    /// `checksSections` in every log, which costs about a tenth more time.
    public init(_ source: Source, limits: ReaderLimits = ReaderLimits(), checksSections: Bool = true) {
        self.checksSections = checksSections
        self.limits = limits
        definitions = DefinitionTable(sizeLimit: limits.definitionSize)
        scanner = SourceScanner(source, limits: limits) { $0 != .attachment && $0 != .metadata }
        finder = ChunkFinder(limits: limits)
        decoder = ChunkDecoder(limits: limits)
        issues = IssueLog(limit: limits.issueCount)
    }

    /// The next run of records, valid until the next call; `nil` at the end.
    public mutating func nextBatch() throws(ContainerError) -> RecordBatch? {
        if let hidden {
            self.hidden = nil
            try resumeInside(hidden)
        }
        while end == nil {
            switch try scanner.next() {
            case .needMore: break
            case .record(let record):
                if let batch = try handle(record) { return batch }
            case .skipped(let opcode, let length, let offset, let isTooLong):
                if isTooLong && opcode.isKnown && opcode != .attachment && opcode != .metadata {
                    issues.add(
                        LogIssue(.recordLength, at: offset, "\(opcode) of \(length) bytes is over the limit"))
                    try resume(from: offset, before: offset &+ UInt64(MCAP.prefixSize) &+ length)
                } else if !opcode.isKnown {
                    issues.addOnce(.unknownRecord, at: offset, "opcode \(opcode.rawValue) is unknown")
                }
            case .fileStart(let offset):
                issues.add(LogIssue(.secondFile, at: offset, "another file begins here"))
                definitions.removeAll()
                decoder.requiresCRC = false
                hasDataEnded = false
            case .end(let end):
                if try !goesOn(behind: end) { finish(end) }
            }
        }
        return nil
    }

    /// Registers a Schema or Channel from inside a batch; other records do nothing.
    public mutating func define(_ record: RecordView, in batch: RecordBatch) {
        definitions.register(record.opcode, content: record.content, offset: batch.offset, log: &issues)
    }

    /// Adds what a caller found in a batch.
    public mutating func note(_ issue: LogIssue) { issues.add(issue) }
}

extension LogReader {
    /// Goes on with the first proven chunk between two places of the file; `false` where there is none.
    @discardableResult
    private mutating func resume(from start: UInt64, before end: UInt64 = .max) throws(ContainerError) -> Bool
    {
        do {
            guard let next = try finder.next(in: scanner.source, from: start, before: end) else {
                return false
            }
            fillDefinitions()
            isTallied = false
            scanner.resume(at: next)
            takesCRC = false
            return true
        } catch {
            throw .io(error)
        }
    }

    /// Goes on with a chunk that the record before took for its own.
    private mutating func resumeInside(_ hidden: Range<UInt64>) throws(ContainerError) {
        guard try resume(from: hidden.lowerBound, before: hidden.upperBound) else { return }
        issues.add(
            LogIssue(
                .recordLength, at: hidden.lowerBound, "the length of the record before this hides a chunk"))
    }

    /// Goes on behind bytes that are no record; `false` where the file ends there, or nothing else proves itself.
    private mutating func goesOn(behind end: ScanEnd) throws(ContainerError) -> Bool {
        // A footer where none should be was another record.
        let isFalseFooter = end.reason == .trailingBytes && !end.isClosed
        let isTorn = end.reason == .torn
        guard end.reason == .unreadable || isFalseFooter || isTorn else { return false }
        // A chunk that seems to be torn may be whole, and only its length wrong.
        guard try resume(from: end.offset, before: isTorn ? end.offset + 1 : .max) else { return false }
        issues.add(
            isTorn
                ? LogIssue(.recordLength, at: end.offset, ChunkFinder.wrongLength)
                : LogIssue(.unreadable, at: end.offset, Self.unreadable))
        return true
    }

    private static var unreadable: String { "no record can be read here, and the file goes on" }

    private mutating func handle(_ record: ScannedRecord) throws(ContainerError) -> RecordBatch? {
        if let batch = disguised(record) { return batch }
        if record.opcode != .messageIndex { isTallied = false }
        switch record.opcode {
        case .message:
            noteIfBehindDataEnd(record)
            let run = unsafe scanner.extendMessageRun()
            return unsafe RecordBatch(bytes: run, offset: record.offset, chunk: nil, storedSize: run.count)
        case .chunk:
            noteIfBehindDataEnd(record)
            if takesCRC && !checksSections {
                takesCRC = false
                scanner.stopCRC()
            }
            return try decode(record)
        case .schema, .channel:
            definitions.register(record.opcode, content: record.content, offset: record.offset, log: &issues)
        case .messageIndex:
            checkIndex(record)
            // A length that is too long hides what follows.
            let end = unsafe record.offset + UInt64(record.whole.count)
            let count = record.content.peek(UInt32.self, at: 2).map { UInt64($0) } ?? 0
            let fieldsEnd = record.offset + UInt64(MCAP.prefixSize) + 6 + count
            if fieldsEnd + UInt64(ChunkSignature.size) <= end { try resumeInside(fieldsEnd..<end) }
        case .header: readHeader(record)
        case .dataEnd: checkData(record)
        case .footer: checkSummary(record)
        default:
            guard !record.opcode.isKnown else { break }
            issues.addOnce(.unknownRecord, at: record.offset, "opcode \(record.opcode.rawValue) is unknown")
        }
        return nil
    }

    /// A chunk whose opcode was hit, which its CRC proves.
    private mutating func disguised(_ record: ScannedRecord) -> RecordBatch? {
        guard record.opcode != .chunk, record.opcode != .message, !hasDataEnded,
            ChunkSignature.isIn(content: record.content),
            let decoded = try? decoder.decode(record.content, offset: record.offset),
            decoded.header.uncompressedCRC != 0
        else { return nil }
        chunkCount += 1
        issues.add(
            LogIssue(
                .record, at: record.offset, "a chunk, as its CRC proves, says that it is \(record.opcode)"))
        return unsafe RecordBatch(
            bytes: decoded.records, offset: record.offset, chunk: decoded.header,
            storedSize: decoded.storedSize)
    }

    private mutating func noteIfBehindDataEnd(_ record: ScannedRecord) {
        guard hasDataEnded else { return }
        issues.addOnce(.record, at: record.offset, "\(record.opcode) stands behind the end of the data")
    }

    private mutating func decode(_ record: ScannedRecord) throws(ContainerError) -> RecordBatch? {
        chunkCount += 1
        let offset = record.offset
        let end = unsafe offset + UInt64(record.whole.count)
        do throws(ContainerError) {
            let decoded = try decoder.decode(record.content, offset: offset)
            decoded.noteOddities(at: offset, in: &issues)
            // A length that is too long hides what follows.
            if decoded.extraBytes >= ChunkSignature.size { hidden = end - UInt64(decoded.extraBytes)..<end }
            isTallied = decoded.header.uncompressedCRC == 0
            if isTallied { unsafe tally.begin(with: decoded.records) }
            return unsafe RecordBatch(
                bytes: decoded.records, offset: offset, chunk: decoded.header, storedSize: decoded.storedSize)
        } catch {
            issues.add(LogIssue(error.chunkIssue, at: offset, error.description))
            fillDefinitions()
            try resume(from: offset, before: end)
            return nil
        }
    }

    /// Without a CRC, a chunk that is not as its indexes say was changed.
    private mutating func checkIndex(_ record: ScannedRecord) {
        var content = record.content
        guard isTallied, let problem = try? tally.check(&content) else { return }
        issues.add(LogIssue(.index, at: record.offset, problem))
    }

    /// A lost chunk may have held definitions that later chunks need; a summary has them once more.
    private mutating func fillDefinitions() {
        guard !hasFilled else { return }
        hasFilled = true
        if let index = try? LogIndex.read(from: scanner.source, limits: limits) {
            definitions.fillGaps(from: index.definitions)
        }
    }

    private mutating func readHeader(_ record: ScannedRecord) {
        var content = record.content
        do throws(ContainerError) {
            let read = try MCAP.Header(parsing: &content)
            if header == nil { header = read }
            definitions.expect(read)
            decoder.requiresCRC = definitions.convention == .numbers
            if read.hasRepairedText {
                issues.addOnce(.invalidUTF8, at: record.offset, "header has text that is not UTF-8")
            }
        } catch {
            issues.add(LogIssue(.record, at: record.offset, error.description))
        }
    }

    private mutating func checkData(_ record: ScannedRecord) {
        var content = record.content
        hasDataEnded = true
        guard let expected = try? MCAP.DataEnd(parsing: &content).dataSectionCRC else {
            issues.add(LogIssue(.record, at: record.offset, "DataEnd is cut"))
            return
        }
        if takesCRC && expected != 0 && expected != scanner.sectionCRC.value {
            let error = ContainerError.crc(
                what: "data section", offset: record.offset, expected: expected,
                actual: scanner.sectionCRC.value)
            issues.add(LogIssue(.dataCRC, at: record.offset, error.description))
        }
    }

    private mutating func checkSummary(_ record: ScannedRecord) {
        var content = record.content
        guard let footer = try? MCAP.Footer(parsing: &content) else {
            issues.add(LogIssue(.record, at: record.offset, "Footer is cut"))
            return
        }
        if footer.summaryStart == 0 {
            issues.add(LogIssue(.noSummary, at: record.offset, "no summary"))
        }
        guard takesCRC && footer.summaryCRC != 0 else { return }
        var crc = scanner.sectionCRC
        unsafe crc.update(UnsafeRawBufferPointer(rebasing: record.whole.prefix(MCAP.prefixSize + 16)))
        if crc.value != footer.summaryCRC {
            let error = ContainerError.crc(
                what: "summary", offset: record.offset, expected: footer.summaryCRC, actual: crc.value)
            issues.add(LogIssue(.summaryCRC, at: record.offset, error.description))
        }
    }

    private mutating func finish(_ end: ScanEnd) {
        self.end = end
        let offset = end.offset
        switch end.reason {
        case .complete: break
        case .notClosed: issues.add(LogIssue(.notClosed, at: offset, "the log was never closed"))
        case .torn:
            issues.add(LogIssue(.tornRecord, at: offset, "the log ends inside a record"))
            issues.add(LogIssue(.notClosed, at: offset, "the log was never closed"))
        case .zeros:
            issues.add(LogIssue(.trailingZeros, at: offset, "only zeros follow"))
            if !end.isClosed { issues.add(LogIssue(.notClosed, at: offset, "the log was never closed")) }
        case .trailingBytes:
            issues.add(LogIssue(.trailingBytes, at: offset, "something follows that is no part of the log"))
        case .unreadable:
            issues.add(LogIssue(.unreadable, at: offset, Self.unreadable))
        }
    }
}

extension ContainerError {
    /// The kind of issue that a chunk with this error is.
    var chunkIssue: LogIssue.Kind {
        switch self {
        case .crc, .unproven: .chunkCRC
        case .size: .chunkSize
        case .frame: .chunkFrame
        case .limit: .chunkLimit
        case .compression: .compression
        default: .chunkHeader
        }
    }
}

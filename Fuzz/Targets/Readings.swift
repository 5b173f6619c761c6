import EventLog

/// One message, apart from its channel's number.
struct SeenMessage: Hashable {
    var sequence: UInt32
    var logTime: UInt64
    var publishTime: UInt64
    var topic: String?
    var data: [UInt8]
}

/// What a whole reading of a file gave.
struct Reading {
    var messages: [SeenMessage] = []
    var issues = IssueLog()

    /// Reads from end to end; `nil` where the bytes are no MCAP file at all.
    init?(_ source: some ByteSource, limits: ReaderLimits = .standard) throws {
        var reader = LogReader(source, limits: limits)
        do {
            while let batch = try reader.nextBatch() { take(batch, from: &reader) }
        } catch ContainerError.notMCAP {
            return nil
        }
        issues = reader.issues
    }

    /// Reads by the index; `nil` where there is none to be used.
    init?(indexed source: some ByteSource, limits: ReaderLimits = .standard) throws {
        guard let index = try LogIndex.read(from: source, limits: limits) else { return nil }
        var reader = IndexedReader(source, index: index, limits: limits)
        while let batch = try reader.nextBatch() { take(batch, from: &reader) }
        issues = reader.issues
    }

    private mutating func take<Reader: DefiningReader & ~Copyable>(
        _ batch: RecordBatch, from reader: inout Reader
    ) {
        var records = batch.records
        while let record = records.next() {
            guard record.opcode == .message else {
                reader.define(record, in: batch)
                continue
            }
            var content = record.content
            guard let header = MCAP.MessageHeader(parsing: &content) else { continue }
            messages.append(
                SeenMessage(
                    sequence: header.sequence, logTime: header.logTime, publishTime: header.publishTime,
                    topic: reader.definitions.channels[header.channelID]?.topic, data: content.restBytes))
        }
    }
}

/// A reader that learns definitions as it goes.
private protocol DefiningReader: ~Copyable {
    var definitions: DefinitionTable { get }
    mutating func define(_ record: RecordView, in batch: RecordBatch)
}

extension LogReader: DefiningReader {}
extension IndexedReader: DefiningReader {}

/// What verifying the bytes gave; `nil` where they are no MCAP file at all.
func verification(of bytes: [UInt8], limits: ReaderLimits = .standard) throws -> Verification? {
    var verifier = LogVerifier(MemorySource(bytes), limits: limits)
    do {
        return try verifier.run()
    } catch ContainerError.notMCAP {
        return nil
    }
}

extension ReaderLimits {
    /// The defaults, apart from memory that small inputs have no use for.
    static var standard: ReaderLimits {
        var limits = ReaderLimits()
        limits.readSize = 4 << 10
        return limits
    }

    /// So low that small inputs come over them.
    static var tight: ReaderLimits {
        var limits = ReaderLimits()
        limits.recordSize = 300
        limits.chunkSize = 500
        limits.summarySize = 400
        limits.definitionSize = 150
        limits.lineSize = 200
        limits.readSize = 64
        limits.runSize = 128
        limits.issueCount = 2
        return limits
    }
}

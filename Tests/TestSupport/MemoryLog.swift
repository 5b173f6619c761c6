import EventLog

/// All events of a log in memory, as one batch, which is valid as long as the log.
public final class MemoryLog {
    private let bytes: UnsafeMutableRawBufferPointer
    public let headers: [EventHeader]
    public let labels = LabelTable()
    public let devices: [EntityID]
    public let report: NDJSONReader.Report
    /// The first event's time, nanoseconds since 1970.
    public let start: UInt64

    public convenience init(ndjson: String, _ options: NDJSONOptions = NDJSONOptions()) throws {
        try self.init(ndjson: Array(ndjson.utf8), options)
    }

    public init(ndjson: [UInt8], _ options: NDJSONOptions = NDJSONOptions()) throws {
        var options = options
        // One batch holds everything.
        options.batchSize = max(ndjson.count * 4 + 4096, 1 << 20)
        var reader = NDJSONReader(MemorySource(ndjson), options: options, labels: labels)
        if let batch = try reader.nextBatch() {
            let end = batch.headers.map { Int($0.payload.offset + $0.payload.count) }.max() ?? 0
            bytes = .allocate(byteCount: max(1, end), alignment: 16)
            let all = batch.content.cursor(TextRange(offset: 0, count: end))
            if let all { bytes.copyMemory(from: all.rest) }
            headers = batch.headers
        } else {
            bytes = .allocate(byteCount: 1, alignment: 16)
            headers = []
        }
        while try reader.nextBatch() != nil { throw MoreThanOneBatch() }
        devices = reader.devices
        report = reader.report
        start = reader.start ?? options.start
    }

    deinit { bytes.deallocate() }

    /// The whole log.
    public var batch: EventBatch { batch(of: 0..<headers.count) }

    /// The log in batches of `size` events, to try where a batch ends.
    public func batches(of size: Int) -> [EventBatch] {
        stride(from: 0, to: headers.count, by: max(1, size)).map {
            batch(of: $0..<min($0 + max(1, size), headers.count))
        }
    }

    public var events: [LoggedEvent] { Array(batch.events) }

    private func batch(of range: Range<Int>) -> EventBatch {
        EventBatch(content: BatchContent(UnsafeRawBufferPointer(bytes)), headers: Array(headers[range]))
    }

    struct MoreThanOneBatch: Error {}
}

extension MemoryLog {
    /// The log printed again.
    public func printed(_ style: EventPrinter.Style = .ndjson) -> String {
        var printer = EventPrinter(labels: labels, start: start, devices: devices)
        var buffer = ByteBuffer()
        for event in events { printer.append(event, style, to: &buffer) }
        if style == .ndjson, let last = headers.last {
            printer.appendRemainingLabels(at: last.time, to: &buffer)
        }
        return String(decoding: buffer.array, as: UTF8.self)
    }

    /// Everything that two logs with the same events have in common.
    public var facts: [EventFacts] {
        events.map { event in
            EventFacts(
                number: event.number, kind: event.kind, time: event.time,
                publishTime: event.content.publishTime(of: event.header),
                device: devices[Int(event.header.device)],
                payload: event.content.payload(of: event.header)?.restBytes ?? [])
        }
    }
}

/// One event, with its payload in its canonical wire form.
public struct EventFacts: Equatable, Sendable {
    public var number: UInt32
    public var kind: EventKind
    public var time: UInt64
    public var publishTime: UInt64
    public var device: EntityID
    public var payload: [UInt8]
}

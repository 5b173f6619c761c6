import EventLog

/// All events of a log in memory, as one batch, which is valid as long as the log.
public final class MemoryLog {
    private var bytes = ByteBuffer()
    public private(set) var headers: [EventHeader] = []
    public let labels: LabelTable
    public private(set) var devices: [EntityID] = [.null]
    /// What reading NDJSON passed over.
    public private(set) var report = NDJSONReader.Report()
    /// The first event's time, nanoseconds since 1970; 0 where there is none.
    public private(set) var start: UInt64 = 0
    /// How many events each batch had that the log was read in.
    public private(set) var batchSizes: [Int] = []

    /// The log that the text holds, read strictly unless the options say otherwise.
    public convenience init(ndjson: String, _ options: NDJSONOptions = NDJSONOptions()) throws {
        try self.init(ndjson: Array(ndjson.utf8), options)
    }

    public init(ndjson: [UInt8], _ options: NDJSONOptions = NDJSONOptions()) throws {
        labels = LabelTable()
        var reader = NDJSONReader(MemorySource(ndjson), options: options, labels: labels)
        while let batch = try reader.nextBatch() { take(batch) }
        devices = reader.devices
        report = reader.report
        start = reader.start ?? 0
    }

    /// What is left of `source`.
    public init(_ source: EventSource) throws {
        labels = source.labels
        while let batch = try source.nextBatch() { take(batch) }
        devices = source.devices
        report = source.report.lines ?? report
        start = source.start ?? 0
    }

    private func take(_ batch: EventBatch) {
        batchSizes.append(batch.headers.count)
        for var header in batch.headers {
            // The record's prefix goes along: the thing's own time is in it.
            let prefix = 31
            let start = Int(header.payload.offset) - prefix
            let whole = TextRange(offset: start, count: prefix + Int(header.payload.count))
            guard let record = batch.content.cursor(whole) else { continue }
            header.payload.offset = UInt32(bytes.count + prefix)
            bytes.append(record.rest)
            headers.append(header)
        }
    }

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
        EventBatch(content: BatchContent(bytes.bytes), headers: Array(headers[range]))
    }
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

    /// The log as an MCAP file.
    public func mcap(
        chunkSize: Int = 1 << 20, compression: WriterOptions.Compression = .lz4
    ) throws -> [UInt8] {
        let sink = MemorySink()
        var writer = try EventWriter(sink, labels: labels, chunkSize: chunkSize, compression: compression)
        writer.devices = devices
        for event in events { try writer.append(event) }
        try writer.close()
        return sink.array
    }

    /// The log that an MCAP file holds, as far as the filter wants it.
    public convenience init(mcap: [UInt8], _ filter: EventFilter = EventFilter()) throws {
        try self.init(EventSource(MemorySource(mcap), filter: filter))
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

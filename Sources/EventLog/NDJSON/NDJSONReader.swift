/// Reads NDJSON as batches of events, in bounded memory.
///
/// The records of a batch lie as they would in a log, so that nobody behind this can tell the difference. Labels go
/// to the label table and are no events.
///
///     var reader = NDJSONReader(try InputFile(path: path), options: NDJSONOptions(isLenient: true))
///     while let batch = try reader.nextBatch() { … }
public struct NDJSONReader: ~Copyable {
    /// What lenient reading passed over, and what import has to say.
    public struct Report: Equatable, Sendable {
        /// Lines that are no events: not JSON, an unknown event, no required field. They take a number all the same.
        public var skippedLines = 0
        /// Optional fields that were unknown or unusable.
        public var leftOutFields = 0
        /// Events that came earlier than the one before and were lifted to its time.
        public var liftedEvents = 0
        /// Whether the last line was cut.
        public var isTorn = false
        /// The first of the faults behind these numbers, in the order of the lines.
        public var faults: [NDJSONError] = []

        public init() {}

        /// Whether something in the input is not among the events.
        public var hasLoss: Bool { skippedLines > 0 || leftOutFields > 0 || isTorn }

        /// Takes in what another file of the same log said.
        mutating func add(_ other: Report) {
            skippedLines += other.skippedLines
            leftOutFields += other.leftOutFields
            liftedEvents += other.liftedEvents
            isTorn = isTorn || other.isTorn
            faults += other.faults
        }
    }

    public private(set) var report = Report()
    public let labels: LabelTable
    /// The devices of a merged log, from index 1 on; index 0 stands for none said.
    public private(set) var devices: [EntityID] = [.null]
    /// Events read so far.
    public private(set) var eventCount = 0
    /// The first event's time, nanoseconds since 1970; `nil` before the first batch.
    public private(set) var start: UInt64?

    private let source: ReplayableSource
    private let options: NDJSONOptions
    private let lineSize: Int
    private var lines: LineReader
    private var decoder: NDJSONLineDecoder
    private var clock: NDJSONClock
    private var survey: NDJSONSurvey?
    private var deviceIndexes: [EntityID: UInt16] = [:]
    private var records: ByteBuffer
    private var headers: [EventHeader] = []
    private var lastNumber: UInt32 = 0

    /// A reader of what `source` holds from its beginning. A pipe is kept in a temporary file as far as a second
    /// look is needed.
    public init(
        _ source: any ByteSource, options: NDJSONOptions = NDJSONOptions(),
        limits: ReaderLimits = ReaderLimits(), labels: LabelTable = LabelTable()
    ) {
        self.init(replaying: ReplayableSource(source), options: options, limits: limits, labels: labels)
    }

    init(
        replaying source: ReplayableSource, options: NDJSONOptions, limits: ReaderLimits, labels: LabelTable
    ) {
        self.source = source
        self.options = options
        self.labels = labels
        lineSize = limits.lineSize
        lines = LineReader(limit: lineSize)
        decoder = NDJSONLineDecoder(options, labels: labels)
        clock = NDJSONClock(start: options.start)
        records = ByteBuffer(capacity: min(options.batchSize, 4 << 20) + 4096)
    }

    /// The next events, valid until the next call; `nil` at the end.
    ///
    /// Unless reading is lenient, the first fault is thrown and nothing can be read after it.
    public mutating func nextBatch() throws(EventSourceError) -> EventBatch? {
        try lookThrough()
        records.removeAll(keepingUpTo: 4 * options.batchSize)
        headers.removeAll(keepingCapacity: true)
        while records.count < options.batchSize {
            guard try readLine() else { break }
        }
        guard !headers.isEmpty else { return nil }
        if start == nil { start = headers.first?.time }
        eventCount += headers.count
        return unsafe EventBatch(content: BatchContent(records.bytes), headers: headers)
    }

    /// Looks at the input once before the first batch, for what only the whole of it tells.
    private mutating func lookThrough() throws(EventSourceError) {
        guard survey == nil else { return }
        do throws(IOError) {
            let found = try NDJSONSurvey(of: source, options: options, lineSize: lineSize)
            survey = found
            clock = NDJSONClock(start: options.start, base: found.base)
            try source.rewind()
        } catch {
            throw .io(error)
        }
    }

    // MARK: Lines

    /// Reads one line, whatever comes of it; `false` at the end.
    private mutating func readLine() throws(EventSourceError) -> Bool {
        let source = source
        let line: LineReader.Line?
        do throws(IOError) {
            line = unsafe try lines.next { (room) throws(IOError) in unsafe try source.read(into: room) }
        } catch {
            throw .io(error)
        }
        guard let line else { return false }
        let mark = records.count
        do throws(NDJSONError) {
            guard !line.isTooLong else {
                throw NDJSONError(line: lines.number, problem: .tooLong(limit: lineSize))
            }
            unsafe try append(line.text)
        } catch {
            records.truncate(to: mark)
            if !line.isComplete, case .json = error.problem {
                report.isTorn = true
                note(error)
                return true
            }
            guard options.isLenient else { throw .line(error) }
            report.skippedLines += 1
            note(error)
            // The line's number stays its own, so that numbers count lines.
            if survey?.keepsNumbers != true { lastNumber &+= 1 }
        }
        return true
    }

    private mutating func append(_ text: UnsafeRawBufferPointer) throws(NDJSONError) {
        let begin = records.count
        records.appendMessagePrefix()
        let line = unsafe try decoder.decode(text, number: lines.number, into: &records)
        if decoder.leftOutCount > 0 {
            report.leftOutFields += decoder.leftOutCount
            for fault in decoder.leftOut { note(fault) }
        }
        guard line.kind != .logLabel else { return records.truncate(to: begin) }
        let moment: (logTime: UInt64, publishTime: UInt64)
        do throws(NDJSONError.Problem) {
            moment = try clock.place(line)
        } catch {
            throw NDJSONError(line: lines.number, event: line.kind.name, problem: error)
        }
        let number = try self.number(of: line)
        let payload = TextRange(
            offset: begin + EventHeader.prefixSize, count: records.count - begin - EventHeader.prefixSize)
        let device = try self.device(of: line, payload)
        records.fillMessagePrefix(
            at: begin, channel: line.kind.rawValue, sequence: number, logTime: moment.logTime,
            publishTime: moment.publishTime)
        report.liftedEvents = clock.liftedCount
        headers.append(
            EventHeader(
                number: number, kind: line.kind, device: device, time: moment.logTime, payload: payload))
        lastNumber = number
    }

    private func number(of line: NDJSONLine) throws(NDJSONError) -> UInt32 {
        guard survey?.keepsNumbers == true, let number = line.number else { return lastNumber &+ 1 }
        guard number > lastNumber else {
            throw NDJSONError(
                line: lines.number, event: line.kind.name, field: "seq",
                problem: .sequence(previous: lastNumber))
        }
        return number
    }

    private mutating func device(
        of line: NDJSONLine, _ payload: TextRange
    ) throws(NDJSONError) -> UInt16 {
        var id = line.device
        if line.kind == .logOpened, survey?.isMerged == true,
            let cursor = unsafe ByteCursor(
                records.bytes, from: Int(payload.offset), count: Int(payload.count))
        {
            id = WireDecoder.decode(StoredEvent.LogOpened.self, from: cursor)?.device
        }
        guard let id else { return 0 }
        if let index = deviceIndexes[id] { return index }
        guard devices.count <= EventHeader.deviceLimit else {
            throw NDJSONError(
                line: lines.number, event: line.kind.name, field: "device",
                problem: .tooManyDevices(limit: EventHeader.deviceLimit))
        }
        let index = UInt16(devices.count)
        devices.append(id)
        deviceIndexes[id] = index
        return index
    }

    private mutating func note(_ fault: NDJSONError) {
        if report.faults.count < options.faultLimit { report.faults.append(fault) }
        decoder.listsFaults = report.faults.count < options.faultLimit
    }
}

/// The events of a log whose segments may be several files: one log, whose numbers and times run through.
///
///     let source = try RecordingSource(paths: paths)
///     while let batch = try source.nextBatch() { … }
///
/// One file is a log of one segment. Not for two threads at once.
public final class RecordingSource {
    /// The files, in the order of their segments.
    public let paths: [String]
    /// What the ids are called, as far as was read.
    public let labels = LabelTable()
    /// Events given so far.
    public private(set) var eventCount = 0
    /// The time of the log's first event, whether wanted or not, nanoseconds since 1970; `t` counts from it. `nil`
    /// before the first batch, and where there is no event.
    public private(set) var start: UInt64?
    /// All bytes there are; `nil` where that is not known.
    public let size: UInt64?

    private let options: Options
    private let filter: EventFilter
    /// Whether the segments' own numbers go on from one to the next, so that each can be asked for what is wanted.
    private let isNumbered: Bool
    /// What the files themselves could not be asked for.
    private var sieve: BatchFilter
    private var current: EventSource
    private var index = 0
    /// What the segments that were read said.
    private var reports: [SourceReport] = []
    private var bytesBefore: UInt64 = 0
    private var lastNumber: UInt32 = 0
    private var lastTime: UInt64 = 0
    /// What is added to the numbers of the segment at hand.
    private var shift: UInt32 = 0
    private var hasBegun = false

    /// How the files are read; see `EventSource`.
    public struct Options: Sendable {
        public var ndjson = NDJSONOptions(isLenient: true)
        public var limits = ReaderLimits()
        public var checksSections = false

        public init() {}
    }

    /// The log in the files at `paths`, at least one; standard input for `-`.
    ///
    /// - Parameters:
    ///   - isNumbered: whether the numbers of each file are known to go on from those of the one before.
    ///   - filter: the events wanted.
    public init(
        paths: [String], isNumbered: Bool = false, filter: EventFilter = EventFilter(),
        _ options: Options = Options()
    ) throws(EventSourceError) {
        precondition(!paths.isEmpty, "a log is at least one file")
        self.paths = paths
        self.options = options
        self.filter = filter
        self.isNumbered = isNumbered || paths.count == 1
        sieve = BatchFilter(self.isNumbered ? EventFilter() : filter)
        size = Self.size(of: paths)
        current = try Self.open(
            paths[0], self.isNumbered ? filter : EventFilter(), options, labels: labels)
    }

    private static func open(
        _ path: String, _ filter: EventFilter, _ options: Options, labels: LabelTable
    ) throws(EventSourceError) -> EventSource {
        try EventSource(
            path: path, filter: filter, ndjson: options.ndjson, limits: options.limits,
            checksSections: options.checksSections, labels: labels)
    }

    private static func size(of paths: [String]) -> UInt64? {
        var sum: UInt64 = 0
        for path in paths where path != "-" {
            // Not opened: a pipe would take that for its only reader.
            guard let status = try? Platform.status(ofPath: path), status.kind == .regular else { return nil }
            sum &+= status.size
        }
        return paths.contains("-") ? nil : sum
    }

    public var format: EventSource.Format { current.format }
    /// How far the files were read, in bytes.
    public var bytesRead: UInt64 { bytesBefore &+ current.bytesRead }
    /// The devices of a merged log so far, by the events' index; index 0 stands for none said.
    public var devices: [EntityID] { current.devices }

    /// What was passed over so far, each file's with its path.
    public var fileReports: [(path: String, report: SourceReport)] {
        Array(zip(paths, reports + [current.report]))
    }

    /// What was passed over so far, in all files.
    public var report: SourceReport {
        reports.reduce(into: current.report) { $0.add($1) }
    }

    /// The next wanted events, at least one, valid until the next call; `nil` at the end.
    public func nextBatch() throws(EventSourceError) -> EventBatch? {
        while true {
            let batch = try current.nextBatch()
            if start == nil { start = current.start }
            if let batch, let whole = joined(batch), let wanted = sieve.wanted(of: whole, start: start ?? 0) {
                eventCount += wanted.headers.count
                return wanted
            }
            if batch == nil || sieve.isBehind { guard try advance() else { return nil } }
        }
    }

    /// Goes on to the next file.
    private func advance() throws(EventSourceError) -> Bool {
        guard !sieve.isBehind, index + 1 < paths.count else { return false }
        let next = try Self.open(paths[index + 1], following, options, labels: labels)
        reports.append(current.report)
        bytesBefore &+= current.bytesRead
        index += 1
        (current, shift, hasBegun) = (next, 0, false)
        return true
    }

    /// What is asked of a file behind the first: moments count from the log's beginning.
    private var following: EventFilter {
        guard isNumbered else { return EventFilter() }
        guard let start else { return filter }
        var filter = filter
        filter.from = filter.from?.absolute(from: start)
        filter.to = filter.to?.absolute(from: start)
        return filter
    }

    /// The batch with numbers and times behind those of the files before.
    private func joined(_ batch: EventBatch) -> EventBatch? {
        guard paths.count > 1, let first = batch.headers.first else { return batch }
        if !hasBegun {
            hasBegun = true
            if !isNumbered, first.number <= lastNumber { shift = lastNumber &- first.number &+ 1 }
        }
        defer {
            if let last = batch.headers.last {
                lastNumber = last.number &+ shift
                lastTime = max(lastTime, last.time)
            }
        }
        guard shift > 0 || first.time < lastTime else { return batch }
        let headers = batch.headers.map { header in
            var header = header
            header.number &+= shift
            header.time = max(header.time, lastTime)
            return header
        }
        return EventBatch(content: batch.content, headers: headers)
    }
}

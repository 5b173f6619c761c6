/// The part of a log that a filter needs, found through the log's index.
struct IndexedChoice {
    let index: LogIndex
    /// The time of the log's first event, nanoseconds since 1970.
    let start: UInt64
    let filter: ResolvedFilter
    /// File offsets of the first and the last chunk that may hold what is wanted.
    private var offsets: ClosedRange<UInt64> = 0...UInt64.max
    private var channels: Set<UInt16>?

    /// `nil` where the log has no index to go by, or reading it whole would tell something else.
    init?(_ filter: EventFilter, _ source: ReplayableSource, _ limits: ReaderLimits) throws(EventSourceError)
    {
        do throws(IOError) {
            guard !filter.takesAll, let index = try LogIndex.read(from: source, limits: limits) else {
                return nil
            }
            self.index = index
        } catch {
            throw .io(error)
        }
        guard let start = index.chunks.lazy.filter(\.hasMessages).map(\.messageStartTime).first,
            Self.isOrdered(index), Self.definesAll(index)
        else { return nil }
        self.start = start
        self.filter = ResolvedFilter(filter, start: start)
        if let kinds = filter.kinds {
            var table = ChannelTable()
            channels = table.numbers(carrying: kinds, index.definitions, isOurs: false)
        }
        try narrow(source, limits)
    }

    /// Whether the chunk may hold what is wanted.
    func takes(_ chunk: MCAP.ChunkIndex) -> Bool {
        guard !filter.isEmpty, offsets.contains(chunk.chunkStartOffset),
            chunk.overlaps(from: filter.times.lowerBound, to: filter.times.upperBound)
        else { return false }
        return channels.map { chunk.mayHold(anyOf: $0) } ?? true
    }

    /// Whether each chunk's time is behind that of the one before, so that no event would be lifted across chunks.
    private static func isOrdered(_ index: LogIndex) -> Bool {
        var last: UInt64 = 0
        for chunk in index.chunks where chunk.hasMessages {
            guard chunk.messageStartTime >= last, chunk.messageEndTime >= chunk.messageStartTime else {
                return false
            }
            last = chunk.messageEndTime
        }
        return true
    }

    /// Whether the summary knows every channel, so that no chunk that is skipped can define one.
    private static func definesAll(_ index: LogIndex) -> Bool {
        index.chunks.allSatisfy { chunk in
            chunk.messageIndexOffsets.allSatisfy { index.definitions.channels[$0.key] != nil }
        }
    }

    // MARK: Numbers

    /// Finds the chunks between two event numbers by halving, since the index has no numbers.
    private mutating func narrow(_ source: ReplayableSource, _ limits: ReaderLimits) throws(EventSourceError)
    {
        let chunks = index.chunks.filter(\.hasMessages)
        guard !chunks.isEmpty, filter.numbers != 0...UInt64.max else { return }
        var first = 0
        var last = chunks.count - 1
        if filter.numbers.lowerBound > 0 {
            // The last chunk that begins at or before the number; equal ones are looked at, too.
            guard
                let found = try partition(chunks, source, limits, { $0 >= filter.numbers.lowerBound })
            else { return }
            first = max(0, found - 1)
        }
        if filter.numbers.upperBound < .max {
            guard let found = try partition(chunks, source, limits, { $0 > filter.numbers.upperBound }) else {
                return
            }
            last = max(first, found - 1)
        }
        offsets = chunks[first].chunkStartOffset...chunks[last].chunkStartOffset
    }

    /// The place of the first chunk whose first number is so; `nil` where a chunk does not tell.
    private func partition(
        _ chunks: [MCAP.ChunkIndex], _ source: ReplayableSource, _ limits: ReaderLimits,
        _ isBehind: (UInt64) -> Bool
    ) throws(EventSourceError) -> Int? {
        var low = 0
        var high = chunks.count
        while low < high {
            let middle = low + (high - low) / 2
            guard let number = try firstNumber(of: chunks[middle], source, limits) else { return nil }
            if isBehind(number) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func firstNumber(
        of chunk: MCAP.ChunkIndex, _ source: ReplayableSource, _ limits: ReaderLimits
    ) throws(EventSourceError) -> UInt64? {
        let reader = RecordBatchReader(
            IndexedReader(source, index: index, limits: limits) {
                $0.chunkStartOffset == chunk.chunkStartOffset
            }, labels: LabelTable(entryLimit: 16))
        return try reader.nextBatch()?.headers.first.map { UInt64($0.number) }
    }
}

extension MCAP.ChunkIndex {
    /// Whether there are messages inside; where there are none, the times mean nothing.
    var hasMessages: Bool { !messageIndexOffsets.isEmpty || messageEndTime != 0 }
}

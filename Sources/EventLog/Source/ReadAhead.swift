internal import Synchronization

/// Reads a log on a thread of its own, a few batches ahead of who takes them in: taking apart what is compressed and
/// judging what is in it then go on at the same time, on two cores.
///
///     let ahead = ReadAhead(source)
///     while let batch = try ahead.nextBatch() { … }
///
/// The batches are the same as the source's own, in the same order, and so are the labels that are known with each. Until
/// the last one was given, nobody may ask the source for anything but `labels`.
public final class ReadAhead {
    /// Batches that wait to be taken in, at most: as many as even out that one takes longer than another. Each is as
    /// large as a chunk of the log.
    static let most = 2

    private let queue: ReadAheadQueue
    private let labels: LabelTable
    /// The batch that was given last, which nobody may write over.
    private var given: ReadBatch?

    /// Bytes of the log that were read for the batches given so far.
    public var bytesRead: UInt64 { given?.bytesRead ?? 0 }
    /// Places of damage that lie before the last batch given, or in it.
    public var damageCount: Int { given?.damageCount ?? 0 }

    /// Begins to read; `nil` where there can be no further thread, or where the source is no MCAP file.
    ///
    /// NDJSON is left out because its reader asks for labels itself.
    public init?(_ source: RecordingSource) {
        guard source.format == .mcap else { return nil }
        queue = ReadAheadQueue(source)
        labels = source.labels
        source.labels.isAhead = true
        let queue = queue
        guard BackgroundThread.run({ queue.fill() }) else {
            source.labels.isAhead = false
            return nil
        }
    }

    deinit { queue.stop() }

    /// The next wanted events, at least one, valid until the next call; `nil` at the end.
    public func nextBatch() throws(EventSourceError) -> EventBatch? {
        if given?.end == nil { take(queue.exchange(given)) }
        switch given?.end {
        case .failed(let error): throw error
        case .over: return nil
        case nil:
            return given.map { unsafe EventBatch(content: BatchContent($0.bytes.bytes), headers: $0.headers) }
        }
    }

    private func take(_ batch: ReadBatch) {
        given = batch
        for label in batch.labels { labels.take(label) }
        if batch.end != nil { labels.isAhead = false }
    }
}

/// A batch that was read and not yet taken in, in memory of its own.
///
/// Sendable because it belongs to one of the two threads at a time.
private final class ReadBatch: @unchecked Sendable {
    enum End {
        case over
        case failed(EventSourceError)
    }

    var bytes = ByteBuffer()
    var headers: [EventHeader] = []
    var labels: [LabelTable.News] = []
    var bytesRead: UInt64 = 0
    var damageCount = 0
    /// Where this is none, but the end.
    var end: End?

    /// Copies the source's next batch, or how it ended.
    func read(_ source: RecordingSource) {
        do throws(EventSourceError) {
            if let batch = try source.nextBatch() {
                bytes.removeAll()
                unsafe bytes.append(batch.content.bytes)
                headers.removeAll(keepingCapacity: true)
                headers.append(contentsOf: batch.headers)
            } else {
                end = .over
            }
        } catch {
            end = .failed(error)
        }
        labels = source.labels.takeNews()
        bytesRead = source.bytesRead
        damageCount = source.report.issues.damageCount
    }
}

/// What goes from the thread that reads to the one that takes in, and back to be filled again.
///
/// Sendable because the source belongs to the thread that reads.
private final class ReadAheadQueue: @unchecked Sendable {
    private struct State {
        var filled: [ReadBatch] = []
        var empty: [ReadBatch] = []
        var isStopped = false
    }

    private let source: RecordingSource
    private let state: Mutex<State>
    private let isFilled = Bell()
    private let isEmptied = Bell()

    init(_ source: RecordingSource) {
        self.source = source
        state = Mutex(State(empty: (0...ReadAhead.most).map { _ in ReadBatch() }))
    }

    /// Reads until the end, or until nobody wants more.
    func fill() {
        while let batch = nextEmpty() {
            batch.read(source)
            let isLast = batch.end != nil
            state.withLock { $0.filled.append(batch) }
            isFilled.ring()
            if isLast { return }
        }
    }

    private func nextEmpty() -> ReadBatch? {
        while true {
            let (batch, isStopped) = state.withLock { ($0.empty.popLast(), $0.isStopped) }
            if isStopped { return nil }
            if let batch { return batch }
            isEmptied.wait(nil)
        }
    }

    /// Gives the next batch for one that is done with.
    func exchange(_ done: ReadBatch?) -> ReadBatch {
        if let done {
            state.withLock { $0.empty.append(done) }
            isEmptied.ring()
        }
        while true {
            if let batch = state.withLock({ $0.filled.isEmpty ? nil : $0.filled.removeFirst() }) {
                return batch
            }
            isFilled.wait(nil)
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        isEmptied.ring()
    }
}

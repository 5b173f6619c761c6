internal import Synchronization

/// Reads a log on a thread of its own, a few batches ahead of who takes them in: taking apart what is compressed and
/// judging what is in it then go on at the same time, on two cores.
///
///     let ahead = ReadAhead(source)
///     while let batch = try ahead.nextBatch() { … }
///
/// The batches are the same as the source's own, in the same order, and so are the labels that are known with each. Until
/// the last one was given, nobody may ask the source for anything.
public final class ReadAhead {
    /// Batches that wait to be taken in, at most: as many as even out that one takes longer than another.
    static let most = 2
    /// Bytes that are held at most when another batch is read: a log of large chunks is read one at a time.
    static let room = 4 << 20

    /// What the ids are called, as far as batches were given.
    public let labels: LabelTable
    private let queue: ReadAheadQueue
    /// The batch that was given last, which nobody may write over.
    private var given: ReadBatch?

    /// Bytes of the log that were read for the batches given so far.
    public var bytesRead: UInt64 { given?.bytesRead ?? 0 }
    /// Places of damage that lie before the last batch given, or in it.
    public var damageCount: Int { given?.damageCount ?? 0 }

    /// Begins to read; `nil` where there can be no further thread.
    public convenience init?(_ source: RecordingSource) { self.init(source, room: Self.room) }

    init?(_ source: RecordingSource, room: Int) {
        // The source's own table belongs to the thread that reads.
        labels = LabelTable(copying: source.labels)
        queue = ReadAheadQueue(source, room: room)
        source.labels.keepNews(true)
        let queue = queue
        guard BackgroundThread.run({ queue.fill() }) else {
            source.labels.keepNews(false)
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
            return given.map { unsafe EventBatch(content: BatchContent($0.bytes), headers: $0.headers) }
        }
    }

    private func take(_ batch: ReadBatch) {
        given = batch
        for told in batch.labels { labels.learn(told.label, for: told.id) }
    }
}

/// A batch that was read and not yet taken in: in memory of its own, or, where it is too large for another to be read
/// beside it, in the source's.
///
/// Sendable because it belongs to one of the two threads at a time.
@safe
private final class ReadBatch: @unchecked Sendable {
    enum End {
        case over
        case failed(EventSourceError)
    }

    private var own = ByteBuffer()
    /// The source's memory, which it leaves alone until it is asked for more.
    private var lent: UnsafeRawBufferPointer?
    var bytes: UnsafeRawBufferPointer { unsafe lent ?? own.bytes }
    private(set) var headers: [EventHeader] = []
    var labels: [LabelTable.News] = []
    var bytesRead: UInt64 = 0
    var damageCount = 0
    /// Where this is none, but the end.
    var end: End?

    /// Bytes that it holds.
    var size: Int { unsafe bytes.count + headers.count * MemoryLayout<EventHeader>.stride }

    /// Forgets what it holds, and the memory where that is much.
    func removeAll() {
        if size > ReadAhead.room { headers = [] } else { headers.removeAll(keepingCapacity: true) }
        unsafe lent = nil
        own.removeAll(keepingUpTo: ReadAhead.room)
        labels = []
    }

    /// Takes the source's next batch, or how it ended. One of more than `room` bytes is not copied: nothing is read until it
    /// is done with.
    func read(_ source: RecordingSource, room: Int) {
        do throws(EventSourceError) {
            if let batch = try source.nextBatch() {
                if unsafe batch.content.bytes.count > room {
                    unsafe lent = batch.content.bytes
                    headers = batch.headers
                } else {
                    unsafe own.append(batch.content.bytes)
                    headers.append(contentsOf: batch.headers)
                }
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
        /// Bytes of those that are filled, and of the one that was given.
        var held = 0
        var isStopped = false
    }

    private let source: RecordingSource
    private let room: Int
    private let state: Mutex<State>
    private let isFilled = Bell()
    private let isEmptied = Bell()

    init(_ source: RecordingSource, room: Int) {
        self.source = source
        self.room = room
        state = Mutex(State(empty: (0...ReadAhead.most).map { _ in ReadBatch() }))
    }

    /// Reads until the end, or until nobody wants more.
    func fill() {
        while let batch = nextEmpty() {
            batch.read(source, room: room)
            let isLast = batch.end != nil
            let size = batch.size
            state.withLock { state in
                state.filled.append(batch)
                state.held += size
            }
            isFilled.ring()
            if isLast { return }
        }
    }

    private func nextEmpty() -> ReadBatch? {
        while true {
            let (batch, isStopped) = state.withLock { state in
                (state.held > room ? nil : state.empty.popLast(), state.isStopped)
            }
            if isStopped { return nil }
            if let batch { return batch }
            isEmptied.wait(nil)
        }
    }

    /// Gives the next batch for one that is done with.
    func exchange(_ done: ReadBatch?) -> ReadBatch {
        if let done {
            let size = done.size
            done.removeAll()
            state.withLock { state in
                state.empty.append(done)
                state.held -= size
            }
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

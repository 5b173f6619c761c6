/// What the appending side of a recorder knows, all of it under the recorder's lock: which journal is filled, what the
/// next event's number is, what is to be told of losses.
///
/// Nothing here touches a file or waits; events go into the open journal's memory, and a journal that is full is left
/// in `handedOver` for whoever writes.
struct RecorderState: ~Copyable {
    /// What came of an append.
    struct Outcome {
        var isTaken = false
        /// Whoever writes should look.
        var wakes = false
        /// And at once: there is not much room left.
        var isUrgent = false
        /// What must be on the disk before the caller goes on.
        var synced: Journal?
    }

    let options: RecorderOptions
    let recording: EntityID
    let names: LogNames
    var open: Journal
    var spare: Journal?
    /// The chunk that waits to be written, or is being written.
    var handedOver: Journal?
    var labels = RecorderLabels()
    var status = RecorderStatus()

    /// What `uptime` is to be added to for the time of an event.
    private let clockOffset: UInt64
    private var lastNumber: UInt32 = 0
    private var lastTime: UInt64 = 0
    var serial: UInt64 = 0
    var chunkBegan: UInt64 = 0
    var segmentBegan: UInt64 = 0
    var wantsClosing = false
    var pendingLost: UInt64 = 0
    private var lossReason = ""
    private var isOverflowing = false
    var isEnding = false
    /// Room that nothing else may take: for the last `log.gap` and `log.closed`, so that a recording ends with them
    /// however full the disk is.
    var kept = (records: 2, bytes: 256)
    private(set) var isOpen = true
    /// Bytes that the segment's file has.
    var segmentBytes: UInt64 = 0
    /// The segment that `segmentBytes` is about.
    var writtenSegment: UInt64 = 0

    /// A recording that began when the wall clock said `start`.
    init(
        _ options: RecorderOptions, recording: EntityID, start: UInt64, names: LogNames,
        journals: (Journal, Journal)
    ) {
        self.options = options
        clockOffset = start &- options.system.uptime()
        self.recording = recording
        self.names = names
        open = journals.0
        spare = journals.1
        status.promise = open.isMapped ? options.promise : .none
    }

    // MARK: Appending

    /// Takes an event whose payload is in its wire form.
    mutating func append(
        _ kind: EventKind, _ payload: UnsafeRawBufferPointer, publishTime: UInt64?
    ) -> Outcome {
        var outcome = Outcome()
        guard isOpen else { return outcome }
        let serialBefore = serial
        if pendingLost > 0 { tellLoss() }
        guard open.capacity - payload.count >= Self.reserve else {
            lose(1, "they were too large")
            return outcome
        }
        // Once an event was lost, so are those behind it until that can be told: a gap stands where it was.
        guard !isOverflowing, unsafe put(kind, payload, publishTime) else {
            isOverflowing = true
            lose(1, "there was no room for them")
            return outcome
        }
        outcome.isTaken = true
        // Whoever writes must know when the new chunk has its age.
        outcome.wakes = serial != serialBefore
        if options.promise == .power && Self.isPromised(kind) { outcome.synced = open }
        if open.count >= options.chunkSize || Self.endsChunk(kind) {
            wantsClosing = true
            // Where that must wait, whoever writes comes back by itself.
            if closeChunk() { outcome.wakes = true }
            // A disk that refuses is asked again in its own time, not for every event.
            if open.count > open.capacity / 2, status.error == nil {
                (outcome.wakes, outcome.isUrgent) = (true, true)
            }
        }
        return outcome
    }

    /// Counts events that are gone, to be told of by a `log.gap` as soon as there is room.
    mutating func lose(_ count: UInt64, _ reason: String) {
        pendingLost += count
        status.lostCount += count
        if lossReason != reason { lossReason = reason }
        if open.serial > 0 { open.note(lost: pendingLost) }
    }

    /// Tells of losses if there are any and there is room.
    mutating func tellLoss() {
        guard pendingLost > 0, isOpen, handedOver == nil || isEnding else { return }
        let lost = pendingLost
        let gap = Event.LogGap {
            $0.lost = lost
            $0.reason = lossReason
        }
        let isDone = unsafe Self.encode(gap) { unsafe put(.logGap, $0, nil) }
        guard isDone else { return }
        pendingLost = 0
        isOverflowing = false
        open.note(lost: 0)
    }

    /// Appends the last event. Nothing is taken any more.
    mutating func end() {
        guard isOpen else { return }
        isEnding = true
        kept = (0, 0)
        tellLoss()
        let closed = Event.LogClosed { $0.reason = .normal }
        let isDone = unsafe Self.encode(closed) { unsafe put(.logClosed, $0, nil) }
        if !isDone { lose(1, "there was no room for them") }
        isOpen = false
        wantsClosing = true
        closeChunk()
    }

    /// Numbers and stores an event with the labels it needs; `false` where there is no room.
    private mutating func put(
        _ kind: EventKind, _ payload: UnsafeRawBufferPointer, _ publishTime: UInt64?
    ) -> Bool {
        guard lastNumber < .max else { return false }
        var size = unsafe prepareRoom(kind, payload)
        if size == nil && !open.isEmpty {
            wantsClosing = true
            closeChunk()
            size = open.isEmpty ? unsafe prepareRoom(kind, payload) : nil
        }
        guard size != nil else { return false }
        unsafe store(kind, payload, publishTime)
        return true
    }

    /// Begins a chunk where none is open, and finds the labels; `nil` where the event does not fit.
    private mutating func prepareRoom(
        _ kind: EventKind, _ payload: UnsafeRawBufferPointer
    ) -> Int? {
        if open.isEmpty { beginChunk() }
        let names = labels.prepare(kind, unsafe ByteCursor(payload), serial: open.serial)
        let alone = OpenChunk.messageOverhead + payload.count
        let (records, bytes) = (kept.records + 1, kept.bytes + alone)
        if open.hasRoom(records: records + names.records, bytes: bytes + names.bytes) {
            return names.bytes + alone
        }
        // Names that would not even fit into a chunk of their own are left out, rather than the event.
        guard bytes + names.bytes + Self.reserve / 2 > open.capacity,
            open.hasRoom(records: records, bytes: bytes)
        else { return nil }
        labels.passOver()
        return alone
    }

    mutating func store(
        _ kind: EventKind, _ payload: UnsafeRawBufferPointer, _ publishTime: UInt64?
    ) {
        let time = max(options.system.uptime() &+ clockOffset, lastTime + 1)
        let open = open
        unsafe labels.tell(serial: open.serial) { label in
            let message = MCAP.MessageHeader(
                channelID: EventKind.logLabel.rawValue, sequence: 0, logTime: time, publishTime: time)
            unsafe open.append(message, label)
        }
        lastNumber += 1
        lastTime = time
        let message = MCAP.MessageHeader(
            channelID: kind.rawValue, sequence: lastNumber, logTime: time, publishTime: publishTime ?? time)
        unsafe open.append(message, payload)
        status.eventCount += 1
    }
}

extension RecorderState {
    /// What an event needs in an empty journal beside its payload: the labels of its ids, and a file's first event.
    private static let reserve = 8 << 10

    /// Kinds after which the chunk is closed at once.
    static func endsChunk(_ kind: EventKind) -> Bool {
        switch kind {
        case .sessionRun, .sessionReset, .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionFailed,
            .appLifecycleChanged:
            true
        default: false
        }
    }

    /// Kinds that the promise `power` has on the disk when `append` returns.
    static func isPromised(_ kind: EventKind) -> Bool {
        endsChunk(kind) || kind == .stateChanged || kind == .stateRejected
    }

    /// Encodes one of the recorder's own events.
    @discardableResult
    static func encode<P: EventPayload>(_ payload: P, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool
    where P.Storage == Owned {
        var buffer = ByteBuffer(capacity: 512)
        buffer.append(payload)
        return unsafe body(buffer.bytes)
    }
}

// Where chunks and segments begin and end.
extension RecorderState {
    /// Begins a chunk in the open journal, and with it a segment where one is due.
    mutating func beginChunk() {
        let uptime = options.system.uptime()
        chunkBegan = uptime
        serial += 1
        let isFull = writtenSegment == status.segment && segmentBytes >= options.segmentSize
        let isOld = uptime &- segmentBegan >= options.segmentAge
        let beginsSegment = status.segment == 0 || (isFull || isOld) && !isEnding
        if beginsSegment {
            status.segment += 1
            segmentBegan = uptime
        }
        let open = open
        open.begin(
            serial: serial, recording: recording, segment: status.segment, logName: names.log(status.segment)
        ) {
            if pendingLost > 0 { open.note(lost: pendingLost) }
            // The next process finds a segment with its first event, or none.
            if beginsSegment { storeOpened() }
        }
    }

    /// Stores the first event of a segment.
    private mutating func storeOpened() {
        if unsafe Self.encode(opened(status.segment), { unsafe storeOpened($0) }) { return }
        // What the app says of itself is too long for the journal.
        var least = Event.LogOpened()
        least.device = options.opened.device
        least.recording = recording
        least.segment = status.segment
        unsafe Self.encode(least) { unsafe storeOpened($0) }
    }

    /// Stores the first event of a segment, with the names it needs if there is room; `false` where there is none.
    private mutating func storeOpened(_ payload: UnsafeRawBufferPointer) -> Bool {
        let names = labels.prepare(.logOpened, unsafe ByteCursor(payload), serial: serial)
        let alone = OpenChunk.messageOverhead + payload.count
        let (records, bytes) = (kept.records + 1, kept.bytes + alone)
        if !open.hasRoom(records: records + names.records, bytes: bytes + names.bytes) { labels.passOver() }
        guard open.hasRoom(records: records, bytes: bytes) else { return false }
        unsafe store(.logOpened, payload, nil)
        return true
    }

    /// The first event of a segment.
    func opened(_ segment: UInt64) -> Event.LogOpened {
        var opened = options.opened
        opened.recording = recording
        opened.segment = segment
        if opened.recorder == nil { opened.recorder = "arlog \(ArlogVersion.string)" }
        return opened
    }

    /// Hands the open chunk over to be written, if the other journal is free, and says whether it did.
    @discardableResult
    mutating func closeChunk() -> Bool {
        guard !open.isEmpty, handedOver == nil, let next = spare else { return false }
        handedOver = open
        open = next
        spare = nil
        wantsClosing = false
        status.promise = open.isMapped ? options.promise : .none
        return true
    }

    /// Has the open chunk handed over as soon as it can be.
    mutating func flush() {
        wantsClosing = true
        closeChunk()
    }

    /// Closes the chunk where it is old enough or waits for that, and returns the chunk to be written, if any.
    mutating func takeChunk(uptime: UInt64) -> Journal? {
        if !open.isEmpty && (wantsClosing || uptime &- chunkBegan >= options.effectiveChunkAge) {
            closeChunk()
        }
        return handedOver
    }

    /// Nanoseconds until the open chunk must be closed; `nil` where it is empty.
    func timeLeft(uptime: UInt64) -> UInt64? {
        if handedOver != nil { return 0 }
        guard !open.isEmpty else { return nil }
        let age = uptime &- chunkBegan
        return wantsClosing || age >= options.effectiveChunkAge ? 0 : options.effectiveChunkAge - age
    }

    /// The chunk handed over is in its file. `replacement` is used from now on, the same journal or another.
    mutating func finishChunk(replacement: Journal) {
        handedOver = nil
        spare = replacement
    }

    /// The journals there are, for their names to be changed or their files removed.
    var journals: [Journal] { [open, spare, handedOver].compactMap { $0 } }
}

/// The records of journals that their log lacks, as one chunk.
///
/// An event's number tells whether the log has it: a chunk goes into the log whole or not at all, and its journal may
/// be left over all the same.
struct JournalFold {
    /// Whole messages, in order.
    private(set) var records: [UInt8] = []
    private(set) var eventCount: UInt64 = 0
    private(set) var lostCount: UInt64 = 0

    /// The number of the last event, in the log or here.
    private(set) var lastNumber: UInt32

    var isEmpty: Bool { eventCount == 0 && lostCount == 0 }

    /// What `journals`, the oldest first, hold behind the log's event `lastNumber`. Those of another recording than the
    /// log's, where that is known, belong to a log that had its name before.
    init(
        _ journals: [JournalContent], after logNumber: UInt32, _ logTime: UInt64, recording: EntityID?
    ) {
        let journals = journals.filter { recording == nil || $0.recording == recording }
        lastNumber = logNumber
        var lastTime = logTime
        var buffer = ByteBuffer()
        for journal in journals {
            // The names in it, which have no numbers, are in the log with its events, and belong before them.
            guard let last = journal.lastNumber, last > lastNumber else { continue }
            unsafe journal.records.withUnsafeBytes { bytes in
                var walker = unsafe RecordWalker(bytes)
                while let view = walker.next() {
                    var content = view.content
                    guard let message = MCAP.MessageHeader(parsing: &content),
                        message.sequence == 0 || message.sequence > lastNumber
                    else { continue }
                    unsafe buffer.append(UnsafeRawBufferPointer(rebasing: bytes[view.offset..<walker.offset]))
                    guard message.sequence > 0 else { continue }
                    lastNumber = message.sequence
                    lastTime = message.logTime
                    eventCount += 1
                }
            }
        }
        // Only the newest journal knows what was not told of. The gap has the number behind its last event: where the
        // log goes on behind that already, it was told.
        if let newest = journals.last, newest.lostCount > 0, newest.lastNumber ?? .max >= logNumber {
            lostCount = newest.lostCount
            let gap = Event.LogGap {
                $0.lost = newest.lostCount
                $0.reason = "they were lost before the process died"
            }
            buffer.appendMessage(gap, sequence: lastNumber &+ 1, time: lastTime &+ 1)
        }
        if !isEmpty { records = buffer.array }
    }

    init(_ journals: [JournalContent], after log: UnclosedPrefix) {
        self.init(journals, after: log.lastNumber, log.lastTime, recording: log.recording)
    }
}

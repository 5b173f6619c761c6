/// Keeping messages, and counting those between them that are lost.
extension LogRecoverer {
    mutating func kind(of channel: UInt16) -> EventKind? {
        let known = labelChannels.known(channel, in: definitions.generation)
        return (known ?? labelChannels.resolve(channel, definitions, isOurs: isOurs)).kind
    }

    /// Keeps the messages of the chunk at `offset` as one of the new file, and notes what in it is broken. Of one that
    /// nothing proves, which is lost already, it keeps only what is plausible.
    mutating func keep(
        _ records: UnsafeRawBufferPointer, of offset: UInt64, isProven: Bool
    ) throws(ContainerError) {
        func loss(_ length: Int, _ reason: String) -> Recovery.Loss {
            Recovery.Loss(offset: offset, length: UInt64(length), reason: reason)
        }
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            let size = MCAP.prefixSize + record.content.remaining
            switch record.opcode {
            case .message:
                var content = record.content
                guard let header = MCAP.MessageHeader(parsing: &content) else {
                    if isProven { note(loss(size, "a message in the chunk ends inside its fields")) }
                    continue
                }
                if !isProven, definitions.channels[header.channelID] == nil { continue }
                let whole = unsafe UnsafeRawBufferPointer(
                    rebasing: records[record.offset..<record.offset + size])
                if isProven { unsafe try keepMessage(whole) } else { unsafe try keepSuspect(whole) }
            case .schema, .channel:
                guard isProven else { continue }
                register(record.opcode, record.content, at: offset)
            case .chunk, .attachment, .metadata:
                if isProven { note(loss(size, "\(record.opcode) stands inside a chunk")) }
            default: break
            }
        }
        if isProven, walker.remaining > 0 {
            note(loss(walker.remaining, "the last record of the chunk is cut"))
        }
        try write { (writer) throws(ContainerError) in try writer.closeChunk() }
    }

    /// Keeps a message, given as its whole record, behind a `log.gap` for what is lost before it.
    mutating func keepMessage(_ whole: UnsafeRawBufferPointer) throws(ContainerError) {
        var content = unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: whole[MCAP.prefixSize...]))
        guard let message = MCAP.MessageHeader(parsing: &content) else { return }
        if recovery.profile == nil, !isOurs {
            // Without a header, what the messages are tells whose log it is.
            isOurs = kind(of: message.channelID) != nil
        }
        let isLabel = isOurs && kind(of: message.channelID) == .logLabel
        if !isLabel {
            let isOpening = isOurs && kind(of: message.channelID) == .logOpened
            let opened = isOpening ? unsafe JournalContent.recording(openedBy: content.rest) : nil
            if let start = newFile { try join(message, of: opened, at: start) }
            if isRecording, isOurs, events == 0, message.sequence > 1, !openLoss.isOpen {
                note(
                    Recovery.Loss(offset: 0, length: 0, reason: "the recording's first segments are lacking"))
            }
            let isGap = isOurs && kind(of: message.channelID) == .logGap
            if openLoss.isOpen {
                try closeLoss(before: message, isOpening: isOpening)
            } else if isOurs, lastNumber > 0, message.sequence > lastNumber, !isGap, !wasGap {
                untoldHoles += UInt64(message.sequence - lastNumber - 1)
            }
            // One that was counted as lost may come all the same, out of its place.
            if isOurs, message.sequence <= lastNumber, recovery.lostMessages > 0 { hasLate = true }
            wasGap = isGap
            lastNumber = max(lastNumber, message.sequence)
            events += 1
            if recording == nil { recording = opened }
            if isOpening, events == 1, opened == nil { namesNoRecording = true }
            if isOpening { fileRecording = opened }
        }
        recovery.messages += 1
        lastTime = max(lastTime, message.logTime)
        let table = definitions
        try write { (writer) throws(ContainerError) in
            unsafe try writer.append(whole, channel: message.channelID, table)
        }
    }

    /// Keeps a message that nothing vouches for: what it says of itself is not counted with.
    mutating func keepSuspect(_ whole: UnsafeRawBufferPointer) throws(ContainerError) {
        var content = unsafe ByteCursor(UnsafeRawBufferPointer(rebasing: whole[MCAP.prefixSize...]))
        guard let message = MCAP.MessageHeader(parsing: &content) else { return }
        if !isOurs || kind(of: message.channelID) != .logLabel {
            suspectEvents += 1
            allSuspectEvents += 1
        }
        recovery.messages += 1
        recovery.suspectMessages += 1
        recovery.isExact = false
        let table = definitions
        try write { (writer) throws(ContainerError) in
            unsafe try writer.append(whole, channel: message.channelID, table)
        }
    }

    /// Takes the first event of a further file. The next segment of a recording goes on with its numbers, so that what
    /// lacks between the two is counted by them; anything else begins anew.
    private mutating func join(
        _ message: MCAP.MessageHeader, of opened: EntityID?, at start: UInt64
    ) throws(ContainerError) {
        newFile = nil
        let goesOn = isRecording || opened != nil && opened == fileRecording
        guard goesOn, message.sequence > lastNumber else {
            try closeLossAtEnd()
            lastNumber = 0
            return
        }
        if !openLoss.isOpen, lastNumber > 0, message.sequence - lastNumber > 1 {
            note(
                Recovery.Loss(
                    offset: start, length: 0, reason: "what was recorded before this file is lacking"))
        }
    }

    /// Keeps what the journals have and the file has not.
    mutating func foldJournals() throws(ContainerError) {
        guard !journals.isEmpty, !namesNoRecording, isOurs || recovery.profile == nil else { return }
        let fold = JournalFold(journals, after: lastNumber, lastTime, recording: recording)
        guard !fold.isEmpty else { return }
        isOurs = true
        for kind in EventKind.allCases where definitions.channels[kind.rawValue] == nil {
            definitions.register(kind.definition.schema)
            definitions.register(kind.definition.channel)
        }
        var records = ByteBuffer(capacity: fold.records.count)
        records.append(fold.records)
        unsafe try keep(records.bytes, of: scanner.offset, isProven: true)
        recovery.foldedEvents = fold.eventCount
    }

    /// The loss before an event of ours is as large as the hole in the numbers; elsewhere the indexes tell.
    private mutating func closeLoss(
        before message: MCAP.MessageHeader, isOpening: Bool
    ) throws(ContainerError) {
        guard isOurs else { return closeLoss(lost: openLoss.indexed.map { $0 - min($0, suspectEvents) }) }
        // Nothing of a file stands before the event that opens it, unless it is a later segment.
        guard message.sequence > lastNumber, lastNumber > 0 || !isOpening || isRecording else {
            return closeLoss(lost: 0)
        }
        let hole = UInt64(message.sequence - lastNumber - 1)
        var lost = hole - min(hole, suspectEvents)
        if lastNumber == 0, !isRecording {
            // A later segment does not begin with 1: there only the indexes tell.
            guard let listed = openLoss.indexed, listed <= hole else { return closeLoss(lost: nil) }
            lost = listed - min(listed, suspectEvents)
        }
        let time = lastTime == 0 ? message.logTime : min(lastTime, message.logTime)
        try writeGap(lost: lost, number: message.sequence - UInt32(lost), time: time)
        closeLoss(lost: lost)
    }

    private mutating func writeGap(lost: UInt64, number: UInt32, time: UInt64) throws(ContainerError) {
        guard lost > 0 else { return }
        let reason = recovery.suspectMessages > 0 ? "damaged file; suspect events were kept" : "damaged file"
        try write { (writer) throws(ContainerError) in
            try writer.appendGap(lost: lost, reason: reason, number: number, time: time)
        }
    }

    private mutating func closeLoss(lost: UInt64?) {
        recovery.lostMessages += lost ?? 0
        if lost == nil { recovery.isExact = false }
        // Several pieces without a message between them share one count, told with the first.
        if openLoss.first < recovery.losses.count { recovery.losses[openLoss.first].messages = lost }
        openLoss = OpenLoss()
        suspectEvents = 0
    }

    /// Where losses had no indexes, and messages no numbers, a proven summary says how many there were in all.
    mutating func countByStatistics() {
        guard !isOurs, !recovery.isExact, let index, index.isProven, let statistics = index.statistics,
            recovery.suspectMessages == 0, statistics.messageCount >= recovery.messages
        else { return }
        recovery.lostMessages = statistics.messageCount - recovery.messages
        recovery.isExact = true
    }

    /// At the end there is no next number: the statistics tell how many events there should be, or the indexes.
    mutating func closeLossAtEnd() throws(ContainerError) {
        guard openLoss.isOpen else { return }
        var lost = openLoss.indexed.map { $0 - min($0, suspectEvents) }
        if let counts = index?.statistics?.channelMessageCounts, !counts.isEmpty {
            var expected: UInt64 = 0
            for entry in counts where !(isOurs && kind(of: entry.key) == .logLabel) {
                expected &+= entry.value
            }
            let found = events &+ allSuspectEvents &+ recovery.lostMessages
            lost = expected >= found ? expected - found : lost
            // Numbers are the bound of what statistics may claim.
            if isOurs, let claimed = lost { lost = min(claimed, UInt64(UInt32.max - lastNumber)) }
        }
        if isOurs, let lost, lastNumber < .max {
            try writeGap(lost: lost, number: lastNumber + 1, time: lastTime == 0 ? 1 : lastTime)
        }
        closeLoss(lost: lost)
    }
}

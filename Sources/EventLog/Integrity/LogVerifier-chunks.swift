/// Chunks, what is in them, and the indexes behind them.
extension LogVerifier {
    mutating func takeChunk(_ record: ScannedRecord) {
        let place = record.offset
        openChunk = place
        var content = record.content
        guard let (header, stored) = try? MCAP.ChunkHeader.parse(&content) else {
            tally.begin(isKnown: false)
            facts.hasLoss = true
            fillDefinitions()
            return add(.chunkHeader, at: place, "Chunk ends inside its fields")
        }
        var chunk = FileFacts.Chunk(
            offset: place, length: unsafe UInt64(record.whole.count), header: header,
            storedSize: UInt64(stored.remaining))
        defer { facts.add(chunk) }
        do throws(ContainerError) {
            let decoded = try decoder.decode(record.content, offset: place)
            decoded.noteOddities(at: place, in: &result.issues)
            tally.begin(isKnown: true)
            let times = unsafe walk(decoded.records, at: place)
            chunk.hasMessages = tally.hasMessages
            guard let times else { return }
            if header.messageStartTime != times.start || header.messageEndTime != times.end {
                add(
                    .chunkHeader, at: place,
                    "Chunk says its times are \(header.messageStartTime) to \(header.messageEndTime), its messages "
                        + "are from \(times.start) to \(times.end)")
            }
        } catch {
            tally.begin(isKnown: false)
            facts.hasLoss = true
            add(error.chunkIssue, at: place, error.description)
            fillDefinitions()
        }
    }

    /// Looks whether the record holds more than its chunk because its length is wrong, or another chunk because
    /// everything about it is.
    mutating func resumeBehindHidden(_ record: ScannedRecord) throws(ContainerError) {
        let end = unsafe record.offset + UInt64(record.whole.count)
        var content = record.content
        if tally.isKnown {
            guard (try? MCAP.ChunkHeader.parse(&content)) != nil, content.remaining >= ChunkSignature.size
            else {
                return
            }
            try resumeInside(record.offset, from: end - UInt64(content.remaining), to: end)
        } else {
            try resumeInside(record.offset, from: record.offset, to: end)
        }
    }

    /// Walks a chunk's records and tells the times of its messages.
    private mutating func walk(
        _ records: UnsafeRawBufferPointer, at place: UInt64
    ) -> (start: UInt64, end: UInt64)? {
        var times: (start: UInt64, end: UInt64)?
        var walker = unsafe RecordWalker(records)
        while let record = walker.next() {
            var content = record.content
            switch record.opcode {
            case .message:
                guard let message = MCAP.MessageHeader(parsing: &content) else {
                    facts.hasLoss = true
                    add(.record, at: place, "Message at \(record.offset) in the chunk ends inside its fields")
                    continue
                }
                tally.add(message.channelID, time: message.logTime, offset: record.offset)
                messages.take(message, at: place, definitions, isOurs: isOurs, &result.issues)
                let known = times ?? (message.logTime, message.logTime)
                times = (min(known.start, message.logTime), max(known.end, message.logTime))
            case .schema, .channel:
                definitions.register(record.opcode, content: content, offset: place, log: &result.issues)
            case _ where record.opcode.isKnown:
                add(.record, at: place, "\(record.opcode) stands inside a chunk")
            default:
                result.issues.addOnce(
                    .unknownRecord, at: place, "opcode \(record.opcode.rawValue) is unknown")
            }
        }
        if walker.remaining > 0 {
            facts.hasLoss = true
            add(.record, at: place, "the last record of the chunk is cut")
        }
        return times
    }

    mutating func takeMessageIndex(_ record: ScannedRecord, _ rest: inout ByteCursor) throws(ContainerError) {
        guard openChunk != nil else {
            rest = .empty
            guard !facts.hasLoss else { return }
            return add(.index, at: record.offset, "MessageIndex stands behind no chunk")
        }
        let channel = rest.peek(UInt16.self) ?? 0
        if let problem = try tally.check(&rest) { add(.index, at: record.offset, problem) }
        facts.addMessageIndex(of: channel, at: record.offset, length: unsafe UInt64(record.whole.count))
    }

    /// Sees whether the last chunk had its indexes. Those of the last of a log that was cut may lack.
    mutating func closeChunk(isLast: Bool) {
        guard let place = openChunk else { return }
        openChunk = nil
        guard tally.isKnown, tally.hasMessages, !tally.isComplete else { return }
        if tally.indexCount == 0 || isLast {
            result.issues.addOnce(.noIndex, at: place, "chunk lacks MessageIndexes, which other readers need")
        } else {
            add(.index, at: place, "channels with messages in the chunk have no MessageIndex")
        }
    }
}

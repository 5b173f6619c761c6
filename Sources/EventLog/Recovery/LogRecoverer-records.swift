/// One record after the other.
extension LogRecoverer {
    mutating func take(_ record: ScannedRecord) throws(ContainerError) {
        let end = unsafe record.offset + UInt64(record.whole.count)
        if let rowEnd {
            guard end <= rowEnd || record.offset >= rowEnd else {
                return try lose(
                    record.offset, rowEnd + 1, "a record that nothing proves reaches over a chunk")
            }
            if record.offset >= rowEnd { (isInRow, self.rowEnd) = (false, nil) }
        }
        if record.opcode != .messageIndex { (openLoss.takesIndexes, isTallied) = (false, false) }
        if try isTorn(record.offset, end) { return }
        if try takeDisguised(record) { return }
        var content = record.content
        switch record.opcode {
        case .header:
            guard let header = try? MCAP.Header(parsing: &content) else {
                return try lose(record.offset, end, "the header is cut")
            }
            if recovery.profile == nil { recovery.profile = header.profile }
            isOurs = recovery.profile == "arlog"
            definitions.expect(header)
            decoder.requiresCRC = definitions.convention == .numbers
            if definitions.convention == .numbers { hasChunks = true }
        case .schema, .channel: try takeDefinition(record)
        case .message: try takeMessage(record, end)
        case .chunk: try takeChunk(record, end)
        case .attachment: try takeAttachment(record, end)
        case .metadata:
            guard let metadata = try? MCAP.Metadata(parsing: &content) else {
                return try lose(record.offset, end, "a metadata record is cut")
            }
            recovery.metadata += 1
            try write { (writer) throws(ContainerError) in try writer.write(metadata) }
        case .dataEnd:
            // One that nothing proves ends nothing.
            guard rowEnd == nil else { return }
            hasDataEnded = true
            guard let expected = try? MCAP.DataEnd(parsing: &content).dataSectionCRC else { return }
            guard expected != 0 else { return }
            if hasResumed {
                if hasUnproven { recovery.doubt(Self.unproven) }
            } else if expected != scanner.sectionCRC.value, hasUnproven || recovery.lossCount == 0 {
                recovery.doubt("the checksum of the whole data does not match, and no loss explains it")
            }
        default: try takeStructure(record, end)
        }
    }

    /// A chunk whose opcode was hit, which its CRC proves; `false` where it is none.
    private mutating func takeDisguised(_ record: ScannedRecord) throws(ContainerError) -> Bool {
        guard record.opcode != .chunk, record.opcode != .message, !hasDataEnded,
            ChunkSignature.isIn(content: record.content),
            let decoded = try? decoder.decode(record.content, offset: record.offset),
            decoded.header.uncompressedCRC != 0
        else { return false }
        (hasChunks, isInRow) = (true, false)
        unsafe try keep(decoded.records, of: record.offset, isProven: true)
        return true
    }

    /// What only says again what the new file gets anew.
    private mutating func takeStructure(_ record: ScannedRecord, _ end: UInt64) throws(ContainerError) {
        if record.opcode == .messageIndex, takeIndex(record) { return }
        guard record.opcode != .footer, !hasDataEnded || !record.opcode.isKnown else { return }
        // An unknown record is nobody's loss, but one of these does not stand among the data.
        if record.opcode.isKnown { try lose(record.offset, end, "\(record.opcode) stands among the data") }
    }

    private mutating func takeMessage(_ record: ScannedRecord, _ end: UInt64) throws(ContainerError) {
        let content = record.content
        guard unsafe record.whole.count >= MCAP.prefixSize + MCAP.MessageHeader.size else {
            return try lose(record.offset, end, "a message ends inside its fields")
        }
        guard !hasDataEnded || hasResumed else {
            // It may as well be a definition of the summary whose opcode was hit.
            if keepsSuspect, definitions.channels[content.peek(UInt16.self) ?? 0] != nil {
                unsafe try keepSuspect(record.whole)
            }
            return try lose(record.offset, end, "a message stands behind the end of the data")
        }
        guard !isInRow || !hasChunks else {
            // What is left of a chunk, as it seems; nothing says that it is as it was written.
            if keepsSuspect, definitions.channels[content.peek(UInt16.self) ?? 0] != nil {
                unsafe try keepSuspect(record.whole)
                try closeFullChunk()
            }
            if !recovery.lengthenLastLoss(from: record.offset, to: end) {
                note(
                    Recovery.Loss(
                        offset: record.offset, length: end - record.offset,
                        reason: "a message behind damage, which nothing proves"))
            }
            return
        }
        if isInRow { recovery.doubt(Self.unproven) }
        hasUnproven = true
        unsafe try keepMessage(record.whole)
        try closeFullChunk()
    }

    private mutating func closeFullChunk() throws(ContainerError) {
        guard (writer?.chunkSize ?? 0) >= 1 << 20 else { return }
        try write { (writer) throws(ContainerError) in try writer.closeChunk() }
    }

    private mutating func takeChunk(_ record: ScannedRecord, _ end: UInt64) throws(ContainerError) {
        // Messages that stood outside chunks before it.
        try write { (writer) throws(ContainerError) in try writer.closeChunk() }
        var extra = 0
        hasChunks = true
        do throws(ContainerError) {
            let decoded = try decoder.decode(record.content, offset: record.offset)
            extra = decoded.extraBytes
            if decoded.header.uncompressedCRC == 0 {
                hasUnproven = true
                isTallied = true
                unsafe tally.begin(with: decoded.records)
                if isInRow { recovery.doubt(Self.unproven) }
            } else {
                isInRow = false
            }
            unsafe try keep(decoded.records, of: record.offset, isProven: true)
        } catch {
            // What can't be written is no damage of the file's.
            if case .io = error { throw error }
            if case .closed = error { throw error }
            if try resumeChunk(at: record.offset) { return }
            recovery.lostChunks += 1
            if keepsSuspect, let found = unsafe decoder.decodeUnproven(record.content) {
                unsafe try keep(found, of: record.offset, isProven: false)
            }
            let place = scanner.offset
            try lose(record.offset, end, error.description)
            openLoss.takesIndexes = scanner.offset == place
            return
        }
        // A length that is too long hides what follows.
        guard extra >= ChunkSignature.size else { return }
        do {
            let start = end - UInt64(extra)
            if let next = try chunks.next(in: scanner.source, from: start, before: end) { resume(at: next) }
        } catch {
            throw .io(error)
        }
    }

    private mutating func takeAttachment(_ record: ScannedRecord, _ end: UInt64) throws(ContainerError) {
        var content = record.content
        do throws(ContainerError) {
            let attachment = try MCAP.Attachment(parsing: &content)
            recovery.attachments += 1
            try write { (writer) throws(ContainerError) in try writer.write(attachment) }
        } catch {
            if case .io = error { throw error }
            if case .closed = error { throw error }
            recovery.lostAttachments += 1
            try lose(record.offset, end, error.description)
        }
    }

    /// The indexes behind a lost chunk tell how many messages it had; `false` where it is no MessageIndex.
    private mutating func takeIndex(_ record: ScannedRecord) -> Bool {
        var content = record.content
        // One with bytes left over may be a chunk, which is tried first.
        guard let index = try? MCAP.MessageIndex(parsing: &content), content.remaining < ChunkSignature.size
        else {
            return false
        }
        let listed = UInt64(index.records.count)
        let isLabel = isOurs && kind(of: index.channelID) == .logLabel
        if isTallied {
            // Without a CRC, a chunk that is not as its indexes say was changed.
            var again = record.content
            guard let problem = try? tally.check(&again) else { return true }
            let lacking = listed - min(listed, tally.count(of: index.channelID))
            note(Recovery.Loss(offset: record.offset, length: 0, reason: problem))
            openLoss.take(isLabel ? 0 : lacking)
        } else if openLoss.takesIndexes {
            openLoss.take(isLabel ? 0 : listed)
        }
        return true
    }

    private static var unproven: String {
        "messages outside chunks, or in chunks without a checksum, have none of their own, and that of the whole does not "
            + "prove them"
    }
}

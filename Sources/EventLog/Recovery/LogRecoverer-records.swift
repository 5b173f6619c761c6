/// One record after the other.
extension LogRecoverer {
    mutating func take(_ record: ScannedRecord) throws(ContainerError) {
        let end = unsafe record.offset + UInt64(record.whole.count)
        if record.opcode != .messageIndex { openLoss.takesIndexes = false }
        var content = record.content
        switch record.opcode {
        case .header:
            guard let header = try? MCAP.Header(parsing: &content) else {
                return try lose(record.offset, end, "the header is cut")
            }
            if recovery.profile == nil { recovery.profile = header.profile }
            isOurs = recovery.profile == "arlog"
        case .schema, .channel:
            definitions.register(record.opcode, content: content, offset: record.offset, log: &ignored)
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
            hasDataEnded = true
            guard let expected = try? MCAP.DataEnd(parsing: &content).dataSectionCRC else { return }
            if expected != 0, expected != scanner.sectionCRC.value || hasResumed, hasUnproven {
                recovery.hasDoubt = true
            }
        default: try takeStructure(record, end)
        }
    }

    /// What only says again what the new file gets anew; unless it is a chunk whose opcode was hit.
    private mutating func takeStructure(_ record: ScannedRecord, _ end: UInt64) throws(ContainerError) {
        if record.opcode == .messageIndex, takeIndex(record) { return }
        guard record.opcode != .footer, !hasDataEnded || !record.opcode.isKnown else { return }
        if let decoded = try? decoder.decode(record.content, offset: record.offset),
            decoded.header.uncompressedCRC != 0
        {
            return unsafe try keep(decoded.records, of: record.offset, isProven: true)
        }
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
                unsafe try keepMessage(record.whole)
                recovery.suspectMessages += 1
            }
            return try lose(record.offset, end, "a message stands behind the end of the data")
        }
        hasUnproven = true
        unsafe try keepMessage(record.whole)
        if (writer?.chunkSize ?? 0) >= 1 << 20 {
            try write { (writer) throws(ContainerError) in try writer.closeChunk() }
        }
    }

    private mutating func takeChunk(_ record: ScannedRecord, _ end: UInt64) throws(ContainerError) {
        // Messages that stood outside chunks before it.
        try write { (writer) throws(ContainerError) in try writer.closeChunk() }
        var extra = 0
        do throws(ContainerError) {
            let decoded = try decoder.decode(record.content, offset: record.offset)
            extra = decoded.extraBytes
            if decoded.header.uncompressedCRC == 0 { hasUnproven = true }
            unsafe try keep(decoded.records, of: record.offset, isProven: true)
        } catch {
            // What can't be written is no damage of the file's.
            if case .io = error { throw error }
            if case .closed = error { throw error }
            recovery.lostChunks += 1
            if keepsSuspect, let found = unsafe decoder.decodeUnproven(record.content) {
                let before = recovery.messages
                unsafe try keep(found, of: record.offset, isProven: false)
                recovery.suspectMessages += recovery.messages - before
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
            if let next = try chunks.next(in: scanner.source, from: start, before: end) {
                scanner.resume(at: next)
                hasResumed = true
            }
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
        if openLoss.takesIndexes {
            let isLabel = isOurs && kind(of: index.channelID) == .logLabel
            openLoss.take(isLabel ? 0 : UInt64(index.records.count))
        }
        return true
    }
}

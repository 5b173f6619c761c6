/// One record after the other.
extension LogVerifier {
    mutating func take(_ record: ScannedRecord) throws(ContainerError) {
        let place = record.offset
        if record.opcode != .messageIndex, record.opcode.isKnown { closeChunk(isLast: false) }
        if record.opcode.isKnown { checkPlace(of: record.opcode, at: place) }
        var rest = record.content
        do throws(ContainerError) {
            switch record.opcode {
            case .header: try takeHeader(&rest, at: place)
            case .message: takeMessage(record)
            case .chunk:
                takeChunk(record)
                return try resumeBehindHidden(record)
            case .messageIndex: try takeMessageIndex(record, &rest)
            case .attachment where !hasDataEnded: try takeAttachment(record, &rest)
            case .metadata where !hasDataEnded: try takeMetadata(record, &rest)
            case .dataEnd: try takeDataEnd(&rest, at: place)
            case .footer: try takeFooter(record, &rest)
            case _ where !record.opcode.isKnown:
                return result.issues.addOnce(
                    .unknownRecord, at: place, "opcode \(record.opcode.rawValue) is unknown")
            default:
                if record.opcode == .schema || record.opcode == .channel {
                    definitions.register(
                        record.opcode, content: record.content, offset: place, log: &result.issues)
                }
                guard hasDataEnded else { return }
                rest = try summary.take(record, &facts, messages, definitions, &result.issues)
                if record.opcode == .schema || record.opcode == .channel { return }
            }
        } catch {
            if case .io = error { throw error }
            if case .crc = error { return add(.attachment, at: place, error.description) }
            add(.record, at: place, error.description)
            let end = unsafe place + UInt64(record.whole.count)
            try resumeInside(place, from: place + 1, to: end)
            return
        }
        noteExtra(rest, of: record.opcode, at: place)
        // A length that is too long hides what follows.
        guard record.opcode == .messageIndex, rest.remaining >= ChunkSignature.size else { return }
        let end = unsafe place + UInt64(record.whole.count)
        try resumeInside(place, from: end - UInt64(rest.remaining), to: end)
    }

    private mutating func noteExtra(_ rest: ByteCursor, of opcode: Opcode, at place: UInt64) {
        guard !rest.isAtEnd, opcode != .message, opcode != .schema, opcode != .channel else { return }
        result.issues.addOnce(
            .unknownRecord, at: place, "\(opcode) has \(rest.remaining) bytes more than its fields")
    }

    /// Whether the record may stand in this part of the file.
    private mutating func checkPlace(of opcode: Opcode, at place: UInt64) {
        if !hasHeader && opcode != .header && !hasResumed {
            hasHeader = true
            add(.record, at: place, "the file does not begin with a Header")
        }
        switch opcode {
        case .header:
            if hasHeader && !hasResumed { add(.record, at: place, "a second Header") }
            hasHeader = true
        case .message, .chunk, .messageIndex, .attachment, .metadata, .dataEnd:
            if hasDataEnded { add(.record, at: place, "\(opcode) stands behind the end of the data") }
        case .statistics, .chunkIndex, .attachmentIndex, .metadataIndex, .summaryOffset, .footer:
            if !hasDataEnded { add(.record, at: place, "\(opcode) stands before the end of the data") }
        default: break
        }
    }

    private mutating func takeHeader(_ rest: inout ByteCursor, at place: UInt64) throws(ContainerError) {
        let header = try MCAP.Header(parsing: &rest)
        if result.profile == nil { result.profile = header.profile }
        isOurs = header.profile == "arlog"
        definitions.expect(header)
        decoder.requiresCRC = definitions.convention == .numbers
        if header.hasRepairedText {
            result.issues.addOnce(.invalidUTF8, at: place, "Header has text that is not UTF-8")
        }
    }

    private mutating func takeMessage(_ record: ScannedRecord) {
        var content = record.content
        guard let message = MCAP.MessageHeader(parsing: &content) else {
            facts.hasLoss = true
            return add(.record, at: record.offset, "Message ends inside its fields")
        }
        result.issues.addOnce(
            .outsideChunk, at: record.offset, "message outside a chunk, which other readers may leave out")
        messages.take(message, at: record.offset, definitions, isOurs: isOurs, &result.issues)
    }

    private mutating func takeAttachment(_ record: ScannedRecord, _ rest: inout ByteCursor)
        throws(ContainerError)
    {
        let whole = unsafe rest.rest
        var fields = FieldReader(rest, of: .attachment)
        let logTime: UInt64 = try fields.integer("log_time")
        let createTime: UInt64 = try fields.integer("create_time")
        let name = try fields.text("name")
        let mediaType = try fields.text("media_type")
        let size = try fields.slice("data", lengthAs: UInt64.self).remaining
        let covered = whole.count - fields.cursor.remaining
        let crc: UInt32 = try fields.integer("crc")
        rest = fields.cursor
        let digest = SummaryChecks.digest(logTime, createTime, UInt64(size), name, mediaType)
        facts.addAttachment(
            FileFacts.Extra(
                offset: record.offset, length: unsafe UInt64(record.whole.count), digest: digest))
        if fields.hasRepairedText {
            result.issues.addOnce(.invalidUTF8, at: record.offset, "attachment has text that is not UTF-8")
        }
        guard crc != 0 else {
            return result.issues.addOnce(.noCRC, at: record.offset, "attachment has no CRC")
        }
        let actual = unsafe CRC32.of(UnsafeRawBufferPointer(rebasing: whole[..<covered]))
        if actual != crc {
            throw .crc(what: "attachment", offset: record.offset, expected: crc, actual: actual)
        }
    }

    private mutating func takeMetadata(_ record: ScannedRecord, _ rest: inout ByteCursor)
        throws(ContainerError)
    {
        let metadata = try MCAP.Metadata(parsing: &rest)
        facts.addMetadata(
            FileFacts.Extra(
                offset: record.offset, length: unsafe UInt64(record.whole.count),
                digest: Digest.of(metadata.name)))
        if metadata.hasRepairedText {
            result.issues.addOnce(.invalidUTF8, at: record.offset, "metadata has text that is not UTF-8")
        }
    }

    private mutating func takeDataEnd(_ rest: inout ByteCursor, at place: UInt64) throws(ContainerError) {
        hasDataEnded = true
        let expected = try MCAP.DataEnd(parsing: &rest).dataSectionCRC
        let actual = scanner.sectionCRC.value
        guard expected != 0, expected != actual, !hasResumed else { return }
        let error = ContainerError.crc(
            what: "data section", offset: place, expected: expected, actual: actual)
        add(.dataCRC, at: place, error.description)
    }

    private mutating func takeFooter(_ record: ScannedRecord, _ rest: inout ByteCursor) throws(ContainerError)
    {
        let footer = try MCAP.Footer(parsing: &rest)
        if footer.summaryStart == 0 { add(.noSummary, at: record.offset, "no summary") }
        guard hasDataEnded, !hasResumed else { return }
        summary.finish(footer, at: record.offset, sectionStart: scanner.sectionStart, facts, &result.issues)
        guard footer.summaryCRC != 0 else { return }
        var crc = scanner.sectionCRC
        unsafe crc.update(UnsafeRawBufferPointer(rebasing: record.whole.prefix(MCAP.prefixSize + 16)))
        if crc.value != footer.summaryCRC {
            let error = ContainerError.crc(
                what: "summary", offset: record.offset, expected: footer.summaryCRC, actual: crc.value)
            add(.summaryCRC, at: record.offset, error.description)
        }
    }
}

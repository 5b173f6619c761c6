/// Compares what a summary says with what the file has.
struct SummaryChecks {
    /// Records of one kind that stand together in the summary.
    private struct Group {
        let opcode: Opcode
        let start: UInt64
        var end: UInt64
    }

    private var groups: [Group] = []
    private var hasStatistics = false
    /// What the summary defines, and what the data section did.
    private var schemas: Set<UInt16> = []
    private var channels: Set<UInt16> = []
    /// File offset of the file's own first byte, from which its offsets count.
    private let base: UInt64

    init(base: UInt64) { self.base = base }

    /// Takes a record between DataEnd and Footer. Definitions are the caller's to register.
    mutating func take(
        _ record: ScannedRecord, _ facts: inout FileFacts, _ messages: MessageChecks,
        _ definitions: DefinitionTable, _ log: inout IssueLog
    ) throws(ContainerError) -> ByteCursor {
        var content = record.content
        let place = record.offset
        noteGroup(record)
        switch record.opcode {
        case .schema: if let id = content.peek(UInt16.self) { schemas.insert(id) }
        case .channel: if let id = content.peek(UInt16.self) { channels.insert(id) }
        case .statistics:
            let statistics = try MCAP.Statistics(parsing: &content)
            if hasStatistics { log.add(LogIssue(.statistics, at: place, "a second Statistics record")) }
            hasStatistics = true
            check(statistics, at: place, facts, messages, definitions, &log)
        case .chunkIndex:
            let index = try MCAP.ChunkIndex(parsing: &content)
            if index.hasRepairedText {
                log.addOnce(.invalidUTF8, at: place, "ChunkIndex has text that is not UTF-8")
            }
            if let problem = check(index, &facts) { log.add(LogIssue(.index, at: place, problem)) }
        case .attachmentIndex:
            let index = try MCAP.AttachmentIndex(parsing: &content)
            let digest = Self.digest(
                index.logTime, index.createTime, index.dataSize, index.name, index.mediaType)
            let known = facts.attachmentCount == facts.attachments.count
            check(
                "AttachmentIndex", index.offset, index.length, digest, known, &facts.attachments, at: place,
                &log)
        case .metadataIndex:
            let index = try MCAP.MetadataIndex(parsing: &content)
            let known = facts.metadataCount == facts.metadata.count
            check(
                "MetadataIndex", index.offset, index.length, Digest.of(index.name), known, &facts.metadata,
                at: place, &log)
        case .summaryOffset: try check(offset: &content, at: place, &log)
        default: return ByteCursor.empty
        }
        return content
    }

    /// The digest of what an attachment's index says again.
    static func digest(
        _ logTime: UInt64, _ createTime: UInt64, _ size: UInt64, _ name: String, _ mediaType: String
    ) -> UInt64 {
        [createTime, size, Digest.of(name), Digest.of(mediaType)].reduce(Digest.of(logTime)) {
            Digest.of($0, $1)
        }
    }

    private mutating func noteGroup(_ record: ScannedRecord) {
        let end = unsafe record.offset + UInt64(record.whole.count)
        if let last = groups.last, last.opcode == record.opcode {
            groups[groups.count - 1].end = end
        } else if groups.count < 4096 {
            groups.append(Group(opcode: record.opcode, start: record.offset, end: end))
        }
    }

    private func check(offset content: inout ByteCursor, at place: UInt64, _ log: inout IssueLog)
        throws(ContainerError)
    {
        let offset = try MCAP.SummaryOffset(parsing: &content)
        // Some writers name groups that they have nothing in.
        let isNamedEmpty =
            offset.groupLength == 0 && !groups.contains { $0.opcode.rawValue == offset.groupOpcode }
            && base &+ offset.groupStart >= groups[0].start && base &+ offset.groupStart <= place
        if isNamedEmpty { return }
        let group = groups.first { $0.start == base &+ offset.groupStart }
        guard let group, group.opcode.rawValue == offset.groupOpcode,
            group.end - group.start == offset.groupLength
        else {
            let opcode = Opcode(rawValue: offset.groupOpcode)
            return log.add(
                LogIssue(
                    .summary, at: place, "the SummaryOffset of \(opcode) names a place where they are not"))
        }
    }

    private func check(_ index: MCAP.ChunkIndex, _ facts: inout FileFacts) -> String? {
        let offset = base &+ index.chunkStartOffset
        guard let at = FileFacts.place(of: offset, in: facts.chunks, \.offset) else {
            if facts.hasLoss || !facts.isComplete { return nil }
            return "a ChunkIndex names byte \(index.chunkStartOffset), where no chunk begins"
        }
        let chunk = facts.chunks[at]
        defer { facts.chunks[at].isNamed = true }
        if chunk.isNamed { return "the chunk at \(index.chunkStartOffset) has two ChunkIndexes" }
        func differs(_ what: String) -> String {
            "the ChunkIndex of the chunk at \(index.chunkStartOffset) has another \(what) than the chunk"
        }
        if index.chunkLength != chunk.length { return differs("length") }
        if Digest.of(index.compression) != chunk.compression { return differs("compression") }
        if index.compressedSize != chunk.storedSize { return differs("compressed size") }
        if index.uncompressedSize != chunk.uncompressedSize { return differs("uncompressed size") }
        if chunk.hasMessages,
            index.messageStartTime != chunk.start
                || index.messageEndTime != chunk.end
        {
            return differs("time")
        }
        let digest = index.messageIndexOffsets.reduce(UInt64(0)) {
            $0 &+ Digest.of(UInt64($1.key), base &+ $1.value)
        }
        if index.messageIndexLength != chunk.indexLength || digest != chunk.indexDigest {
            return
                "the ChunkIndex of the chunk at \(index.chunkStartOffset) names MessageIndexes where they are not"
        }
        return nil
    }

    private func check(
        _ what: String, _ offset: UInt64, _ length: UInt64, _ digest: UInt64, _ isKnown: Bool,
        _ items: inout [FileFacts.Extra], at place: UInt64, _ log: inout IssueLog
    ) {
        guard let at = FileFacts.place(of: base &+ offset, in: items, \.offset) else {
            if isKnown {
                log.add(LogIssue(.index, at: place, "\(what) names byte \(offset), where none begins"))
            }
            return
        }
        if items[at].isNamed { log.add(LogIssue(.index, at: place, "\(what) names byte \(offset) again")) }
        items[at].isNamed = true
        if items[at].length != length || items[at].digest != digest {
            log.add(LogIssue(.index, at: place, "\(what) says otherwise than the record at \(offset)"))
        }
    }

    /// Checks the footer, and that nothing was left out, at the end of the summary.
    func finish(
        _ footer: MCAP.Footer, at place: UInt64, sectionStart: UInt64, _ facts: FileFacts,
        _ log: inout IssueLog
    ) {
        let isEmpty = sectionStart == place
        if footer.summaryStart == 0 {
            if !isEmpty {
                log.add(LogIssue(.summary, at: place, "Footer says there is no summary, but there is one"))
            }
        } else if isEmpty || base &+ footer.summaryStart != sectionStart {
            log.add(
                LogIssue(
                    .summary, at: place,
                    "Footer names byte \(footer.summaryStart) as the summary, which it is not"))
        }
        let offsets = groups.first { $0.opcode == .summaryOffset }?.start
        let said = footer.summaryOffsetStart == 0 ? nil : base &+ footer.summaryOffsetStart
        // Some writers name the end of the summary where they have no offsets.
        if said != offsets && !(offsets == nil && said == place) {
            log.add(
                LogIssue(
                    .summary, at: place, "Footer names another place for the SummaryOffsets than they have"))
        }
        func checkNamed(_ what: String, _ opcode: Opcode, _ isNamed: [Bool]) {
            guard groups.contains(where: { $0.opcode == opcode }), let missing = isNamed.firstIndex(of: false)
            else {
                return
            }
            let count = isNamed.count { !$0 }
            log.add(
                LogIssue(
                    .index, at: place, "\(count) \(what) lack in the summary, first number \(missing + 1)"))
        }
        guard facts.isComplete else {
            return log.addOnce(
                .unchecked, at: place, "more chunks or attachments than are compared with the summary")
        }
        checkNamed("chunks", .chunkIndex, facts.chunks.map(\.isNamed))
        checkNamed("attachments", .attachmentIndex, facts.attachments.map(\.isNamed))
        checkNamed("metadata records", .metadataIndex, facts.metadata.map(\.isNamed))
    }
}

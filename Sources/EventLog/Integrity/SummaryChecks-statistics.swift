extension SummaryChecks {
    /// Compares the counts and times of the whole file. Where something could not be read, they prove nothing.
    func check(
        _ statistics: MCAP.Statistics, at place: UInt64, _ facts: FileFacts, _ messages: MessageChecks,
        _ definitions: DefinitionTable, _ log: inout IssueLog
    ) {
        guard !facts.hasLoss else { return }
        func compare(_ what: String, _ said: UInt64, _ found: UInt64) {
            guard said != found else { return }
            log.add(
                LogIssue(.statistics, at: place, "Statistics says \(said) \(what), the file has \(found)"))
        }
        compare("messages", statistics.messageCount, messages.count)
        compare("chunks", UInt64(statistics.chunkCount), facts.chunkCount)
        compare("attachments", UInt64(statistics.attachmentCount), facts.attachmentCount)
        compare("metadata records", UInt64(statistics.metadataCount), facts.metadataCount)
        compare("schemas", UInt64(statistics.schemaCount), UInt64(definitions.schemas.count))
        compare("channels", UInt64(statistics.channelCount), UInt64(definitions.channels.count))
        if messages.count > 0 {
            compare("as first log_time", statistics.messageStartTime, messages.start)
            compare("as last log_time", statistics.messageEndTime, messages.end)
        }
        var sum: UInt64 = 0
        for entry in statistics.channelMessageCounts {
            compare("messages on channel \(entry.key)", entry.value, messages.count(of: entry.key))
            sum &+= entry.value
        }
        if !statistics.channelMessageCounts.isEmpty { compare("messages by channel", sum, messages.count) }
    }
}

/// Looks at messages one after the other: channels, times, numbers, counts.
struct MessageChecks {
    /// Messages so far, and those among them that are events.
    private(set) var count: UInt64 = 0
    private(set) var eventCount: UInt64 = 0
    /// Smallest and largest `log_time` so far.
    private(set) var start: UInt64 = .max
    private(set) var end: UInt64 = 0
    /// By channel number.
    private var counts = [UInt64](repeating: 0, count: 1 << 16)
    private var channels = ChannelTable()
    private var undefined: Set<UInt16> = []
    private var lastTime: UInt64 = 0
    private var lastNumber: UInt32 = 0
    /// Whether the last event was a `log.gap`, which tells of the events that lack around it.
    private var wasGap = false

    /// Messages of a channel so far.
    func count(of channel: UInt16) -> UInt64 { counts[Int(channel)] }

    /// Channels that have messages.
    var usedChannels: [UInt16] {
        counts.indices.filter { counts[$0] > 0 }.map { UInt16($0) }
    }

    /// Takes a message that stands in the chunk, or itself, at `offset` in the file.
    mutating func take(
        _ message: MCAP.MessageHeader, at offset: UInt64, _ definitions: DefinitionTable, isOurs: Bool,
        _ log: inout IssueLog
    ) {
        count += 1
        counts[Int(message.channelID)] += 1
        start = min(start, message.logTime)
        end = max(end, message.logTime)
        let generation = definitions.generation
        let known = channels.known(message.channelID, in: generation)
        let channel = known ?? channels.resolve(message.channelID, definitions, isOurs: false)
        if known == nil { checkDefinition(message.channelID, at: offset, definitions, &log) }
        if message.logTime == 0 {
            log.addOnce(.timeZero, at: offset, "message with log_time 0, which other readers may leave out")
        }
        guard isOurs else {
            eventCount += 1
            return
        }
        if message.logTime < lastTime {
            log.addOnce(.order, at: offset, "log_time \(message.logTime) comes after \(lastTime)")
        }
        lastTime = max(lastTime, message.logTime)
        guard channel.kind != .logLabel else { return }
        // What stands beside the events has no number.
        guard channel.kind != nil || message.sequence > 0 else { return }
        eventCount += 1
        number(message.sequence, isGap: channel.kind == .logGap, at: offset, &log)
    }

    private mutating func number(_ number: UInt32, isGap: Bool, at offset: UInt64, _ log: inout IssueLog) {
        if number <= lastNumber {
            log.addOnce(.sequence, at: offset, "event #\(number) comes after #\(lastNumber)")
        } else if lastNumber > 0, number - lastNumber > 1, !isGap, !wasGap {
            let hole = number - lastNumber - 1
            let what = "\(hole) event\(hole == 1 ? " is" : "s are") lacking before #\(number)"
            log.add(LogIssue(.sequence, at: offset, what + ", and no log.gap tells of it"))
        }
        wasGap = isGap
        lastNumber = max(lastNumber, number)
    }

    private mutating func checkDefinition(
        _ channel: UInt16, at offset: UInt64, _ definitions: DefinitionTable, _ log: inout IssueLog
    ) {
        guard let definition = definitions.channels[channel] else {
            if undefined.insert(channel).inserted {
                log.add(
                    LogIssue(
                        .definition, at: offset, "messages are on channel \(channel), which was never defined"
                    ))
            }
            return
        }
        if definition.schemaID != 0, definitions.schemas[definition.schemaID] == nil {
            log.add(
                LogIssue(
                    .definition, at: offset,
                    "channel \(channel) has schema \(definition.schemaID), which was never defined"))
        }
    }
}

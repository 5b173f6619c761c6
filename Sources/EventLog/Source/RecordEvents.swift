/// Makes batches of events from batches of records: message records become headers, labels go to the table.
struct RecordEvents {
    /// Message records too short for their fixed fields, or lacking.
    private(set) var malformedCount = 0
    /// Events whose time was before the one before them, and was lifted to it.
    private(set) var liftedCount = 0
    private(set) var channels = ChannelTable()
    let labels: LabelTable

    private var headers: [EventHeader] = []
    private var lastTime: UInt64 = 0
    private var lastNumber: UInt32 = 0

    init(labels: LabelTable) { self.labels = labels }

    /// The events of a batch that `reader` gave. Definitions among the records are told to the reader.
    mutating func events<Reader: RecordReader & ~Copyable>(
        of batch: RecordBatch, from reader: inout Reader, isOurs: Bool
    ) -> EventBatch {
        var generation = reader.definitions.generation
        var headers = self.headers
        self.headers = []
        headers.removeAll(keepingCapacity: true)
        var records = batch.records
        var (time, number) = (lastTime, lastNumber)
        while true {
            guard let (message, payload) = records.nextMessage() else {
                guard let record = records.next() else { break }
                if record.opcode == .message {
                    malformedCount += 1
                } else {
                    reader.define(record, in: batch)
                    generation = reader.definitions.generation
                }
                continue
            }
            let channel =
                channels.known(message.channelID, in: generation)
                ?? channels.resolve(message.channelID, reader.definitions, isOurs: isOurs)
            guard let kind = channel.kind else {
                channels.countStranger(channel)
                continue
            }
            if kind == .logLabel {
                learn(payload, in: batch)
                continue
            }
            // Another writer may not count.
            number = message.sequence > 0 ? message.sequence : number &+ 1
            if message.logTime < time { liftedCount += 1 } else { time = message.logTime }
            headers.append(
                EventHeader(
                    number: number, kind: kind, device: channel.device, time: time, payload: payload))
        }
        (lastTime, lastNumber) = (time, number)
        if records.remaining > 0 { malformedCount += 1 }
        self.headers = headers
        return unsafe EventBatch(content: BatchContent(batch.bytes), headers: headers)
    }

    private mutating func learn(_ payload: TextRange, in batch: RecordBatch) {
        let content = unsafe BatchContent(batch.bytes)
        let header = EventHeader(number: 0, kind: .logLabel, device: 0, time: 0, payload: payload)
        guard let label = content.decode(StoredEvent.LogLabel.self, header) else {
            malformedCount += 1
            return
        }
        labels.learn(content.string(label.label), for: label.id)
    }
}

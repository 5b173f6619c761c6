internal import EventLog
public import Projections

/// What came of a replay: a new log with the recorded inputs and the handler's outputs.
public struct ReplayResult {
    /// The new log, ready for `Analysis` and `EventWriter`. Its events are numbered from 1.
    public let log: EventStore
    /// By the place of each event of the new log: its number in the recording; 0 for an output of the handler.
    public let recordedNumbers: [UInt32]
    /// What did not go as it should, in the order in which it happened first.
    public let accounts: [ReplayAccount]
    /// Whether the recording was replayed to its end.
    public let isComplete: Bool
    /// How many timers and sleeps of the handler were to end only after the recording does.
    public let waitingCount: Int
    /// How far the recording was taken over: the place behind the last of its events in the new log.
    let takenPlaces: Int

    init(_ recording: EventStore, _ state: ReplayCore.State) {
        let labels = LabelTable(copying: recording.labels)
        for (id, label) in state.labels { labels.learn(label, for: id) }
        log = EventStore(labels: labels)
        log.devices = recording.devices
        var numbers: [UInt32] = []
        numbers.reserveCapacity(state.records.count)
        for record in state.records {
            let number = UInt32(truncatingIfNeeded: numbers.count + 1)
            if let place = record.place {
                let header = recording.headers[place]
                numbers.append(header.number)
                log.append(
                    header.kind, number: number, time: record.time, device: record.device,
                    publishTime: recording.event(header).content.publishTime(of: header),
                    payload: recording.payload(of: header))
            } else {
                numbers.append(0)
                log.append(
                    record.kind, number: number, time: record.time, device: record.device,
                    payload: Array(state.bytes[record.payload]))
            }
        }
        recordedNumbers = numbers
        accounts = state.accounts
        takenPlaces = (state.records.last { $0.place != nil }?.place ?? -1) + 1
        isComplete = state.isComplete
        waitingCount = state.waitingCount
    }

    /// How many events the handler emitted.
    public var outputCount: Int { recordedNumbers.count { $0 == 0 } }

    /// What the rules say of the new log.
    public func findings(settings: Settings = Settings()) -> [Finding] { log.findings(settings: settings) }
}

extension EventStore {
    /// What the rules say of the events, in one pass; ids are named in the messages.
    public func findings(settings: Settings = Settings()) -> [Finding] {
        let analysis = Analysis(settings: settings)
        analysis.name { self.labels.name(of: $0) }
        analysis.take(batch(headers))
        return analysis.finish()
    }
}

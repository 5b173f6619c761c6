import EventLog
import Projections

/// A log that is played: where its time stands, and how everything stood then.
///
/// It is read twice: once for the findings and the states, which are final only at the log's end, and once to be played.
final class Tape {
    let findings: [Finding]
    let machines: [MachineHistory.Line]
    /// Nanoseconds from the first event to the end of what is played.
    let duration: UInt64
    let start: UInt64
    let log: OpenLog
    let world: World

    private var batch: EventBatch?
    private var place = 0
    /// The last event that was taken in.
    private(set) var last: EventHeader?
    /// How many of each kind were taken in.
    private(set) var counts: [EventKind: Int] = [:]

    init(
        _ file: LogFile, settings: Settings, to end: Moment?, limits: ReaderLimits, _ console: Console
    ) throws(CommandError) {
        let first = try OpenLog(file, "checking", console, limits: limits)
        let analysis = Analysis(settings: settings)
        analysis.name { first.labels.name(of: $0) }
        let history = MachineHistory(of: analysis)
        // The whole log is judged, however little of it is played: what is wrong with an end is wrong with its own.
        var played: UInt64?
        while let batch = try first.next() {
            if case .event(let number)? = end, played == nil {
                played = batch.headers.first { UInt64($0.number) >= number }?.time
            }
            analysis.take(batch)
        }
        try first.requireEvents()
        findings = analysis.finish().sorted { $0.mark < $1.mark }
        machines = history.lines
        start = first.start
        let whole = analysis.world.now.time - min(analysis.world.now.time, first.start)
        switch end {
        case .offset(let nanoseconds): duration = min(whole, nanoseconds)
        case .instant(let time): duration = min(whole, time - min(time, first.start))
        case .event: duration = played.map { $0 - min($0, first.start) } ?? whole
        case nil: duration = whole
        }
        log = try OpenLog(file, "reading", console, filter: EventFilter(to: end), limits: limits)
        world = World(settings: settings)
    }

    /// Nanoseconds from the first event to the last that was taken in.
    var elapsed: UInt64 { last.map { elapsed($0.time) } ?? 0 }

    func elapsed(_ time: UInt64) -> UInt64 { time - min(time, start) }

    /// The time of the next event, nanoseconds from the first; `nil` at the end.
    func next() throws(CommandError) -> UInt64? { try peek().map { elapsed($0.time) } }

    /// The next event, not yet taken in.
    func peek() throws(CommandError) -> EventHeader? {
        while true {
            if let batch, place < batch.headers.count { return batch.headers[place] }
            guard let next = try log.next() else { return nil }
            batch = next
            place = 0
        }
    }

    /// Takes in the next event; `nil` at the end. What is returned is valid until the next call.
    func advance() throws(CommandError) -> LoggedEvent? {
        guard let header = try peek(), let batch else { return nil }
        place += 1
        last = header
        counts[header.kind, default: 0] += 1
        world.take(EventBatch(content: batch.content, headers: [header]))
        return LoggedEvent(header: header, content: batch.content)
    }

    /// The findings that become true at an event.
    func findings(at header: EventHeader) -> [Finding] {
        // Sorted by their marks: those of one event lie together.
        var low = 0
        var high = findings.count
        while low < high {
            let middle = (low + high) / 2
            if findings[middle].mark.number < header.number { low = middle + 1 } else { high = middle }
        }
        return Array(findings[low...].prefix { $0.mark.number == header.number })
    }

    /// When the first finding behind a moment becomes true, nanoseconds from the first event.
    func finding(after elapsed: UInt64) -> UInt64? {
        findings.lazy.map { self.elapsed($0.mark.time) }.first { $0 > elapsed }
    }
}

public import EventLog

/// One stay of a machine in a state.
public struct Visit: Equatable, Sendable {
    public let state: String
    /// The event that entered it.
    public let from: Mark
    /// The event that left it; where nothing did, the log's last.
    public let to: Mark
}

/// The trace of one machine through a recording.
public struct Trace: Sendable {
    public let machine: String
    /// `nil` where the machine belongs to the device.
    public let session: SessionName?
    public let device: Int
    public let visits: [Visit]
    /// The transitions its definition does not have.
    public let illegal: [UInt32]
    /// Whether its transitions were held against a definition.
    public let isJudged: Bool
    /// Whether it follows from ARKit's own events and not from what the app told.
    public let isDerived: Bool
}

/// A projection that keeps every machine's trace.
///
/// Its memory grows with the number of visits, not with that of events.
public final class TraceLog {
    public let world: World
    private let book = TraceBook()

    /// `settings` has the app's own machines.
    public init(settings: Settings = Settings()) {
        world = World(settings: settings)
        world.traces = book
    }

    /// Takes in the next events.
    public func take(_ batch: EventBatch) { world.take(batch) }

    /// The traces so far, in the order in which the machines were first mentioned.
    public var traces: [Trace] {
        book.records.values.sorted { first($0) < first($1) }.map { record in
            let end = record.end ?? world.now
            let visits = record.visits.indices.map { index in
                let next = index + 1 < record.visits.count ? record.visits[index + 1].entered : end
                return Visit(
                    state: world.symbols.text(record.visits[index].state), from: record.visits[index].entered,
                    to: next)
            }
            return Trace(
                machine: record.machine.name, session: record.session, device: record.device, visits: visits,
                illegal: record.machine.isForeign ? [] : record.illegal, isJudged: record.machine.isJudged,
                isDerived: record.machine.isDerived)
        }
    }

    private func first(_ record: TraceBook.Record) -> (UInt32, UInt64) {
        (record.visits.first?.entered.number ?? 0, record.machine.serial)
    }
}

/// What a `TraceLog` keeps.
private final class TraceBook: TraceRecorder {
    struct Record {
        let machine: Machine
        let session: SessionName?
        let device: Int
        var visits: [(state: Symbol, entered: Mark)] = []
        var illegal: [UInt32] = []
        /// The end of its recording, once that is over.
        var end: Mark?
    }

    private(set) var records: [UInt64: Record] = [:]
    /// The records of each device's recording that goes on, by the device's index.
    private var open: [Int: [UInt64]] = [:]

    override func entered(
        _ machine: Machine, session: SessionState?, device: Int, state: Symbol, at mark: Mark
    ) {
        if records[machine.serial] == nil {
            // The machines that follow from a session's events are the session's, whatever its name.
            records[machine.serial] = Record(
                machine: machine, session: session.map { SessionName($0.id) }, device: device)
            open[device, default: []].append(machine.serial)
        }
        records[machine.serial]?.visits.append((state, mark))
    }

    override func illegal(_ machine: Machine, at mark: Mark) {
        records[machine.serial]?.illegal.append(mark.number)
    }

    override func ended(_ device: Int, at mark: Mark) {
        for serial in open.removeValue(forKey: device) ?? [] { records[serial]?.end = mark }
    }
}

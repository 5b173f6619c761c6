import EventLog

/// The states of all machines over time, as finely as a terminal can show them, in the rules' own pass.
///
/// It costs so little that `check` can have it by the way: an entry is 16 bytes, and of each machine at most
/// `entryLimit` are kept; where there are more, neighbours are put together.
public final class MachineHistory: TraceRecorder {
    /// One entry into a state, or the end of what is known.
    private struct Entry: BitwiseCopyable {
        /// `nil` where the recording ended.
        var state: Symbol?
        let from: UInt64
        /// Whether it stands for several entries, of which it has the last one's state.
        var isSeveral = false
        var isIllegal = false
    }

    private struct Record {
        let machine: Machine
        let session: SessionName?
        let device: Int
        var entries: [Entry] = []
        /// Nanoseconds within which entries are put together; 0 as long as there is room for all.
        var grain: UInt64 = 0
    }

    /// A stay of a machine in a state.
    public struct Stay: Equatable, Sendable {
        public let state: String
        /// Nanoseconds since 1970.
        public let from: UInt64
        public let to: UInt64
        /// Whether it stands for several, too short to be kept apart; the state is the last one's.
        public let isSeveral: Bool
        /// Whether its machine has no way that leads here.
        public let isIllegal: Bool
    }

    /// What is known of one machine.
    public struct Line: Sendable {
        public let machine: String
        /// `nil` where the machine belongs to the device.
        public let session: SessionName?
        public let device: Int
        /// Whether it follows from ARKit's own events and not from what the app told.
        public let isDerived: Bool
        public let stays: [Stay]
    }

    /// Machines followed, and entries kept of each.
    static let machineLimit = 64
    static let entryLimit = 2048

    private var records: [Record] = []
    private var places: [UInt64: Int] = [:]
    private let symbols: Symbols
    /// Entries of further machines, which were left out.
    public private(set) var leftOut = 0

    /// Follows an analysis from its next event on.
    public init(of analysis: Analysis) {
        symbols = analysis.world.symbols
        super.init()
        analysis.world.traces = self
    }

    override func entered(
        _ machine: Machine, session: SessionState?, device: Int, state: Symbol, at mark: Mark
    ) {
        let place: Int
        if let known = places[machine.serial] {
            place = known
        } else {
            guard records.count < Self.machineLimit else {
                leftOut += 1
                return
            }
            place = records.count
            places[machine.serial] = place
            records.append(
                Record(machine: machine, session: session.map { SessionName($0.id) }, device: device))
        }
        add(Entry(state: state, from: mark.time), at: place)
    }

    override func illegal(_ machine: Machine, at mark: Mark) {
        guard let place = places[machine.serial], !records[place].entries.isEmpty else { return }
        records[place].entries[records[place].entries.count - 1].isIllegal = true
    }

    override func ended(_ device: Int, at mark: Mark) {
        for place in records.indices where records[place].device == device {
            if records[place].entries.last?.state != nil { add(Entry(from: mark.time), at: place) }
        }
    }

    private func add(_ entry: Entry, at place: Int) {
        records[place].entries.append(entry)
        if records[place].entries.count > Self.entryLimit { coarsen(&records[place]) }
    }

    /// Puts entries together that are close to one another, over ever longer times, until half of the room is free.
    private func coarsen(_ record: inout Record) {
        record.grain = max(record.grain, 5_000_000)
        while record.entries.count > Self.entryLimit / 2 {
            let (doubled, overflow) = record.grain.multipliedReportingOverflow(by: 2)
            record.grain = overflow ? .max : doubled
            var kept: [Entry] = []
            for entry in record.entries {
                if let last = kept.last, entry.from - min(entry.from, last.from) < record.grain {
                    kept[kept.count - 1].state = entry.state
                    kept[kept.count - 1].isSeveral = true
                    kept[kept.count - 1].isIllegal = last.isIllegal || entry.isIllegal
                } else {
                    kept.append(entry)
                }
            }
            record.entries = kept
        }
    }

    /// What is known of each machine, in the order of their first mention.
    public var lines: [Line] {
        records.map { record in
            let ends = record.entries.dropFirst().map(\.from) + [record.entries.last?.from ?? 0]
            let stays = zip(record.entries, ends).compactMap { entry, end in
                entry.state.map { state in
                    Stay(
                        state: symbols.text(state), from: entry.from, to: end, isSeveral: entry.isSeveral,
                        isIllegal: entry.isIllegal && !record.machine.isForeign)
                }
            }
            return Line(
                machine: record.machine.name, session: record.session, device: record.device,
                isDerived: record.machine.isDerived, stays: stays)
        }
    }
}

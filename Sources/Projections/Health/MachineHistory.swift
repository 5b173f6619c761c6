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

    private final class Record {
        let machine: Machine
        let session: SessionName?
        let device: Int
        @exclusivity(unchecked) @safe var entries: [Entry] = []
        /// Nanoseconds within which entries are put together; 0 as long as there is room for all.
        @exclusivity(unchecked) @safe private var grain: UInt64 = 0

        init(_ machine: Machine, session: SessionName?, device: Int) {
            self.machine = machine
            self.session = session
            self.device = device
        }

        func add(_ entry: Entry) {
            entries.append(entry)
            if entries.count > MachineHistory.entryLimit { coarsen() }
        }

        /// Puts entries together that are close to one another, over ever longer times, until half of the room is free.
        private func coarsen() {
            grain = max(grain, 5_000_000)
            while entries.count > MachineHistory.entryLimit / 2 {
                let (doubled, overflow) = grain.multipliedReportingOverflow(by: 2)
                grain = overflow ? .max : doubled
                var last = 0
                for index in 1..<entries.count {
                    let entry = entries[index]
                    if entry.from - min(entry.from, entries[last].from) < grain {
                        entries[last].state = entry.state
                        entries[last].isSeveral = true
                        entries[last].isIllegal = entries[last].isIllegal || entry.isIllegal
                    } else {
                        last += 1
                        entries[last] = entry
                    }
                }
                entries.removeLast(entries.count - last - 1)
            }
        }
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

    @exclusivity(unchecked) @safe private var records: [Record] = []
    /// Where the records lie, by their machines' serials.
    @exclusivity(unchecked) @safe private var places = Few<Int>()
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
        let serial = Int(truncatingIfNeeded: machine.serial)
        if let place = places[serial] {
            records[place].add(Entry(state: state, from: mark.time))
        } else if records.count < Self.machineLimit {
            places[serial] = records.count
            let record = Record(
                machine, session: session.map { SessionName($0.id) }, device: device)
            record.add(Entry(state: state, from: mark.time))
            records.append(record)
        } else {
            leftOut += 1
        }
    }

    override func illegal(_ machine: Machine, at mark: Mark) {
        guard let place = places[Int(truncatingIfNeeded: machine.serial)] else { return }
        records[place].entries[records[place].entries.count - 1].isIllegal = true
    }

    override func ended(_ device: Int, at mark: Mark) {
        for record in records where record.device == device {
            if record.entries.last?.state != nil { record.add(Entry(from: mark.time)) }
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

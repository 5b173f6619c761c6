import EventLog
import Projections

/// The lanes of a trace: each is in at most one state at a time, so that the slices of a thread never overlap.
struct PerfettoLanes: ~Copyable {
    /// What a lane is of.
    struct Key: Hashable {
        let device: Int
        /// `nil` where it belongs to the device.
        let session: SessionName?
        let row: Row
        /// The machine, the view or the peer; empty where there is but one.
        var name = ""
    }

    /// The lanes of a device from above to below.
    enum Row: Int {
        case findings, events, app, session, run, interruption, visit, tracking, mapping, geo, machine
        case alignment, handshake, peer, view, thermal
    }

    private struct Lane {
        let key: Key
        var open: Slice?
    }

    private struct Slice {
        let name: String
        let from: Mark
        var arguments: PerfettoArguments
    }

    /// Lanes of one trace; what would need more is only counted.
    static let limit = 2000
    private(set) var leftOut = 0
    var writer: PerfettoWriter
    /// The time that the trace begins with, nanoseconds since 1970.
    var start: UInt64 = 0
    private var lanes: [Lane] = []
    private var places: [Key: Int] = [:]
    /// The lanes that are in a state, by device.
    private var open: [Int: Set<Int>] = [:]

    init(_ writer: consuming PerfettoWriter) { self.writer = writer }

    /// Perfetto takes the thread whose number is the process's for its main thread; so these are no such numbers.
    static func pid(_ device: Int) -> Int { device + 1 }
    private static func tid(_ place: Int) -> Int { 10_000 + place }

    /// Nanoseconds since the trace began.
    func elapsed(_ time: UInt64) -> UInt64 { time - min(time, start) }

    /// The state a lane is in.
    func state(of key: Key) -> String? { places[key].flatMap { lanes[$0].open?.name } }

    /// The lane enters a state, and leaves the one it is in.
    mutating func enter(
        _ key: Key, _ state: String, at mark: Mark, _ arguments: PerfettoArguments = []
    ) throws(CommandError) {
        guard let place = place(of: key) else { return }
        try close(place, at: mark)
        let event: PerfettoArguments = [("event", .count(UInt64(mark.number)))]
        lanes[place].open = Slice(name: state, from: mark, arguments: event + arguments)
        open[key.device, default: []].insert(place)
    }

    /// What the lane was in is over.
    mutating func leave(_ key: Key, at mark: Mark) throws(CommandError) {
        if let place = places[key] { try close(place, at: mark) }
    }

    /// All that a device was in is over, or no longer known.
    mutating func leaveAll(_ device: Int, at mark: Mark) throws(CommandError) {
        for place in open[device, default: []].sorted() { try close(place, at: mark) }
    }

    mutating func instant(
        _ key: Key, _ name: String, _ category: String, at time: UInt64, _ arguments: PerfettoArguments
    ) throws(CommandError) {
        guard let place = place(of: key) else { return }
        try writer.instant(
            name, category, pid: Self.pid(key.device), tid: Self.tid(place), ts: elapsed(time), arguments)
    }

    /// Names the lanes, at the end, when everything is known by its last name.
    mutating func describe(_ session: (SessionName) -> String) throws(CommandError) {
        for (place, lane) in lanes.enumerated() {
            let (pid, tid) = (Self.pid(lane.key.device), Self.tid(place))
            var title = lane.key.row == .machine ? lane.key.name : "\(lane.key.row)"
            if lane.key.row != .machine, !lane.key.name.isEmpty { title += " " + lane.key.name }
            if let name = lane.key.session, name != .main { title += " (\(session(name)))" }
            try writer.metadata("thread_name", pid: pid, tid: tid, "name", .text(title))
            let order = UInt64(lane.key.row.rawValue * Self.limit + place)
            try writer.metadata("thread_sort_index", pid: pid, tid: tid, "sort_index", .count(order))
        }
    }

    private mutating func place(of key: Key) -> Int? {
        if let known = places[key] { return known }
        guard lanes.count < Self.limit else {
            leftOut += 1
            return nil
        }
        lanes.append(Lane(key: key))
        places[key] = lanes.count - 1
        return lanes.count - 1
    }

    private mutating func close(_ place: Int, at mark: Mark) throws(CommandError) {
        guard let slice = lanes[place].open else { return }
        let key = lanes[place].key
        lanes[place].open = nil
        open[key.device]?.remove(place)
        try writer.slice(
            slice.name, "\(key.row)", pid: Self.pid(key.device), tid: Self.tid(place),
            ts: elapsed(slice.from.time), duration: mark.elapsed(since: slice.from),
            slice.arguments + [("until", .count(UInt64(mark.number)))])
    }
}

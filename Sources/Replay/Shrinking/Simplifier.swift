import EventLog

/// Makes the times and values of few events simpler, as long as they give the finding.
struct Simplifier {
    private let store: EventStore
    private let judge: Judge
    private let isOver: () -> Bool
    /// The rules that find faults in what is made simpler: no other one may come to.
    private let faults: Set<String>
    private(set) var headers: [EventHeader]
    private(set) var removedFields = 0
    private(set) var simplerTimes = 0

    init(_ store: EventStore, _ judge: Judge, _ headers: [EventHeader], _ isOver: @escaping () -> Bool) {
        self.store = store
        self.judge = judge
        self.headers = headers
        self.isOver = isOver
        faults = judge.faults(in: headers)
    }

    mutating func run() {
        removeFields()
        simplifyTimes()
    }

    private func holds(_ candidate: [EventHeader]) -> Bool {
        judge.holds(candidate) && judge.faults(in: candidate).isSubset(of: faults)
    }

    // MARK: Values

    /// Leaves out every field that is not needed: none of the required ones, and no id.
    private mutating func removeFields() {
        for place in headers.indices {
            let fields = KindDescriptor.of(headers[place].kind).message.fields
            for field in fields where !field.isRequired && !field.type.isIdentity {
                guard !isOver() else { return }
                remove(field.number, at: place)
            }
        }
    }

    private mutating func remove(_ number: Int, at place: Int) {
        let old = headers[place]
        let payload = store.payload(of: old)
        let found = store.event(old).payloadFields.filter { $0.number == number }
        guard !found.isEmpty else { return }
        var rest: [UInt8] = []
        var end = 0
        for field in found {
            rest += payload[end..<field.whole.lowerBound]
            end = field.whole.upperBound
        }
        rest += payload[end...]
        headers[place] = store.changed(old, payload: rest)
        if holds(headers) { removedFields += 1 } else { headers[place] = old }
    }

    // MARK: Times

    /// 2000-01-01T00:00:00Z, where NDJSON with `t` alone begins.
    private static let start: UInt64 = 946_684_800_000_000_000
    /// Gaps that are told easily, nanoseconds, the shortest first. None is 0: the order of events stays to be seen.
    private static let roundGaps: [UInt64] =
        [100, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000].map { $0 * 1_000_000 }
    /// What a gap that has to be as long as it is is rounded to, the coarsest first.
    private static let finest: UInt64 = 1_000_000
    private static let grains: [UInt64] = [10_000, 1000, 100, 10, 1].map { $0 * 1_000_000 }

    /// The log begins at a round time, and every gap between two events becomes as short and round as it can be.
    private mutating func simplifyTimes() {
        guard let first = headers.first else { return }
        if first.time != Self.start, accept(moved(from: 0, to: Self.start)) { simplerTimes += 1 }
        for place in headers.indices.dropFirst() {
            guard !isOver() else { return }
            let before = headers[place - 1].time
            let gap = headers[place].time - min(headers[place].time, before)
            let candidates = Self.roundGaps.filter { $0 < gap } + rounded(gap)
            // Where it is its own turn, it is as round as it can be.
            for candidate in candidates.prefix(while: { $0 != gap }) {
                guard !isOver() else { return }
                let (time, overflow) = before.addingReportingOverflow(candidate)
                guard !overflow, accept(moved(from: place, to: time)) else { continue }
                simplerTimes += 1
                break
            }
        }
    }

    /// The gap with fewer digits, up or down, the coarsest first.
    private func rounded(_ gap: UInt64) -> [UInt64] {
        if gap < Self.finest { return [Self.finest, 10 * Self.finest, 0] }
        return Self.grains.filter { $0 <= gap }.flatMap { grain in
            let down = gap / grain * grain
            let (up, overflow) = down.addingReportingOverflow(grain)
            return overflow ? [down] : [down, up]
        }
    }

    /// The events with the one at `place` at `time`, and all later ones as far behind it as before.
    private func moved(from place: Int, to time: UInt64) -> [EventHeader]? {
        let old = headers[place].time
        var moved = Array(headers[..<place])
        for header in headers[place...] {
            let (later, overflow) = time.addingReportingOverflow(header.time - min(header.time, old))
            guard !overflow else { return nil }
            var header = header
            header.time = later
            moved.append(header)
        }
        return moved
    }

    private mutating func accept(_ candidate: [EventHeader]?) -> Bool {
        guard let candidate, holds(candidate) else { return false }
        headers = candidate
        return true
    }
}

extension FieldType {
    fileprivate var isIdentity: Bool { if case .identity = self { true } else { false } }
}

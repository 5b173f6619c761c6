/// Gives each line its place in time: a log's time never goes backwards, whatever its lines say.
struct NDJSONClock {
    /// The moment of `t` = 0, nanoseconds since 1970.
    private(set) var base: UInt64?
    /// The moment of `t` = 0 of a log that names no moment.
    private let start: UInt64
    private var last: UInt64 = 0
    /// Events that came earlier than the one before, and were lifted to its time.
    private(set) var liftedCount = 0

    init(start: UInt64, base: UInt64? = nil) {
        self.start = start
        self.base = base
    }

    /// The moments that an MCAP reader can sort by.
    private static let allowed: ClosedRange<UInt64> = 1...(UInt64.max - 1)

    /// When the line's event was logged, and when it says it happened, nanoseconds since 1970.
    mutating func place(
        _ line: NDJSONLine
    ) throws(NDJSONError.Problem) -> (logTime: UInt64, publishTime: UInt64) {
        let base = if let base { base } else { try firstBase(line) }
        let own: UInt64
        if let time = line.time {
            own = time
        } else if let t = line.t {
            own = try moment(base, t)
        } else {
            throw .noTime
        }
        guard Self.allowed.contains(own) else { throw .time(.outOfRange) }
        let published: UInt64 =
            switch line.at {
            case .time(let time): time
            case .t(let t): try moment(base, t)
            case nil: own
            }
        self.base = base
        if own < last { liftedCount += 1 }
        last = max(last, own)
        return (last, published)
    }

    /// The moment of `t` = 0, by the first line of a log that tells it.
    func firstBase(_ line: NDJSONLine) throws(NDJSONError.Problem) -> UInt64 {
        guard let time = line.time else { return start }
        let (base, overflow) = Self.sum(time, 0 &- (line.t ?? 0))
        guard !overflow, line.t != .min else { throw .time(.outOfRange) }
        return base
    }

    private func moment(_ base: UInt64, _ t: Int64) throws(NDJSONError.Problem) -> UInt64 {
        let (moment, overflow) = Self.sum(base, t)
        guard !overflow else { throw .time(.outOfRange) }
        return moment
    }

    private static func sum(_ moment: UInt64, _ t: Int64) -> (UInt64, Bool) {
        t < 0
            ? moment.subtractingReportingOverflow(t.magnitude)
            : moment.addingReportingOverflow(UInt64(t))
    }
}

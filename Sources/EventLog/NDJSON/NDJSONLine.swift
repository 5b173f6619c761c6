/// What one line of NDJSON says, beside the payload.
public struct NDJSONLine: Equatable, Sendable {
    /// The event's kind. A `log.label` is no event: it only names an id.
    public var kind: EventKind
    /// Nanoseconds since the log's first event.
    public var t: Int64?
    /// Nanoseconds since 1970; counts more than `t`.
    public var time: UInt64?
    /// The thing's own time.
    public var at: OwnTime?
    /// The event's number.
    public var number: UInt32?
    /// Whose event it is, in a merged log.
    public var device: EntityID?

    /// A time in the unit that the line uses.
    public enum OwnTime: Equatable, Sendable {
        /// Nanoseconds since the log's first event.
        case t(Int64)
        /// Nanoseconds since 1970.
        case time(UInt64)
    }
}

/// How lines of NDJSON are taken.
public struct NDJSONOptions: Equatable, Sendable {
    /// Whether a line with a fault is read as far as it can be, as every command but `import` does.
    public var isLenient: Bool
    /// Whether an unknown event becomes a `custom` one.
    public var keepsUnknown: Bool
    /// When a log begins whose lines tell only `t`: nanoseconds since 1970.
    public var start: UInt64
    /// Bytes of records at which a batch is complete.
    public var batchSize: Int
    /// Faults that are listed; those beyond are only counted.
    public var faultLimit: Int

    public init(
        isLenient: Bool = false, keepsUnknown: Bool = false, start: UInt64 = 946_684_800_000_000_000,
        batchSize: Int = 1 << 20, faultLimit: Int = 100
    ) {
        self.isLenient = isLenient
        self.keepsUnknown = keepsUnknown
        self.start = start
        self.batchSize = max(1, batchSize)
        self.faultLimit = max(0, faultLimit)
    }
}

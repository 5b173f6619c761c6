/// How many sessions there were, how they went, and how they ended. A log is a session here.
public struct SessionTally: Summable {
    /// By verdict.
    public internal(set) var healthy = Amount()
    public internal(set) var warning = Amount()
    public internal(set) var error = Amount()
    /// Of which nothing can be said.
    public internal(set) var unknown = Amount()
    /// Findings by severity, with those that logs only counted; without those that a baseline knows.
    public internal(set) var errors = Amount()
    public internal(set) var warnings = Amount()
    public internal(set) var remarks = Amount()
    /// Findings that a baseline knows.
    public internal(set) var known = Amount()
    /// How the last recording ended: closed, cut while the app was in front, cut in the background, where iOS ends apps.
    public internal(set) var closed = Amount()
    public internal(set) var cut = Amount()
    public internal(set) var cutInBackground = Amount()
    /// Sessions of which something could not be read.
    public internal(set) var lossy = Amount()
    public internal(set) var events = Amount()

    public init() {}

    /// Every field by the name it is written under, in that order.
    static let fields: [(name: String, path: any WritableKeyPath<SessionTally, Amount> & Sendable)] = [
        ("healthy", \.healthy), ("warning", \.warning), ("error", \.error), ("unknown", \.unknown),
        ("errors", \.errors), ("warnings", \.warnings), ("remarks", \.remarks), ("known", \.known),
        ("closed", \.closed), ("cut", \.cut), ("cutInBackground", \.cutInBackground), ("lossy", \.lossy),
        ("events", \.events),
    ]

    public mutating func add(_ other: SessionTally) {
        for (_, path) in Self.fields { self[keyPath: path].add(other[keyPath: path]) }
    }

    public var sessions: UInt64 {
        [healthy, warning, error, unknown].reduce(0) { sum($0, $1.value) }
    }

    /// Errors and warnings of a session on average; `nil` of none.
    public var findingsEach: Double? {
        sessions == 0 ? nil : Double(sum(errors.value, warnings.value)) / Double(sessions)
    }

    /// The part of the sessions that is healthy, of those of which something can be said; `nil` of none.
    public var healthyShare: Double? {
        let judged = [healthy, warning, error].reduce(0) { sum($0, $1.value) }
        return judged == 0 ? nil : Double(healthy.value) / Double(judged)
    }

    public func count(_ severity: Severity) -> UInt64 {
        switch severity {
        case .info: remarks.value
        case .warning: warnings.value
        case .error: errors.value
        }
    }
}

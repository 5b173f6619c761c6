/// One fault over all logs: the findings with one fingerprint.
public struct Fault: Summable {
    /// How often it was found.
    public struct Seen: Summable {
        /// In how many logs.
        public internal(set) var logs = Amount()
        /// Occurrences by severity.
        public internal(set) var errors = Amount()
        public internal(set) var warnings = Amount()
        public internal(set) var remarks = Amount()

        public init() {}

        public mutating func add(_ other: Seen) {
            logs.add(other.logs)
            errors.add(other.errors)
            warnings.add(other.warnings)
            remarks.add(other.remarks)
        }

        public var occurrences: UInt64 {
            [errors, warnings, remarks].reduce(0) { Projections.sum($0, $1.value) }
        }

        /// The worst severity it was found with; `nil` where it was not.
        public var severity: Severity? {
            if errors.value > 0 { return .error }
            if warnings.value > 0 { return .warning }
            return remarks.value > 0 ? .info : nil
        }

        mutating func add(_ count: UInt64, _ severity: Severity) {
            switch severity {
            case .error: errors.add(Amount(count))
            case .warning: warnings.add(Amount(count))
            case .info: remarks.add(Amount(count))
            }
        }
    }

    /// The rule's id; of several, which only a made-up summary can say, the first by name.
    public internal(set) var rule: String?
    /// What no baseline knows, and what one does.
    public internal(set) var new = Seen()
    public internal(set) var known = Seen()
    public internal(set) var example: Example?
    /// In how many logs, by device model and by app version.
    public internal(set) var devices = NamedSums<Amount>(limit: Fault.nameLimit)
    public internal(set) var versions = NamedSums<Amount>(limit: Fault.nameLimit)

    static let nameLimit = 24

    /// One finding of it, as an example: of all the first by severity, time and text.
    public struct Example: Equatable, Sendable {
        public let message: String
        public let severity: Severity
        /// When it happened, nanoseconds since 1970.
        public let time: UInt64

        func isBefore(_ other: Example) -> Bool {
            (other.severity.rawValue, time, message) < (severity.rawValue, other.time, other.message)
        }
    }

    public init() {}

    public mutating func add(_ other: Fault) {
        rule = [rule, other.rule].compactMap(\.self).min()
        new.add(other.new)
        known.add(other.known)
        if let told = other.example, example.map({ told.isBefore($0) }) ?? true { example = told }
        devices.add(other.devices)
        versions.add(other.versions)
    }

    public var unnamed: Fault {
        var fault = Fault()
        fault.new = new
        fault.known = known
        return fault
    }

    /// Moves what a baseline knows from the new to the known: all that is no worse than `severity`.
    mutating func learn(upTo severity: Severity) {
        guard let worst = new.severity, worst <= severity else { return }
        known.add(new)
        new = Seen()
    }
}

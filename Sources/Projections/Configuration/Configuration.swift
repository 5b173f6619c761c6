/// What a configuration file asks for, each piece with the place where it stands.
///
/// `docs/configuration.md` describes the file. It changes nothing that stands in a log: a machine that the log declares
/// is judged by the log's declaration.
public struct Configuration: Sendable {
    /// A piece of the file, and where it stands.
    public struct Placed<Value: Sendable>: Sendable {
        public let value: Value
        public let place: Place
    }

    /// A line and a column of the file, both from 1; columns count characters.
    public struct Place: Equatable, Sendable {
        public let line: Int
        public let column: Int
    }

    /// What becomes of a rule.
    public enum RuleChoice: Equatable, Sendable {
        case off
        /// Every finding of it gets this severity.
        case severity(Severity)
    }

    /// Limits by name, those of stuck states among them.
    public internal(set) var limits: [String: Placed<Double>] = [:]
    /// Names of the app's own, by the setting.
    public internal(set) var names: [String: Placed<[String]>] = [:]
    public internal(set) var rules: [String: Placed<RuleChoice>] = [:]
    public internal(set) var machines: [String: Placed<MachineDefinition>] = [:]
    /// In the order of the file.
    public internal(set) var ignores: [Placed<IgnoreEntry>] = []

    public init() {}

    /// Puts everything in force over what `settings` had. Names and values were checked when they were read.
    public func apply(to settings: inout Settings) {
        for (name, limit) in limits { try? settings.set(name, to: limit.value) }
        for (name, list) in names { try? settings.set(name, to: list.value) }
        for (id, choice) in rules {
            switch choice.value {
            case .off: settings.off.insert(id)
            case .severity(let severity): settings.severities[id] = severity
            }
        }
        for (name, machine) in machines { settings.machines[name] = machine.value }
    }
}

/// Findings that the team knows of and has chosen to leave be, and why.
public struct IgnoreEntry: Sendable {
    public let rule: String
    public let reason: String
    /// Only this fault; else all of the rule that fit the rest.
    public var fingerprint: String?
    /// Only in this session, by its name or UUID.
    public var session: String?
    /// Only on this device, by its name or UUID.
    public var device: String?
    /// Only findings whose identity has all of these.
    public var parts: [FindingPart] = []

    /// Whether it is about the rule as a whole.
    public var isWholeRule: Bool {
        fingerprint == nil && session == nil && device == nil && parts.isEmpty
    }
}

/// A limit that a rule judges by and the user can change.
public struct LimitAbout: Sendable {
    /// `RULE.NAME`, as on the command line and in the configuration file.
    public let name: String
    public let defaultValue: Double
    /// `s`, `m`, `MB` …
    public let unit: String
    /// What it limits.
    public let about: String
    /// Whether the number is one author's experience and not ARKit's own.
    public let isExperience: Bool

    public init(
        _ name: String, _ defaultValue: Double, unit: String, _ about: String, isExperience: Bool = true
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.unit = unit
        self.about = about
        self.isExperience = isExperience
    }

    /// The limit as a sentence names it: `default limit 0.5 s (doubleRun.window)`.
    func phrase(_ settings: Settings) -> String {
        let value = settings.value(of: self)
        let origin = settings.isSet(self) ? "limit" : isExperience ? "default limit" : "limit"
        return "\(origin) \(plain(value)) \(unit) (\(name))"
    }
}

/// What rules judge by, as far as the user can change it.
public struct Settings: Sendable {
    private var values: [String: Double] = [:]
    /// Names of the app's own, by the setting; see `NamesAbout`.
    var names: [String: [String]] = [:]
    /// The severity that every finding of a rule gets in the end, by the rule's id.
    public var severities: [String: Severity] = [:]
    /// The rules that do not run.
    public var off: Set<String> = []
    /// The app's own machines, by name. One stands in for a built-in machine of its name; where a log declares the
    /// machine itself, that counts.
    public var machines: [String: MachineDefinition] = [:]

    public init() {}

    /// Why a setting was refused.
    public enum Failure: Error, Equatable, Sendable {
        case unknown(name: String)
        case outOfRange(name: String, value: Double)
    }

    /// Changes a limit: one of the catalogue, or `stateStuck.MACHINE.STATE` for any machine. Values are finite and 0 or
    /// more.
    public mutating func set(_ name: String, to value: Double) throws(Failure) {
        guard Self.isLimit(name) else { throw .unknown(name: name) }
        guard value.isFinite, value >= 0 else { throw .outOfRange(name: name, value: value) }
        values[name] = value
    }

    /// Whether there is a limit of this name.
    public static func isLimit(_ name: String) -> Bool {
        Catalogue.limits.contains { $0.name == name } || isStuckName(name)
    }

    /// Whether a name is that of a state's limit, whatever its machine.
    static func isStuckName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == stuckPrefix && !parts[1].isEmpty && !parts[2].isEmpty
    }

    /// How long a machine may stay in a state, in seconds; `nil` where nobody set a limit and the catalogue has none.
    public func stuckTime(machine: String, state: String) -> Double? {
        let name = Self.stuckName(machine: machine, state: state)
        return values[name] ?? Catalogue.limits.first { $0.name == name }?.defaultValue
    }

    /// The name of that limit.
    public static func stuckName(machine: String, state: String) -> String {
        "\(stuckPrefix).\(machine).\(state)"
    }

    private static let stuckPrefix = "stateStuck"

    /// The limits that were set, by name.
    public var limitsSet: [String: Double] { values }

    public func value(of limit: LimitAbout) -> Double { values[limit.name] ?? limit.defaultValue }

    /// A limit in seconds as nanoseconds.
    public func nanoseconds(of limit: LimitAbout) -> UInt64 { UInt64(seconds: value(of: limit)) }

    /// Whether the user set it.
    public func isSet(_ limit: LimitAbout) -> Bool { values[limit.name] != nil }

    func used(_ limit: LimitAbout) -> UsedLimit {
        UsedLimit(name: limit.name, value: value(of: limit), unit: limit.unit)
    }
}

/// A number without `.0`.
func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
}

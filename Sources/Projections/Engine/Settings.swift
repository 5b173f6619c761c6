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

/// A word that a rule goes by and the user can change: the name of a state, or of views.
public struct WordAbout: Sendable {
    /// `RULE.NAME`, as on the command line and in the configuration file.
    public let name: String
    public let defaultValue: String
    /// What it names.
    public let about: String

    public init(_ name: String, _ defaultValue: String, _ about: String) {
        self.name = name
        self.defaultValue = defaultValue
        self.about = about
    }
}

/// The limits and words in force.
public struct Settings: Sendable {
    private var values: [String: Double] = [:]
    private var words: [String: String] = [:]

    public init() {}

    /// Why a setting was refused.
    public enum Failure: Error, Equatable, Sendable {
        case unknown(name: String)
        case outOfRange(name: String, value: Double)
    }

    /// Changes a limit. Values are finite and 0 or more.
    public mutating func set(_ name: String, to value: Double) throws(Failure) {
        guard Catalogue.limits.contains(where: { $0.name == name }) else { throw .unknown(name: name) }
        guard value.isFinite, value >= 0 else { throw .outOfRange(name: name, value: value) }
        values[name] = value
    }

    public func value(of limit: LimitAbout) -> Double { values[limit.name] ?? limit.defaultValue }

    /// A limit in seconds as nanoseconds.
    public func nanoseconds(of limit: LimitAbout) -> UInt64 { UInt64(seconds: value(of: limit)) }

    /// Whether the user set it.
    public func isSet(_ limit: LimitAbout) -> Bool { values[limit.name] != nil }

    /// Changes a word.
    public mutating func set(_ name: String, to word: String) throws(Failure) {
        guard Catalogue.words.contains(where: { $0.name == name }) else { throw .unknown(name: name) }
        words[name] = word
    }

    public func word(of about: WordAbout) -> String { words[about.name] ?? about.defaultValue }

    /// Whether the user set it.
    public func isSet(_ about: WordAbout) -> Bool { words[about.name] != nil }

    func used(_ limit: LimitAbout) -> UsedLimit {
        UsedLimit(name: limit.name, value: value(of: limit), unit: limit.unit)
    }
}

/// A number without `.0`.
func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
}

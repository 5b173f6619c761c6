/// How bad a finding is.
public enum Severity: UInt8, CaseIterable, Comparable, Sendable {
    case info
    case warning
    case error

    /// The name in output and options.
    public var name: String { String(describing: self) }

    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// The limit a finding was judged by.
public struct UsedLimit: Equatable, Sendable {
    public let name: String
    public let value: Double
    public let unit: String
}

/// Findings of one rule that were too many to be kept.
public struct FoldedFindings: Equatable, Sendable {
    public let rule: String
    public let severity: Severity
    public let count: Int
}

/// What went wrong, with what proves it.
public struct Finding: Equatable, Sendable {
    public let rule: String
    public var severity: Severity
    /// The session; `nil` where the finding is about the device or the log.
    public let session: SessionName?
    public let device: Int
    /// The event at which it became true.
    public var mark: Mark
    /// The numbers of the events that prove it, ascending; the last is the one at which it became true.
    public var events: [UInt32]
    /// How often it happened to the same subject.
    public var count: Int
    /// What happened, in one sentence with names and times.
    public var message: String
    /// What to do, in one sentence.
    public let advice: String
    public let limit: UsedLimit?
    /// What tells the fault from others of the rule in the app's code, in every log.
    public let identity: [FindingPart]
    /// The finding of the same list whose fault brought this one about; `nil` where none is known to have.
    public var causedBy: Int? = nil

    /// The same for the same fault of the same app in every log: 32 hexadecimal digits.
    public var fingerprint: String { Fingerprint.of(rule: rule, identity) }
}

public import EventLog

/// The faults that a team knows of: a check against it reports only what is new, or worse than it was.
///
/// It is a JSON file, made to be kept with the app's code: sorted, each fault once, with neither times nor ids, so that it
/// changes only where the faults do.
public struct Baseline: Sendable {
    private struct Fault: Sendable {
        let rule: String
        /// The worst it was seen with.
        var severity: Severity
        let identity: [FindingPart]
    }

    /// By fingerprint.
    private var faults: [String: Fault] = [:]

    /// The version of the file's form.
    private static let version = 1

    public init() {}

    /// How many faults it knows.
    public var count: Int { faults.count }

    public mutating func add(_ findings: [Finding]) {
        for finding in findings {
            let fingerprint = finding.fingerprint
            let severity = max(faults[fingerprint]?.severity ?? finding.severity, finding.severity)
            faults[fingerprint] = Fault(
                rule: finding.rule, severity: severity, identity: finding.identity.map(\.inEveryLog))
        }
    }

    /// Whether a fault is known, and no worse than it was.
    public func knows(_ finding: Finding) -> Bool {
        severity(of: finding.fingerprint).map { finding.severity <= $0 } ?? false
    }

    /// The worst that a fault is known with, by its fingerprint; `nil` where it is not known.
    func severity(of fingerprint: String) -> Severity? { faults[fingerprint]?.severity }

    // MARK: As a file

    /// The baseline that `text`, JSON in UTF-8, is. Of each fault the fingerprint and the severity count.
    public init(_ text: [UInt8]) throws(ConfigurationError) {
        let result: Result<Baseline, ConfigurationError> = unsafe text.withUnsafeBytes { bytes in
            Result { () throws(ConfigurationError) in
                var scanner = unsafe ConfigurationScanner(bytes)
                var baseline = Baseline()
                try baseline.read(&scanner)
                return baseline
            }
        }
        self = try result.get()
    }

    private mutating func read(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        let start = scanner.here
        var isWhole = false
        try scanner.object("the baseline") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "version":
                guard try scanner.number(key) == Double(Self.version) else {
                    throw scanner.error(.value(of: key, "must be \(Self.version)"), at: place)
                }
            case "findings":
                isWhole = true
                try scanner.array(key, of: "objects") { (scanner) throws(ConfigurationError) in
                    try readFault(&scanner)
                }
            default: try scanner.skip()
            }
        }
        try scanner.finish()
        guard isWhole else { throw scanner.error(.missing("findings", in: "a baseline"), at: start) }
    }

    private mutating func readFault(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        let start = scanner.here
        var texts: [String: String] = [:]
        try scanner.object("a finding") { (scanner, key, _) throws(ConfigurationError) in
            switch key {
            case "fingerprint", "rule": texts[key] = try scanner.text(key)
            case "severity":
                texts[key] = try scanner.choice(key, "severity", Severity.allCases.map(\.name))
            default: try scanner.skip()
            }
        }
        guard let fingerprint = texts["fingerprint"] else {
            throw scanner.error(.missing("fingerprint", in: "a finding"), at: start)
        }
        let severity = Severity.allCases.first { $0.name == texts["severity"] } ?? .error
        faults[fingerprint.lowercased()] = Fault(rule: texts["rule"] ?? "", severity: severity, identity: [])
    }

    /// Writes the file: by rule, then by fingerprint.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("version", Self.version)
        json.key("findings")
        json.beginArray()
        for (fingerprint, fault) in faults.sorted(by: { ($0.value.rule, $0.key) < ($1.value.rule, $1.key) }) {
            json.beginObject()
            json.field("fingerprint", fingerprint)
            json.field("rule", fault.rule)
            json.field("severity", fault.severity.name)
            fault.identity.write(to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
    }
}

extension [FindingPart] {
    /// Writes the field `identity`: what tells a fault from others of its rule, and what `ignore` can choose by. Where it is
    /// shared, texts that are private are left out.
    public func write(to json: inout JSONWriter, isShared: Bool = false) {
        json.key("identity")
        json.beginObject()
        for name in FindingPart.Name.allCases {
            let texts = filter { $0.name == name && !(isShared && $0.isPrivate) }.compactMap(\.text)
            if texts.count == 1 { json.field(name.rawValue, texts[0]) }
            if texts.count > 1 { json.field(name.rawValue, texts) }
        }
        json.endObject()
    }
}

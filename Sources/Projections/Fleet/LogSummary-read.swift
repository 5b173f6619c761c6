import EventLog

// A summary read from JSON. It may be a stranger's: every name and number is checked, texts are cut where they are long, and
// whatever it says, no more is kept than of any other sum.
extension LogSummary {
    /// Whether a file that begins so holds summaries.
    public static func isOne(_ start: some Collection<UInt8>) -> Bool {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = start.starts(with: mark) ? Array(start.dropFirst(3)) : Array(start)
        rest = Array(rest.drop(while: isSpace))
        guard rest.first == UInt8(ascii: "{") else { return false }
        return rest.dropFirst().drop(while: isSpace).starts(with: "\"arlogSummary\"".utf8)
    }

    /// So many bytes tell `isOne`.
    public static let startLength = 256

    /// The sum of the summaries that `text`, JSON in UTF-8, holds: one, or several one after the other, as in a file with one
    /// a line.
    public init(_ text: [UInt8]) throws(ConfigurationError) {
        let result: Result<LogSummary, ConfigurationError> = unsafe text.withUnsafeBytes { bytes in
            Result { () throws(ConfigurationError) in
                var scanner = unsafe ConfigurationScanner(bytes)
                var sum = LogSummary()
                repeat {
                    var one = LogSummary()
                    try one.read(&scanner)
                    sum.add(one)
                } while !scanner.isAtEnd
                return sum
            }
        }
        self = try result.get()
    }

    private mutating func read(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        let start = scanner.here
        var hasVersion = false
        try scanner.object("a summary") { (scanner, key, place) throws(ConfigurationError) in
            guard hasVersion || key == "arlogSummary" else {
                throw scanner.error(.missing("arlogSummary", in: "a summary, as its first key,"), at: place)
            }
            switch key {
            case "arlogSummary":
                let version = try scanner.count(key)
                guard version == UInt64(Self.version) else {
                    let text = "is version \(version), and this arlog reads version \(Self.version)"
                    throw scanner.error(.value(of: key, text), at: place)
                }
                hasVersion = true
            case "hasPrivateTexts": hasPrivateTexts = try scanner.flag(key)
            case "first": first = try scanner.time(key)
            case "last": last = try scanner.time(key)
            case "unread": unread = Amount(try scanner.count(key))
            case "total": total = try VersionTally(&scanner).unnamed
            case "versions": try versions.read(key, &scanner, VersionTally.init)
            case "devices": try devices.read(key, &scanner, SessionTally.init)
            case "systems": try systems.read(key, &scanner, SessionTally.init)
            case "faults":
                try faults.read(key, isFingerprint: true, &scanner, Fault.init)
            case "notJudged": try notJudged.read(key, &scanner, Amount.init)
            case "sessions":
                try scanner.array(key, of: "objects") { (scanner) throws(ConfigurationError) in
                    sessions.insert(try SessionEntry(&scanner))
                }
            case "troubles":
                try scanner.array(key, of: "objects") { (scanner) throws(ConfigurationError) in
                    troubles.insert(try Trouble(&scanner))
                }
            default: throw scanner.unknown(key, at: place)
            }
        }
        guard hasVersion else {
            throw scanner.error(.missing("arlogSummary", in: "a summary"), at: start)
        }
    }
}

extension ConfigurationScanner {
    /// A key that this version has not: what it says would be lost in a sum.
    func unknown(_ key: String, at place: Int) -> ConfigurationError {
        error(.unknown(what: "key of a summary", name: key, known: []), at: place)
    }

    /// A time as RFC 3339 has it.
    mutating func time(_ name: String) throws(ConfigurationError) -> UInt64 {
        let place = here
        let text = try text(name)
        do throws(Timestamp.Failure) {
            return try Timestamp.parse(text)
        } catch {
            throw self.error(.value(of: name, "is \(error.description)"), at: place)
        }
    }
}

extension NamedSums {
    mutating func read(
        _ key: String, isFingerprint: Bool = false, _ scanner: inout ConfigurationScanner,
        _ value: (inout ConfigurationScanner) throws(ConfigurationError) -> Value
    ) throws(ConfigurationError) {
        try scanner.object(key) { (scanner, part, place) throws(ConfigurationError) in
            switch part {
            case "names":
                try scanner.object(part) { (scanner, name, place) throws(ConfigurationError) in
                    guard !isFingerprint || Fingerprint.isOne(name) else {
                        throw scanner.error(.value(of: name, "is no fingerprint"), at: place)
                    }
                    let name = isFingerprint ? name.lowercased() : ShortText.cut(name, to: ShortText.name)
                    add(try value(&scanner), to: name)
                }
            case "others": addToOthers(try value(&scanner))
            default: throw scanner.unknown(part, at: place)
            }
        }
    }
}

extension SessionTally {
    fileprivate init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var tally = SessionTally()
        try scanner.object("sessions") { (scanner, key, place) throws(ConfigurationError) in
            guard let field = Self.fields.first(where: { $0.name == key }) else {
                throw scanner.unknown(key, at: place)
            }
            tally[keyPath: field.path] = Amount(try scanner.count(key))
        }
        self = tally
    }
}

extension VersionTally {
    fileprivate init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var sum = VersionTally()
        try scanner.object("a sum of sessions") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "app": sum.app = ShortText.name(try scanner.text(key))
            case "sessions": sum.tally = try SessionTally(&scanner)
            case "measures":
                try scanner.object(key) { (scanner, name, place) throws(ConfigurationError) in
                    guard let measure = Measure(rawValue: name) else {
                        throw scanner.unknown(name, at: place)
                    }
                    sum.measures[measure] = try Measures.Measured(&scanner)
                }
            default: throw scanner.unknown(key, at: place)
            }
        }
        self = sum
    }
}

extension Measures.Measured {
    fileprivate init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        let start = scanner.here
        var numbers: [String: UInt64] = [:]
        var buckets: [(from: UInt64, count: UInt64)] = []
        try scanner.object("a measure") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "missed", "least", "most", "total": numbers[key] = try scanner.count(key)
            case "buckets":
                try scanner.array(key, of: "pairs of numbers") { (scanner) throws(ConfigurationError) in
                    var pair: [UInt64] = []
                    let place = scanner.here
                    try scanner.array("a bucket", of: "two numbers") { (scanner) throws(ConfigurationError) in
                        pair.append(try scanner.count("a bucket"))
                    }
                    guard pair.count == 2 else {
                        throw scanner.error(.value(of: "buckets", "must be pairs of numbers"), at: place)
                    }
                    buckets.append((pair[0], pair[1]))
                }
            default: throw scanner.unknown(key, at: place)
            }
        }
        self.init()
        missed = Amount(numbers["missed"] ?? 0)
        guard !buckets.isEmpty || numbers.keys.contains(where: { $0 != "missed" }) else { return }
        guard let least = numbers["least"], let most = numbers["most"], let total = numbers["total"],
            let values = Histogram(buckets: buckets, least: least, most: most, total: total)
        else { throw scanner.error(.value(of: "buckets", "are those of no histogram"), at: start) }
        self.values = values
    }
}

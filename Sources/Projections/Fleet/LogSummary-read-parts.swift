import EventLog

// The parts of a summary that have texts of logs in them, read from JSON.
extension Fault {
    init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var fault = Fault()
        try scanner.object("a fault") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "rule": fault.rule = ShortText.name(try scanner.text(key))
            case "new": fault.new = try Seen(&scanner)
            case "known": fault.known = try Seen(&scanner)
            case "example": fault.example = try Example(&scanner)
            case "devices": try fault.devices.read(key, &scanner, Amount.init)
            case "versions": try fault.versions.read(key, &scanner, Amount.init)
            default: throw scanner.unknown(key, at: place)
            }
        }
        self = fault
    }
}

extension Amount {
    init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        self.init(try scanner.count("a sum"))
    }
}

extension Fault.Seen {
    fileprivate init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var seen = Fault.Seen()
        try scanner.object("what was seen of a fault") { (scanner, key, place) throws(ConfigurationError) in
            let amount = Amount(try scanner.count(key))
            switch key {
            case "logs": seen.logs = amount
            case "errors": seen.errors = amount
            case "warnings": seen.warnings = amount
            case "remarks": seen.remarks = amount
            default: throw scanner.unknown(key, at: place)
            }
        }
        self = seen
    }
}

extension Fault.Example {
    fileprivate init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var message = ""
        var severity = Severity.info
        var time: UInt64 = 0
        try scanner.object("an example") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "message": message = ShortText.cut(try scanner.string(key), to: ShortText.message)
            case "severity": severity = try scanner.severity(key)
            case "time": time = try scanner.time(key)
            default: throw scanner.unknown(key, at: place)
            }
        }
        self.init(message: message, severity: severity, time: time)
    }
}

extension SessionEntry {
    init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var entry = SessionEntry()
        try scanner.object("a session") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "path": entry.path = ShortText.cut(try scanner.string(key), to: ShortText.path)
            case "level": entry.level = try scanner.one(of: key)
            case "errors": entry.errors = try scanner.count(key)
            case "warnings": entry.warnings = try scanner.count(key)
            case "remarks": entry.remarks = try scanner.count(key)
            case "known": entry.known = try scanner.count(key)
            case "rule": entry.rule = ShortText.name(try scanner.text(key))
            case "start": entry.start = try scanner.time(key)
            case "nanoseconds": entry.duration = try scanner.count(key)
            case "events": entry.events = try scanner.count(key)
            case "hasLoss": entry.hasLoss = try scanner.flag(key)
            case "deviceModel": entry.deviceModel = ShortText.name(try scanner.text(key))
            case "os": entry.system = ShortText.name(try scanner.text(key))
            case "app": entry.app = ShortText.name(try scanner.text(key))
            case "appVersion": entry.appVersion = ShortText.name(try scanner.text(key))
            case "ending": entry.ending = try scanner.one(of: key) as EndingKind
            default: throw scanner.unknown(key, at: place)
            }
        }
        self = entry
    }
}

extension Trouble {
    init(_ scanner: inout ConfigurationScanner) throws(ConfigurationError) {
        var kind = Kind.damaged
        var (path, reason) = ("", "")
        try scanner.object("a trouble") { (scanner, key, place) throws(ConfigurationError) in
            switch key {
            case "kind": kind = try scanner.one(of: key)
            case "path": path = try scanner.string(key)
            case "reason": reason = try scanner.string(key)
            default: throw scanner.unknown(key, at: place)
            }
        }
        self.init(kind, path: path, reason: reason)
    }
}

extension ConfigurationScanner {
    fileprivate mutating func severity(_ name: String) throws(ConfigurationError) -> Severity {
        let text = try choice(name, "severity", Severity.allCases.map(\.name))
        return Severity.allCases.first { $0.name == text } ?? .info
    }

    /// One of an enum's cases, by raw value.
    fileprivate mutating func one<Value: CaseIterable & RawRepresentable>(
        of name: String
    ) throws(ConfigurationError) -> Value where Value.RawValue == String {
        let place = here
        let text = try choice(name, name, Value.allCases.map(\.rawValue))
        guard let value = Value(rawValue: text) else {
            throw error(.unknown(what: name, name: text, known: Value.allCases.map(\.rawValue)), at: place)
        }
        return value
    }
}

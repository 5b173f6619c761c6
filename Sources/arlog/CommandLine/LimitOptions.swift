import EventLog

/// What a file may ask for, as options of every command that reads logs.
///
/// The defaults take what common writers make. Whoever reads strangers' files may lower them, and whoever meets a log
/// that is over one of them may raise it.
enum LimitOptions {
    private static let standard = ReaderLimits()

    static let record = Option.size(
        "max-record", default: standard.recordSize, "one record, and one chunk as it is stored")
    static let chunk = Option.size(
        "max-chunk", default: standard.chunkSize, "one chunk's records, decompressed")
    static let summary = Option.size(
        "max-summary", default: standard.summarySize, "the summary at a log's end")
    static let definitions = Option.size(
        "max-definitions", default: standard.definitionSize, "all schemas and channels together")
    static let line = Option.size("max-line", default: standard.lineSize, "one line of NDJSON")
    static let issues = Option.number(
        "max-issues", "N", "places of damage that are kept, the others only counted (\(standard.issueCount))",
        in: 0...1_000_000)

    static let all: [OptionSpec] = [
        record.spec, chunk.spec, summary.spec, definitions.spec, line.spec, issues.spec,
    ]

    /// What help says above them.
    static let title = "Limits of what a file may ask for (SIZE in bytes, or as 64KB, 64MB, 1GB):"
}

extension ParsedArguments {
    /// The limits that were given, the others at their defaults.
    var limits: ReaderLimits {
        var limits = ReaderLimits()
        limits.recordSize = self[LimitOptions.record]
        limits.chunkSize = self[LimitOptions.chunk]
        limits.summarySize = self[LimitOptions.summary]
        limits.definitionSize = self[LimitOptions.definitions]
        limits.lineSize = self[LimitOptions.line]
        if let count = self[LimitOptions.issues] { limits.issueCount = Int(count) }
        return limits
    }
}

extension Option where Value == Int {
    /// A number of bytes, from 1 to 1TB: `65536`, `64KB`, `64MB`, `1GB`, a step being 1024.
    static func size(_ name: String, default standard: Int, _ help: String) -> Option {
        let spec = OptionSpec(name, placeholder: "SIZE", help: "\(help) (\(ByteSize.text(standard)))") {
            (texts) throws(ValueProblem) in
            guard let last = texts.last else { return standard }
            return try ByteSize.parse(last)
        }
        return Option(spec: spec)
    }
}

/// Numbers of bytes as people write them.
enum ByteSize {
    private static let units: [(name: String, shift: Int)] = [("GB", 30), ("MB", 20), ("KB", 10), ("B", 0)]
    private static let largest = 1 << 40

    static func parse(_ text: String) throws(ValueProblem) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let name = text.dropFirst(digits.count).uppercased()
        let shift = name.isEmpty ? 0 : units.first { $0.name == name }?.shift
        guard let number = UInt64(digits) ?? (digits.isEmpty ? nil : .max), let shift else {
            throw ValueProblem(message: "not a size; write bytes, or as 64KB, 64MB, 1GB")
        }
        guard number > 0, number <= UInt64(largest >> shift) else {
            throw ValueProblem(message: "not in 1 byte to 1024GB")
        }
        return Int(number) << shift
    }

    /// The number with the largest unit that leaves it whole.
    static func text(_ bytes: Int) -> String {
        for (name, shift) in units where bytes > 0 && bytes & (1 << shift - 1) == 0 {
            return "\(bytes >> shift)\(name)"
        }
        return "\(bytes)B"
    }
}

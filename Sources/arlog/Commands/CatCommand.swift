import EventLog

/// Prints events, one a line.
enum CatCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case text, ndjson
    }

    static let format = Option.choice("format", default: Format.text, "how")
    static let event = Option.list("event", "NAME", "only these kinds; * and ? as in file names: anchor.*")
    static let session = Option.text(
        "session", "ID", "only events of this ARSession (main: the one without an id)")
    static let from = Option.moment("from", "from then on")
    static let to = Option.moment("to", "until then")
    static let limit = Option.number("limit", "N", "stop after N events")

    static let name = "cat"
    static let summary = "print events, one a line"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [format.spec, event.spec, session.spec, from.spec, to.spec, limit.spec]
    static let discussion = """
        TIME is seconds from the log's first event (12.5), 1m30s, an RFC 3339 time, or #123 for an event's number; \
        events at that very instant are inside. ndjson is what arlog import reads: the same events, order, times, ids \
        and fields.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let filter = EventFilter(
            kinds: try kinds(arguments[event]), from: arguments[from], to: arguments[to])
        let (file, found) = try LogFiles.one(arguments.operands, console)
        let log = try OpenLog(file, "reading", console, filter: filter, limits: arguments.limits)
        let wanted = SessionChoice(arguments[session])
        var printer: EventPrinter?
        var line = ByteBuffer(capacity: 4096)
        var left = arguments[limit] ?? .max
        var last: UInt64 = 0
        reading: while left > 0, let batch = try log.next() {
            if printer == nil { printer = EventPrinter(labels: log.labels, start: log.start) }
            printer?.devices = log.devices
            for event in batch.events where wanted?.takes(event) ?? true {
                guard left > 0, !console.isOutputClosed else { break reading }
                line.removeAll(keepingUpTo: 1 << 16)
                let isPrinted = printer?.append(event, arguments[format].style, to: &line) ?? false
                unsafe console.output.write(line.bytes)
                last = event.time
                if isPrinted { left -= 1 }
            }
        }
        if arguments[format] == .ndjson, filter.takesAll, wanted == nil, arguments[limit] == nil {
            line.removeAll()
            printer?.appendRemainingLabels(at: last, to: &line)
            unsafe console.output.write(line.bytes)
        }
        try log.requireEvents()
        if let leftOut = printer?.leftOutCount, leftOut > 0 {
            console.warn("\(log.file.name): \(leftOut) values that this version does not name were left out")
        }
        return log.finish(found, malformed: printer?.malformedCount ?? 0, console)
    }

    /// The kinds that patterns name; every pattern must name one.
    static func kinds(_ patterns: [String]) throws(CommandError) -> Set<EventKind>? {
        guard !patterns.isEmpty else { return nil }
        var kinds: Set<EventKind> = []
        for pattern in patterns {
            let matching = EventKind.allCases.filter { $0 != .logLabel && Glob(pattern).matches($0.name) }
            guard !matching.isEmpty else {
                let near = nearest(to: pattern, in: EventKind.allCases.map(\.name))
                throw .usage(
                    "no kind of event is named “\(pattern)”",
                    advice: near.map { "did you mean \($0)?" } ?? "see arlog schema --format markdown")
            }
            kinds.formUnion(matching)
        }
        return kinds
    }
}

extension CatCommand.Format {
    fileprivate var style: EventPrinter.Style { self == .ndjson ? .ndjson : .text }
}

/// A pattern with `*` and `?`, as the shell has them for names.
struct Glob {
    private let pattern: [UInt8]

    init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

    func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var (at, inText) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while inText < text.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, inText)
                at += 1
            } else if at < pattern.count, pattern[at] == text[inText] || pattern[at] == UInt8(ascii: "?") {
                at += 1
                inText += 1
            } else if let back = star {
                star = (back.pattern, back.text + 1)
                (at, inText) = (back.pattern + 1, back.text + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

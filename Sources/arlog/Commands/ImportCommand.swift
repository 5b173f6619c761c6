import EventLog

/// Turns NDJSON into a log.
enum ImportCommand: Command {
    enum Compression: String, CaseIterable, Sendable {
        case lz4, none
    }

    static let output = Option.text("output", short: "o", "OUT", "the log to write (- for standard output)")
    static let force = Option.flag("force", "overwrite OUT")
    static let keepUnknown = Option.flag("keep-unknown", "store events with unknown names as custom")
    static let start = Option.value(
        "start", "TIME", "when the log begins, where its lines tell only t (2000-01-01T00:00:00Z)"
    ) { (text) throws(ValueProblem) -> UInt64 in
        do throws(Timestamp.Failure) {
            return try Timestamp.parse(text)
        } catch {
            throw ValueProblem(message: error.description)
        }
    }
    static let chunkSize = Option.number(
        "chunk-size", "BYTES", "bytes of events in a chunk (1048576)", in: 1024...(128 << 20))
    static let compression = Option.choice("compression", default: Compression.lz4, "of the chunks")

    static let name = "import"
    static let summary = "turn NDJSON into a log"
    static let operands = Operands.one("IN.ndjson")
    static let readsLogs = true
    static let options = [
        output.spec, force.spec, keepUnknown.spec, start.spec, chunkSize.spec, compression.spec,
    ]
    static let discussion = """
        Every line is an event of the vocabulary (arlog schema --format markdown). A line with an unknown name or \
        field, a wrong type, a missing field or a number out of range is an error, and nothing is written.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let path = arguments.operands[0]
        guard let out = arguments[output] else { throw .usage("no output given", advice: "add -o OUT.mcap") }
        if out == "-", console.output.isTerminal { throw onTerminal }
        var options = NDJSONOptions(keepsUnknown: arguments[keepUnknown])
        if let start = arguments[start] { options.start = start }
        let log = try OpenLog(LogFile(path), "importing", console, ndjson: options, limits: arguments.limits)
        guard log.source.format == .ndjson else {
            throw CommandError("is a log already", in: path, advice: "arlog cat prints it as NDJSON")
        }
        do {
            let file = try OutputFile(path: out, force: arguments[force])
            guard !file.isTerminal else { throw onTerminal }
            let size = arguments[chunkSize].map { Int($0) } ?? 1 << 20
            var writer = try EventWriter(
                file, labels: log.labels, chunkSize: size,
                compression: arguments[compression] == .lz4 ? .lz4 : .none)
            while let batch = try log.next() {
                writer.devices = log.devices
                for event in batch.events { try writer.append(event) }
            }
            try writer.close()
            try file.commit()
            let name = out == "-" ? "standard output" : out
            console.note("\(name): \(writer.eventCount) event\(writer.eventCount == 1 ? "" : "s")")
        } catch let error as CommandError {
            throw error
        } catch let error as IOError {
            throw CommandError(error)
        } catch ContainerError.io(let error) {
            throw CommandError(error)
        } catch let error as ContainerError {
            throw CommandError(error.description, in: out, advice: nil)
        } catch {
            throw CommandError("\(error)", in: out, advice: nil)
        }
        return log.finish(.done, console)
    }

    private static let onTerminal = CommandError.usage(
        "a log is not written to a terminal", advice: "give a file with -o, or a pipe")
}

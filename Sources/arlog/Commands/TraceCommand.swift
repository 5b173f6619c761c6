import EventLog
import Projections

/// Prints the traces of the state machines.
enum TraceCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case text, json, mermaid
    }

    static let machine = Option.list("machine", "NAME", "only these machines")
    static let format = Option.choice("format", default: Format.text, "how")
    static let json = Option.flag("json", "the same as --format json")
    static let config = CheckCommand.config

    static let name = "trace"
    static let summary = "print the traces of the state machines"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [machine.spec, format.spec, json.spec, config.spec]
    static let discussion = """
        The machines session, tracking and mapping follow from ARKit's own events; all others from state.changed. \
        mermaid is a state diagram with the transitions that were taken. The app's own machines are those of the \
        configuration (arlog.json, as with check) and of the log.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        var settings = Settings()
        let configuration = try ConfigurationFile.open(arguments[config], from: console.currentDirectory())
        configuration?.configuration.apply(to: &settings)
        let (file, found) = try LogFiles.one(arguments.operands, console)
        let log = try OpenLog(file, "reading", console, limits: arguments.limits)
        let traceLog = TraceLog(settings: settings)
        while let batch = try log.next() { traceLog.take(batch) }
        try log.requireEvents()
        let wanted = arguments[machine]
        let all = traceLog.traces
        let traces = all.filter { wanted.isEmpty || wanted.contains($0.machine) }
        let rendering = TraceRendering(
            traces: traces, isChosen: !all.isEmpty, start: log.start, labels: log.labels,
            devices: log.devices,
            end: traceLog.world.now.time)
        switch arguments[json] ? .json : arguments[format] {
        case .text: rendering.writeText(console)
        case .json: rendering.writeJSON(console)
        case .mermaid: rendering.writeMermaid(console)
        }
        let missing = wanted.filter { name in !traces.contains { $0.machine == name } }
        if !missing.isEmpty {
            let names = Set(all.map(\.machine)).sorted().joined(separator: ", ")
            console.warn(
                "no machine named \(missing.joined(separator: ", ")) in this log"
                    + (names.isEmpty ? "" : "; it has \(names)"))
        }
        return log.finish(found, traceLog.world, console)
    }
}

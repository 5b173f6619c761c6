import EventLog
import Projections

/// Tells what made an anchor, a node or a packet what it is.
enum WhyCommand: Command {
    static let at = Option.moment("at", "as it was at this moment (the log's end)")
    static let json = Option.flag("json", "as JSON")

    static let name = "why"
    static let summary = "tell what made an anchor, node or packet what it is"
    static let operands = Operands("ID FILE…", count: 2...Int.max)
    static let readsLogs = true
    static let options = [at.spec, json.spec, CheckCommand.config.spec]
    static let discussion = """
        ID is a UUID or label, as arlog cat prints it. Told are its own events and those of what it hangs on and of what \
        hangs on it: a node's anchor, an anchor's nodes; runs that dropped it; and the findings that rest on any of these \
        events. The id of a map, a peer or a session gives the events that name it.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let spelled = arguments.operands[0]
        guard (1...EntityID.longestLabel).contains(spelled.utf8.count) else {
            throw .usage("an id has 1 to \(EntityID.longestLabel) bytes")
        }
        var settings = Settings()
        let configuration = try ConfigurationFile.open(
            arguments[CheckCommand.config], from: console.currentDirectory())
        configuration?.configuration.apply(to: &settings)
        let (file, found) = try LogFiles.one(Array(arguments.operands.dropFirst()), console)
        guard file.path != "-" else { throw .usage("a log is read more than once", advice: "name a file") }
        let relatives = try relatives(of: EntityID(spelled), file, arguments, console)
        let history = EntityHistory(relatives)
        if let moment = arguments[at] {
            let part = try OpenLog(
                file, "reading", console, filter: EventFilter(to: moment), limits: arguments.limits)
            while let batch = try part.next() { history.take(batch) }
        }
        // The whole log is judged: what is wrong with an end is wrong with its own.
        let log = try OpenLog(file, "reading", console, limits: arguments.limits)
        let analysis = Analysis(settings: settings)
        analysis.name { log.labels.name(of: $0) }
        while let batch = try log.next() {
            if arguments[at] == nil { history.take(batch) }
            analysis.take(batch)
        }
        try log.requireEvents()
        guard !history.steps.isEmpty else {
            throw CommandError(
                "nothing in it has the id \(spelled)", in: file.path,
                advice: "arlog anchors --all and arlog cat print the ids of a log")
        }
        let numbers = Set(history.steps.flatMap { [$0.mark.number, $0.last.number] })
        let result = HistoryResult(
            spelled: spelled, history: history,
            findings: analysis.finish().filter { !numbers.isDisjoint(with: $0.events) },
            start: log.start, labels: log.labels, devices: log.devices)
        if arguments[json] { result.writeJSON(console) } else { result.writeText(console) }
        return log.finish(found, analysis.world, console)
    }

    /// Reads the attachments as often as something new is found: a node's parent was attached before it.
    private static func relatives(
        of id: EntityID, _ file: LogFile, _ arguments: ParsedArguments, _ console: Console
    ) throws(CommandError) -> Relatives {
        var relatives = Relatives(of: id)
        for _ in 0..<16 {
            relatives.begin()
            let filter = EventFilter(kinds: Relatives.kinds, to: arguments[at])
            let log = try OpenLog(file, "reading", console, filter: filter, limits: arguments.limits)
            while let batch = try log.next() { relatives.take(batch) }
            guard !relatives.isComplete else { break }
        }
        return relatives
    }
}

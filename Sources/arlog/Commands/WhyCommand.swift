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
    static let options = [at.spec, json.spec, CheckCommand.set.spec, CheckCommand.config.spec]
    static let discussion = """
        ID is a UUID, a label or a name given to an id, as arlog cat and anchors print them. Told are its own events and those of what it hangs on and of what \
        hangs on it: a node's anchor, an anchor's nodes; runs that dropped it; and the findings that rest on any of these \
        events. The id of a map or a peer gives the events that name it, that of a session the session's own. Findings are the whole \
        log's, also with --at.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let spelled = arguments.operands[0]
        guard (1...EntityID.longestLabel).contains(spelled.utf8.count) else {
            throw .usage("an id has 1 to \(EntityID.longestLabel) bytes")
        }
        let setup = try CheckSetup(arguments, console, choosesRules: false)
        let (file, found) = try LogFiles.one(Array(arguments.operands.dropFirst()), console)
        guard file.path != "-" else { throw .usage("a log is read more than once", advice: "name a file") }
        // The whole log is judged: what is wrong with an end is wrong with its own.
        let check = Check(
            setup: setup, limits: arguments.limits, sieve: Sieve(ignores: setup.ignores, baseline: nil),
            console: console)
        let (result, _) = try check.log(file, "checking")
        var history = try history(of: EntityID(spelled), file, arguments, console)
        if history.isEmpty {
            // People are shown the names that were given to ids.
            for id in result.names.ids(givenName: spelled) where history.isEmpty {
                history = try self.history(of: id, file, arguments, console)
            }
        }
        guard !history.isEmpty else {
            throw CommandError(
                "nothing in it has the id \(spelled)", in: file.path,
                advice: "arlog anchors --all and arlog cat print the ids of a log")
        }
        let answer = HistoryResult(spelled: spelled, history: history, result: result)
        if arguments[json] { answer.writeJSON(console) } else { answer.writeText(console) }
        return result.hasLoss ? .lossy : found
    }

    private static func history(
        of id: EntityID, _ file: LogFile, _ arguments: ParsedArguments, _ console: Console
    ) throws(CommandError) -> EntityHistory {
        var relatives = Relatives(of: id)
        let ties = try OpenLog(
            file, "reading", console, filter: EventFilter(kinds: Relatives.kinds, to: arguments[at]),
            limits: arguments.limits)
        while let batch = try ties.next() { relatives.take(batch) }
        relatives.settle()
        let history = EntityHistory(relatives)
        let log = try OpenLog(
            file, "reading", console, filter: EventFilter(to: arguments[at]), limits: arguments.limits)
        while let batch = try log.next() { history.take(batch) }
        return history
    }
}

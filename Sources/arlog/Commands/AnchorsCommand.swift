import EventLog
import Projections

/// Prints the anchor map as it was at a moment.
enum AnchorsCommand: Command {
    static let at = Option.moment("at", "the moment (the log's end); events at that instant are inside")
    static let all = Option.flag("all", "with anchors that were removed, or dropped by a run")
    static let json = Option.flag("json", "as JSON")

    static let name = "anchors"
    static let summary = "print the anchor map as it was at a moment"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [at.spec, all.spec, json.spec]

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let (file, found) = try LogFiles.one(arguments.operands, console)
        let log = try OpenLog(
            file, "reading", console, filter: EventFilter(to: arguments[at]), limits: arguments.limits)
        let world = World(keepsGone: arguments[all])
        while let batch = try log.next() { world.take(batch) }
        try log.requireEvents()
        let map = AnchorSnapshot(
            world: world, at: world.now, start: log.start, includesGone: arguments[all], labels: log.labels,
            devices: log.devices)
        if arguments[json] {
            map.writeJSON(console)
        } else {
            map.writeText(console)
        }
        return log.finish(found, world, console)
    }
}

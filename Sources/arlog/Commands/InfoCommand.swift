import EventLog

/// Tells what is in a log.
enum InfoCommand: Command {
    static let json = Option.flag("json", "as JSON")

    static let name = "info"
    static let summary = "tell what is in a log"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [json.spec]
    static let discussion = """
        Reads any MCAP file; of one that is no log of arlog's it tells the topics. A log that ends without \
        log.closed is called cut.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let files = try LogFiles(arguments.operands, console)
        var infos: [LogInfo] = []
        var statuses: [ExitStatus] = []
        let logs = files.logs
        for file in logs {
            do throws(CommandError) {
                let log = try OpenLog(
                    file, "reading", console, limits: arguments.limits, checksSections: true)
                infos.append(try LogInfo(log))
                statuses.append(log.finish(.done, console))
            } catch {
                guard logs.count > 1 else { throw error }
                console.fail(error)
                statuses.append(.failed)
            }
        }
        if arguments[json] {
            LogInfo.writeJSON(infos, console)
        } else {
            for (index, info) in infos.enumerated() {
                if index > 0 { console.line() }
                info.writeText(console)
            }
        }
        return .combined(statuses, finding: files.status)
    }
}

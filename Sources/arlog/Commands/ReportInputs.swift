import EventLog
import Projections

/// What a report is made of: logs, and summaries of logs, told by their first bytes.
struct ReportInputs {
    let logs: [LogFile]
    let summaries: [String]
    /// Lossy where something was not found.
    let status: ExitStatus
    /// Whether a folder was named.
    private let hasFolder: Bool

    /// Looks at the operands. What can't be found among others is warned of.
    init(_ operands: [String], _ console: Console) throws(CommandError) {
        var others: [String] = []
        var summaries: [String] = []
        for operand in operands {
            if operand != "-", System.isRegularFile(operand),
                LogSummary.isOne(SmallFile.start(of: operand, LogSummary.startLength))
            {
                summaries.append(operand)
            } else {
                others.append(operand)
            }
        }
        self.summaries = summaries
        hasFolder = operands.contains { $0 != "-" && System.isFolder($0) }
        do throws(CommandError) {
            let files = try LogFiles(others, console)
            logs = files.logs
            status = files.status
        } catch {
            guard !summaries.isEmpty else { throw error }
            console.warn(error.description)
            logs = []
            status = .lossy
        }
    }

    /// Whether the report is one of many sessions: a folder may hold any number of them.
    var isFleet: Bool { hasFolder || logs.count != 1 || !summaries.isEmpty }
}

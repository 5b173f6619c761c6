/// What a command tells the shell.
enum ExitStatus: Int32, Sendable {
    /// Done, and nothing to complain about.
    case done = 0
    /// Done; the log has findings, or damage for `verify`.
    case findings = 1
    /// Could not be done.
    case failed = 2
    /// Done, but something was lost on the way.
    case lossy = 3
    /// Wrong usage.
    case usage = 64

    /// The status over several files: failed only if all of them failed, else findings, else loss. A file that
    /// could not be read, among others that could, is loss, and so is what `LogFiles` did not find.
    static func combined(_ statuses: [ExitStatus], finding found: ExitStatus = .done) -> ExitStatus {
        if statuses.contains(.usage) { return .usage }
        if !statuses.isEmpty, statuses.allSatisfy({ $0 == .failed }) { return .failed }
        if statuses.contains(.findings) { return .findings }
        return statuses.contains(.lossy) || statuses.contains(.failed) || found == .lossy ? .lossy : .done
    }
}

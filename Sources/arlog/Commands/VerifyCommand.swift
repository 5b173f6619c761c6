import EventLog

/// Checks whether logs are whole.
enum VerifyCommand: Command {
    static let json = Option.flag("json", "as JSON")

    static let name = "verify"
    static let summary = "check that a log is whole, byte for byte"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [json.spec]
    static let discussion = """
        Reads any MCAP file. intact: nothing to say. readable: everything that was written whole is there and \
        certain, but something is unusual (never closed, no checksum, …). damaged: bytes are lost, do not match \
        their checksum, or contradict each other; only this makes exit status 1. arlog recover salvages what can be \
        read.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let files = try LogFiles(arguments.operands, console)
        let paths = files.paths
        var logs: [(path: String, found: Verification)] = []
        var statuses: [ExitStatus] = []
        for path in paths {
            do throws(CommandError) {
                let found = try verify(path, arguments.limits, console)
                logs.append((path, found))
                let faults = path == "-" ? [] : Journals(beside: path).faults
                for fault in faults { console.warn(CommandError(fault).description) }
                statuses.append(found.verdict == .damaged ? .findings : faults.isEmpty ? .done : .lossy)
                if !arguments[json] { VerificationText.write(found, of: path, console) }
            } catch {
                guard paths.count > 1 else { throw error }
                console.fail(error)
                statuses.append(.failed)
            }
        }
        if arguments[json] { VerificationText.writeJSON(logs, console) }
        return .combined(statuses, finding: files.status)
    }

    private static func verify(
        _ path: String, _ limits: ReaderLimits, _ console: Console
    ) throws(CommandError) -> Verification {
        do throws(ContainerError) {
            let file: InputFile
            do {
                file = try InputFile(path: path)
            } catch {
                // Of a log that nothing was written to yet, there is a journal.
                guard error.isAbsence, case let count = inJournal(of: path), count > 0 else {
                    throw .io(error)
                }
                var found = Verification()
                found.noteJournal(events: count, size: 0)
                return found
            }
            let progress = Progress("verifying \(OpenLog.name(of: path))", of: file.size ?? 0, on: console)
            var verifier = LogVerifier(file, limits: limits)
            var found = try verifier.run { progress.advance(to: $0) }
            progress.finish()
            found.noteJournal(events: inJournal(of: path), size: file.size ?? 0)
            return found
        } catch {
            throw CommandError(error, in: OpenLog.name(of: path))
        }
    }

    /// Events that only a journal beside the log has.
    private static func inJournal(of path: String) -> Int {
        guard path != "-", !Journals(beside: path).isEmpty else { return 0 }
        guard let log = try? EventSource(path: path) else { return 0 }
        while let read = try? log.nextBatch() { _ = read.headers }
        return log.report.foldedEvents
    }
}

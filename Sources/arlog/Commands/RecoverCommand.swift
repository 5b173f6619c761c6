import EventLog

/// Salvages what can be read of a damaged log.
enum RecoverCommand: Command {
    static let output = Option.text("output", short: "o", "OUT", "the log to write (- for standard output)")
    static let force = Option.flag("force", "overwrite OUT")
    static let keepSuspect = Option.flag(
        "keep-suspect", "keep messages of chunks that fail their checksum, and say so in OUT")
    static let json = Option.flag("json", "what was kept and lost, as JSON")

    static let name = "recover"
    static let summary = "salvage every readable message of a cut or damaged file"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [output.spec, force.spec, keepSuspect.spec, json.spec]
    static let discussion = """
        Takes any MCAP file; messages, attachments and metadata are kept as they are. Behind bytes that can't be read \
        it goes on with the next chunk that matches its checksum. What is lost is counted, and in a log of arlog's a \
        log.gap stands in its place. The new file is read again before it gets its name. Exit status 3 where \
        something was lost.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let log = try LogFiles.one(arguments.operands, console).log
        let path = log.path
        guard let out = arguments[output] else { throw .usage("no output given", advice: "add -o OUT.mcap") }
        if out == "-", console.output.isTerminal {
            throw .usage("a log is not written to a terminal", advice: "give a file with -o, or a pipe")
        }
        if out == "-", arguments[json] {
            throw .usage("--json and the log can't both go to standard output", advice: "give a file with -o")
        }
        do {
            // Before the log, which its recorder may be moving them into.
            let journals = log.paths.filter { $0 != "-" }.map { Journals(beside: $0) }
            var recovery = try recover(log, journals.flatMap(\.contents), to: out, arguments, console)
            recovery.journalFaults = journals.flatMap(\.faults)
            if arguments[json] {
                RecoveryText.writeJSON(recovery, of: path, to: out, console)
            } else {
                RecoveryText.write(recovery, to: out, console)
            }
            return recovery.hasLoss ? .lossy : .done
        } catch let error as CommandError {
            throw error
        } catch let error as IOError {
            throw CommandError(error)
        } catch let error as ContainerError {
            throw CommandError(error, in: OpenLog.name(of: path))
        } catch {
            throw CommandError("\(error)", in: OpenLog.name(of: path))
        }
    }

    private static func recover(
        _ log: LogFile, _ journals: [JournalContent], to out: String, _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> Recovery {
        if log.paths.count > 1 {
            // Of a segment that nothing was written to yet, there are only journals.
            let source = try GluedSource(paths: log.paths.filter { !log.isUnwritten($0) })
            return try recover(
                source, journals, log.name, to: out, arguments, console, fileStarts: source.fileStarts,
                isRecording: log.isNumbered)
        }
        let input: InputFile
        do {
            input = try InputFile(path: log.path)
        } catch {
            guard error.isAbsence, journals.contains(where: { !$0.isEmpty }) else { throw error }
            throw CommandError(
                "there is only a journal of it", in: log.path, advice: "arlog seal makes the log of that")
        }
        if input.isSeekable { return try recover(input, journals, log.name, to: out, arguments, console) }
        // Behind damage it has to look ahead and come back.
        return try recover(SpooledSource(input), journals, log.name, to: out, arguments, console)
    }

    private static func recover(
        _ source: some ByteSource, _ journals: [JournalContent], _ name: String, to out: String,
        _ arguments: ParsedArguments, _ console: Console, fileStarts: [UInt64] = [], isRecording: Bool = false
    ) throws -> Recovery {
        let file = try OutputFile(path: out, force: arguments[force])
        let progress = Progress("recovering \(name)", of: source.size ?? 0, on: console)
        var recoverer = try LogRecoverer(
            source, journals: journals, into: file, fileStarts: fileStarts, isRecording: isRecording,
            keepsSuspect: arguments[keepSuspect], limits: arguments.limits)
        let recovery = try recoverer.run { progress.advance(to: $0) }
        progress.finish()
        if let written = try file.written(), try !isSound(written, recovery, arguments.limits) {
            throw CommandError("what was written does not read back as it should", in: out)
        }
        try file.commit(isDurable: true)
        return recovery
    }

    /// Reads again what was written, since nobody will keep the damaged file once there is a better one.
    private static func isSound(
        _ written: WrittenBytes, _ recovery: Recovery, _ limits: ReaderLimits
    ) throws -> Bool {
        // Chunks of the new file have their own size, whatever the old one was allowed.
        var verifier = LogVerifier(written, limits: limits.atLeastDefault)
        let found = try verifier.run()
        let expected = recovery.messages + UInt64(recovery.gaps)
        return !found.issues.isDamaged && found.isClosed && found.messageCount == expected
    }
}

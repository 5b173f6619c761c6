import EventLog

/// Makes a log smaller.
enum CompactCommand: Command {
    static let output = Option.text("output", short: "o", "OUT", "the log to write")
    static let force = Option.flag("force", "overwrite OUT")

    static let name = "compact"
    static let summary = "copy a log into fewer bytes"
    static let operands = Operands("IN…", count: 1...Int.max)
    static let readsLogs = true
    static let options = [output.spec, force.spec]
    static let discussion = """
        The same messages, attachments and metadata in larger and harder compressed chunks; it pays for what was \
        recorded, whose chunks are small. A damaged log is refused. The copy is read again before it gets its name.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let log = try LogFiles.one(arguments.operands, console).log
        let path = log.path
        guard let out = arguments[output] else { throw .usage("no output given", advice: "add -o OUT.mcap") }
        guard path != "-", out != "-" else {
            throw .usage("a log is read twice, and so is its copy", advice: "name files")
        }
        if let gap = log.missing.first {
            throw CommandError(
                "segment \(gap.lowerBound) of the recording is not among the files", in: path,
                advice: "name it, too; arlog recover writes a log.gap for what is lacking")
        }
        do {
            var (events, messages): (UInt64, UInt64) = (0, 0)
            for path in log.paths {
                let sound = try sound(path, arguments.limits)
                events += sound.eventCount
                messages += sound.messageCount
            }
            return try compact(log, out, events, messages, arguments, console)
        } catch let error as CommandError {
            throw error
        } catch let error as IOError {
            throw CommandError(error)
        } catch let error as ContainerError {
            throw CommandError(error, in: path)
        } catch {
            throw CommandError("\(error)", in: path)
        }
    }

    /// Verifies a file, and refuses one that has to be mended first.
    private static func sound(_ path: String, _ limits: ReaderLimits) throws -> Verification {
        if LogFile(path).isUnwritten(path) {
            throw CommandError("there is only a journal of it", in: path, advice: "arlog seal first")
        }
        let sound = try verify(InputFile(path: path), limits)
        if let damage = sound.issues.firstDamage {
            throw CommandError(
                "is damaged: \(damage.message) (byte \(damage.offset))", in: path,
                advice: "arlog recover makes a new log of what can be read")
        }
        if sound.issues.first(.secondFile) != nil || sound.issues.first(.tornRecord) != nil {
            throw CommandError(
                "is torn, or several files in one", in: path, advice: "try arlog seal, or arlog recover")
        }
        let journals = Journals(beside: path)
        if let fault = journals.faults.first { throw CommandError(fault) }
        guard journals.isEmpty else {
            throw CommandError(
                "was never closed, and its journal may hold more", in: path, advice: "arlog seal first")
        }
        return sound
    }

    private static func compact(
        _ log: LogFile, _ out: String, _ events: UInt64, _ messages: UInt64, _ arguments: ParsedArguments,
        _ console: Console
    ) throws -> ExitStatus {
        let source = try GluedSource(paths: log.paths)
        let file = try OutputFile(path: out, force: arguments[force])
        let progress = Progress("compacting \(log.name)", of: source.size ?? 0, on: console)
        var compactor = LogCompactor<GluedSource, OutputFile>(source, limits: arguments.limits)
        let result = try compactor.run(into: file) { progress.advance(to: $0) }
        progress.finish()
        var size: UInt64 = 0
        if let written = try file.written() {
            size = written.size ?? 0
            let found = try verify(written, arguments.limits.atLeastDefault)
            guard !found.issues.isDamaged, found.eventCount == events,
                found.messageCount + result.droppedLabels == messages
            else {
                throw CommandError("the copy does not read back as it should", in: out)
            }
        }
        try file.commit(isDurable: true)
        let before = source.size ?? 0
        let percent = before > 0 ? " (\(size * 100 / before) %)" : ""
        console.note(
            "\(out): \(result.messages) message\(result.messages == 1 ? "" : "s"), \(size) bytes instead of \(before)\(percent)"
        )
        return .done
    }

    private static func verify(
        _ source: some ByteSource, _ limits: ReaderLimits
    ) throws(ContainerError) -> Verification {
        var verifier = LogVerifier(source, limits: limits)
        return try verifier.run()
    }
}

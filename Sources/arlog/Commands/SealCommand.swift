import EventLog

/// Finishes logs that were never closed.
enum SealCommand: Command {
    static let name = "seal"
    static let summary = "finish, in place, a log that was never closed"
    static let operands = Operands.files
    static let readsLogs = true
    static let discussion = """
        Whole records are kept as they are, a torn last one is cut off, the events that its journal still holds come \
        behind, and indexes, summary and footer are appended, so that other tools open the log. A closed log is left \
        alone. A damaged one is refused: arlog recover makes a new log of what can be read.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let files = try LogFiles(arguments.operands, console)
        let paths = files.paths
        var statuses: [ExitStatus] = []
        for path in paths {
            do throws(CommandError) {
                statuses.append(try seal(path, arguments.limits, console))
            } catch {
                guard paths.count > 1 else { throw error }
                console.fail(error)
                statuses.append(.failed)
            }
        }
        return .combined(statuses, finding: files.status)
    }

    private static func seal(
        _ path: String, _ limits: ReaderLimits, _ console: Console
    ) throws(CommandError) -> ExitStatus {
        guard path != "-" else {
            throw CommandError("standard input can't be changed in place", advice: "name the file")
        }
        do throws(SealError) {
            let sealed = try LogSealer.seal(path, limits: limits)
            let messages = "\(sealed.messageCount) message\(sealed.messageCount == 1 ? "" : "s")"
            guard !sealed.wasClosed else {
                console.note("\(path): is closed already, \(messages)")
                return .done
            }
            var parts = ["\(path): sealed", messages]
            if sealed.foldedCount > 0 {
                parts.append(
                    "\(sealed.foldedCount) event\(sealed.foldedCount == 1 ? "" : "s") folded in from its journal"
                )
            }
            if sealed.lostCount > 0 { parts.append("\(sealed.lostCount) had been lost, as a log.gap says") }
            if sealed.rebuiltIndexes > 0 {
                parts.append(
                    "\(sealed.rebuiltIndexes) MessageIndex\(sealed.rebuiltIndexes == 1 ? "" : "es") rebuilt")
            }
            if sealed.isTorn { parts.append("a torn end cut off") }
            if sealed.cutBytes > 0 { parts.append("\(sealed.cutBytes) bytes cut off") }
            console.note(parts.joined(separator: ", "))
            guard sealed.cutMessages > 0 else { return .done }
            let cut = sealed.cutMessages
            console.warn(
                "\(path): \(cut) message\(cut == 1 ? "" : "s") in the torn end had no checksum to prove "
                    + "\(cut == 1 ? "it" : "them"), and went with it")
            return .lossy
        } catch {
            throw CommandError(error, sealing: path)
        }
    }
}

extension CommandError {
    fileprivate init(_ error: SealError, sealing path: String) {
        switch error {
        case .io(let error): self.init(error)
        case .inUse:
            self.init("is being written by another process", in: path, advice: "try again when it has ended")
        case .journal(let fault): self.init(fault)
        case .foreign: self.init("no recorder made it", in: path)
        case .damaged(let what, let offset):
            self.init(
                "is damaged: \(what) (byte \(offset))", in: path,
                advice: "arlog recover makes a new log of what can be read")
        case .container(let error): self.init(error, in: path)
        }
    }
}

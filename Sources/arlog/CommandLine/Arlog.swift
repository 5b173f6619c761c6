import EventLog

/// The program without its process: words in, streams and a status out.
struct Arlog {
    private let commands: [any Command.Type]
    private let console: Console

    /// Runs `arguments`, the words behind the program's name, and returns the exit status.
    static func run(
        arguments: [String], console: Console, commands: [any Command.Type] = Registry.commands
    ) -> Int32 {
        let arlog = Arlog(commands: commands, console: console)
        var status: ExitStatus
        do throws(UsageError) {
            status = try arlog.dispatch(arguments)
        } catch {
            status = arlog.usage(error.message, nil)
        }
        console.wipeBar()
        console.output.flush()
        console.errors.flush()
        // A reader that left early has all it wanted; a full disk has not.
        if let failure = console.output.failure, failure != System.brokenPipe {
            console.fail(CommandError(IOError(path: "-", operation: .write, code: failure)))
            status = .failed
        }
        return status.rawValue
    }

    private func dispatch(_ arguments: [String]) throws(UsageError) -> ExitStatus {
        let version = Option.flag("version", "show the version")
        let options = CommonOptions.all + [version.spec]
        let found = try ArgumentParser(options: options, stopsAtOperand: true).sort(arguments)
        if found.given[version.spec.name] != nil {
            console.line("arlog \(ArlogVersion.string)")
            return .done
        }
        guard let name = found.operands.first else {
            if found.given[CommonOptions.help.spec.name] != nil { return help([]) }
            return usage("no command given", nil)
        }
        let rest = Array(found.operands.dropFirst())
        if name == "help" { return help(rest) }
        guard let command = commands.first(where: { $0.name == name }) else { return unknown(name) }
        let asked = (rest.firstIndex(of: "--").map { rest[..<$0] } ?? rest[...]).contains {
            $0 == "--help" || $0 == "-h"
        }
        if asked || found.given[CommonOptions.help.spec.name] != nil { return help([name]) }
        return run(command, rest, found.given)
    }

    private func run(
        _ command: any Command.Type, _ words: [String], _ given: [String: [String]]
    ) -> ExitStatus {
        let arguments: ParsedArguments
        do throws(UsageError) {
            arguments = try ArgumentParser.parse(words, for: command, given: given)
        } catch {
            return usage(error.message, command)
        }
        console.isQuiet = arguments[CommonOptions.quiet]
        console.apply(arguments[CommonOptions.color])
        do throws(CommandError) {
            return try command.run(arguments, console)
        } catch {
            if error.status == .usage { return usage(error.description, command) }
            console.fail(error)
            return error.status
        }
    }

    private func help(_ words: [String]) -> ExitStatus {
        guard let name = words.first(where: { !$0.hasPrefix("-") }) else {
            console.output.write(HelpText.overview(commands, width: console.width))
            return .done
        }
        guard let command = commands.first(where: { $0.name == name }) else { return unknown(name) }
        console.output.write(HelpText.help(for: command, width: console.width))
        return .done
    }

    private func unknown(_ name: String) -> ExitStatus {
        let near = nearest(to: name, in: commands.map { $0.name } + ["help"])
        return usage("unknown command \(name)" + (near.map { "; did you mean \($0)?" } ?? ""), nil)
    }

    /// One line that says what is wrong, and how it is called.
    private func usage(_ message: String, _ command: (any Command.Type)?)
        -> ExitStatus
    {
        console.fail(CommandError(message))
        let usage = command?.usage ?? "arlog COMMAND [OPTIONS] FILE…"
        let more = command.map { "arlog \($0.name) --help" } ?? "arlog --help"
        console.say("Usage: \(usage)  (\(more) tells more)")
        return .usage
    }
}

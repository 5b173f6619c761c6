import EventLog

@testable import arlog

/// A command with every sort of option, which prints what it was given.
enum ProbeCommand: Command {
    enum Level: String, CaseIterable, Sendable {
        case error, warning, info, never
    }

    static let output = Option.text("output", short: "o", "OUT", "where to")
    static let json = Option.flag("json", "as JSON")
    static let rule = Option.list("rule", "ID", "only these")
    static let set = Option.repeated("set", "NAME=VALUE", "a limit")
    static let failOn = Option.choice("fail-on", default: Level.error, "what counts")
    static let limit = Option.number("limit", "N", "so many", in: 1...1000)
    static let from = Option.moment("from", "from then on")
    static let mood = Option.list(
        "mood", "MOOD", "what happens", choices: ["refuse", "misuse", "lose", "find"])

    static let name = "probe"
    static let summary = "say what was given"
    static let operands = Operands.files
    static let discussion = "Only for tests."
    static let options = [
        output.spec, json.spec, rule.spec, set.spec, failOn.spec, limit.spec, from.spec, mood.spec,
    ]

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> arlog.ExitStatus
    {
        console.note("a note")
        console.warn("a warning\n")
        for mood in arguments[mood] {
            switch mood {
            case "refuse":
                throw CommandError("not a log", in: arguments.operands[0], advice: "try arlog recover")
            case "misuse": throw .usage("one thing excludes the other")
            case "lose": return .lossy
            default: return .findings
            }
        }
        for file in arguments.operands { console.line(TerminalText.inert(file)) }
        console.line(console.output.styled("styled", .bold))
        return .done
    }
}

/// What came of running the program in this process.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    init(_ arguments: String..., asTerminal: Bool = false, environment: [String: String] = [:]) {
        let console = Console.capturing(asTerminal: asTerminal, environment: environment)
        status = Arlog.run(
            arguments: arguments, console: console, commands: [ProbeCommand.self, CompletionCommand.self])
        output = console.output.captured
        errors = console.errors.captured
    }
}

/// One verb of the program, in a file of its own, listed in `Registry.commands`.
///
/// A command parses nothing and decides little: it asks `arguments` for what was given, calls the library, renders
/// to `console`, and says how it went. Whatever it throws is shown in one place, `Arlog.run`.
protocol Command {
    static var name: String { get }
    /// Half a line for the overview, in lower case without a full stop.
    static var summary: String { get }
    static var operands: Operands { get }
    /// Every option the command asks `arguments` for, besides the common ones.
    static var options: [OptionSpec] { get }
    /// Whether it reads logs, and so takes their limits (`arguments.limits`).
    static var readsLogs: Bool { get }
    /// Further paragraphs of its help.
    static var discussion: String { get }

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus
}

extension Command {
    static var options: [OptionSpec] { [] }
    static var readsLogs: Bool { false }
    static var operands: Operands { .none }
    static var discussion: String { "" }

    /// Its own options, and those that it shares with others.
    static var allOptions: [OptionSpec] {
        options + CommonOptions.all + (readsLogs ? LimitOptions.all : [])
    }

    /// `arlog check [OPTIONS] FILE…`
    static var usage: String {
        "arlog \(name) [OPTIONS]" + (operands.text.isEmpty ? "" : " " + operands.text)
    }
}

/// What stands beside the options.
struct Operands: Sendable {
    /// As help shows it: `FILE…`, `[ID]`, `ID FILE`.
    let text: String
    let count: ClosedRange<Int>
    /// The only words the first operand may be; empty where it may be anything.
    let choices: [String]

    init(_ text: String, count: ClosedRange<Int>, choices: [String] = []) {
        self.text = text
        self.count = count
        self.choices = choices
    }

    static let none = Operands("", count: 0...0)
    static let file = one("FILE")
    static let files = Operands("FILE…", count: 1...Int.max)

    static func one(_ name: String, choices: [String] = []) -> Operands {
        Operands(name, count: 1...1, choices: choices)
    }

    static func optional(_ name: String) -> Operands { Operands("[\(name)]", count: 0...1) }
}

/// Options of every command.
enum CommonOptions {
    enum Color: String, CaseIterable, Sendable {
        case auto, always, never
    }

    static let quiet = Option.flag("quiet", short: "q", "no progress and no notes on standard error")
    static let color = Option.choice("color", default: Color.auto, "colour")
    static let help = Option.flag("help", short: "h", "show this help")

    static let all: [OptionSpec] = [quiet.spec, color.spec, help.spec]
}

/// What was given, already checked against the command's declarations.
struct ParsedArguments: Sendable {
    let operands: [String]
    let values: [String: any Sendable]

    /// The option's value. Asking for an option that the command does not declare is a programming error.
    subscript<Value>(option: Option<Value>) -> Value {
        guard let parsed = values[option.spec.name] as? ParsedValue<Value> else {
            preconditionFailure("--\(option.spec.name) is not among the command's options")
        }
        return parsed.value
    }
}

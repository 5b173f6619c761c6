import EventLog

/// Help, made from the declarations alone.
enum HelpText {
    static func overview(_ commands: [any Command.Type], width: Int) -> String {
        var text = """
            arlog \(ArlogVersion.string): checks and explains the logs of AR sessions

            Usage: arlog COMMAND [OPTIONS] FILE…

            Commands:

            """
        text += list(commands.map { ($0.name, $0.summary) }, width: width)
        text += "\nOptions:\n"
        text += list(
            CommonOptions.all.map(entry) + [("    --version", "show the version")], width: width)
        return text + "\narlog COMMAND --help tells more about a command.\n"
    }

    static func help(for command: any Command.Type, width: Int) -> String {
        var text = "arlog \(command.name): \(command.summary)\n\nUsage: \(command.usage)\n"
        if !command.discussion.isEmpty {
            for paragraph in command.discussion.split(separator: "\n", omittingEmptySubsequences: false) {
                text += "\n" + Table.wrap(String(paragraph), to: max(width, 40)).joined(separator: "\n")
            }
            text += "\n"
        }
        text += "\nOptions:\n"
        text += list((command.options + CommonOptions.all).map(entry), width: width)
        guard command.readsLogs else { return text }
        return text + "\n\(LimitOptions.title)\n" + list(LimitOptions.all.map(entry), width: width)
    }

    /// `-o, --output FILE` and what it does.
    private static func entry(_ option: OptionSpec) -> (String, String) {
        let short = option.short.map { "-\($0), " } ?? "    "
        let name = option.name.count == 1 ? "-\(option.name)" : "--\(option.name)"
        return (short + name + (option.placeholder.map { " " + $0 } ?? ""), option.help)
    }

    private static func list(_ entries: [(String, String)], width: Int) -> String {
        var table = Table(columns: [.left, .left], indent: 2)
        for (name, meaning) in entries { table.add([name, meaning]) }
        return table.text(width: max(width, 40))
    }
}

/// `arlog completion SHELL`: a script that lets the shell complete commands, options and their choices.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = "print a completion script for a shell"
    static let operands = Operands.one("SHELL", choices: ["bash", "zsh", "fish"])
    static let discussion = """
        SHELL is bash, zsh or fish.
        bash: put this into ~/.bashrc
            source <(arlog completion bash)
        zsh: save it as _arlog in a folder of $fpath
        fish: save it as ~/.config/fish/completions/arlog.fish
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let script =
            switch arguments.operands[0] {
            case "bash": CompletionScript.bash(Registry.commands)
            case "zsh": CompletionScript.zsh(Registry.commands)
            default: CompletionScript.fish(Registry.commands)
            }
        console.output.write(script)
        return .done
    }
}

/// Completion scripts, made from the same declarations as parser and help.
enum CompletionScript {
    static func bash(_ commands: [any Command.Type]) -> String {
        var text = """
            _arlog() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words='\(commands.map { $0.name }.joined(separator: " ")) help --help --version'
                else
                    case "${COMP_WORDS[1]} $before" in

            """
        for command in commands {
            for option in command.allOptions where !option.choices.isEmpty {
                text +=
                    "        '\(command.name) \(dashed(option))') words='\(option.choices.joined(separator: " "))' ;;\n"
            }
        }
        text += """
                    esac
                    if [ -z "$words" ]; then
                        case "${COMP_WORDS[1]}" in

            """
        for command in commands {
            let words = command.operands.choices + command.allOptions.map(dashed)
            text += "            \(command.name)) words='\(words.joined(separator: " "))' ;;\n"
        }
        return text + """
                        esac
                    fi
                fi
                while IFS= read -r match; do COMPREPLY+=("$match"); done < <(compgen -W "$words" -- "$word")
            }
            complete -o default -F _arlog arlog

            """
    }

    static func zsh(_ commands: [any Command.Type]) -> String {
        var text = "#compdef arlog\n_arlog() {\n    local -a commands\n    commands=(\n"
        for command in commands { text += "        \(quoted("\(command.name):\(command.summary)"))\n" }
        text += """
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                shift words
                (( CURRENT-- ))
                case $words[1] in

            """
        for command in commands {
            text += "    \(command.name)) _arguments"
            for option in command.allOptions {
                let help = option.help.filter { !"[]:".contains($0) }
                var spec = "*\(dashed(option))[\(help)]"
                if let placeholder = option.placeholder {
                    let name = placeholder.filter { $0.isLetter }
                    let values =
                        option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
                    spec += ":\(name):\(values)"
                }
                text += " \\\n        \(quoted(spec))"
            }
            let choices = command.operands.choices
            text +=
                choices.isEmpty
                ? " \\\n        '*:file:_files' ;;\n"
                : " \\\n        '1:word:(\(choices.joined(separator: " ")))' ;;\n"
        }
        return text + "    esac\n}\ncompdef _arlog arlog\n"
    }

    static func fish(_ commands: [any Command.Type]) -> String {
        var text = ""
        for command in commands {
            text +=
                "complete -c arlog -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))\n"
            let when = "-n '__fish_seen_subcommand_from \(command.name)'"
            if !command.operands.choices.isEmpty {
                text +=
                    "complete -c arlog \(when) -f -a '\(command.operands.choices.joined(separator: " "))'\n"
            }
            for option in command.allOptions {
                text +=
                    "complete -c arlog \(when)" + (option.short.map { " -s \($0)" } ?? "")
                    + " -l \(option.name)"
                if option.placeholder != nil { text += " -r" }
                if !option.choices.isEmpty { text += " -f -a '\(option.choices.joined(separator: " "))'" }
                text += " -d \(quoted(option.help))\n"
            }
        }
        return text
    }

    private static func dashed(_ option: OptionSpec) -> String { "--" + option.name }

    /// A word for a POSIX shell and for fish.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "’") + "'"
    }
}

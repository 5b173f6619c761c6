import EventLog
import Testing

@testable import arlog

@Suite struct ArlogTests {
    @Test func tellsItsVersion() {
        let run = Run("--version")
        #expect(run.status == 0 && run.output == "arlog \(ArlogVersion.string)\n" && run.errors.isEmpty)
    }

    @Test func overviewListsEveryCommand() {
        let run = Run("--help")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("\n  probe       say what was given\n"))
        #expect(run.output.contains("  completion"))
        #expect(Run("help").output == run.output)
    }

    @Test func helpNamesEveryOption() {
        let run = Run("probe", "--help")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output.hasPrefix(
                "arlog probe: say what was given\n\nUsage: arlog probe [OPTIONS] FILE…\n\nOnly"))
        for option in ProbeCommand.options + CommonOptions.all {
            #expect(run.output.contains("--\(option.name)"))
        }
        #expect(run.output.contains("  -o, --output OUT "))
        #expect(run.output.contains("error, warning, info, never (error)"))
        #expect(Run("help", "probe").output == run.output)
        #expect(Run("probe", "--wrong", "-h").output == run.output)
        #expect(Run("--help", "probe").output == run.output)
        #expect(run.output.split(separator: "\n").allSatisfy { TerminalText.width(String($0)) <= 80 })
    }

    @Test func wrongUsageIsTwoLinesAnd64() {
        let run = Run("prob", "x")
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(
            run.errors == """
                arlog: unknown command prob; did you mean probe?
                Usage: arlog COMMAND [OPTIONS] FILE…  (arlog --help tells more)

                """)
        #expect(
            Run("probe").errors == """
                arlog: FILE… is missing
                Usage: arlog probe [OPTIONS] FILE…  (arlog probe --help tells more)

                """)
        #expect(Run().status == 64)
        #expect(Run("probe", "a", "--mood", "misuse").status == 64)
        #expect(Run("completion", "tcsh").status == 64)
    }

    @Test func failureIsOneLineAnd2() {
        let run = Run("probe", "--mood=refuse", "a\n\u{1B}[2J.mcap", "-q")
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasSuffix("arlog: a\\n\\u{1B}[2J.mcap: not a log; try arlog recover\n"))
    }

    @Test func strangeWordsStayInert() {
        for word in ["\u{1B}]0;x\u{7}", "--\u{202E}x", "a\nb"] {
            let run = Run(word)
            #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{202E}"))
            #expect(run.errors.split(separator: "\n").count == 2)
        }
    }

    @Test func quietKeepsWarnings() {
        #expect(Run("probe", "a").errors == "a note\nwarning: a warning\\n\n")
        #expect(Run("probe", "a", "--quiet").errors == "warning: a warning\\n\n")
        #expect(Run("-q", "probe", "a").errors == "warning: a warning\\n\n")
    }

    @Test func otherStatusesGoThrough() {
        #expect(Run("probe", "a").status == 0)
        #expect(Run("probe", "a", "--mood", "lose").status == 3)
        #expect(Run("probe", "a", "--mood", "find").status == 1)
    }

    @Test func colorFollowsItsRules() {
        let bold = "\u{1B}[1mstyled\u{1B}[0m"
        #expect(!Run("probe", "a").output.contains(bold))
        #expect(Run("probe", "a", asTerminal: true).output.contains(bold))
        #expect(Run("probe", "a", "--color", "always").output.contains(bold))
        #expect(!Run("probe", "a", "--color", "never", asTerminal: true).output.contains(bold))
        #expect(!Run("probe", "a", asTerminal: true, environment: ["NO_COLOR": "1"]).output.contains(bold))
        #expect(!Run("probe", "a", asTerminal: true, environment: ["TERM": "dumb"]).output.contains(bold))
        #expect(Run("probe", "a", asTerminal: true, environment: ["NO_COLOR": ""]).output.contains(bold))
    }

    @Test(arguments: [
        ([arlog.ExitStatus.failed, .failed], arlog.ExitStatus.failed), ([.failed, .done], .lossy),
        ([.failed, .findings], .findings),
        ([.lossy, .findings, .done], .findings), ([.lossy, .done], .lossy), ([.done, .done], .done),
        ([], .done),
    ])
    func statusesCombine(statuses: [arlog.ExitStatus], expected: arlog.ExitStatus) {
        #expect(arlog.ExitStatus.combined(statuses) == expected)
    }

    @Test(arguments: Registry.commands.map { $0.name })
    func everyCommandIsWellDeclared(name: String) throws {
        let command = try #require(Registry.commands.first { $0.name == name })
        let options = command.allOptions
        #expect(Set(options.map(\.name)).count == options.count)
        #expect(Set(options.compactMap(\.short)).count == options.compactMap(\.short).count)
        #expect(!command.summary.hasSuffix(".") && TerminalText.width(command.summary) <= 66)
        #expect(options.allSatisfy { !$0.help.isEmpty })
    }
}

import EventLog
import Projections

/// The catalogue as a page of the manual.
struct RulesMarkdown {
    let console: Console

    /// Writes the rules; with the page's title and a table of them where it `isWhole`.
    func write(_ rules: [RuleAbout], isWhole: Bool) {
        if isWhole {
            console.line("# The rules\n")
            console.line(
                "Made by `arlog rules --format markdown`. A limit is changed with `--set NAME=VALUE`, a rule is left "
                    + "out with `--ignore ID`, and both lastingly in [arlog.json](configuration.md).\n")
            console.line("| rule | severity | is about |\n|---|---|---|")
            for rule in rules {
                console.line(
                    "| [`\(rule.id)`](#\(rule.id)) | \(RulesCommand.severity(rule)) | \(rule.summary) |")
            }
        }
        for (index, rule) in rules.enumerated() {
            if index > 0 || isWhole { console.line() }
            write(rule)
        }
    }

    private func write(_ rule: RuleAbout) {
        console.line("## `\(rule.id)`\n")
        console.line("\(rule.summary) Severity: \(RulesCommand.severity(rule)).\n")
        console.line("**Why.** \(rule.why)\n")
        console.line("```json\n\(rule.example)\n```\n")
        console.line("**What to do.** \(rule.advice)")
        if !rule.quiet.isEmpty {
            console.line("\n**Stays quiet:**\n")
            for line in rule.quiet { console.line("- \(line)") }
        }
        if !rule.limits.isEmpty {
            console.line("\n| limit | default | meaning |\n|---|---|---|")
            for limit in rule.limits {
                let value = "\(number(limit.defaultValue)) \(limit.unit)"
                console.line("| `\(limit.name)` | \(value) | \(limit.about) |")
            }
        }
        if !rule.names.isEmpty {
            console.line("\n| names | default | meaning |\n|---|---|---|")
            for setting in rule.names {
                let defaults = setting.defaultValue
                let names = defaults.isEmpty ? "none" : defaults.joined(separator: ", ")
                console.line("| `\(setting.name)` | \(names) | \(setting.about) |")
            }
        }
        if !rule.causes.isEmpty {
            let causes = rule.causes.map { "[`\($0)`](#\($0))" }.joined(separator: ", ")
            console.line("\nMay come of \(causes).")
        }
        let needs = rule.needs.elements.map(\.name).joined(separator: ", ")
        if !needs.isEmpty {
            console.line("\nNeeds \(needs) events: [level \(rule.level.rawValue)](levels.md).")
        }
    }
}

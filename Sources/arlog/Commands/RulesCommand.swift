import EventLog
import Projections

/// Prints the catalogue, or explains one rule.
enum RulesCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case text, json, markdown
    }

    static let format = Option.choice("format", default: Format.text, "how")
    static let json = Option.flag("json", "the same as --format json")
    static let levels = Option.flag(
        "levels", "what an app records at which level, and which rules that lets judge")

    static let name = "rules"
    static let summary = "list the rules, or explain one"
    static let operands = Operands.optional("ID")
    static let options = [levels.spec, format.spec, json.spec]

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let id = arguments.operands.first
        let rules = Catalogue.about.filter { id == nil || $0.id == id }
        if let id, rules.isEmpty { throw unknownRule(id) }
        let format = arguments[json] ? .json : arguments[format]
        if arguments[levels] {
            guard id == nil else {
                throw .usage("--levels is about all rules", advice: "leave out \(id ?? "")")
            }
            LevelsText(console: console).write(format)
            return .done
        }
        switch format {
        case .json: writeJSON(rules, console)
        case .markdown: RulesMarkdown(console: console).write(rules, isWhole: id == nil)
        case .text: id == nil ? list(console) : rules.forEach { explain($0, console) }
        }
        return .done
    }

    /// The error for a rule that does not exist, with the nearest one that does.
    static func unknownRule(_ id: String) -> CommandError {
        let near = nearest(to: id, in: Catalogue.about.map(\.id)).map { "did you mean \($0)?" }
        return .usage("there is no rule “\(id)”", advice: near ?? "see arlog rules")
    }

    private static func list(_ console: Console) {
        var table = Table(columns: [.left, .left, .left])
        for rule in Catalogue.about { table.add([rule.id, severity(rule), rule.summary]) }
        console.output.write(table.text(width: console.tableWidth))
    }

    static func severity(_ rule: RuleAbout) -> String {
        rule.highest == rule.severity ? rule.severity.name : "\(rule.severity.name) to \(rule.highest.name)"
    }

    private static func explain(_ rule: RuleAbout, _ console: Console) {
        let width = min(console.width, 100)
        func paragraph(_ title: String, _ text: String) {
            console.line()
            console.line(console.output.styled(title, .bold))
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                for part in Table.wrap(String(line), to: width - 2) { console.line("  " + part) }
            }
        }
        console.line(console.output.styled(rule.id, .bold) + " (\(severity(rule)))")
        for line in Table.wrap(rule.summary, to: width) { console.line(line) }
        paragraph("Why", rule.why)
        console.line()
        console.line(console.output.styled("Example", .bold))
        for line in rule.example.split(separator: "\n") { console.line("  " + line) }
        paragraph("What to do", rule.advice)
        if !rule.quiet.isEmpty {
            paragraph("Quiet", rule.quiet.map { "- " + $0 }.joined(separator: "\n"))
        }
        if !rule.limits.isEmpty {
            paragraph(
                "Limits (change with --set NAME=VALUE)",
                rule.limits.map { "\($0.name) = \(number($0.defaultValue)) \($0.unit): \($0.about)" }
                    .joined(separator: "\n"))
        }
        if !rule.names.isEmpty {
            paragraph(
                "Names (change with --set NAME=A,B)",
                rule.names.map {
                    let names = $0.defaultValue.isEmpty ? "none" : $0.defaultValue.joined(separator: ",")
                    return "\($0.name) = \(names): \($0.about)"
                }.joined(separator: "\n"))
        }
        if !rule.causes.isEmpty { paragraph("May come of", rule.causes.joined(separator: ", ")) }
        let needs = rule.needs.elements.map(\.name)
        if !needs.isEmpty { paragraph("Needs", needs.joined(separator: ", ") + " events") }
    }

    private static func writeJSON(_ rules: [RuleAbout], _ console: Console) {
        var json = JSONWriter(style: .pretty)
        json.beginObject()
        json.key("rules")
        json.beginArray()
        for rule in rules {
            json.beginObject()
            json.field("id", rule.id)
            json.field("severity", rule.severity.name)
            json.field("highestSeverity", rule.highest.name)
            json.field("summary", rule.summary)
            json.field("why", rule.why)
            json.field("example", rule.example)
            json.field("advice", rule.advice)
            json.field("quiet", rule.quiet)
            json.field("needs", rule.needs.elements.map(\.name))
            json.field("level", UInt64(rule.level.rawValue))
            json.field("causes", rule.causes)
            json.key("limits")
            json.beginArray()
            for limit in rule.limits {
                json.beginObject()
                json.field("name", limit.name)
                json.field("value", limit.defaultValue)
                json.field("unit", limit.unit)
                json.field("about", limit.about)
                json.endObject()
            }
            json.endArray()
            json.key("names")
            json.beginArray()
            for setting in rule.names {
                json.beginObject()
                json.field("name", setting.name)
                json.field("value", setting.defaultValue)
                json.field("about", setting.about)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }
}

/// A limit's number as it stands on the command line.
func number(_ value: Double) -> String {
    var buffer = ByteBuffer()
    buffer.appendShortest(value)
    return unsafe String(decoding: buffer.bytes, as: UTF8.self)
}

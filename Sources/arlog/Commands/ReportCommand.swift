import EventLog
import Projections

/// Makes the health report of a session.
enum ReportCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case html, json, markdown
    }

    static let output = Option.text(
        "output", short: "o", "OUT", "the report to write (- for standard output)")
    static let force = Option.flag("force", "overwrite OUT")
    static let format = Option.choice("format", default: Format.html, "how")
    static let json = Option.flag("json", "the same as --format json")
    static let share = Option.flag("share", "leave out names, texts and places")

    static let name = "report"
    static let summary = "make the health report of a session"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [
        output.spec, force.spec, format.spec, json.spec, share.spec, CheckCommand.rule.spec,
        CheckCommand.ignore.spec, CheckCommand.set.spec, CheckCommand.config.spec,
    ]
    static let discussion = """
        html is one page that needs nothing else: the verdict, the findings by cause, a timeline with a map of the room \
        at the moment it is set to, and the numbers. markdown is for a ticket, json for machines. Without -o the report \
        goes to standard output.

        --share makes a report that may leave the house: without device names, labels, what people wrote, and where \
        things stood. What is judged is the same.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let format = arguments[json] ? .json : arguments[format]
        let out = arguments[output] ?? "-"
        if out == "-", format == .html, console.output.isTerminal {
            throw .usage("a page is of no use on a terminal", advice: "add -o report.html")
        }
        let setup = try CheckSetup(arguments, console)
        let (file, found) = try LogFiles.one(arguments.operands, console)
        var check = Check(
            setup: setup, limits: arguments.limits, sieve: Sieve(ignores: setup.ignores, baseline: nil),
            console: console)
        check.isShared = arguments[share]
        let (result, health) = try check.health(of: file, "reporting on")
        let bytes = render(Report(result: result, health: health), as: format)
        if out == "-" {
            unsafe console.output.write(bytes.bytes)
        } else {
            do throws(IOError) {
                try SmallFile.write(bytes, to: out, force: arguments[force])
            } catch {
                throw CommandError(error)
            }
        }
        return result.hasLoss ? .lossy : found
    }

    private static func render(_ report: Report, as format: Format) -> ByteBuffer {
        switch format {
        case .html:
            var html = HTMLWriter()
            ReportPage(report: report).write(to: &html)
            return html.finish()
        case .json:
            var json = JSONWriter()
            ReportJSON(report: report).write(to: &json)
            json.newline()
            return json.finish()
        case .markdown:
            var text = ByteBuffer()
            ReportMarkdown(report: report).write(to: &text)
            return text
        }
    }
}

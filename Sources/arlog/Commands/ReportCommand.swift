import EventLog
import Projections

/// Makes the health report of a session, or of many.
enum ReportCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case html, json, markdown, summary
    }

    static let output = Option.text(
        "output", short: "o", "OUT", "the report to write (- for standard output)")
    static let force = Option.flag("force", "overwrite OUT, and pages in DIR")
    static let format = Option.choice("format", default: Format.html, "how")
    static let json = Option.flag("json", "the same as --format json")
    static let share = Option.flag("share", "leave out names, texts and places")
    static let baseline = Option.text("baseline", "FILE", "count as new only what this file does not know")
    static let pages = Option.text("pages", "DIR", "write a page of each session, too, into this folder")

    static let name = "report"
    static let summary = "make the health report of a session, or of many"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [
        output.spec, force.spec, format.spec, json.spec, share.spec, baseline.spec, pages.spec,
        CheckCommand.threads.spec, CheckCommand.rule.spec, CheckCommand.ignore.spec, CheckCommand.set.spec,
        CheckCommand.config.spec,
    ]
    static let discussion = """
        html is one page that needs nothing else: the verdict, the findings by cause, a timeline with a map of the room \
        at the moment it is set to, and the numbers. markdown is for a ticket, json for machines. Without -o the report \
        goes to standard output.

        Of a directory, several logs or --pages it is the report of a fleet: how many sessions are healthy, the findings \
        by fingerprint, distributions, versions side by side, the worst sessions. A log that can't be read is counted \
        and named.

        summary is what a fleet's report is made from, of one log or many, as JSON that docs/summary.md describes. \
        Summaries add up in any order, and stand in for their logs as FILE: a file may hold several.

        --share makes a report that may leave the house: without device names, labels, what people wrote, and where \
        things stood. What is judged is the same. --baseline takes what check --write-baseline wrote.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let format = arguments[json] ? .json : arguments[format]
        let out = arguments[output] ?? "-"
        if out == "-", format == .html, console.output.isTerminal {
            throw .usage("a page is of no use on a terminal", advice: "add -o report.html")
        }
        let setup = try CheckSetup(arguments, console)
        let known = try arguments[baseline].map { (path) throws(CommandError) in
            try CheckCommand.readBaseline(path)
        }
        let inputs = try ReportInputs(arguments.operands, console)
        for log in inputs.logs { try log.mustNotBe(out) }
        let sieve = Sieve(ignores: setup.ignores, baseline: known)
        var job = ReportJob(
            setup: setup, limits: arguments.limits, sieve: sieve, isShared: arguments[share])
        let threads = CheckCommand.threads(arguments)
        guard inputs.isFleet || format == .summary || arguments[pages] != nil else {
            job.threads = threads
            return try session(inputs, job, format, out, force: arguments[force], console)
        }
        let pages = try arguments[pages].map { (folder) throws(CommandError) in
            try SessionPages(folder, count: inputs.logs.count, force: arguments[force])
        }
        let fleet = FleetCommand(
            job: job, format: format, out: out, force: arguments[force], pages: pages, threads: threads)
        return try fleet.run(inputs, console)
    }

    /// The report of one session.
    private static func session(
        _ inputs: ReportInputs, _ job: ReportJob, _ format: Format, _ out: String, force: Bool,
        _ console: Console
    ) throws(CommandError) -> ExitStatus {
        let report = try job.report(on: inputs.logs[0], "reporting on", console)
        let bytes = render(report, as: format)
        try deliver(bytes, to: out, force: force, console)
        return report.result.hasLoss ? .lossy : inputs.status
    }

    /// Writes a report under its name, or to standard output.
    private static func deliver(
        _ bytes: borrowing ByteBuffer, to out: String, force: Bool, _ console: Console
    ) throws(CommandError) {
        guard out != "-" else {
            unsafe console.output.write(bytes.bytes)
            return
        }
        do throws(IOError) {
            try SmallFile.write(bytes, to: out, force: force)
        } catch {
            throw CommandError(error)
        }
    }

    private static func render(_ report: Report, as format: Format) -> ByteBuffer {
        switch format {
        case .html, .summary: return ReportPage(report: report).bytes()
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

/// How a report judges each log.
struct ReportJob: Sendable {
    let setup: CheckSetup
    let limits: ReaderLimits
    let sieve: Sieve
    /// Whether what is private is withheld.
    let isShared: Bool
    /// Threads for one log.
    var threads = 1

    /// - Parameter scope: whether all that a page shows is wanted.
    func report(
        on file: LogFile, _ title: String, scope: HealthCollector.Scope = .whole, _ console: Console
    ) throws(CommandError) -> Report {
        var check = Check(setup: setup, limits: limits, sieve: sieve, console: console)
        check.isShared = isShared
        check.threads = threads
        let (result, health, unignored) = try check.health(of: file, title, scope: scope)
        let known = unignored.filter { sieve.baseline?.knows($0) ?? false }
        return Report(result: result, health: health, known: known)
    }
}

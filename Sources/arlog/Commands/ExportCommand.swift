import EventLog
import Projections

/// Turns a log into what other programs read.
enum ExportCommand: Command {
    /// The tables that are CSV files.
    enum CSVTable: String, CaseIterable, Sendable {
        case events, anchors, nodes, visits, findings, packets

        var table: ExportTable? { ExportTable(rawValue: rawValue) }
    }

    static let format: Option<ExportFormat?> = Option.choice("to", "FORMAT", "what to make of the log")
    static let output = Option.text(
        "output", short: "o", "OUT", "the file to write (- for standard output, where the format allows it)")
    static let table: Option<CSVTable?> = Option.choice(
        "table", "TABLE", "of csv: which table (events)")
    static let force = Option.flag("force", "overwrite OUT")
    static let share = Option.flag("share", "leave out names, texts and places")
    static let event = Option.list(
        "event", "NAME", "only these kinds; * and ? as in file names: anchor.*")
    static let session = Option.text(
        "session", "ID", "only events of this ARSession (main: the one without an id)")
    static let from = Option.moment("from", "from then on")
    static let until = Option.moment("until", "until then")

    static let name = "export"
    static let summary = "turn a log into what other programs read"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [
        format.spec, output.spec, table.spec, force.spec, share.spec, event.spec, session.spec, from.spec,
        until.spec,
        CheckCommand.rule.spec, CheckCommand.ignore.spec, CheckCommand.set.spec, CheckCommand.config.spec,
    ]
    static let discussion = """
        ndjson is what arlog cat --format ndjson prints and arlog import reads: the same events, order, times, ids and \
        fields.

        csv is one table (RFC 4180, UTF-8): events, with the commonest fields in columns and the rest as JSON in fields; \
        or with --table anchors, nodes, visits (the stays of machines in states), findings or packets, a line for each as \
        soon as it is over. t counts seconds from the log's first event, and so does every column in _t. A text that a \
        spreadsheet would take for a formula gets a ' before it.

        sqlite is a database with those tables, and log (facts of the whole), recordings and finding_events. In both, \
        what would act or hide in a text is written as \\n or \\u{202E}. Queries to begin with:

        \(SQLiteSink.queries.joined(separator: "\n"))

        perfetto is a trace that ui.perfetto.dev opens: what was when, findings, and rates. foxglove is a log with the \
        same events and, beside them, the room, the findings and what the app said as Foxglove, Lichtblick and Rerun \
        show them; with --share there is no room in it.

        --event, --session, --from and --until choose events, in ndjson and in the tables events and packets of csv; \
        everything else is told of the whole log. --rule, --ignore, --set and --config are those of arlog check, for the \
        findings.

        --share makes a file that may leave the house: without device names, labels, what people wrote, and where \
        things stood. What is judged is the same.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        guard let format = arguments[format] else {
            let names = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("no format given", advice: "add --to FORMAT: \(names)")
        }
        guard let out = arguments[output] else { throw .usage("no output given", advice: "add -o OUT") }
        guard out != "-" || format.isStream else {
            throw .usage("\(format.rawValue) can't go to standard output", advice: "give a file with -o")
        }
        if out == "-", format.isBinary, console.output.isTerminal {
            throw .usage("\(format.rawValue) is of no use on a terminal", advice: "give a file with -o")
        }
        let table = arguments[table].flatMap(\.table)
        guard table == nil || format == .csv else {
            throw .usage(
                "--table goes with --to csv", advice: "\(format.rawValue) has no tables to choose from")
        }
        let isAnalysed = format.isAnalysed(table)
        let filter = try filter(arguments, isOfEvents: !isAnalysed)
        let setup = isAnalysed ? try CheckSetup(arguments, console) : nil
        let (file, found) = try LogFiles.one(arguments.operands, console)
        try file.mustNotBe(out)
        let foreknown = format.isReadTwice ? try foresee(file, setup, arguments, console) : Foreknown()
        let open = try OpenLog(file, "exporting", console, filter: filter, limits: arguments.limits)
        let log = ExportedLog(
            open,
            analysis: setup.map { setup in
                // The rules have judged where everything is known.
                Analysis(settings: setup.settings) { _ in !format.isReadTwice }
            },
            session: SessionChoice(arguments[session]), isShared: arguments[share])
        log.isWhole = filter.takesAll && arguments[session] == nil
        let result = try ExportFile(path: out, force: arguments[force])
        let exporter = try format.exporter(log, result, table: table, foreknown)
        try log.feed(exporter)
        try exporter.finish(findings(log, setup))
        try result.commit()
        if log.leftOut > 0 {
            console.warn("\(file.name): \(log.leftOut) values that this version does not name were left out")
        }
        guard let world = log.analysis?.world else {
            return open.finish(found, malformed: log.malformed, console)
        }
        return open.finish(found, world, malformed: log.malformed, console)
    }

    /// Reads the log a first time, to know what is found in it.
    private static func foresee(
        _ file: LogFile, _ setup: CheckSetup?, _ arguments: ParsedArguments, _ console: Console
    ) throws(CommandError) -> Foreknown {
        guard file.path != "-" else {
            throw .usage("standard input can't be read twice, as this format wants", advice: "name a file")
        }
        let log = ExportedLog(
            try OpenLog(file, "judging", console, limits: arguments.limits),
            analysis: setup.map { Analysis(settings: $0.settings) }, session: nil, isShared: arguments[share])
        try log.feed(Foreseer())
        return Foreknown(
            findings: findings(log, setup), duration: log.elapsed(log.analysis?.world.now.time ?? 0))
    }

    /// What `check` would report of the log.
    private static func findings(_ log: ExportedLog, _ setup: CheckSetup?) -> [Finding] {
        guard let setup, let analysis = log.analysis else { return [] }
        let world = analysis.world
        let sieve = Sieve(ignores: setup.ignores, baseline: nil)
        return sieve.sift(analysis.finish(), folded: analysis.folded) { index in
            world.devices.indices.contains(index) ? world.devices[index].id : nil
        }.findings
    }

    /// The events that are wanted.
    private static func filter(
        _ arguments: ParsedArguments, isOfEvents: Bool
    ) throws(CommandError) -> EventFilter {
        let filter = EventFilter(
            kinds: try CatCommand.kinds(arguments[event]), from: arguments[from], to: arguments[until])
        guard isOfEvents || (filter.takesAll && arguments[session] == nil) else {
            throw .usage(
                "--event, --session, --from and --until: this tells what follows from the whole log",
                advice: "only ndjson and the tables events and packets of csv are told of a part")
        }
        return filter
    }
}

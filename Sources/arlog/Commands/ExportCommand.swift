import EventLog
import Projections

/// Turns a log into what other programs read.
enum ExportCommand: Command {
    static let format: Option<ExportFormat?> = Option.choice("to", "FORMAT", "what to make of the log")
    static let output = Option.text(
        "output", short: "o", "OUT", "the file to write (- for standard output, where the format allows it)")
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
        format.spec, output.spec, force.spec, share.spec, event.spec, session.spec, from.spec, until.spec,
        CheckCommand.rule.spec, CheckCommand.ignore.spec, CheckCommand.set.spec, CheckCommand.config.spec,
    ]
    static let discussion = """
        ndjson is what arlog cat --format ndjson prints and arlog import reads: the same events, order, times, ids and \
        fields.

        perfetto is a trace that ui.perfetto.dev opens: what was when, findings, and rates. foxglove is a log with the \
        same events and, beside them, the room, the findings and what the app said as Foxglove, Lichtblick and Rerun \
        show them; with --share there is no room in it.

        --event, --session, --from and --until choose events, where the format holds events and nothing else.

        --share makes a file that may leave the house: without device names, labels, what people wrote, and where \
        things stood.
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
        let filter = try filter(arguments, format)
        let setup = format.isAnalysed ? try CheckSetup(arguments, console) : nil
        let (file, found) = try LogFiles.one(arguments.operands, console)
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
        let exporter = try format.exporter(log, result, foreknown)
        try log.feed(exporter)
        try exporter.finish(findings(log, setup))
        try result.commit()
        if log.leftOut > 0 {
            console.warn("\(file.name): \(log.leftOut) values that this version does not name were left out")
        }
        guard let world = log.analysis?.world else {
            return open.finish(found, malformed: log.malformed, console)
        }
        return open.finish(found, world, console)
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
        _ arguments: ParsedArguments, _ format: ExportFormat
    ) throws(CommandError) -> EventFilter {
        let filter = EventFilter(
            kinds: try CatCommand.kinds(arguments[event]), from: arguments[from], to: arguments[until])
        guard format.takesParts || (filter.takesAll && arguments[session] == nil) else {
            throw .usage(
                "--event, --session, --from and --until: \(format.rawValue) tells what follows from the whole log",
                advice: "export all of it")
        }
        return filter
    }
}

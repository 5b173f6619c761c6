import EventLog
import Projections
import Replay

/// Finds the smallest log that still gives a finding.
enum ShrinkCommand: Command {
    static let rule = Option.text("rule", "ID", "the rule whose finding is to stay")
    static let fingerprint = Option.text(
        "fingerprint", "HEX", "which of its faults, as check --json names it (the worst, then the first)")
    static let output = Option.text(
        "output", short: "o", "OUT",
        "the log to write; NDJSON where it ends with .ndjson (- for standard output)")
    static let force = Option.flag("force", "overwrite OUT")
    static let budget = Option.number(
        "budget", "SECONDS", "stop after so long, with what was reached (60)", in: 1...86_400)
    static let share = Option.flag("share", "leave out names, texts and places")

    static let name = "shrink"
    static let summary = "find the smallest log that still gives a finding"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [
        rule.spec, output.spec, force.spec, fingerprint.spec, budget.spec, share.spec,
        CheckCommand.set.spec, CheckCommand.config.spec,
    ]
    static let discussion = """
        Leaves out events as long as the same rule finds the same fault with the same severity: large pieces first, in \
        the end one event at a time. An event goes together with what hangs on it, so the log stays whole: no node on an \
        anchor that was never added, no update without its anchor, no packet that is applied and never came. Then fields \
        that do not matter are left out, and times become short and round.

        Memory grows with the events that may matter, about 150 bytes each; updates of anchors and statistics are \
        looked at only where the finding needs them.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        guard let id = arguments[rule] else {
            throw .usage("no rule given", advice: "add --rule ID, one that arlog check names")
        }
        guard Catalogue.about.contains(where: { $0.id == id }) else { throw RulesCommand.unknownRule(id) }
        guard let out = arguments[output] else { throw .usage("no output given", advice: "add -o OUT.mcap") }
        let isLines = out.hasSuffix(".ndjson") || out == "-" && console.output.isTerminal
        let setup = try CheckSetup(arguments, console, choosesRules: false)
        let (file, found) = try LogFiles.one(arguments.operands, console)
        guard file.path != "-" else { throw .usage("a log is read more than once", advice: "name a file") }
        try file.mustNotBe(out)
        // Refused before the work and not after it.
        let target: OutputFile?
        do throws(IOError) {
            target = out == "-" && isLines ? nil : try OutputFile(path: out, force: arguments[force])
        } catch {
            throw CommandError(error)
        }
        let work = ShrinkWork(
            file: file, limits: arguments.limits, settings: setup.settings, rule: id,
            fingerprint: arguments[fingerprint]?.lowercased(), console: console)
        let loaded = try work.load()
        let seconds = arguments[budget] ?? 60
        let end = System.monotonicNanoseconds() + seconds * 1_000_000_000
        let all = UInt64(loaded.store.headers.count)
        let progress = Progress("shrinking \(file.name)", of: all, on: console)
        let shrinker = Shrinker(
            loaded.store, goal: loaded.goal, settings: setup.settings, withholdsPrivate: arguments[share],
            isOver: { System.monotonicNanoseconds() >= end },
            progress: { progress.advance(to: all - UInt64($0.kept)) })
        let result = shrinker.run()
        progress.finish()
        guard let result else {
            throw CommandError(
                "without what is private it is another fault, or none", in: file.path,
                advice: "shrink without --share, and look at what may be told")
        }
        try ShrunkLog(result: result, store: loaded.store, isLines: isLines).write(
            to: target, named: out, console)
        ShrinkText(result: result, loaded: loaded, out: out, seconds: seconds, console: console).write()
        return loaded.hasLoss ? .lossy : found
    }
}

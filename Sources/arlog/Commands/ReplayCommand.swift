import EventLog
import Projections

/// Plays a log in the terminal.
enum ReplayCommand: Command {
    static let speed = Option.value("speed", "N|max", "times as fast as it was (1 on a terminal, else max)") {
        (text) throws(ValueProblem) -> Double in
        if text == "max" { return .infinity }
        guard let speed = Double(text), speed > 0, speed <= 1_000_000 else {
            throw ValueProblem(message: "not max, nor a number above 0")
        }
        return speed
    }
    static let from = Option.moment("from", "begin there; what was before is taken in at once")
    static let to = Option.moment("to", "play until then")
    static let until = Option.text("until", "RULE", "stop where this rule's finding becomes true")
    static let against: Option<ReplayAgainst.Choice?> = .choice(
        "against", "NAME", "tell where a reference decides otherwise than the app")
    static let step = Option.flag("step", "begin paused: each → plays one event")

    static let name = "replay"
    static let summary = "play a log in the terminal"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [
        speed.spec, from.spec, to.spec, until.spec, step.spec, against.spec,
        CheckCommand.set.spec, CheckCommand.config.spec,
    ]
    static let discussion = """
        On a terminal a picture: the state machines over the log's time, what is live at the moment, and the findings as \
        they become true; space pauses, → plays one event, n goes on to the next finding, ↑ and ↓ change the speed, q \
        ends. Elsewhere lines: every event that tells of a change, and the findings among them.

        With --against the log's inputs are fed to a reference, which does what an app should do: printed is where it \
        decides otherwise than the recorded app, after which inputs, and which findings are gone with it. What was asked \
        of the app is taken from what it did. --against reference takes the one that fits the log.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let setup = try CheckSetup(arguments, console, choosesRules: false)
        if let rule = arguments[until], !Catalogue.about.contains(where: { $0.id == rule }) {
            throw RulesCommand.unknownRule(rule)
        }
        let (file, found) = try LogFiles.one(arguments.operands, console)
        guard file.path != "-" else { throw .usage("a log is read more than once", advice: "name a file") }
        if let choice = arguments[against] {
            let isPlayed =
                arguments[speed] != nil || arguments[from] != nil || arguments[to] != nil
                || arguments[until] != nil || arguments[step]
            guard !isPlayed else {
                throw .usage(
                    "--against looks at the whole log at once",
                    advice: "leave out --speed, --from, --to, --until and --step")
            }
            return try ReplayAgainst(
                choice: choice, settings: setup.settings, limits: arguments.limits, console: console
            ).run(file, found)
        }
        let tape = try Tape(
            file, settings: setup.settings, to: arguments[to], limits: arguments.limits, console)
        let stop = arguments[until].flatMap { rule in tape.findings.first { $0.rule == rule } }
        if let rule = arguments[until], stop == nil {
            throw CommandError("no finding of \(rule) in this log", in: file.path, advice: "see arlog check")
        }
        let isPicture = console.output.isTerminal && Keyboard.isThere
        guard isPicture || !arguments[step] else {
            throw .usage("--step needs a terminal", advice: "leave it out: lines come one by one anyway")
        }
        let begin = try begin(arguments[from], tape)
        let pace = arguments[speed] ?? (isPicture ? 1 : .infinity)
        let player = Playback(tape: tape, console: console, stop: stop)
        if isPicture {
            try player.show(
                Deck(
                    from: begin, duration: tape.duration, speed: min(pace, 1_000_000),
                    isPaused: arguments[step]))
        } else {
            try player.print(from: begin, speed: pace)
        }
        return tape.log.finish(found, tape.world, console)
    }

    /// Takes in what lies before, and tells where that is, nanoseconds from the first event.
    private static func begin(_ from: Moment?, _ tape: Tape) throws(CommandError) -> UInt64 {
        guard let from else { return 0 }
        switch from {
        case .offset(let nanoseconds): return nanoseconds
        case .instant(let time): return tape.elapsed(time)
        case .event(let number):
            while let last = try tape.peek(), UInt64(last.number) < number { _ = try tape.advance() }
            return tape.elapsed
        }
    }
}

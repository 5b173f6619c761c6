import EventLog
import Projections
import Replay

/// Makes a Swift test of a fault in a log.
enum TestcaseCommand: Command {
    enum Inputs: String, CaseIterable, Sendable {
        case relevant, all

        var kept: CaseEvents.Inputs { self == .all ? .all : .relevant }
    }

    static let rule = Option.text("rule", "ID", "the rule whose fault the test is about")
    static let force = Option.flag("force", "overwrite NAME.swift, and NAME.ndjson")
    static let budget = Option.number(
        "budget", "SECONDS", "look so long for what the fault needs (60)", in: 1...86_400)
    static let output = Option.text(
        "output", short: "o", "NAME.swift", "the test to write (- for standard output)")
    static let handler = Option<String?>.value(
        "handler", "NAME",
        "what makes the handler under test, a type or function such as Placement or Room.makeHandler() "
            + "(the reference that fits the log)"
    ) { (text) throws(ValueProblem) in
        guard let call = SwiftName.call(text) else {
            throw ValueProblem(
                message: "not a Swift name; write Placement, Placement() or Room.makeHandler()")
        }
        return call
    }
    static let modules = Option.list("import", "MODULE", "the modules that the handler is in")
    static let inputs = Option.choice(
        "inputs", default: Inputs.relevant,
        "which inputs the handler is fed; relevant leaves out what is only measured")
    static let ndjson = Option.flag(
        "ndjson", "the recording beside the test, as NAME.ndjson, and not as code in it")
    static let withPrivate = Option.flag(
        "with-private", "keep names, texts and places, which are left out otherwise")
    static let share = Option.flag("share", "leave out names, texts and places, as is done anyway")

    static let name = "testcase"
    static let summary = "make a Swift test of a fault in a log"
    static let operands = Operands.files
    static let readsLogs = true
    static let options = [
        rule.spec, output.spec, force.spec, ShrinkCommand.fingerprint.spec,
        handler.spec,
        modules.spec, inputs.spec, ndjson.spec, withPrivate.spec, share.spec, budget.spec,
        CheckCommand.set.spec, CheckCommand.config.spec,
    ]
    static let discussion = """
        Writes a file for Swift Testing that compiles as it is in a package that depends on this one. Its first test shows \
        that the recording has the fault; the second feeds the recording's inputs to a handler and expects that what it \
        decides has no fault of that rule as bad as this.

        A handler is fed inputs only: what the world told the app. So those stay that came up to the fault, and as long after \
        as the rule may wait for something, and of the app's own recorded decisions only those that the fault needs, as \
        shrink finds them. relevant leaves out poses, statistics, and updates of anchors that tell no new isTracked, unless \
        the fault rests on them.

        More than \(Self.mostLines) lines lie beside the test, as with --ndjson. Names of user actions and of reference objects are \
        private: a handler that goes by them needs --with-private.
        """
    /// Longer recordings are no code to read.
    static let mostLines = 400
    /// The same in bytes of UTF-8.
    static let mostBytes = 100_000

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        guard let id = arguments[rule] else {
            throw .usage("no rule given", advice: "add --rule ID, one that arlog check names")
        }
        guard Catalogue.about.contains(where: { $0.id == id }) else { throw RulesCommand.unknownRule(id) }
        guard let out = arguments[output] else {
            throw .usage("no output given", advice: "add -o NAME.swift")
        }
        try validate(arguments, out)
        let setup = try CheckSetup(arguments, console, choosesRules: false)
        let (file, found) = try LogFiles.one(arguments.operands, console)
        guard file.path != "-" else { throw .usage("a log is read more than once", advice: "name a file") }
        var target = try TestcaseTarget(
            out, force: arguments[force], isBeside: arguments[ndjson], of: file)
        let work = TestcaseWork(
            shrinking: ShrinkWork(
                file: file, limits: arguments.limits, settings: setup.settings, rule: id,
                fingerprint: arguments[ShrinkCommand.fingerprint]?.lowercased(), console: console),
            seconds: arguments[budget] ?? 60, inputs: arguments[inputs].kept,
            hasPrivate: arguments[withPrivate])
        let made = try work.make()
        var options = TestCaseFile.Options(suite: SwiftName.suite(file: out == "-" ? "" : out, rule: id))
        options.handler = arguments[handler]
        options.modules = Array(Set(arguments[modules]))
        options.isWithoutPrivate = !arguments[withPrivate]
        options.isBeside = arguments[ndjson] || out != "-" && isLong(made.recording)
        try target.write(
            TestCaseFile(made.recording, made.goal, options), isBeside: options.isBeside, console)
        TestcaseText(made: made, options: options, target: target, console: console).write()
        return made.hasLoss ? .lossy : found
    }

    private static func validate(_ arguments: ParsedArguments, _ out: String) throws(CommandError) {
        if arguments[share], arguments[withPrivate] {
            throw .usage("--share leaves out what --with-private keeps", advice: "give one of them")
        }
        for module in arguments[modules] where !SwiftName.isModule(module) {
            throw .usage("--import \(module): not a module's name")
        }
        guard out != "-" else {
            if arguments[ndjson] {
                throw .usage("--ndjson writes two files", advice: "name one with -o NAME.swift")
            }
            return
        }
        guard out.hasSuffix(".swift"), out != ".swift", !out.hasSuffix("/.swift") else {
            throw .usage("\(out): not a name for a Swift file", advice: "end it with .swift")
        }
    }

    private static func isLong(_ recording: EventStore) -> Bool {
        // Every event has a line.
        guard recording.headers.count <= mostLines else { return true }
        let lines = SwiftRecording(recording).lines
        return lines.count > mostLines || lines.reduce(0) { $0 + $1.utf8.count } > mostBytes
    }
}

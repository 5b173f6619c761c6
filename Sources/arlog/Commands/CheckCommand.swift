import EventLog
import Projections

/// Looks for what went wrong.
enum CheckCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case text, json, sarif, junit, github
    }

    enum FailOn: String, CaseIterable, Sendable {
        case error, warning, info, never

        var severity: Severity? { Severity.allCases.first { $0.name == rawValue } }
    }

    static let format = Option.choice("format", default: Format.text, "how")
    static let json = Option.flag("json", "the same as --format json")
    static let failOn = Option.choice("fail-on", default: FailOn.error, "findings that make exit status 1")
    static let rule = Option.list("rule", "ID", "only these rules")
    static let ignore = Option.list("ignore", "ID", "not these rules")
    static let set = Option.repeated(
        "set", "NAME=VALUE", "change a limit, or names: --set doubleRun.window=0.3")
    static let config = Option.text(
        "config", "FILE", "the configuration, instead of an arlog.json found upwards")
    static let printConfig = Option.flag(
        "print-config", "show what is in force, and where each value comes from")
    static let baseline = Option.text("baseline", "FILE", "report only what this file does not know")
    static let writeBaseline = Option.text("write-baseline", "FILE", "write what was found as a baseline")
    static let force = Option.flag("force", "overwrite the file of --write-baseline")
    static let share = Option.flag("share", "with --json: leave out names, texts and folders")

    static let threads = Option.number(
        "threads", "N", "threads at most (as many as there are cores)", in: 1...UInt64(Workers.most))

    static func threads(_ arguments: ParsedArguments) -> Int {
        arguments[threads].map { Int($0) } ?? System.coreCount
    }

    static let name = "check"
    static let summary = "find out what went wrong in a session"
    static let operands = Operands("FILE…", count: 0...Int.max)
    static let readsLogs = true
    static let options = [
        format.spec, json.spec, failOn.spec, rule.spec, ignore.spec, set.spec, config.spec, printConfig.spec,
        baseline.spec, writeBaseline.spec, force.spec, share.spec, threads.spec,
    ]
    static let discussion = """
        Exit status 1 where there are findings at or above --fail-on, 3 where something of the log was lost and there \
        are none. arlog rules lists the rules, arlog rules ID explains one.

        A configuration, arlog.json, is looked for from the current directory upwards, never beside the log; \
        docs/configuration.md describes it. sarif, junit and github are for continuous integration.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let setup = try CheckSetup(arguments, console)
        let format = arguments[json] ? .json : arguments[format]
        if arguments[printConfig] {
            ConfigurationText(setup: setup, console: console).write(asJSON: format == .json)
            return .done
        }
        guard format == .json || !arguments[share] else {
            throw .usage(
                "--share goes with --json", advice: "add --json, or make a report: arlog report --share")
        }
        guard !arguments.operands.isEmpty else { throw .usage("FILE… is missing") }
        let known = try arguments[baseline].map { (path) throws(CommandError) in try readBaseline(path) }
        guard arguments[writeBaseline] != "-" else {
            throw .usage("--write-baseline -: standard output has the findings", advice: "give a file")
        }
        if let file = setup.file, arguments[config] == nil { console.note("configuration: \(file.path)") }
        let files = try LogFiles(arguments.operands, console)
        let logs = files.logs
        var check = Check(
            setup: setup, limits: arguments.limits, sieve: Sieve(ignores: setup.ignores, baseline: known),
            console: console)
        check.threads = threads(arguments)
        check.isShared = arguments[share]
        check.showsMachines = format == .text
        var (results, unread, statuses) = ([CheckResult](), [CommandError](), [ExitStatus]())
        var newBaseline = Baseline()
        func add(_ result: CheckResult, _ unignored: [Finding]) {
            newBaseline.add(unignored)
            results.append(result)
            statuses.append(status(of: result, arguments[failOn].severity))
        }
        if logs.count == 1 {
            let (result, unignored) = try check.log(logs[0], "checking")
            add(result, unignored)
        } else {
            check.each(logs) { outcome in
                switch outcome {
                case .success(let (result, unignored)): add(result, unignored)
                case .failure(let error):
                    unread.append(error)
                    statuses.append(.failed)
                }
            }
        }
        if let path = arguments[writeBaseline] {
            try write(newBaseline, to: path, force: arguments[force], console)
        }
        let report = CheckReport(
            results: results, unread: unread, isAgainstBaseline: known != nil,
            failing: arguments[failOn].severity)
        write(report, as: format, console)
        return .combined(statuses, finding: files.status)
    }

    private static func write(_ report: CheckReport, as format: Format, _ console: Console) {
        switch format {
        case .text: CheckText(console: console).write(report)
        case .github: CheckGitHub(console: console).write(report)
        case .junit: CheckJUnit(report: report).write(to: console.output)
        case .json, .sarif:
            var json = JSONWriter(style: format == .sarif ? .pretty : .compact)
            if format == .sarif {
                CheckSARIF(report: report).write(to: &json)
            } else {
                CheckJSON.write(report.results, to: &json)
            }
            console.output.write(json)
        }
    }

    private static func status(of result: CheckResult, _ failing: Severity?) -> ExitStatus {
        var tally = Tally()
        tally.add(result)
        if let failing, tally.reaches(failing) { return .findings }
        return result.hasLoss ? .lossy : .done
    }

    static func readBaseline(_ path: String) throws(CommandError) -> Baseline {
        let text: [UInt8]
        do throws(IOError) {
            text = try SmallFile.bytes(of: path)
        } catch {
            throw CommandError(error)
        }
        do throws(ConfigurationError) {
            return try Baseline(text)
        } catch {
            throw CommandError(error, in: path)
        }
    }

    private static func write(
        _ baseline: Baseline, to path: String, force: Bool, _ console: Console
    ) throws(CommandError) {
        var json = JSONWriter(style: .pretty)
        baseline.write(to: &json)
        do throws(IOError) {
            try SmallFile.write(json, to: path, force: force)
        } catch {
            throw CommandError(error)
        }
        console.note("\(path): \(baseline.count) fault\(baseline.count == 1 ? "" : "s")")
    }
}

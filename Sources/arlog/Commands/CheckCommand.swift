import EventLog
import Projections

/// Looks for what went wrong.
enum CheckCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    enum FailOn: String, CaseIterable, Sendable {
        case error, warning, info, never

        var severity: Severity? {
            switch self {
            case .error: .error
            case .warning: .warning
            case .info: .info
            case .never: nil
            }
        }
    }

    static let format = Option.choice("format", default: Format.text, "how")
    static let json = Option.flag("json", "the same as --format json")
    static let failOn = Option.choice("fail-on", default: FailOn.error, "findings that make exit status 1")
    static let rule = Option.list("rule", "ID", "only these rules")
    static let ignore = Option.list("ignore", "ID", "not these rules")
    static let set = Option.repeated(
        "set", "NAME=VALUE", "change a limit, or a word: --set doubleRun.window=0.3")

    static let name = "check"
    static let summary = "find out what went wrong in a session"
    static let operands = Operands.files
    static let options = [format.spec, json.spec, failOn.spec, rule.spec, ignore.spec, set.spec]
    static let discussion = """
        Exit status 1 where there are findings at or above --fail-on, 3 where something of the log was lost and there \
        are none. arlog rules lists the rules, arlog rules ID explains one.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        let settings = try settings(arguments[set])
        let (wanted, unwanted) = (Set(arguments[rule]), Set(arguments[ignore]))
        for id in arguments[rule] + arguments[ignore] where !Catalogue.about.contains(where: { $0.id == id })
        {
            throw RulesCommand.unknownRule(id)
        }
        let files = try LogFiles(arguments.operands, console)
        let paths = files.paths
        var results: [CheckResult] = []
        var statuses: [ExitStatus] = []
        for (index, path) in paths.enumerated() {
            do throws(CommandError) {
                let title = paths.count > 1 ? "checking \(index + 1) of \(paths.count)," : "checking"
                let (result, status) = try check(path, title, settings, console) {
                    (wanted.isEmpty || wanted.contains($0)) && !unwanted.contains($0)
                }
                results.append(result)
                statuses.append(judge(result, arguments[failOn], status))
            } catch {
                guard paths.count > 1 else { throw error }
                console.fail(error)
                statuses.append(.failed)
            }
        }
        if arguments[json] || arguments[format] == .json {
            var json = JSONWriter()
            CheckJSON.write(results, to: &json)
            console.output.write(json)
        } else {
            CheckText(console: console).write(results)
        }
        return .combined(statuses, finding: files.status)
    }

    private static func check(
        _ path: String, _ title: String, _ settings: Settings, _ console: Console, isOn: (String) -> Bool
    ) throws(CommandError) -> (CheckResult, ExitStatus) {
        let log = try OpenLog(path, title, console)
        let analysis = Analysis(settings: settings, isOn: isOn)
        let labels = log.labels
        analysis.name { labels.name(of: $0) }
        while let batch = try log.next() { analysis.take(batch) }
        try log.requireEvents()
        let findings = analysis.finish()
        let world = analysis.world
        let end = world.now.time
        let result = CheckResult(
            path: path, device: world.devices.first?.id.map { labels.text(of: $0) },
            events: world.eventCount, start: log.start, duration: end - min(end, log.start),
            findings: findings,
            notJudged: world.eventCount > 0 ? analysis.notJudged : notJudgedWithoutEvents(isOn),
            folded: analysis.folded,
            idText: { labels.text(of: $0) },
            devices: log.devices.count > 2 ? log.devices.map { labels.text(of: $0) } : [])
        return (result, log.finish(.done, world, console))
    }

    /// A log that says nothing lets no rule judge.
    private static func notJudgedWithoutEvents(_ isOn: (String) -> Bool) -> [(rule: String, reason: String)] {
        Catalogue.about.map(\.id).filter(isOn).map { ($0, "no events in this log") }
    }

    private static func judge(_ result: CheckResult, _ failOn: FailOn, _ status: ExitStatus) -> ExitStatus {
        guard let severity = failOn.severity else { return status }
        var tally = Tally()
        tally.add(result)
        return tally.reaches(severity) ? .findings : status
    }

    private static func settings(_ given: [String]) throws(CommandError) -> Settings {
        var settings = Settings()
        for text in given {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .usage("--set \(text): not NAME=VALUE") }
            let (name, value) = (String(parts[0]), Double(parts[1]))
            // A word is taken as it stands; a name that is neither a word's nor a limit's is refused below.
            if (try? settings.set(name, to: String(parts[1]))) != nil { continue }
            guard value != nil || !Catalogue.limits.contains(where: { $0.name == name }) else {
                throw .usage("--set \(text): the value is no number")
            }
            do throws(Settings.Failure) {
                try settings.set(name, to: value ?? 0)
            } catch {
                switch error {
                case .unknown(let name):
                    let near = nearest(
                        to: name, in: Catalogue.limits.map(\.name) + Catalogue.words.map(\.name))
                    throw .usage(
                        "--set \(text): there is no limit “\(name)”",
                        advice: near.map { "did you mean \($0)?" } ?? "arlog rules ID names a rule's limits")
                case .outOfRange: throw .usage("--set \(text): a limit is 0 or more")
                }
            }
        }
        return settings
    }
}

import EventLog
import Projections

/// What is in force for a check, and where each piece of it comes from: the command line before the file, the file
/// before the defaults.
struct CheckSetup {
    private(set) var settings = Settings()
    /// The file that was read; `nil` where there is none.
    let file: ConfigurationFile?
    /// Where a limit or a list of names that is not the default comes from, by its name.
    private(set) var origins: [String: String] = [:]
    /// The same of the app's own machines.
    private(set) var machineOrigins: [String: String] = [:]
    /// The same of the rules, by their ids.
    private(set) var ruleOrigins: [String: String] = [:]

    /// Reads the configuration and puts the options over it. `--rule` turns on what the file turned off.
    ///
    /// - Parameter choosesRules: whether the command has `--rule` and `--ignore` as `check` has them.
    init(
        _ arguments: ParsedArguments, _ console: Console, choosesRules: Bool = true
    ) throws(CommandError) {
        file = try ConfigurationFile.open(
            arguments[CheckCommand.config], from: console.currentDirectory())
        if let file { apply(file) }
        for text in arguments[CheckCommand.set] { try set(text) }
        if choosesRules {
            try choose(only: arguments[CheckCommand.rule], not: arguments[CheckCommand.ignore])
        }
    }

    var ignores: [IgnoreEntry] { file?.configuration.ignores.map(\.value) ?? [] }

    func isOn(_ rule: String) -> Bool { !settings.off.contains(rule) }

    private mutating func apply(_ file: ConfigurationFile) {
        let configuration = file.configuration
        configuration.apply(to: &settings)
        func origin(_ place: Configuration.Place) -> String { "\(file.path):\(place.line)" }
        origins = configuration.limits.mapValues { origin($0.place) }
        for (name, names) in configuration.names { origins[name] = origin(names.place) }
        machineOrigins = configuration.machines.mapValues { origin($0.place) }
        ruleOrigins = configuration.rules.mapValues { origin($0.place) }
    }

    /// `NAME=VALUE`: a limit, or names with commas between.
    private mutating func set(_ text: String) throws(CommandError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .usage("--set \(text): not NAME=VALUE") }
        let (name, value) = (String(parts[0]), String(parts[1]))
        let isNames = NamesAbout.all.contains { $0.name == name }
        let names = value.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " })
        }
        if isNames, names.contains("") { throw .usage("--set \(text): an empty name") }
        let number = Double(value)
        if !isNames, number == nil, Settings.isLimit(name) {
            throw .usage("--set \(text): the value is no number")
        }
        do throws(Settings.Failure) {
            if isNames { try settings.set(name, to: names) } else { try settings.set(name, to: number ?? 0) }
        } catch {
            throw Self.refusal(error, text)
        }
        origins[name] = "--set"
    }

    private static func refusal(_ failure: Settings.Failure, _ text: String) -> CommandError {
        guard case .unknown(let name) = failure else { return .usage("--set \(text): a limit is 0 or more") }
        let near = nearest(to: name, in: Catalogue.limits.map(\.name) + NamesAbout.all.map(\.name))
        return .usage(
            "--set \(text): there is no limit “\(name)”",
            advice: near.map { "did you mean \($0)?" } ?? "arlog rules ID names a rule's limits")
    }

    private mutating func choose(only wanted: [String], not unwanted: [String]) throws(CommandError) {
        let known = Catalogue.about.map(\.id)
        for id in wanted + unwanted where !known.contains(id) { throw RulesCommand.unknownRule(id) }
        for id in known {
            if unwanted.contains(id) {
                settings.off.insert(id)
                ruleOrigins[id] = "--ignore"
            } else if !wanted.isEmpty, !wanted.contains(id) {
                settings.off.insert(id)
                ruleOrigins[id] = "--rule"
            } else if wanted.contains(id), settings.off.remove(id) != nil {
                ruleOrigins[id] = "--rule"
            }
        }
    }
}

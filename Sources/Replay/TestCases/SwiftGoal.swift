internal import Projections

/// A goal as Swift source that makes it again, with every setting that is not the default.
struct SwiftGoal {
    /// The declaration of `goal`, a member of a suite.
    let lines: [String]
    /// Whether making it may throw: a setting may be refused.
    let throwsErrors: Bool

    init(_ goal: ReplayGoal) {
        let settings = goal.settings
        var changes: [String] = []
        for (name, value) in settings.limitsSet.sorted(by: { $0.key < $1.key }) {
            changes.append("try settings.set(\(SwiftLiteral.text(name)), to: \(SwiftLiteral.number(value)))")
        }
        for (name, names) in settings.namesSet.sorted(by: { $0.key < $1.key }) {
            changes.append("try settings.set(\(SwiftLiteral.text(name)), to: [\(Self.list(names))])")
        }
        throwsErrors = !changes.isEmpty
        if let severity = settings.severities[goal.rule] {
            changes.append("settings.severities[\(SwiftLiteral.text(goal.rule))] = .\(severity.name)")
        }
        for (name, machine) in settings.machines.sorted(by: { $0.key < $1.key }) {
            changes.append("settings.machines[\(SwiftLiteral.text(name))] = \(Self.machine(machine))")
        }
        let about = "rule: \(SwiftLiteral.text(goal.rule)), severity: .\(goal.severity.name)"
        guard !changes.isEmpty else {
            lines = ["static func goal() -> ReplayGoal {", "    ReplayGoal(\(about))", "}"]
            return
        }
        lines =
            ["static func goal() \(throwsErrors ? "throws " : "")-> ReplayGoal {"]
            + (["var settings = Settings()"] + changes + ["return ReplayGoal(\(about), settings: settings)"])
            .map { "    " + $0 } + ["}"]
    }

    private static func list(_ texts: [String]) -> String {
        texts.map(SwiftLiteral.text).joined(separator: ", ")
    }

    private static func machine(_ machine: MachineDefinition) -> String {
        let edges = machine.states.flatMap { from in
            machine.states.filter { $0 != from && machine.allows(from: from, to: $0) }.map { "\(from)>\($0)" }
        }
        let initial = machine.initial.map(SwiftLiteral.text) ?? "nil"
        return "MachineDefinition(initial: \(initial), edges: [\(list(edges))])"
    }
}

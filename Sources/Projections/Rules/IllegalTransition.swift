import EventLog

/// A machine took a way it does not have.
///
/// Judged are the built-in machines of EVENTS.md and those the log or the configuration declares. A built-in name used
/// with states that are not its own is another machine of that name: what was found of it until then is taken back.
final class IllegalTransition: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "illegal-transition", severity: .error,
        summary: "A state machine took a transition that its definition does not have.",
        why: """
            A way that nobody drew is a way nobody thought through: syncing straight from scanning means that no map \
            was exported and no peer waited for.
            """,
        example: """
            {"t":2.0,"event":"state.changed","machine":"collaboration","from":"idle","to":"scanning"}
            {"t":9.0,"event":"state.changed","machine":"collaboration","from":"scanning","to":"syncing"}
            """,
        advice: """
            Refuse transitions without an edge in the one place that changes the state; if this way is meant, declare \
            it with state.machineDeclared, or in arlog.json.
            """,
        quiet: [
            "a transition from a state to itself",
            "the first mention of a machine that did not declare where it begins",
            "undeclared machines of the app's own, and built-in names with states of the app's own",
        ],
        needs: [.state])

    /// Built-in machines of which something was found, until they prove to be others.
    private var suspects: [UInt64: Set<Subject>] = [:]

    override var interests: [EventKind] { [.stateChanged] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        judge(step, session, world)
    }

    override func handle(_ step: Step, _ world: World) { judge(step, nil, world) }

    private func judge(_ step: Step, _ session: SessionState?, _ world: World) {
        guard case .machine(let change) = step.change else { return }
        if change.isForeign { return retract(change.machine, world) }
        guard !change.isLegal else { return }
        let machine = change.machine
        guard let definition = machine.definition else { return }
        let symbols = world.symbols
        let (from, to) = (symbols.text(change.from), symbols.text(change.to))
        var events = [step.mark.number]
        if change.before == change.from { events.insert(change.beforeMark.number, at: 0) }
        let subject = Subject(
            session, device: step.device,
            [machine.serial, UInt64(change.from.index), UInt64(change.to.index)])
        if !machine.isDeclared { suspects[machine.serial, default: []].insert(subject) }
        report(
            world, subject, at: step.mark, events: events,
            identity: [.machine(machine.name), .from(from), .to(to)]
        ) {
            let path = machine.path.map { symbols.text($0) }.joined(separator: " > ")
            let next = definition.successors(of: from)
            return
                "Machine \(machine.name) went from \(from) to \(to) \(world.at(step.mark)), a way it does not "
                + "have; its path was \(path), and from \(from) it may go to "
                + (next.isEmpty ? "nowhere" : listing(next, limit: 8)) + "."
        }
    }

    private func retract(_ machine: Machine, _ world: World) {
        for subject in suspects.removeValue(forKey: machine.serial) ?? [] {
            world.sink.retract(rule: index, subject: subject)
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        suspects = suspects.filter { $0.value.first?.device != device.index }
    }
}

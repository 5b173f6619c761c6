import EventLog

/// A load that was awaited finished after Stop, and ran the session all the same.
///
/// True of `objectTracking` and of every declared machine that has loading, running and one of stopped and idle: it
/// left loading for stopped or idle and later enters running with no loading between.
final class StartAfterStop: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "start-after-stop", severity: .error,
        summary: "An awaited load finished after Stop, and the session runs although the user stopped it.",
        why: """
            Start awaits the reference object; Stop sets the phase. When the load returns nobody looks whether it is \
            still wanted, so tracking runs behind a screen that says stopped.
            """,
        example: """
            {"t":4.13,"event":"state.changed","machine":"objectTracking","from":"loading","to":"stopped"}
            {"t":4.87,"event":"state.changed","machine":"objectTracking","from":"stopped","to":"running"}
            """,
        advice: """
            After every await look again whether this start is still the wanted one (a token or Task.isCancelled), and \
            cancel the load on Stop.
            """,
        quiet: ["stop, then start again: a loading lies between"], needs: [.state])

    /// Machines that left loading for stopped or idle: by which event.
    @exclusivity(unchecked) @safe private var stopped: [UInt64: (mark: Mark, to: Symbol, device: Int)] = [:]
    /// Built-in machines of which something was found, until they prove to be others.
    private var suspects: [UInt64: Subject] = [:]
    /// Built-in machines with these states, as far as they were asked.
    private var isLoader: [UInt64: Bool] = [:]
    @exclusivity(unchecked) @safe private var states:
        (loading: Symbol, running: Symbol, stopped: Symbol, idle: Symbol)?

    override var interests: [EventKind] { [.stateChanged] }

    override func prepare(_ world: World) {
        let symbols = world.symbols
        states = (
            symbols.symbol("loading"), symbols.symbol("running"), symbols.symbol("stopped"),
            symbols.symbol("idle")
        )
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        judge(step, session, world)
    }

    override func handle(_ step: Step, _ world: World) { judge(step, nil, world) }

    private func judge(_ step: Step, _ session: SessionState?, _ world: World) {
        guard case .machine(let change) = step.change, let states else { return }
        if change.isForeign { return retract(change.machine, world) }
        switch change.to {
        case states.stopped, states.idle:
            if change.from == states.loading, applies(to: change.machine) {
                stopped[change.machine.serial] = (step.mark, change.to, step.device)
            }
        case states.loading:
            if !stopped.isEmpty, applies(to: change.machine) { stopped[change.machine.serial] = nil }
        case states.running:
            let machine = change.machine
            guard !stopped.isEmpty, applies(to: machine),
                let stop = stopped.removeValue(forKey: machine.serial)
            else { return }
            let subject = Subject(session, device: step.device, [machine.serial])
            if !machine.isDeclared { suspects[machine.serial] = subject }
            report(
                world, subject, at: step.mark, events: [stop.mark.number, step.mark.number],
                identity: [.machine(machine.name)]
            ) {
                "Machine \(machine.name) left loading for \(world.symbols.text(stop.to)) \(world.at(stop.mark)) and entered "
                    + "running \(world.at(step.mark)) with no loading between: a load that was awaited finished "
                    + "\(world.span(step.mark.elapsed(since: stop.mark))) after Stop."
            }
        default: break
        }
    }

    private func retract(_ machine: Machine, _ world: World) {
        if !stopped.isEmpty { stopped[machine.serial] = nil }
        guard let subject = suspects.removeValue(forKey: machine.serial) else { return }
        world.sink.retract(rule: index, subject: subject)
    }

    private func applies(to machine: Machine) -> Bool {
        guard let definition = machine.definition else { return false }
        // A declared machine may be declared anew.
        if !machine.isDeclared, let known = isLoader[machine.serial] { return known }
        let applies = isLoader(machine, definition)
        isLoader[machine.serial] = applies
        return applies
    }

    private func isLoader(_ machine: Machine, _ definition: MachineDefinition) -> Bool {
        machine.name == "objectTracking" && !machine.isDeclared
            || definition.has("loading") && definition.has("running")
                && (definition.has("stopped") || definition.has("idle"))
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        forget(device)
        suspects = suspects.filter { $0.value.device != device.index }
        isLoader = [:]
    }

    private func forget(_ device: DeviceState) {
        stopped = stopped.filter { $0.value.device != device.index }
    }
}

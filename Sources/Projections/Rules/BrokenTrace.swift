import EventLog

/// A machine says it came from where it was not.
///
/// As with transitions, only machines with a definition are judged: of an undeclared one nobody knows whether it is one
/// machine at all.
final class BrokenTrace: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "broken-trace", severity: .warning,
        summary: "A transition starts in a state the machine was not in.",
        why: """
            Either the state was changed somewhere that does not log it, or two copies of the machine are alive. The \
            trace can then not be trusted.
            """,
        example: """
            {"t":0.1,"event":"state.changed","machine":"collaboration","from":"idle","to":"scanning"}
            {"t":3.1,"event":"state.changed","machine":"collaboration","from":"exporting","to":"waiting"}
            """,
        advice: "Change the state in one place, and log every change there with the value it replaces.",
        quiet: [
            "the first mention of a machine", "the first mention after a log.gap", "undeclared machines",
        ],
        needs: [.state])

    /// Built-in machines of which something was found, until they prove to be others.
    private var suspects: [UInt64: Subject] = [:]

    override var interests: [EventKind] { [.stateChanged] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        judge(step, session, world)
    }

    override func handle(_ step: Step, _ world: World) { judge(step, nil, world) }

    private func judge(_ step: Step, _ session: SessionState?, _ world: World) {
        guard case .machine(let change) = step.change else { return }
        if change.isForeign {
            if let subject = suspects.removeValue(forKey: change.machine.serial) {
                world.sink.retract(rule: index, subject: subject)
            }
            return
        }
        guard let before = change.before, before != change.from else { return }
        let machine = change.machine
        guard machine.isJudged else { return }
        let subject = Subject(session, device: step.device, [machine.serial])
        if !machine.isDeclared { suspects[machine.serial] = subject }
        report(
            world, subject, at: step.mark, events: [change.beforeMark.number, step.mark.number],
            identity: [.machine(machine.name)]
        ) {
            let symbols = world.symbols
            return "Machine \(machine.name) was in \(symbols.text(before)) since "
                + "\(world.seconds(change.beforeMark)) (#\(change.beforeMark.number)), but \(world.at(step.mark)) it "
                + "says that it went from \(symbols.text(change.from)) to \(symbols.text(change.to))."
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        suspects = suspects.filter { $0.value.device != device.index }
    }
}

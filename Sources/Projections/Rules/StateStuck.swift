import EventLog

/// A machine stays in a state that is meant to pass.
///
/// The time of a machine that belongs to a session is the session's own. That of `collaboration` is the time of the
/// session that ran with collaboration last; that of the device's other machines is the time in which the app is active.
/// A state of the app's own is watched where the user says how long it may take (`stateStuck.MACHINE.STATE`, or
/// `stuckAfter` in arlog.json). In `waiting` it counts from the moment a peer is connected, or, where no peer was ever told, from the beginning. A
/// transition from the state to itself goes on with the same visit.
final class StateStuck: Rule, DescribedRule {
    static let exporting = LimitAbout(
        "stateStuck.collaboration.exporting", 30, unit: "s", "how long a map may take to be exported")
    static let waiting = LimitAbout(
        "stateStuck.collaboration.waiting", 30, unit: "s",
        "how long a peer that is connected may be waited for")
    static let loading = LimitAbout(
        "stateStuck.objectTracking.loading", 30, unit: "s", "how long a reference object may take to load")
    static let loadingAR = LimitAbout(
        "stateStuck.onboarding.loadingAR", 20, unit: "s", "how long AR may take to come up")

    static let about = RuleAbout(
        id: "state-stuck", severity: .warning,
        summary: "A state machine stays in a state that is meant to pass.",
        why: """
            The state waits for an answer that never came: a capture whose failure nobody handles, a message that was \
            lost, a load that was cancelled and told nobody. The user looks at a spinner.
            """,
        example: """
            {"t":4.0,"event":"state.changed","machine":"collaboration","from":"scanning","to":"exporting"}
            {"t":34.5,"event":"frame.stats","fps":60}
            """,
        advice:
            "Handle the failure of what the state waits for, and give the wait an end of its own: a timeout that leads back.",
        quiet: [
            "waiting, while no peer is connected", "time in the background, or in which the session is away",
            "a built-in name used with states of the app's own",
        ],
        limits: [exporting, waiting, loading, loadingAR], needs: [.state])

    /// A state that is meant to pass.
    private struct Watch {
        let machine: Symbol
        let state: Symbol
        let limit: LimitAbout
        /// What leads out of it; `nil` for a state of the app's own.
        let awaits: String?
        let needsPeer: Bool
    }

    /// A machine's stay in such a state.
    private struct Visit {
        let watch: Int
        let machine: Machine
        /// The machine's own session.
        let session: SessionState?
        let device: Int
        let entered: Mark
        let clock: Int
    }

    @exclusivity(unchecked) @safe private var watches: [Watch] = []
    /// Limits that the user set for other states, by name; each has a watch once its state was entered.
    @exclusivity(unchecked) @safe private var own: [String: LimitAbout] = [:]
    @exclusivity(unchecked) @safe private var visits: [UInt64: Visit] = [:]
    @exclusivity(unchecked) @safe private var deadlines = Few<Deadlines>()
    /// Built-in machines of which something was found, until they prove to be others.
    private var suspects: [UInt64: [Subject]] = [:]

    override var interests: [EventKind] { [.stateChanged, .stateMachineDeclared, .peerStateChanged] }

    override func prepare(_ world: World) {
        func watch(
            _ machine: String, _ state: String, _ limit: LimitAbout, _ awaits: String, needsPeer: Bool = false
        ) -> Watch {
            Watch(
                machine: world.symbols.symbol(machine), state: world.symbols.symbol(state), limit: limit,
                awaits: awaits, needsPeer: needsPeer)
        }
        watches = [
            watch("collaboration", "exporting", Self.exporting, "worldMap.captured"),
            watch(
                "collaboration", "waiting", Self.waiting, "collaboration.handshakeCompleted", needsPeer: true),
            watch("objectTracking", "loading", Self.loading, "referenceObject.loaded"),
            watch("onboarding", "loadingAR", Self.loadingAR, "camera.trackingStateChanged to normal"),
        ]
        for (name, seconds) in settings.limitsSet
        where Settings.isStuckName(name) && !watches.contains(where: { $0.limit.name == name }) {
            own[name] = LimitAbout(name, seconds, unit: "s", "how long the state may take")
        }
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        follow(step, session, world)
    }

    override func handle(_ step: Step, _ world: World) {
        if step.event.kind == .peerStateChanged {
            peersChanged(world.devices[step.device], world)
        } else {
            follow(step, nil, world)
        }
    }

    private func follow(_ step: Step, _ session: SessionState?, _ world: World) {
        switch step.change {
        case .machine(let change): follow(change.machine, change.name, step, session, world)
        case .declared(let machine):
            follow(machine.object, world.symbols.symbol(machine.name), step, session, world)
        default: return
        }
    }

    private func follow(
        _ machine: Machine, _ name: Symbol, _ step: Step, _ session: SessionState?, _ world: World
    ) {
        if machine.isForeign { retract(machine, world) }
        let state = visits.isEmpty ? nil : visits[machine.serial].map { watches[$0.watch].state }
        guard machine.state != state || machine.isForeign else { return }
        leave(machine, step.device)
        guard !machine.isForeign, let place = place(of: machine, name, world) else { return }
        let device = world.devices[step.device]
        let watch = watches[place]
        let owner = session ?? (watch.machine == watches[0].machine ? device.collaborating : nil)
        let visit = Visit(
            watch: place, machine: machine, session: session, device: step.device, entered: step.mark,
            clock: owner?.clock ?? Timers.deviceClock)
        visits[machine.serial] = visit
        if !watch.needsPeer || device.peers.hasConnected != false { begin(visit, device, world) }
    }

    private func place(of machine: Machine, _ name: Symbol, _ world: World) -> Int? {
        guard let state = machine.state else { return nil }
        let known = watches.firstIndex { $0.state == state && $0.machine == name }
        guard known == nil, !own.isEmpty else { return known }
        let limitName = Settings.stuckName(machine: machine.name, state: world.symbols.text(state))
        guard let limit = own[limitName] else { return nil }
        watches.append(Watch(machine: name, state: state, limit: limit, awaits: nil, needsPeer: false))
        return watches.count - 1
    }

    private func begin(_ visit: Visit, _ device: DeviceState, _ world: World) {
        begin(
            Int(truncatingIfNeeded: visit.machine.serial),
            in: deadlines.value(device.index, default: Deadlines()),
            delay: settings.nanoseconds(of: watches[visit.watch].limit), clock: visit.clock, device, world)
    }

    private func leave(_ machine: Machine, _ device: Int) {
        guard !visits.isEmpty, let visit = visits.removeValue(forKey: machine.serial) else { return }
        deadlines[device]?.cancel(Int(truncatingIfNeeded: machine.serial), clock: visit.clock)
    }

    /// Somebody came or went: where that is waited for, time counts from now, or not at all.
    private func peersChanged(_ device: DeviceState, _ world: World) {
        guard !visits.isEmpty else { return }
        let isConnectedNow = device.peers.hasConnected == true
        let hasJustCome = isConnectedNow && device.peers.presentSince == world.now
        for visit in visits.values where visit.device == device.index && watches[visit.watch].needsPeer {
            if hasJustCome {
                begin(visit, device, world)
            } else if !isConnectedNow {
                deadlines[device.index]?.cancel(
                    Int(truncatingIfNeeded: visit.machine.serial), clock: visit.clock)
            }
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        timerFired(token, at: reading, clock: session.clock, session.device, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        timerFired(token, at: reading, clock: Timers.deviceClock, device, world)
    }

    private func timerFired(
        _ token: Int, at reading: UInt64, clock: Int, _ device: DeviceState, _ world: World
    ) {
        guard let set = deadlines[device.index] else { return }
        let isDue = isDue(token, in: set, at: reading, clock: clock, device)
        if isDue, let visit = visits[UInt64(token)], visit.clock == clock { report(visit, device, world) }
    }

    private func report(_ visit: Visit, _ device: DeviceState, _ world: World) {
        let watch = watches[visit.watch]
        let subject = Subject(
            visit.session, device: visit.device, [visit.machine.serial, UInt64(visit.entered.number)])
        if !visit.machine.isDeclared, !world.sink.isFull(index) {
            suspects[visit.machine.serial, default: []].append(subject)
        }
        let peer = watch.needsPeer && device.peers.hasConnected == true ? device.peers.presentSince : nil
        report(
            world, subject, at: world.now,
            events: [visit.entered.number, world.now.number] + (peer.map { [$0.number] } ?? []),
            limit: watch.limit,
            identity: [.machine(visit.machine.name), .state(world.symbols.text(watch.state))]
        ) {
            "Machine \(visit.machine.name)\(visit.session.map { world.of($0) } ?? "") is in "
                + "\(world.symbols.text(watch.state)) since \(world.seconds(visit.entered)) "
                + "(#\(visit.entered.number))"
                + (peer.map { " with a peer connected since \(world.seconds($0)) (#\($0.number))" } ?? "")
                + " and still \(world.at(world.now)): it waits for \(watch.awaits ?? way(out: visit, world)); "
                + "\(watch.limit.phrase(settings))."
        }
    }

    /// What leads out of a state of the app's own.
    private func way(out visit: Visit, _ world: World) -> String {
        let next = visit.machine.definition?.successors(of: world.symbols.text(watches[visit.watch].state))
        return "state.changed" + (next.flatMap { $0.isEmpty ? nil : " to \(listing($0, limit: 4))" } ?? "")
    }

    private func retract(_ machine: Machine, _ world: World) {
        for subject in suspects.removeValue(forKey: machine.serial) ?? [] {
            world.sink.retract(rule: index, subject: subject)
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        deadlines[device.index] = nil
        visits = visits.filter { $0.value.device != device.index }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        gap(device, world)
        suspects = suspects.filter { $0.value.first?.device != device.index }
    }
}

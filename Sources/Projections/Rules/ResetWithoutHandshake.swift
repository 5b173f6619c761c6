import EventLog

/// Tracking was reset in the middle of a collaboration, and the peers were not told.
///
/// A handshake that is started is one: what it needs may take longer than the time.
final class ResetWithoutHandshake: Rule, DescribedRule {
    static let before = LimitAbout(
        "resetWithoutHandshake.before", 10, unit: "s",
        "how long before the run the collaboration may have been syncing")
    static let reaction = LimitAbout(
        "resetWithoutHandshake.reaction", 10, unit: "s", "how soon after the run a handshake must come")

    static let about = RuleAbout(
        id: "reset-without-handshake", severity: .error,
        summary: "Tracking was reset while syncing, and no new handshake followed.",
        why: """
            resetTracking gives the session a new world. The peers go on in the old one: their anchors come to stand \
            anywhere, ours arrive at them where nothing is, and nobody tells the user why.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":2.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":3.0,"event":"state.changed","machine":"collaboration","from":"waiting","to":"syncing"}
            {"t":20.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true},"options":["resetTracking"]}
            {"t":30.5,"event":"frame.stats","fps":60}
            """,
        advice:
            "Leave syncing before a reset, and begin a new handshake as soon as tracking is normal again.",
        quiet: [
            "the collaboration went idle before the run",
            "it is idle, scanning or exporting ten seconds later: the handshake comes after the mapping",
            "no peer is connected, or it has left",
        ],
        limits: [before, reaction], needs: [.session, .collaboration, .state])

    /// When each machine left syncing for another state than idle.
    @exclusivity(unchecked) @safe private var left: [UInt64: (mark: Mark, device: Int)] = [:]
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<UInt32, (syncing: Mark, run: Run)>>()
    /// Resets followed at once in one session.
    private static let followed = 16

    override var interests: [EventKind] {
        [.sessionRun, .stateChanged, .collaborationHandshakeStarted, .collaborationHandshakeCompleted]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .ran(let change): ran(change.run, session, world)
        case .contact: waiting[session.serial] = nil
        case .machine(let change): moved(change, step, world)
        default: break
        }
    }

    override func handle(_ step: Step, _ world: World) {
        if case .machine(let change) = step.change { moved(change, step, world) }
    }

    private func moved(_ change: MachineChange, _ step: Step, _ world: World) {
        let states = world.collaboration
        guard change.name == states.machine else { return }
        if change.to == states.idle {
            if !left.isEmpty { left[change.machine.serial] = nil }
        } else if (change.before ?? change.from) == states.syncing, change.to != states.syncing {
            left[change.machine.serial] = (step.mark, step.device)
        }
    }

    private func ran(_ run: Run, _ session: SessionState, _ world: World) {
        guard run.options.contains(.resetTracking), session.isCollaboratingWithPeer,
            let machine = session.collaborationMachine(world),
            let syncing = lastSyncing(machine, at: run.mark, world)
        else { return }
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        defer { waiting[session.serial] = list }
        guard list.count < Self.followed else { return }
        wait(
            settings.nanoseconds(of: Self.reaction), isAfter: true, for: run.mark.number,
            (syncing, run), in: &list, session, world)
    }

    /// The event that shows that the machine was syncing a moment ago.
    private func lastSyncing(_ machine: Machine, at mark: Mark, _ world: World) -> Mark? {
        if machine.state == world.collaboration.syncing { return machine.entered }
        guard let left = left[machine.serial]?.mark,
            mark.elapsed(since: left) <= settings.nanoseconds(of: Self.before)
        else { return nil }
        return left
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, reset) = list.popDue(at: reading) { judge(reset, session, world) }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func judge(_ reset: (syncing: Mark, run: Run), _ session: SessionState, _ world: World) {
        let states = world.collaboration
        guard session.isCollaboratingWithPeer, let state = session.collaborationMachine(world)?.state,
            state != states.idle, state != states.scanning, state != states.exporting
        else { return }
        report(
            world, Subject(session, [UInt64(reset.run.mark.number)]), at: world.now,
            events: [reset.syncing.number, reset.run.mark.number, world.now.number], limit: Self.reaction,
            identity: [world.caller(of: reset.run)]
        ) {
            "Tracking was reset\(world.inside(session)) \(world.at(reset.run.mark)) in the middle of a collaboration, and "
                + "no handshake followed, while the machine collaboration is in \(world.symbols.text(state)); "
                + "\(Self.reaction.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        left = left.filter { $0.value.device != device.index }
        for session in device.sessions { waiting[session.serial] = nil }
    }
}

import EventLog

/// The only peer came back, and the collaboration stands where it stood when it was lost.
///
/// The machine is the one taken together with the session that last ran with collaboration on. A change to the same
/// state again is a new visit of it: the app has begun anew.
final class NoReturn: Rule, DescribedRule {
    static let deadline = LimitAbout(
        "noReturn.deadline", 30, unit: "s", "how long after the return the machine may stay where it was")

    static let about = RuleAbout(
        id: "no-return", severity: .error,
        summary: "The last peer was lost and came back, and the collaboration never went on.",
        why: """
            The host waits for an answer that went to the peer that is gone; the peer that came back waits for a map \
            that was sent before. Nobody begins anew, both screens say “waiting”, and only a restart of the app helps.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":2.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":3.0,"event":"state.changed","machine":"collaboration","from":"exporting","to":"waiting"}
            {"t":9.0,"event":"peer.stateChanged","peer":"B","state":"notConnected"}
            {"t":14.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":44.5,"event":"frame.stats","fps":60}
            """,
        advice: """
            When the last peer is lost leave exporting and waiting, and begin a new handshake whenever a peer \
            connects.
            """,
        quiet: [
            "the machine left that visit of the state, wherever to",
            "scanning, with the mapping not mapped yet",
            "the peer is lost again within the time", "another peer is still connected",
        ],
        limits: [deadline], needs: [.collaboration, .state])

    private struct Loss {
        let peer: Int
        let mark: Mark
        /// The machine and the event that entered the visit it is in.
        let machine: UInt64
        let entered: UInt32
        var returned: Mark?
        var token = 0
    }

    @exclusivity(unchecked) @safe private var losses = Few<Loss>()
    private var tokens = 0

    override var interests: [EventKind] { [.peerStateChanged] }

    override func handle(_ step: Step, _ world: World) {
        guard case .peer(let change) = step.change else { return }
        let device = world.devices[step.device]
        if change.before == .connected, change.state != .connected {
            losses[device.index] = device.peers.connectedCount == 0 ? lost(change.peer, device, world) : nil
        } else if change.state == .connected, change.before != .connected {
            returned(change.peer, device, world)
        }
    }

    private func lost(_ peer: Int, _ device: DeviceState, _ world: World) -> Loss? {
        guard let session = device.collaborating, let machine = session.collaborationMachine(world),
            isStuck(machine, world)
        else { return nil }
        return Loss(peer: peer, mark: world.now, machine: machine.serial, entered: machine.entered.number)
    }

    private func isStuck(_ machine: Machine, _ world: World) -> Bool {
        let states = world.collaboration
        return [states.exporting, states.waiting, states.scanning].contains(machine.state)
    }

    private func returned(_ peer: Int, _ device: DeviceState, _ world: World) {
        guard let loss = losses[device.index], loss.peer == peer, loss.returned == nil,
            let session = device.collaborating
        else { return }
        tokens += 1
        losses[device.index]?.returned = world.now
        losses[device.index]?.token = tokens
        wait(settings.nanoseconds(of: Self.deadline), token: tokens, session, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard let loss = losses[session.device.index], loss.token == token, let returned = loss.returned
        else { return }
        losses[session.device.index] = nil
        guard let machine = session.collaborationMachine(world), machine.serial == loss.machine,
            machine.entered.number == loss.entered, let state = machine.state
        else { return }
        // Not yet mapped it has something to wait for.
        if state == world.collaboration.scanning {
            guard session.mapping.state == world.states.mapped, session.mapping.entered < returned else {
                return
            }
        }
        report(
            world, Subject(session, [UInt64(loss.mark.number)]), at: world.now,
            events: [loss.entered, loss.mark.number, returned.number, world.now.number], limit: Self.deadline,
            identity: [.machine(machine.name), .state(world.symbols.text(state))]
        ) {
            "\(capitalized(world.name(ofPeer: loss.peer, session))) was lost \(world.at(loss.mark)) and is connected "
                + "again since \(world.seconds(returned)) (#\(returned.number)), but the machine collaboration still "
                + "is in the same \(world.symbols.text(state)) \(world.span(world.now.elapsed(since: returned))) "
                + "later; \(Self.deadline.phrase(settings))."
        }
    }

    private func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    override func gap(_ device: DeviceState, _ world: World) { losses[device.index] = nil }

    override func recordingEnded(_ device: DeviceState, _ world: World) { losses[device.index] = nil }
}

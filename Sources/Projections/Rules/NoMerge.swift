import EventLog

/// Packets went to and fro for a minute, and the worlds never became one.
///
/// The minute begins at the first packet of a connection (with hostGuest at the first one while syncing) and anew at a
/// run that begins an epoch, when syncing is left, and after a pause of the packets. A participant anchor that does not
/// tell whose it is, or tells an identifier of nobody known, may be any peer's.
final class NoMerge: Rule, DescribedRule {
    static let deadline = LimitAbout(
        "merge.deadline", 60, unit: "s", "how long the worlds may take to become one")
    static let pause = LimitAbout(
        "noMerge.pause", 5, unit: "s", "how far apart packets may lie for the exchange to go on")

    static let about = RuleAbout(
        id: "no-merge", severity: .warning,
        summary: "Packets were exchanged with a peer for a minute, and no participant anchor came.",
        why: """
            ARKit adds a participant anchor once it has found the place where both maps overlap. Without it no \
            content of the other appears: the two look at different corners, the light differs too much, or packets \
            are lost or never applied on one side.
            """,
        example: """
            {"t":64,"event":"collaboration.dataSent","packet":"P11","peer":"B","priority":"optional"}
            {"t":68,"event":"collaboration.dataReceived","packet":"P12","peer":"B"}
            {"t":72,"event":"collaboration.dataReceived","packet":"P13","peer":"B"}
            """,
        advice: """
            Tell both users to look at the same place from the same side, and check that every received packet is \
            applied.
            """,
        quiet: [
            "produced data that is dropped for noPeers", "content that appears late, at the merge",
            "a participant anchor of an earlier connection that still lives",
        ],
        limits: [deadline, pause], needs: [.collaboration, .anchor])

    private struct Exchange {
        var session = 0
        /// The connection of the peer it belongs to.
        var connection: UInt32 = 0
        /// Whether the worlds became one, or it was said that they do not.
        var isSettled = false
        /// The packet it began with; `nil` where the minute does not run.
        var began: Mark?
        /// The last packet, on the session's clock.
        var last: UInt64 = 0
    }

    @exclusivity(unchecked) @safe private var exchanges = LinkStates(Exchange())
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, Mark>>()

    override var interests: [EventKind] {
        [
            .collaborationDataSent, .collaborationDataReceived, .anchorAdded, .sessionRun, .stateChanged,
            .peerStateChanged,
        ]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .packet(let packet):
            if let link = packet.link, let peer = packet.peer { exchanged(link, peer, step, session, world) }
        case .anchorAdded(let anchor):
            if session.anchors[anchor].kind == .participant { came(anchor, step.device, session) }
        case .ran(let change) where change.run.startsEpoch:
            for link in links(step.device, of: session) { exchanges[step.device, link].isSettled = false }
            restart(session)
        case .machine(let change): moved(change, session, world)
        default: break
        }
    }

    override func handle(_ step: Step, _ world: World) {
        let device = world.devices[step.device]
        switch step.change {
        case .peer(let change) where change.state == .notConnected:
            for link in exchanges.links(step.device) where device.peers.peer(ofLink: link) == change.peer {
                stop(link, step.device)
            }
        case .machine(let change):
            if let session = device.collaborating { moved(change, session, world) }
        default: break
        }
    }

    // MARK: Packets

    private func exchanged(
        _ link: Int, _ peer: Int, _ step: Step, _ session: SessionState, _ world: World
    ) {
        let connection = session.peers[peer].connections
        guard session.peers[peer].isConnected else { return }
        if exchanges[step.device, link].connection != connection {
            exchanges[step.device, link] = Exchange(session: session.serial, connection: connection)
        }
        guard !exchanges[step.device, link].isSettled else { return }
        let reading = session.reading(at: step.mark.time)
        if exchanges[step.device, link].began != nil, isPaused(link, at: reading, session) {
            stop(link, step.device)
        }
        exchanges[step.device, link].last = reading
        guard exchanges[step.device, link].began == nil, mayBegin(session, world) else { return }
        if session.participants.live(in: session.anchors).contains(where: { isOf(peer, $0, session) }) {
            exchanges[step.device, link].isSettled = true
            return
        }
        exchanges[step.device, link].began = step.mark
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        wait(settings.nanoseconds(of: Self.deadline), for: link, step.mark, in: &list, session, world)
        waiting[session.serial] = list
    }

    private func isPaused(_ link: Int, at reading: UInt64, _ session: SessionState) -> Bool {
        let last = exchanges[session.device.index, link].last
        return reading > last && reading - last > settings.nanoseconds(of: Self.pause)
    }

    private func mayBegin(_ session: SessionState, _ world: World) -> Bool {
        guard session.device.collaborationProtocol == .hostGuest else { return true }
        return session.collaborationMachine(world)?.state == world.collaboration.syncing
    }

    // MARK: What ends it

    /// A participant's anchor was added.
    private func came(_ anchor: Int, _ device: Int, _ session: SessionState) {
        for link in links(device, of: session) {
            guard let peer = session.peers.peer(ofLink: link), isOf(peer, anchor, session) else { continue }
            stop(link, device)
            exchanges[device, link].isSettled = true
        }
    }

    /// Whether a participant's anchor is, or may be, this peer's.
    private func isOf(_ peer: Int, _ anchor: Int, _ session: SessionState) -> Bool {
        guard let owner = session.anchors[anchor].ownerSession,
            let known = session.peers.peer(ofSession: owner)
        else { return true }
        return known == peer
    }

    private func moved(_ change: MachineChange, _ session: SessionState, _ world: World) {
        guard session.device.collaborationProtocol == .hostGuest, change.to != world.collaboration.syncing,
            change.machine === session.collaborationMachine(world)
        else { return }
        restart(session)
    }

    private func restart(_ session: SessionState) {
        let device = session.device.index
        for link in links(device, of: session) { stop(link, device) }
    }

    private func stop(_ link: Int, _ device: Int) {
        exchanges[device, link].began = nil
        waiting[exchanges[device, link].session]?.remove(link)
    }

    private func links(_ device: Int, of session: SessionState) -> [Int] {
        exchanges.links(device).filter { exchanges[device, $0].session == session.serial }
    }

    // MARK: The deadline

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (link, began) = list.popDue(at: reading) {
            // Timers fire with an event at or after their time, and packets may have ceased long before.
            if isPaused(link, at: reading, session) {
                exchanges[session.device.index, link].began = nil
            } else {
                judge(link, began, session, world)
            }
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func judge(_ link: Int, _ began: Mark, _ session: SessionState, _ world: World) {
        exchanges[session.device.index, link].isSettled = true
        guard let peer = session.peers.peer(ofLink: link) else { return }
        let connected = session.peers[peer].connected.map { [$0.number] } ?? []
        report(
            world, Subject(session, [UInt64(peer)]), at: world.now,
            events: connected + [began.number, world.now.number], limit: Self.deadline
        ) {
            "Packets were exchanged with \(world.name(ofPeer: peer, session))\(world.inside(session)) for "
                + "\(world.span(world.now.elapsed(since: began))) since \(world.seconds(began)) (#\(began.number)), and "
                + "no participant anchor has come; \(Self.deadline.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        exchanges.forget(device.index)
        for session in device.sessions { waiting[session.serial] = nil }
    }
}

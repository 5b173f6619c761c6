import EventLog

/// Packet after packet of a peer could not be decoded, and nobody began anew.
///
/// A handshake or resynchronisation within five seconds before or after the fifth failure is in time, and failures count
/// anew; so is the peer's leaving. A packet of another peer that is applied says nothing; one of which nobody knows whose it was may be this
/// peer's and resets every count. Failures that name no peer are counted together.
final class DecodeFailures: Rule, DescribedRule {
    static let streak = LimitAbout(
        "decode.streak", 5, unit: "packets", "how many failures in a row are too many")
    static let reaction = LimitAbout(
        "decodeFailures.reaction", 5, unit: "s",
        "how soon around the last of them a handshake or a resynchronisation must be")

    static let about = RuleAbout(
        id: "decode-failures", severity: .error,
        summary: "Packets of a peer could not be decoded one after the other, and nothing was done about it.",
        why: """
            One broken packet is the radio's doing. Five in a row mean that the two no longer speak the same \
            language: another app version, another encoding, a message cut in pieces. Without a new handshake the \
            worlds drift apart and the user sees a collaboration that does nothing.
            """,
        example: """
            {"t":7.1,"event":"collaboration.decodeFailed","packet":"Q1","peer":"B"}
            {"t":7.4,"event":"collaboration.decodeFailed","packet":"Q2","peer":"B"}
            {"t":7.7,"event":"collaboration.decodeFailed","packet":"Q3","peer":"B"}
            {"t":8.0,"event":"collaboration.decodeFailed","packet":"Q4","peer":"B"}
            {"t":8.3,"event":"collaboration.decodeFailed","packet":"Q5","peer":"B"}
            {"t":13.4,"event":"frame.stats","fps":60}
            """,
        advice:
            "Count failures in a row, and ask for a resynchronisation or a new handshake after a few of them.",
        quiet: ["a packet of the peer that is applied between", "a handshake or resynchronisation in time"],
        limits: [streak, reaction], needs: [.collaboration])

    private struct Row {
        var window: SlidingWindow
        /// Whether the row that goes on was judged.
        var isTold = false
        /// The session the link belongs to.
        var session = 0
    }

    private typealias Failed = (peer: Int?, device: Int, events: [UInt32], last: Mark)

    @exclusivity(unchecked) @safe private var rows: LinkStates<Row>
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, Failed>>()
    /// The last handshake or resynchronisation of each session with anybody, and the one before with another.
    @exclusivity(unchecked) @safe private var contacts = Few<[(contact: Contact, mark: Mark)]>()
    private let needed: Int

    /// Handshakes remembered of one session.
    private static let remembered = 16

    required init(settings: Settings) {
        needed = max(1, Int(min(settings.value(of: Self.streak), 4096).rounded(.up)))
        rows = LinkStates(Row(window: SlidingWindow(capacity: needed)))
        super.init(settings: settings)
    }

    override var interests: [EventKind] {
        [
            .collaborationDecodeFailed, .collaborationDataApplied, .collaborationSyncRequested,
            .collaborationHandshakeStarted, .collaborationHandshakeCompleted, .peerStateChanged,
        ]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .packet(let packet):
            if step.event.kind == .collaborationDataApplied {
                applied(packet.link, step.device, session)
            } else if let link = packet.link {
                failed(link, packet.peer, step, session, world)
            }
        case .contact(let contact): contacted(contact, step, session)
        default: break
        }
    }

    private func applied(_ link: Int?, _ device: Int, _ session: SessionState) {
        for other in rows.links(device) where rows[device, other].session == session.serial {
            guard link == nil || link == other || session.peers.peer(ofLink: other) == nil else { continue }
            rows[device, other].window.removeAll()
            rows[device, other].isTold = false
        }
    }

    private func failed(_ link: Int, _ peer: Int?, _ step: Step, _ session: SessionState, _ world: World) {
        rows[step.device, link].session = session.serial
        rows[step.device, link].window.add(step.mark, since: 0)
        guard rows[step.device, link].window.count >= needed, !rows[step.device, link].isTold else { return }
        let reaction = settings.nanoseconds(of: Self.reaction)
        let isInTime = contacts[session.serial, default: []].contains {
            $0.contact.reaches(peer) && step.mark.elapsed(since: $0.mark) <= reaction
        }
        // What was tried helps, or it does not: the next ones count anew.
        guard !isInTime else { return rows[step.device, link].window.removeAll() }
        rows[step.device, link].isTold = true
        let events = rows[step.device, link].window.numbers(Self.evidence)
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        wait(
            reaction, isAfter: true, for: link, (peer, step.device, events, step.mark), in: &list, session,
            world)
        waiting[session.serial] = list
    }

    private func contacted(_ contact: Contact, _ step: Step, _ session: SessionState) {
        var last = contacts.removeValue(forKey: session.serial) ?? []
        if last.count == Self.remembered { last.removeFirst() }
        last.append((contact, step.mark))
        contacts[session.serial] = last
        for link in rows.links(step.device) where contact.reaches(session.peers.peer(ofLink: link)) {
            guard waiting[session.serial]?[link] != nil else { continue }
            waiting[session.serial]?.remove(link)
            rows[step.device, link].window.removeAll()
            rows[step.device, link].isTold = false
        }
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .peer(let change) = step.change, change.state == .notConnected else { return }
        let device = world.devices[step.device]
        for link in rows.links(step.device) where device.peers.peer(ofLink: link) == change.peer {
            rows[step.device, link] = Row(window: SlidingWindow(capacity: needed))
            for session in device.sessions { waiting[session.serial]?.remove(link) }
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, failed) = list.popDue(at: reading) { judge(failed, session, world) }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func judge(_ failed: Failed, _ session: SessionState, _ world: World) {
        report(
            world, Subject(session, [failed.peer.map { UInt64($0) } ?? .max]), at: world.now,
            events: failed.events + [world.now.number], limit: Self.streak
        ) {
            "\(needed) packets of \(world.name(ofPeer: failed.peer, session))\(world.inside(session)) in a row could "
                + "not be decoded, the last \(world.at(failed.last)), and no handshake or resynchronisation came "
                + "within \(plain(settings.value(of: Self.reaction))) s; \(Self.streak.phrase(settings))."
        }
    }

    /// Failures named in the evidence.
    private static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        rows.forget(device.index)
        for session in device.sessions {
            waiting[session.serial] = nil
            contacts[session.serial] = nil
        }
    }
}

import EventLog

/// After a long interruption the app went on with its peers as if nothing had been missed.
///
/// A peer was connected when the interruption began and when it ended; one that leaves within the time for the
/// resynchronisation needs none.
final class InterruptionWithoutResync: Rule, DescribedRule {
    static let long = LimitAbout(
        "interruption.long", 30, unit: "s", "how long an interruption heals by itself")
    static let reaction = LimitAbout(
        "interruptionWithoutResync.reaction", 10, unit: "s",
        "how soon after the end a resynchronisation, a handshake or a run must come")

    static let about = RuleAbout(
        id: "interruption-without-resync", severity: .warning,
        summary: "After a long interruption nothing was done to catch up with the peers.",
        why: """
            While a session is interrupted the peers' packets are not applied and its own are not made. After a \
            moment later packets heal that; after half a minute the maps have drifted apart, and anchors that came \
            and went meanwhile are never told.
            """,
        example: """
            {"t":2.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":3.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":8.5,"event":"session.interruptionBegan","reason":"call"}
            {"t":53.5,"event":"session.interruptionEnded"}
            {"t":64.0,"event":"frame.stats","fps":60}
            """,
        advice:
            "After an interruption of more than half a minute ask each peer for a full resynchronisation.",
        quiet: [
            "up to two seconds; up to thirty there is only `interruption-medium`",
            "no peer, or the peer left before the end or soon after", "a run after the end",
        ],
        limits: [long, reaction], needs: [.session, .collaboration])

    private typealias Missed = (began: Mark, ended: Mark, peers: [Int])

    private var interruptions = PeerInterruptions()
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<UInt32, Missed>>()

    override var interests: [EventKind] {
        [
            .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionRun, .sessionPause, .sessionFailed,
            .collaborationSyncRequested, .collaborationHandshakeStarted, .collaborationHandshakeCompleted,
        ]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .sessionInterruptionBegan: interruptions.began(session, at: step.mark)
        case .sessionInterruptionEnded: ended(step, session, world)
        case .sessionPause, .sessionFailed: interruptions.broken(session)
        default: waiting[session.serial] = nil
        }
    }

    private func ended(_ step: Step, _ session: SessionState, _ world: World) {
        guard let (began, peers) = interruptions.ended(session),
            step.mark.elapsed(since: began) > settings.nanoseconds(of: Self.long)
        else { return }
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        wait(
            settings.nanoseconds(of: Self.reaction), isAfter: true, for: step.mark.number,
            (began, step.mark, peers), in: &list, session, world)
        waiting[session.serial] = list
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, missed) = list.popDue(at: reading) { judge(missed, session, world) }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func judge(_ missed: Missed, _ session: SessionState, _ world: World) {
        let peers = missed.peers.filter { session.peers[$0].isConnected }
        guard !peers.isEmpty else { return }
        report(
            world, Subject(session, [UInt64(missed.began.number)]), at: world.now,
            events: [missed.began.number, missed.ended.number, world.now.number], limit: Self.long
        ) {
            "The session\(session.id.map { " \(world.name($0))" } ?? "") was interrupted for "
                + "\(world.span(missed.ended.elapsed(since: missed.began))) until \(world.seconds(missed.ended)) "
                + "(#\(missed.ended.number)) with "
                + listing(peers) { world.name(ofPeer: $0, session) }
                + " connected, and no resynchronisation, handshake or run came within "
                + "\(plain(settings.value(of: Self.reaction))) s; \(Self.long.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            waiting[session.serial] = nil
            interruptions.broken(session)
        }
    }
}

import EventLog

/// A session was away from its peers for a while that mostly heals by itself.
///
/// The sibling of `interruption-without-resync`: the same peers, a shorter time, whatever is done afterwards.
final class InterruptionMedium: Rule, DescribedRule {
    static let short = LimitAbout(
        "interruption.short", 2, unit: "s", "how long an interruption nobody notices")

    static let about = RuleAbout(
        id: "interruption-medium", severity: .info,
        summary: "A session was interrupted for some seconds while a peer was connected.",
        why: """
            What the peers sent meanwhile was not applied. Later packets mostly heal that, and the content of the \
            others may jump or come late; it is good to know where a user reports just that.
            """,
        example: """
            {"t":2.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":3.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":8.5,"event":"session.interruptionBegan","reason":"background"}
            {"t":18.5,"event":"session.interruptionEnded"}
            """,
        advice: "Nothing need be done; a light resynchronisation after such an interruption does no harm.",
        quiet: [
            "up to two seconds", "more than thirty: `interruption-without-resync`", "no peer is connected",
        ],
        limits: [short, InterruptionWithoutResync.long], needs: [.session, .collaboration])

    private var interruptions = PeerInterruptions()

    override var interests: [EventKind] {
        [.sessionInterruptionBegan, .sessionInterruptionEnded, .sessionPause, .sessionFailed]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .sessionInterruptionBegan: interruptions.began(session, at: step.mark)
        case .sessionInterruptionEnded: ended(step, session, world)
        default: interruptions.broken(session)
        }
    }

    private func ended(_ step: Step, _ session: SessionState, _ world: World) {
        guard let (began, peers) = interruptions.ended(session) else { return }
        let span = step.mark.elapsed(since: began)
        guard span > settings.nanoseconds(of: Self.short),
            span <= settings.nanoseconds(of: InterruptionWithoutResync.long)
        else { return }
        report(
            world, Subject(session, [UInt64(began.number)]), at: step.mark,
            events: [began.number, step.mark.number], limit: Self.short
        ) {
            "The session\(session.id.map { " \(world.name($0))" } ?? "") was interrupted for \(world.span(span)) until "
                + "\(world.seconds(step.mark)) (#\(step.mark.number)) with "
                + listing(peers) { world.name(ofPeer: $0, session) }
                + " connected; \(Self.short.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { interruptions.broken(session) }
    }
}

import EventLog

/// Too many packets were sent to one peer.
///
/// A packet that is a whole window older no longer counts: exactly the limit for ever is not too much. As long as the
/// rate stays above it is one occurrence.
final class PacketRate: Rule, DescribedRule {
    static let limit = LimitAbout(
        "packetRate.limit", 20, unit: "packets/s", "how many packets a second may be sent to one peer")
    static let window = LimitAbout(
        "packetRate.window", 2, unit: "s", "the sliding span in which they are counted")

    static let about = RuleAbout(
        id: "packet-rate", severity: .warning,
        summary: "More packets were sent to one peer than a peer-to-peer radio carries well.",
        why: """
            ARKit makes collaboration data with the frames, up to sixty times a second. Each packet costs airtime \
            and a wake-up on the other device whatever its size; beyond about twenty a second queues grow, the \
            alignment lags behind and both devices get warm.
            """,
        example: """
            {"t":12.04,"event":"collaboration.dataSent","packet":"P241","peer":"B","priority":"optional","bytes":2000}
            """,
        advice: "Throttle optional packets for each peer, and send several small ones together.",
        quiet: [
            "critical packets in the first ten seconds after the peer connected, when ARKit sends all it has",
            "packets to different peers", "exactly the limit, for however long",
        ],
        limits: [limit, window, FirstSync.span], needs: [.collaboration])

    private struct Rate {
        var window: SlidingWindow
        var isAbove = false
    }

    private var rates: LinkStates<Rate>
    private let allowed: Double
    private let span: UInt64

    required init(settings: Settings) {
        allowed = settings.value(of: Self.limit) * settings.value(of: Self.window)
        span = settings.nanoseconds(of: Self.window)
        rates = LinkStates(Rate(window: SlidingWindow(capacity: Int(min(allowed, 5000)) + 1)))
        super.init(settings: settings)
    }

    override var interests: [EventKind] { [.collaborationDataSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .packet(let packet) = step.change, let peer = packet.peer, let link = packet.link,
            !session.peers.isFirstSync(packet, peer, at: step.mark, settings),
            add(step.mark, &rates[step.device, link])
        else { return }
        let window = rates[step.device, link].window
        report(
            world, Subject(session, [UInt64(peer)]), at: step.mark, events: window.numbers(Self.evidence),
            limit: Self.limit
        ) {
            "\(window.count) packets were sent to \(world.name(ofPeer: peer, session))\(world.inside(session)) within "
                + "\(world.span(window.first.map { step.mark.elapsed(since: $0) } ?? 0)), the last "
                + "\(world.at(step.mark)); \(Self.limit.phrase(settings))."
        }
    }

    /// Takes in one more. Returns whether the rate went above the limit with it.
    private func add(_ mark: Mark, _ rate: inout Rate) -> Bool {
        rate.window.add(mark, since: mark.time > span ? mark.time - span + 1 : 0)
        let wasAbove = rate.isAbove
        rate.isAbove = Double(rate.window.count) > allowed
        return rate.isAbove && !wasAbove
    }

    /// Packets named in the evidence: the first and the last ones.
    private static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { rates.forget(device.index) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { rates.forget(device.index) }
}

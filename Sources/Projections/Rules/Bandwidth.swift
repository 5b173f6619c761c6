import EventLog

/// Too many bytes were sent to one peer.
///
/// Counted as `packet-rate` counts packets. The map itself is no collaboration packet and does not count.
final class Bandwidth: Rule, DescribedRule {
    static let limit = LimitAbout(
        "bandwidth.limit", 400, unit: "kB/s", "how many bytes a second may be sent to one peer")
    static let window = LimitAbout(
        "bandwidth.window", 2, unit: "s", "the sliding span in which they are summed")

    static let about = RuleAbout(
        id: "bandwidth", severity: .warning,
        summary: "More bytes were sent to one peer than a peer-to-peer radio carries well.",
        why: """
            Wi-Fi between two phones in one room carries a few hundred kilobytes a second reliably, less where many \
            are. What is beyond waits in the queue: alignment lags, critical packets come late, and the connection \
            may be given up.
            """,
        example: """
            {"t":20.0,"event":"collaboration.dataSent","packet":"P1","peer":"B","priority":"critical","bytes":300000}
            {"t":20.6,"event":"collaboration.dataSent","packet":"P2","peer":"B","priority":"critical","bytes":300000}
            {"t":21.2,"event":"collaboration.dataSent","packet":"P3","peer":"B","priority":"critical","bytes":300000}
            """,
        advice: """
            Send fewer optional packets while critical ones are large, and spread what is not urgent over several \
            seconds.
            """,
        quiet: [
            "the world map itself", "packets whose size is not told",
            "critical packets in the first ten seconds after the peer connected, when ARKit sends all it has",
        ],
        limits: [limit, window, FirstSync.span], needs: [.collaboration])

    private struct Load {
        var window = SlidingWindow(capacity: 1024)
        var isAbove = false
    }

    private var loads = LinkStates(Load())
    private let allowed: Double
    private let span: UInt64

    required init(settings: Settings) {
        allowed = settings.value(of: Self.limit) * 1000 * settings.value(of: Self.window)
        span = settings.nanoseconds(of: Self.window)
        super.init(settings: settings)
    }

    override var interests: [EventKind] { [.collaborationDataSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .packet(let packet) = step.change, let peer = packet.peer, let link = packet.link,
            let bytes = packet.bytes, bytes > 0,
            !session.peers.isFirstSync(packet, peer, at: step.mark, settings),
            add(step.mark, bytes, &loads[step.device, link])
        else { return }
        let window = loads[step.device, link].window
        report(
            world, Subject(session, [UInt64(peer)]), at: step.mark, events: window.numbers(Self.evidence),
            limit: Self.limit
        ) {
            "\(window.sum) bytes were sent to \(world.name(ofPeer: peer, session))\(world.inside(session)) in "
                + "\(window.count) packets within \(world.span(window.first.map { step.mark.elapsed(since: $0) } ?? 0)), "
                + "the last \(world.at(step.mark)); \(Self.limit.phrase(settings))."
        }
    }

    /// Takes in one more. Returns whether the load went above the limit with it.
    private func add(_ mark: Mark, _ bytes: UInt64, _ load: inout Load) -> Bool {
        load.window.add(mark, bytes, since: mark.time > span ? mark.time - span + 1 : 0)
        let wasAbove = load.isAbove
        load.isAbove = Double(load.window.sum) > allowed
        return load.isAbove && !wasAbove
    }

    /// Packets named in the evidence: the first and the last ones.
    private static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { loads.forget(device.index) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { loads.forget(device.index) }
}

import EventLog

/// Optional packets went on being queued although the queue was full.
///
/// The times are counted over a connection, in a row or not. After the third it is one occurrence until an optional
/// packet is sent with the queue short again.
final class BackpressureMissing: Rule, DescribedRule {
    static let limit = LimitAbout(
        "queue.limit", 6, unit: "packets", "how many packets may wait when an optional one is sent")
    static let times = LimitAbout(
        "backpressureMissing.times", 3, unit: "packets", "how often it happens until it is said")

    static let about = RuleAbout(
        id: "backpressure-missing", severity: .warning,
        summary: "Optional packets were sent although many were still waiting.",
        why: """
            A queue that grows says that the radio carries less than is sent. Every optional packet put on it makes \
            the critical ones behind it later, and is out of date itself when it arrives.
            """,
        example: """
            {"t":9.0,"event":"collaboration.dataSent","packet":"P1","peer":"B","priority":"optional","queueDepth":7}
            {"t":9.2,"event":"collaboration.dataSent","packet":"P2","peer":"B","priority":"optional","queueDepth":8}
            {"t":9.4,"event":"collaboration.dataSent","packet":"P3","peer":"B","priority":"optional","queueDepth":9}
            """,
        advice:
            "Look at the queue before sending, and drop optional packets while more than a few are waiting.",
        quiet: ["critical packets, however many wait", "one or two packets"],
        limits: [limit, times], needs: [.collaboration])

    private struct Pile {
        var window: SlidingWindow
        /// Whether the queue that is long now was reported.
        var isTold = false
    }

    private var piles: LinkStates<Pile>
    private let needed: Int
    private let allowed: Double

    required init(settings: Settings) {
        needed = max(1, Int(min(settings.value(of: Self.times), 4096).rounded(.up)))
        allowed = settings.value(of: Self.limit)
        piles = LinkStates(Pile(window: SlidingWindow(capacity: needed)))
        super.init(settings: settings)
    }

    override var interests: [EventKind] { [.collaborationDataSent, .peerStateChanged] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .packet(let packet) = step.change, packet.priority == .optional, let link = packet.link,
            let depth = packet.queueDepth, add(step.mark, depth, &piles[step.device, link])
        else { return }
        let events = piles[step.device, link].window.numbers(Self.evidence)
        piles[step.device, link].window.removeAll()
        report(
            world, Subject(session, [packet.peer.map { UInt64($0) } ?? .max]), at: step.mark, events: events,
            limit: Self.limit
        ) {
            "\(needed) optional packet\(needed == 1 ? " was" : "s were") sent to "
                + "\(world.name(ofPeer: packet.peer, session))\(world.inside(session)) with a long queue before "
                + "\(needed == 1 ? "it" : "them"), the last \(world.at(step.mark)) with \(depth) waiting; "
                + "\(Self.limit.phrase(settings))."
        }
    }

    /// Takes in one more. Returns whether it was once too often.
    private func add(_ mark: Mark, _ depth: UInt64, _ pile: inout Pile) -> Bool {
        guard Double(depth) > allowed else {
            pile.isTold = false
            return false
        }
        guard !pile.isTold else { return false }
        pile.window.add(mark, since: 0)
        pile.isTold = pile.window.count >= needed
        return pile.isTold
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .peer(let change) = step.change, change.state == .notConnected else { return }
        let peers = world.devices[step.device].peers
        for link in piles.links(step.device) where peers.peer(ofLink: link) == change.peer {
            piles[step.device, link] = Pile(window: SlidingWindow(capacity: needed))
        }
    }

    /// Packets named in the evidence.
    private static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { piles.forget(device.index) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { piles.forget(device.index) }
}

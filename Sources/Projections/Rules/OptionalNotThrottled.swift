import EventLog

/// Optional packets were sent to a peer as fast as ARKit made them.
///
/// Five in a row, each sooner than the interval after the optional one before it. As long as that goes on it is one
/// occurrence; critical packets between neither count nor break the row.
final class OptionalNotThrottled: Rule, DescribedRule {
    static let interval = LimitAbout(
        "optional.interval", 0.1, unit: "s", "how soon after the optional packet before another is too soon")
    static let packets = LimitAbout(
        "optionalNotThrottled.packets", 5, unit: "packets", "how many in a row are not throttled")
    static let window = LimitAbout(
        "optionalNotThrottled.window", 1, unit: "s", "the span they are crowded into")

    static let about = RuleAbout(
        id: "optional-not-throttled", severity: .warning,
        summary: "Optional collaboration packets were sent to one peer without a throttle.",
        why: """
            ARKit makes optional packets many times a second and expects most of them to be thrown away. Sent all, \
            they fill the radio and the queue, and the critical packets behind them come too late.
            """,
        example: """
            {"t":9.00,"event":"collaboration.dataSent","packet":"P1","peer":"B","priority":"optional"}
            {"t":9.02,"event":"collaboration.dataSent","packet":"P2","peer":"B","priority":"optional"}
            {"t":9.04,"event":"collaboration.dataSent","packet":"P3","peer":"B","priority":"optional"}
            {"t":9.06,"event":"collaboration.dataSent","packet":"P4","peer":"B","priority":"optional"}
            {"t":9.08,"event":"collaboration.dataSent","packet":"P5","peer":"B","priority":"optional"}
            """,
        advice: "Send at most about ten optional packets a second to each peer, and drop the others.",
        quiet: ["bursts of critical packets", "packets to different peers"],
        limits: [interval, packets, window], needs: [.collaboration])

    private struct Row {
        var window: SlidingWindow
        var last: UInt64 = 0
        /// Whether the row that goes on was reported.
        var isTold = false
    }

    private var rows: LinkStates<Row>
    private let needed: Int
    private let intervalSpan: UInt64
    private let windowSpan: UInt64

    required init(settings: Settings) {
        needed = max(2, Int(min(settings.value(of: Self.packets), 4096).rounded(.up)))
        intervalSpan = settings.nanoseconds(of: Self.interval)
        windowSpan = settings.nanoseconds(of: Self.window)
        rows = LinkStates(Row(window: SlidingWindow(capacity: needed)))
        super.init(settings: settings)
    }

    override var interests: [EventKind] { [.collaborationDataSent] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .packet(let packet) = step.change, packet.priority == .optional, let peer = packet.peer,
            let link = packet.link, add(step.mark, &rows[step.device, link])
        else { return }
        let window = rows[step.device, link].window
        report(
            world, Subject(session, [UInt64(peer)]), at: step.mark, events: window.numbers(Self.evidence),
            limit: Self.interval
        ) {
            let span = window.first.map { step.mark.elapsed(since: $0) } ?? 0
            return
                "\(needed) optional packets were sent to \(world.name(ofPeer: peer, session))\(world.inside(session)) "
                + "within \(world.span(span)), \(world.at(step.mark)) for the last time, each too soon after the one "
                + "before; \(Self.interval.phrase(settings))."
        }
    }

    /// Takes in one more. Returns whether the row became too long with it.
    private func add(_ mark: Mark, _ row: inout Row) -> Bool {
        if row.window.count > 0, mark.time - row.last >= intervalSpan {
            row.window.removeAll()
            row.isTold = false
        }
        row.last = mark.time
        row.window.add(mark, since: mark.time > windowSpan ? mark.time - windowSpan : 0)
        guard row.window.count >= needed, !row.isTold else { return false }
        row.isTold = true
        return true
    }

    /// Packets named in the evidence.
    private static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { rows.forget(device.index) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { rows.forget(device.index) }
}

import EventLog

/// A node stayed in the scene after its anchor had gone.
///
/// After `didRemove` the app has a second to take its node out. After a run that dropped the anchors it has until the
/// next `anchor.added`: then it builds anew, and what still hangs there is left over.
final class NodeOutlivesAnchor: Rule, DescribedRule {
    static let delay = LimitAbout(
        "nodeOutlivesAnchor.delay", 1, unit: "s", "how long a node may stay after its anchor was removed")

    static let about = RuleAbout(
        id: "node-outlives-anchor", severity: .warning,
        summary: "A content node is still attached although its anchor is gone.",
        why: """
            The node no longer follows anything: it floats where it was, cannot be removed by the user, and the next \
            anchor with the same content makes it a duplicate.
            """,
        example: """
            {"t":4.0,"event":"node.attached","node":"N1","anchor":"A1","key":"lamp"}
            {"t":9.0,"event":"anchor.removed","anchor":"A1"}
            {"t":10.5,"event":"frame.stats","fps":60}
            """,
        advice:
            "Detach an anchor's nodes in didRemove, and all of them together with a run that drops the anchors.",
        quiet: ["nodes under the camera or the root", "an anchor that is added again within the second"],
        limits: [delay], needs: [.anchor, .node])

    /// Anchors that were removed with nodes on them, by session and record.
    @exclusivity(unchecked) @safe private var removed = Few<WaitingList<Int, (serial: UInt32, mark: Mark)>>()
    /// Nodes whose anchors the last run of a session dropped.
    @exclusivity(unchecked) @safe private var dropped = Few<Dropping>()

    private struct Dropping {
        var run: Mark
        var source: Symbol?
        var nodes: [(id: EntityID, attached: UInt32)] = []
    }

    override var interests: [EventKind] { [.sessionRun, .anchorRemoved, .anchorAdded] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .anchorRemoved(let index):
            guard session.anchors.load(of: index) > 0 else { return }
            var list = removed.removeValue(forKey: session.serial) ?? WaitingList()
            list.prune {
                session.anchors.isCurrent($0, serial: $1.serial) && session.anchors.load(of: $0) > 0
            }
            wait(
                settings.nanoseconds(of: Self.delay), for: index,
                (session.anchors[index].serial, step.mark), in: &list, session, world)
            removed[session.serial] = list
        case .ran(let change) where change.run.dropped > 0:
            let run = change.run
            // Those an earlier run dropped and that still hang there are left over from the earlier run.
            let nodes = run.droppedAnchors.flatMap { session.nodes.onAnchor($0).map { session.nodes[$0] } }
                .filter { $0.isContent && $0.attached > session.lastGap }
                .sorted { $0.attached < $1.attached }
            guard !nodes.isEmpty else { return }
            var dropping = dropped.removeValue(forKey: session.serial) ?? Dropping(run: run.mark)
            dropping.run = run.mark
            dropping.source = run.source
            dropping.nodes += nodes.map { ($0.id, $0.attached.number) }
            dropped[session.serial] = dropping
        case .anchorAdded:
            if !dropped.isEmpty, let left = dropped.removeValue(forKey: session.serial) {
                judge(left, at: step.mark, session, world)
            }
        default: break
        }
    }

    private func judge(_ left: Dropping, at mark: Mark, _ session: SessionState, _ world: World) {
        let run = left.run
        let nodes = left.nodes.compactMap { session.nodes.node($0.id, attachedAt: $0.attached) }
        guard !nodes.isEmpty else { return }
        report(
            world, Subject(session, [0, UInt64(run.number)]), at: mark,
            events: nodes.prefix(Self.evidence).map(\.attached.number) + [run.number, mark.number],
            identity: [.way("run"), .source(world.symbols.text(left.source))]
        ) {
            "The run\(world.of(session)) \(world.at(run)) dropped the anchors, but "
                + "\(world.nodes(nodes)) still attached when the next anchor was added \(world.at(mark))."
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = removed.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (index, waiting) = list.popDue(at: reading) {
            // Added again, the anchor has another life, and its nodes with it.
            guard session.anchors.isCurrent(index, serial: waiting.serial) else { continue }
            judge(index, removed: waiting.mark, session, world)
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { removed[session.serial] = list }
    }

    private func judge(_ index: Int, removed mark: Mark, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        let nodes = session.nodes.onAnchor(index).map { session.nodes[$0] }
            .filter { $0.isContent && $0.attached > session.lastGap }
            .sorted { $0.attached < $1.attached }
        guard !nodes.isEmpty else { return }
        report(
            world, Subject(session, [1, anchor.id.low, anchor.id.high]), at: world.now,
            events: nodes.prefix(Self.evidence).map(\.attached.number) + [mark.number, world.now.number],
            limit: Self.delay,
            identity: [.way("removal"), .key(world.symbols.text(nodes[0].thing))]
        ) {
            "Anchor \(world.name(anchor.id)) was removed\(world.inside(session)) \(world.at(mark)), but "
                + "\(world.nodes(nodes)) still attached \(world.span(world.now.elapsed(since: mark))) later; "
                + "\(Self.delay.phrase(settings))."
        }
    }

    /// Nodes named in the evidence.
    private static let evidence = 16

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            removed[session.serial] = nil
            dropped[session.serial] = nil
        }
    }
}

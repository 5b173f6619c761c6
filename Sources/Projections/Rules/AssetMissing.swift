import EventLog

/// A file did not load, and nothing stands in for it.
///
/// Where the asset names a node that is attached, its place is that node's anchor or parent; the camera and the root
/// count as parents. Otherwise any content node of the session is enough to be quiet. A node that shows another file
/// than the one that failed is something that stands in, too.
final class AssetMissing: Rule, DescribedRule {
    static let delay = LimitAbout(
        "assetMissing.delay", 2, unit: "s", "how long nothing may stand in for a file that did not load")

    static let about = RuleAbout(
        id: "asset-missing", severity: .warning,
        summary: "A file failed to load, and nothing is shown in its place.",
        why: """
            A model that is missing from the bundle, or a download that broke off, leaves an empty place that looks like \
            failed tracking: the user moves about and waits for what cannot come.
            """,
        example: """
            {"t":4.0,"event":"asset.requested","asset":"pump.usdz"}
            {"t":4.1,"event":"asset.loadFailed","asset":"pump.usdz"}
            {"t":6.5,"event":"frame.stats","fps":60}
            """,
        advice: "Show a bounding box or a plain model when a file does not load, say so, and try again.",
        quiet: [
            "a bounding box or another asset instead, there already or within 2 s",
            "the same asset requested again or loaded within 2 s",
        ],
        limits: [delay], needs: [.node])

    /// Where something may stand in.
    private enum Place {
        case anchor(Int, serial: UInt32)
        case parent(EntityID)
        case under(Attachment)
        case anywhere
    }

    private struct Failure {
        let asset: Symbol
        let node: EntityID?
        let place: Place
        let mark: Mark
    }

    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Symbol, Failure>>()
    /// Files waited for at once in one session.
    private static let followed = 256
    /// Nodes that are looked at, the latest.
    private static let looked = 256

    override var interests: [EventKind] { [.assetRequested, .assetLoaded, .assetLoadFailed, .nodeAttached] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .assetRequested:
            guard let payload = step.event.decode(StoredEvent.AssetRequested.self) else { return }
            drop(world.symbols.symbol(payload.asset, in: step.event), session)
        case .assetLoaded:
            guard let payload = step.event.decode(StoredEvent.AssetLoaded.self) else { return }
            drop(world.symbols.symbol(payload.asset, in: step.event), session)
        case .assetLoadFailed:
            guard let payload = step.event.decode(StoredEvent.AssetLoadFailed.self) else { return }
            failed(
                world.symbols.symbol(payload.asset, in: step.event), payload.node, step.mark, session, world)
        default:
            guard !waiting.isEmpty, case .nodeAttached(let index) = step.change,
                waiting[session.serial]?.isEmpty == false
            else { return }
            let node = session.nodes[index]
            waiting[session.serial]?.removeAll { _, failure in standsIn(node, for: failure, session) }
        }
    }

    private func drop(_ asset: Symbol, _ session: SessionState) { waiting[session.serial]?.remove(asset) }

    private func failed(
        _ asset: Symbol, _ node: EntityID?, _ mark: Mark, _ session: SessionState, _ world: World
    ) {
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        defer { waiting[session.serial] = list }
        let failure = Failure(asset: asset, node: node, place: place(of: node, session), mark: mark)
        guard list[asset] == nil, list.count < Self.followed, !isFilled(failure, session) else { return }
        wait(
            settings.nanoseconds(of: Self.delay), isAfter: true, for: asset, failure, in: &list, session,
            world)
    }

    private func place(of node: EntityID?, _ session: SessionState) -> Place {
        guard let index = node.flatMap({ session.nodes.index(of: $0) }) else { return .anywhere }
        if let anchor = session.nodes[index].anchor {
            return .anchor(anchor, serial: session.anchors[anchor].serial)
        }
        if let parent = session.nodes[index].parent { return .parent(parent) }
        return .under(session.nodes[index].attachment)
    }

    /// Whether something stands in already.
    private func isFilled(_ failure: Failure, _ session: SessionState) -> Bool {
        let nodes = session.nodes
        func isAny(_ members: NodeTree.Members) -> Bool {
            members.prefix(Self.looked).contains { standsIn(nodes[$0], for: failure, session) }
        }
        if let own = failure.node.flatMap({ nodes.index(of: $0) }),
            standsIn(nodes[own], for: failure, session)
        {
            return true
        }
        return switch failure.place {
        case .anchor(let anchor, _): isAny(nodes.onAnchor(anchor))
        case .parent(let parent): nodes.index(of: parent).map { isAny(nodes.below($0)) } ?? false
        case .under(.camera): isAny(nodes.onCamera)
        case .under, .anywhere: isAny(nodes.inOrder)
        }
    }

    private func standsIn(_ node: Node, for failure: Failure, _ session: SessionState) -> Bool {
        guard node.attached > session.lastGap else { return false }
        if node.id == failure.node {
            if case .anywhere = failure.place { return node.isContent }
            return node.asset.map { $0 != failure.asset } ?? false
        }
        return switch failure.place {
        case .anchor(let anchor, let serial):
            node.anchor == anchor && session.anchors.isCurrent(anchor, serial: serial)
        case .parent(let parent): node.parent == parent
        case .under(let attachment): node.attachment == attachment
        case .anywhere: node.isContent
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, failure) = list.popDue(at: reading) { report(failure, session, world) }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func report(_ failure: Failure, _ session: SessionState, _ world: World) {
        report(
            world, Subject(session, [UInt64(failure.asset.index)]), at: world.now,
            events: [failure.mark.number, world.now.number], limit: Self.delay,
            identity: [.asset(world.symbols.text(failure.asset))]
        ) {
            "\(world.quoted(failure.asset)) did not load\(world.inside(session)) \(world.at(failure.mark))"
                + (failure.node.map { " for node \(world.name($0))" } ?? "")
                + ", and nothing stood in for it until \(world.seconds(world.now)) (#\(world.now.number)); "
                + "\(Self.delay.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { waiting[session.serial] = nil }
    }
}

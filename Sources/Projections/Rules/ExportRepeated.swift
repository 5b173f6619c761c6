import EventLog

/// World maps were captured one upon the other.
///
/// A burst goes on as long as the window before each capture holds that many. A peer that joins may have
/// a map of its own: one that came and was sent none since, or that is sent one in the burst. Where no peer's state is
/// ever told, the last capture may still be for one that is not known yet.
final class ExportRepeated: Rule, DescribedRule {
    static let window = LimitAbout(
        "exportRepeated.window", 3, unit: "s", "the span three captures are crowded into")
    static let captures = LimitAbout(
        "exportRepeated.captures", 3, unit: "captures", "how many captures make a burst")

    static let about = RuleAbout(
        id: "export-repeated", severity: .error,
        summary: "The world map was captured again and again within seconds.",
        why: """
            getCurrentWorldMap copies the whole map and stalls the camera for it. Called with every frame, because the \
            state that led to it does not change before the answer comes, it takes the device down.
            """,
        example: """
            {"t":20.0,"event":"worldMap.captured","map":"M1"}
            {"t":20.7,"event":"worldMap.captured","map":"M2"}
            {"t":21.4,"event":"worldMap.captured","map":"M3"}
            """,
        advice: "Leave the state that asks for the map before asking, and ask again only after the answer.",
        quiet: ["one map for each peer that joins"], limits: [window, captures], needs: [.worldMap])

    private struct Burst {
        /// The captures within the window.
        var marks: [Mark] = []
        /// The capture at which the burst that goes on became one.
        var name: UInt32?
    }

    private struct Peers {
        /// Those that came and were sent no map since.
        var waiting: Set<EntityID> = []
        /// The last ones that were sent a map, and when.
        var served: [(peer: EntityID, mark: Mark)] = []
        var areTold = false
    }

    @exclusivity(unchecked) @safe private var bursts = Few<Burst>()
    @exclusivity(unchecked) @safe private var peers = Few<Peers>()
    /// Who requested the map last, by session.
    @exclusivity(unchecked) @safe private var sources = Few<Symbol>()
    /// Peers followed of one device.
    private static let followed = 64
    /// Captures remembered of one burst: more than peers can join in it.
    private static let remembered = 130

    override var interests: [EventKind] {
        [
            .worldMapRequested, .worldMapCaptured, .worldMapSent, .peerStateChanged,
            .collaborationHandshakeStarted,
        ]
    }

    override func handle(_ step: Step, _ world: World) { met(step) }

    /// A peer came or left.
    private func met(_ step: Step) {
        if step.event.kind == .collaborationHandshakeStarted {
            let payload = step.event.decode(StoredEvent.CollaborationHandshakeStarted.self)
            if let peer = payload?.peer { wait(for: peer, step.device) }
        } else if let payload = step.event.decode(StoredEvent.PeerStateChanged.self) {
            peers[step.device, default: Peers()].areTold = true
            if payload.state == .notConnected {
                peers[step.device]?.waiting.remove(payload.peer)
            } else {
                wait(for: payload.peer, step.device)
            }
        }
    }

    private func wait(for peer: EntityID, _ device: Int) {
        guard peers[device, default: Peers()].waiting.count < Self.followed else { return }
        peers[device, default: Peers()].waiting.insert(peer)
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .worldMapRequested:
            let payload = step.event.decode(StoredEvent.WorldMapRequested.self)
            sources[session.serial] = world.symbols.symbol(payload?.source, in: step.event)
        case .worldMapCaptured: captured(step, session, world)
        case .worldMapSent:
            guard let peer = step.event.decode(StoredEvent.WorldMapSent.self)?.peer else { return }
            peers[step.device]?.waiting.remove(peer)
            peers[step.device, default: Peers()].served.append((peer, step.mark))
            if peers[step.device, default: Peers()].served.count > Self.followed {
                peers[step.device]?.served.removeFirst()
            }
        default: met(step)
        }
    }

    private func captured(_ step: Step, _ session: SessionState, _ world: World) {
        let needed = max(2, Int(min(settings.value(of: Self.captures), 1000).rounded(.up)))
        let window = settings.nanoseconds(of: Self.window)
        var burst = bursts.removeValue(forKey: session.serial) ?? Burst()
        defer { bursts[session.serial] = burst }
        burst.marks.append(step.mark)
        let near = burst.marks.firstIndex { step.mark.elapsed(since: $0) <= window } ?? 0
        burst.marks.removeFirst(max(near, burst.marks.count - max(needed, Self.remembered)))
        let first = burst.marks[0]
        let count = burst.marks.count
        guard count >= needed, count > joining(since: first, step.device) else {
            burst.name = nil
            return
        }
        let name = burst.name ?? step.mark.number
        burst.name = name
        report(
            world, Subject(session, [UInt64(name)]), at: step.mark,
            events: burst.marks.suffix(20).map(\.number),
            limit: Self.window, identity: [.source(world.symbols.text(sources[session.serial]))]
        ) {
            "The world map was captured \(count) times\(world.inside(session)) within "
                + "\(world.span(step.mark.elapsed(since: first))), \(world.at(step.mark)) for the last time; "
                + "\(Self.window.phrase(settings))."
        }
    }

    /// How many peers may have a map of their own in a burst that began at `first`.
    private func joining(since first: Mark, _ device: Int) -> Int {
        guard let peers = peers[device] else { return 0 }
        let served = peers.served.filter { $0.mark > first }.map(\.peer)
        let count = peers.waiting.union(served).count
        return peers.areTold || served.isEmpty ? count : count + 1
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        peers[device.index] = nil
        for session in device.sessions {
            bursts[session.serial] = nil
            sources[session.serial] = nil
        }
    }
}

import EventLog

/// An anchor with a key lives and nothing is shown on it.
///
/// The time counts from the later of the two: that the anchor was added, and that tracking is normal. A node that was
/// there for a moment, and was taken away since, shows that the app knows the anchor: then nothing is said. A content of
/// the scene that hangs elsewhere, under the root say, is none on the anchor.
///
/// Which anchor an asset is for no log tells; so an asset that was asked for around the time of the add excuses every
/// anchor of that time, as long as it has not failed. Where it fails the app has the same delay once more, for
/// something that stands in.
final class AnchorWithoutNode: Rule, DescribedRule {
    static let delay = LimitAbout(
        "anchorWithoutNode.delay", 2, unit: "s", "how long an anchor with a key may be without a node")
    static let request = LimitAbout(
        "anchorWithoutNode.request", 2, unit: "s",
        "how far from the add an asset was asked for that may be the anchor's")

    static let about = RuleAbout(
        id: "anchor-without-node", severity: .warning, highest: .error,
        summary: "An anchor that stands for content has no node, although tracking is normal.",
        why: """
            The user put something here, or the world map brought it back, and the screen stays empty: didAdd did not \
            know the key, the model was never built for anchors that come with a map, or it was built for another session.
            """,
        example: """
            {"t":2.0,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":3.0,"event":"anchor.added","anchor":"A1","kind":"anchor","key":"lamp","origin":"worldMap"}
            {"t":5.5,"event":"frame.stats","fps":60}
            """,
        advice: """
            Build the node in didAdd for every anchor with a key, wherever it comes from, and show something that stands \
            in while its asset is on its way.
            """,
        quiet: [
            "anchors without a key",
            "planes, participants, meshes and environment probes",
            "an asset was asked for within 2 s before or after the add and has not failed",
            "a node was on it for a moment and was taken away since",
        ],
        limits: [delay, request, World.mapAnchors], needs: [.anchor, .node, .camera])

    /// What is waited for: an anchor's delay, or that of all that came before tracking was normal.
    private enum Wait: Hashable {
        case anchor(Int)
        case normal
    }

    private struct State {
        /// Each with the life of its anchor and the moment from which it waits.
        var waiting = WaitingList<Wait, (serial: UInt32, since: Mark)>()
        /// Anchors whose delay ends with that of the next normal.
        var early: [(anchor: Int, serial: UInt32)] = []
        /// Anchors that an asset on its way excuses.
        var excused: [(anchor: Int, serial: UInt32)] = []

        /// Whether there is an anchor for which the next normal matters.
        var hasAnchors: Bool { !waiting.isEmpty || !early.isEmpty }
    }

    @exclusivity(unchecked) @safe private var states = Few<State>()
    /// Anchors that wait for a normal, or for an asset, at once in one session; further ones are not judged.
    private static let followed = 1024

    override var interests: [EventKind] { [.anchorAdded, .cameraTrackingStateChanged, .assetLoadFailed] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .anchorAdded:
            guard case .anchorAdded(let anchor) = step.change, isCandidate(anchor, session) else { return }
            edit(session) { state in
                state.waiting.prune { wait, waiting in
                    guard case .anchor(let anchor) = wait else { return true }
                    return isBare(anchor, waiting.serial, session)
                }
                begin(.anchor(anchor), session.anchors[anchor].serial, step.mark, &state, session, world)
            }
        case .cameraTrackingStateChanged:
            // Anchors that are added from now on wait for themselves.
            guard !states.isEmpty, session.normalTracking.normalSince == step.mark,
                states[session.serial]?.hasAnchors == true
            else { return }
            edit(session) { begin(.normal, 0, step.mark, &$0, session, world) }
        default:
            guard !states.isEmpty, states[session.serial]?.excused.isEmpty == false else { return }
            edit(session) { state in
                for (anchor, serial) in state.excused where isBare(anchor, serial, session) {
                    begin(.anchor(anchor), serial, step.mark, &state, session, world)
                }
                state.excused = []
            }
        }
    }

    private func begin(
        _ what: Wait, _ serial: UInt32, _ since: Mark, _ state: inout State, _ session: SessionState,
        _ world: World
    ) {
        wait(
            settings.nanoseconds(of: Self.delay), for: what, (serial, since), in: &state.waiting, session,
            world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        edit(session) { state in
            state.waiting.isTimed = false
            while let (what, waiting) = state.waiting.popDue(at: reading) {
                let normal = session.normalTracking.normalSince
                switch what {
                case .anchor(let anchor):
                    if let normal, normal <= waiting.since {
                        judge(anchor, waiting.serial, normal, &state, session, world)
                    } else if state.early.count < Self.followed {
                        state.early.append((anchor, waiting.serial))
                    }
                case .normal:
                    guard let normal, normal == waiting.since else { break }
                    let early = state.early
                    state.early = []
                    for (anchor, serial) in early { judge(anchor, serial, normal, &state, session, world) }
                }
            }
            setTimer(for: &state.waiting, isAfter: false, session)
        }
    }

    private func judge(
        _ index: Int, _ serial: UInt32, _ normal: Mark, _ state: inout State, _ session: SessionState,
        _ world: World
    ) {
        guard isBare(index, serial, session), let added = session.anchors[index].added else { return }
        if session.assets.isAwaited(around: added, within: settings.nanoseconds(of: Self.request)) {
            if state.excused.count < Self.followed { state.excused.append((index, serial)) }
            return
        }
        let anchor = session.anchors[index]
        report(
            world, Subject(session, [anchor.id.low, anchor.id.high]),
            severity: anchor.isOfMap ? .error : .warning, at: world.now,
            events: [added.number, normal.number, world.now.number], limit: Self.delay,
            identity: [.origin((anchor.isOfMap ? .worldMap : anchor.origin)?.name)]
                + world.content(of: anchor)
        ) {
            let since = max(added, normal)
            return
                "Anchor \(world.name(anchor.id)) (\(anchor.key.map { world.symbols.text($0) } ?? "")) was added"
                + "\(world.inside(session)) \(world.at(added))"
                + (anchor.isOfMap ? " from the world map" : "")
                + ", and \(world.span(world.now.elapsed(since: since))) later, with tracking normal since "
                + "\(world.seconds(normal)), it has no node; \(Self.delay.phrase(settings))."
        }
    }

    /// Whether the anchor is one that something should be shown on.
    private func isCandidate(_ index: Int, _ session: SessionState) -> Bool {
        guard session.anchors[index].key != nil, session.anchors.load(of: index) == 0 else { return false }
        switch session.anchors[index].kind {
        case .plane, .participant, .mesh, .environmentProbe: return false
        default: return true
        }
    }

    /// Whether the anchor still lives, and never had a node.
    private func isBare(_ index: Int, _ serial: UInt32, _ session: SessionState) -> Bool {
        session.anchors.isCurrent(index, serial: serial) && session.anchors[index].isLive
            && !session.anchors[index].hadNode
    }

    private func edit(_ session: SessionState, _ change: (inout State) -> Void) {
        // Taken out while it is changed, so that nothing is copied.
        var state = states.removeValue(forKey: session.serial) ?? State()
        change(&state)
        if state.hasAnchors || !state.excused.isEmpty || state.waiting.isTimed {
            states[session.serial] = state
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { states[session.serial] = nil }
    }
}

import EventLog

/// An anchor of the app's own class was added while the world was shared.
///
/// True at `addRequested` where that is told, else at `added` with origin app.
final class CustomAnchorShared: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "custom-anchor-shared", severity: .warning,
        summary:
            "An anchor of a custom class was added during a collaboration; ARKit shares plain anchors only.",
        why: """
            ARKit sends ARAnchor itself to the peers. Of a subclass nothing arrives, silently: this user sees the \
            content, the others never do.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":2.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":5.0,"event":"anchor.addRequested","anchor":"A1","kind":"custom"}
            """,
        advice: """
            Share a plain ARAnchor whose name says what it stands for, and send the rest of the data with the app's \
            own messages.
            """,
        quiet: [
            "nobody is connected, or collaboration is off",
            "custom anchors of a world map or of unknown origin",
        ],
        needs: [.anchor, .session, .collaboration])

    /// Custom anchors that were asked for and not yet added, by session; so each is counted once.
    @exclusivity(unchecked) @safe private var requested = Few<Set<EntityID>>()
    /// Requests remembered of one session.
    private static let remembered = 1000

    override var interests: [EventKind] { [.anchorAddRequested, .anchorAdded] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if case .anchorAdded(let index) = step.change {
            let anchor = session.anchors[index]
            let isRequested = requested.change(session.serial) { $0.remove(anchor.id) != nil } == true
            if !isRequested, anchor.kind == .custom, anchor.origin == .app {
                judge(anchor.id, key: anchor.key, name: anchor.name, step.mark, session, world)
            }
        } else if let payload = step.event.decode(StoredEvent.AnchorAddRequested.self),
            payload.kind == .custom
        {
            if requested[session.serial, default: []].count < Self.remembered {
                requested[session.serial, default: []].insert(payload.anchor)
            }
            let key = world.symbols.symbol(payload.key, in: step.event)
            let name = world.symbols.symbol(payload.name, in: step.event)
            judge(payload.anchor, key: key, name: name, step.mark, session, world)
        }
    }

    private func judge(
        _ anchor: EntityID, key: Symbol?, name: Symbol?, _ mark: Mark, _ session: SessionState,
        _ world: World
    ) {
        guard session.isCollaboratingWithPeer else { return }
        report(
            world, Subject(nil, device: session.device.index, []), at: mark, events: [mark.number],
            identity: [.key(world.symbols.text(key), orName: world.symbols.text(name))]
        ) {
            "Anchor \(world.name(anchor)) of a custom class was added\(world.inside(session)) \(world.at(mark)) with "
                + listing(session.peers.connected(4)) { world.name(ofPeer: $0, session) }
                + " connected, and will not arrive there."
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        for session in device.sessions { requested[session.serial] = nil }
    }
}

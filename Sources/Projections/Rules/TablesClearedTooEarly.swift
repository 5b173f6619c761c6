import EventLog

/// The app emptied its anchor table while the anchors lived on.
///
/// Candidates are the live anchors that had a content node at the clearing or within a second before it. A node that is
/// attached to one within a second of the clearing is in time. The fault is true at the first update of a candidate
/// that goes without a node attached anew.
final class TablesClearedTooEarly: Rule, DescribedRule {
    static let grace = LimitAbout(
        "tablesClearedTooEarly.grace", 1, unit: "s",
        "how long before the clearing a node may have gone, and after it one may come or a run drop the anchors"
    )

    static let about = RuleAbout(
        id: "tables-cleared-too-early", severity: .error,
        summary: "The app cleared its anchor-to-node table although the anchors live on.",
        why: """
            A run without removeExistingAnchors keeps the anchors: ARKit goes on updating them and never adds them \
            again. An app that has forgotten its nodes updates nothing, and the content is gone or stands still.
            """,
        example: """
            {"t":6.55,"event":"session.run","configuration":{"kind":"worldTracking"},"source":"foreground"}
            {"t":6.57,"event":"scene.tablesCleared","tables":["anchorNodes"],"count":1}
            {"t":7.37,"event":"anchor.updated","anchor":"P1"}
            """,
        advice: "Clear the tables exactly where a run has removeExistingAnchors, and nowhere else.",
        quiet: [
            "a clearing together with a run that removes the anchors", "nodes built anew within the second",
        ],
        limits: [grace], needs: [.node, .anchor, .session])

    /// An anchor that had a content node at the clearing.
    private struct Candidate {
        let serial: UInt32
        /// The event that attached its node.
        let attached: UInt32
        var isUpdated = false
    }

    private struct Clearing {
        let mark: Mark
        /// Who called the run before it.
        let source: Symbol?
        let token: Int
        /// By the anchor's record; those that were given a node anew or went are taken out.
        var candidates: [Int: Candidate]
        /// The candidates' first updates, in order.
        var updates: [(anchor: Int, serial: UInt32, mark: Mark)] = []
        /// Whether the time for building anew is over.
        var isDue = false
    }

    @exclusivity(unchecked) @safe private var clearings = Few<[Clearing]>()
    private var tokens = 0
    /// Clearings followed at once in one session.
    private static let followed = 16
    /// Anchors followed of one clearing; the latest.
    private static let remembered = NodeTree.partingsKept

    override var watchesAnchors: Bool { true }
    override var interests: [EventKind] {
        [.sceneTablesCleared, .nodeAttached, .anchorRemoved, .sessionRun]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .nodeAttached where clearings.isEmpty, .anchorRemoved where clearings.isEmpty: return
        case .nodeAttached(let index):
            if let anchor = session.nodes[index].anchor, session.nodes[index].isContent {
                edit(session) { $0.candidates[anchor] = nil }
            }
        case .anchorRemoved(let anchor): edit(session) { $0.candidates[anchor] = nil }
        case .ran(let change) where change.run.dropped > 0:
            clearings[session.serial] = nil
        default:
            if step.event.kind == .sceneTablesCleared { clear(step, session, world) }
        }
    }

    private func clear(_ step: Step, _ session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.SceneTablesCleared.self),
            payload.tables.contains(.anchorNodes),
            clearings[session.serial, default: []].count < Self.followed
        else { return }
        let reach = world.sink.isFull(index) ? Self.followed : Self.remembered
        let candidates = candidates(at: step.mark, among: reach, session)
        guard !candidates.isEmpty else { return }
        for anchor in candidates.keys { session.anchors[anchor].watchers |= watchBit }
        tokens += 1
        clearings[session.serial, default: []].append(
            Clearing(
                mark: step.mark, source: session.runs.last?.source, token: tokens, candidates: candidates))
        wait(settings.nanoseconds(of: Self.grace), isAfter: true, token: tokens, session, world)
    }

    /// The live anchors that have a content node, or had one a moment ago.
    private func candidates(at mark: Mark, among reach: Int, _ session: SessionState) -> [Int: Candidate] {
        var candidates: [Int: Candidate] = [:]
        for node in session.nodes.latestPartings(reach)
        where mark.elapsed(since: node.mark) <= settings.nanoseconds(of: Self.grace) {
            guard session.anchors.isCurrent(node.anchor, serial: node.serial),
                session.anchors[node.anchor].isLive
            else { continue }
            candidates[node.anchor] = Candidate(serial: node.serial, attached: node.attached)
        }
        for anchor in session.anchors.latestBearing(reach) where session.anchors[anchor].isLive {
            let node = session.nodes.onAnchor(anchor).prefix(reach).map { session.nodes[$0] }
                .first { $0.isContent && $0.attached > session.lastGap }
            guard let node else { continue }
            candidates[anchor] = Candidate(
                serial: session.anchors[anchor].serial, attached: node.attached.number)
        }
        return candidates
    }

    override func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {
        var isWaited = false
        let serial = session.anchors[anchor].serial
        edit(session) { clearing in
            guard let candidate = clearing.candidates[anchor], candidate.serial == serial,
                !candidate.isUpdated
            else { return }
            isWaited = true
            clearing.candidates[anchor]?.isUpdated = true
            clearing.updates.append((anchor, serial, world.now))
            judge(&clearing, session, world)
        }
        if !isWaited { session.anchors[anchor].watchers &= ~watchBit }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        edit(session) { clearing in
            guard clearing.token == token else { return }
            clearing.isDue = true
            judge(&clearing, session, world)
        }
    }

    /// Reports the clearing once its time is over and one of its anchors was updated into nothing.
    private func judge(_ clearing: inout Clearing, _ session: SessionState, _ world: World) {
        guard clearing.isDue else { return }
        for (anchor, serial, mark) in clearing.updates {
            guard let candidate = clearing.candidates[anchor], candidate.serial == serial else { continue }
            report(clearing, anchor, candidate, updated: mark, session, world)
            clearing.candidates = [:]
            return
        }
        clearing.updates = []
    }

    private func report(
        _ clearing: Clearing, _ anchor: Int, _ candidate: Candidate, updated mark: Mark,
        _ session: SessionState, _ world: World
    ) {
        report(
            world, Subject(session, [UInt64(clearing.mark.number)]), at: mark,
            events: [candidate.attached, clearing.mark.number, mark.number], limit: Self.grace,
            identity: [.source(world.symbols.text(clearing.source))]
        ) {
            let kept = clearing.candidates.sorted { $0.value.serial < $1.value.serial }
            let names = listing(kept) { world.name(session.anchors[$0.key].id) }
            return
                "The anchor tables were cleared\(world.inside(session)) \(world.at(clearing.mark)) although "
                + "\(names) lived on: \(world.name(session.anchors[anchor].id)) was updated "
                + "\(world.at(mark)), and no node had been attached to it anew; \(Self.grace.phrase(settings))."
        }
    }

    /// Changes a session's clearings and forgets those that wait for nothing any more.
    private func edit(_ session: SessionState, _ change: (inout Clearing) -> Void) {
        guard !clearings.isEmpty, let count = clearings[session.serial]?.count else { return }
        for index in 0..<count {
            // Taken out while it is changed, so that nothing is copied.
            guard var clearing = clearings[session.serial]?[index] else { continue }
            clearings[session.serial]?[index].candidates = [:]
            change(&clearing)
            clearings[session.serial]?[index] = clearing
        }
        clearings[session.serial]?.removeAll { $0.candidates.isEmpty }
        if clearings[session.serial]?.isEmpty == true { clearings[session.serial] = nil }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { clearings[session.serial] = nil }
    }
}

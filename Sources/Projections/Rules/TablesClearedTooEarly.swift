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

    private struct Candidate {
        let anchor: Int
        let serial: UInt32
        /// The event that attached its node.
        let attached: UInt32
        /// Its first update after the clearing.
        var updated: Mark?
    }

    private struct Clearing {
        let mark: Mark
        let token: Int
        let count: UInt64?
        var candidates: [Candidate]
        /// Whether the time for building anew is over.
        var isDue = false
    }

    private var clearings: [Int: [Clearing]] = [:]
    /// Content nodes that were detached a moment ago.
    private var detached: [Int: [(anchor: Int, serial: UInt32, attached: UInt32, at: Mark)]] = [:]
    private var tokens = 0
    /// Clearings followed at once in one session.
    private static let limit = 16
    /// Detached nodes remembered of one session before those of long ago are looked for.
    private static let kept = 4096
    private lazy var grace = settings.nanoseconds(of: Self.grace)

    override var watchesAnchors: Bool { true }
    override var interests: [EventKind] { [.sceneTablesCleared, .nodeAttached, .nodeDetached, .sessionRun] }

    override func handle(_ step: Step, _ world: World) {
        guard let session = step.session else { return }
        switch step.change {
        case .nodesDetached: remember(session.nodes.detached, step.mark, session)
        case .nodeAttached(let index):
            if let anchor = session.nodes[index].anchor, session.nodes[index].isContent {
                edit(session) { $0.candidates.removeAll { $0.anchor == anchor } }
            }
        case .ran(let change) where change.run.dropped > 0:
            clearings[session.clock] = nil
            detached[session.clock] = nil
        default:
            if step.event.kind == .sceneTablesCleared { clear(step, session, world) }
        }
    }

    private func remember(_ nodes: [Node], _ mark: Mark, _ session: SessionState) {
        for node in nodes where node.isContent {
            guard let anchor = node.anchor else { continue }
            let recent = (anchor, session.anchors[anchor].serial, node.attached.number, mark)
            detached[session.clock, default: []].append(recent)
        }
        guard let count = detached[session.clock]?.count, count > Self.kept else { return }
        let grace = grace
        detached[session.clock]?.removeAll { mark.elapsed(since: $0.at) > grace }
        if let count = detached[session.clock]?.count, count > Self.kept * 2 / 3 {
            detached[session.clock]?.removeFirst(count / 2)
        }
    }

    private func clear(_ step: Step, _ session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.SceneTablesCleared.self),
            payload.tables.contains(.anchorNodes)
        else { return }
        var candidates: [Int: Candidate] = [:]
        for recent in detached[session.clock] ?? []
        where step.mark.elapsed(since: recent.at) <= settings.nanoseconds(of: Self.grace) {
            guard session.anchors.isCurrent(recent.anchor, serial: recent.serial) else { continue }
            candidates[recent.anchor] = Candidate(
                anchor: recent.anchor, serial: recent.serial, attached: recent.attached)
        }
        for node in session.nodes.all where node.isContent && node.attached > session.device.lastGap {
            guard let anchor = node.anchor else { continue }
            candidates[anchor] = Candidate(
                anchor: anchor, serial: session.anchors[anchor].serial, attached: node.attached.number)
        }
        let live = candidates.values.filter { session.anchors[$0.anchor].isLive }
            .sorted { $0.serial < $1.serial }
        guard !live.isEmpty, clearings[session.clock, default: []].count < Self.limit else { return }
        for candidate in live { session.anchors[candidate.anchor].watchers |= watchBit }
        tokens += 1
        clearings[session.clock, default: []].append(
            Clearing(mark: step.mark, token: tokens, count: payload.count, candidates: live))
        wait(settings.nanoseconds(of: Self.grace), isAfter: true, token: tokens, session, world)
    }

    override func watchedAnchorUpdated(_ anchor: Int, _ session: SessionState, _ world: World) {
        var isWaited = false
        edit(session) { clearing in
            for index in clearing.candidates.indices where clearing.candidates[index].anchor == anchor {
                if clearing.candidates[index].updated == nil {
                    clearing.candidates[index].updated = world.now
                }
                isWaited = true
            }
            judge(&clearing, session, world)
        }
        if !isWaited { session.anchors[anchor].watchers &= ~watchBit }
    }

    override func timerFired(_ token: Int, _ session: SessionState, _ world: World) {
        edit(session) { clearing in
            guard clearing.token == token else { return }
            clearing.isDue = true
            judge(&clearing, session, world)
        }
    }

    /// Reports the clearing once its time is over and one of its anchors was updated into nothing.
    private func judge(_ clearing: inout Clearing, _ session: SessionState, _ world: World) {
        let updated = clearing.candidates.filter { $0.updated != nil }
        guard clearing.isDue,
            let first = updated.min(by: { ($0.updated ?? .start) < ($1.updated ?? .start) }),
            let mark = first.updated
        else { return }
        let names = clearing.candidates.map { world.name(session.anchors[$0.anchor].id) }
        let cleared = clearing.mark
        report(
            world, Subject(session, [UInt64(cleared.number)]), at: mark,
            events: [first.attached, cleared.number, mark.number], limit: Self.grace
        ) {
            "The anchor tables were cleared\(world.of(session)) \(world.at(cleared)) although "
                + "\(listing(names)) lived on: \(world.name(session.anchors[first.anchor].id)) was updated "
                + "\(world.at(mark)), and no node had been attached to it anew; \(Self.grace.phrase(settings))."
        }
        clearing.candidates = []
    }

    /// Changes a session's clearings and forgets those that wait for nothing any more.
    private func edit(_ session: SessionState, _ change: (inout Clearing) -> Void) {
        guard var all = clearings[session.clock] else { return }
        for index in all.indices { change(&all[index]) }
        all.removeAll { clearing in
            clearing.candidates.allSatisfy { !session.anchors.isCurrent($0.anchor, serial: $0.serial) }
        }
        clearings[session.clock] = all.isEmpty ? nil : all
    }

    override func gap(_ device: DeviceState, _ world: World) {
        for session in device.sessions {
            clearings[session.clock] = nil
            detached[session.clock] = nil
        }
    }
}

import EventLog

/// Watches for occasions of the ten points, and for what is done right then; what is done wrong the rules find.
struct Checklist {
    /// What was seen: how often, and the events of the first time.
    private struct Seen {
        var count = 0
        var events: [UInt32] = []
        var note = ""
    }

    private let settings: Settings
    private var seen: [ChecklistPoint.Point: Seen] = [:]
    /// Whether the log is about a collaboration at all.
    private var isCollaboration = false

    /// The probe that said no.
    private var unable: Mark?
    /// Maps over the size, by id: the capture, and its size in bytes and anchors.
    private var bigMaps: [EntityID: (mark: Mark, bytes: UInt64?, anchors: UInt64?)] = [:]
    private static let mapLimit = 100
    /// Decode failures in a row, and the one of them that was one too many.
    private var failures = 0
    private var fatal: Mark?
    /// The last reset, and the last clearing.
    private var lastReset: Mark?
    private var lastClearing: Mark?
    /// The long interruption that ended, with its beginning.
    private var resumed: (began: Mark, ended: Mark)?
    private var began: (mark: Mark, hadPeer: Bool)?
    /// Where the last peer went, and where it came back.
    private var lost: Mark?
    private var back: Mark?
    private static let second: UInt64 = 1_000_000_000

    /// The occasions are those that the rules know, by the limits in force.
    init(_ settings: Settings = Settings()) { self.settings = settings }

    private func limit(_ limit: LimitAbout) -> Double { settings.value(of: limit) }
    private func time(_ limit: LimitAbout) -> UInt64 { settings.nanoseconds(of: limit) }

    private mutating func see(_ point: ChecklistPoint.Point, _ marks: [Mark], _ note: String) {
        var known = seen[point] ?? Seen()
        known.count += 1
        if known.count == 1 {
            known.events = Set(marks.map(\.number)).sorted()
            known.note = note
        }
        seen[point] = known
    }

    // MARK: Events

    mutating func happened(_ step: Step, in session: SessionState, _ world: World) {
        let (event, mark) = (step.event, step.mark)
        if event.kind.family == .collaboration { isCollaboration = true }
        switch event.kind {
        case .sessionRun:
            guard case .ran(let change) = step.change else { return }
            if change.run.configuration?.isCollaborationEnabled == true { isCollaboration = true }
            contacted(at: mark)
            if change.previous != nil,
                change.run.removesAnchors || change.run.options.contains(.resetTracking)
            {
                lastReset = mark
                pairReset()
            }
            if change.run.dropped > 0 { ended(change.run.droppedAnchors, session, at: mark) }
        case .sceneTablesCleared:
            lastClearing = mark
            pairReset()
        case .worldMapDeferred:
            if session.worldMapping.status == .limited || session.worldMapping.status == .notAvailable {
                see(.exportRefused, [session.worldMapping.since, mark], "refused while mapping was limited")
            }
        case .worldMapCaptured:
            if let payload = event.decode(StoredEvent.WorldMapCaptured.self) {
                captured(payload.map, payload.bytes, payload.anchors, at: mark)
            }
        case .worldMapSaved:
            if let payload = event.decode(StoredEvent.WorldMapSaved.self) {
                kept(payload.map, payload.bytes, payload.anchors, at: mark)
            }
        case .worldMapSent:
            if let payload = event.decode(StoredEvent.WorldMapSent.self) {
                kept(payload.map, payload.bytes, nil, at: mark)
            }
        case .collaborationDecodeFailed:
            failures += 1
            if fatal == nil, Double(failures) >= limit(DecodeFailures.streak) { fatal = mark }
        case .collaborationDataApplied: failures = 0
        case .collaborationHandshakeStarted, .collaborationHandshakeCompleted: contacted(at: mark)
        case .collaborationSyncRequested:
            contacted(at: mark)
            if let payload = event.decode(StoredEvent.CollaborationSyncRequested.self) {
                synced(payload.extent, at: mark)
            }
        case .collaborationDataDropped:
            guard let payload = event.decode(StoredEvent.CollaborationDataDropped.self),
                payload.priority == .optional,
                payload.reason == .backpressure
                    || Double(payload.queueDepth ?? 0) > limit(BackpressureMissing.limit)
            else { return }
            see(.backpressure, [mark], "optional packets were dropped while others waited")
        case .sessionInterruptionBegan:
            began = (session.interruption ?? mark, session.peers.connectedCount > 0)
        case .sessionInterruptionEnded:
            if let began, began.hadPeer, session.peers.connectedCount > 0,
                mark.elapsed(since: began.mark) > time(InterruptionWithoutResync.long)
            {
                resumed = (began.mark, mark)
            }
            began = nil
        case .anchorRemoved:
            if case .anchorRemoved(let index) = step.change { ended([index], session, at: mark) }
        case .collaborationCapabilityProbed:
            if event.decode(StoredEvent.CollaborationCapabilityProbed.self)?.isSupported == false {
                unable = mark
            }
        case .collaborationFallbackShown:
            if let unable { see(.fallback, [unable, mark], "the device can't, and the fallback was shown") }
        case .stateChanged: changed(step, world)
        default: break
        }
    }

    mutating func happened(_ step: Step, _ world: World) {
        if step.event.kind.family == .collaboration { isCollaboration = true }
        if step.event.kind == .stateChanged { changed(step, world) }
        guard step.event.kind == .peerStateChanged, case .peer(let change) = step.change else { return }
        let device = world.devices[step.device]
        if change.state == .connected {
            if lost != nil, back == nil { back = step.mark }
        } else if change.before == .connected, device.peers.connectedCount == 0 {
            lost = step.mark
            back = nil
        }
    }

    /// The collaboration goes on after a loss: it is syncing again.
    private mutating func changed(_ step: Step, _ world: World) {
        guard let lost, let back, case .machine(let change) = step.change,
            change.machine.name == "collaboration", change.to == world.collaboration.syncing
        else { return }
        see(
            .networkLoss, [lost, back, step.mark],
            "the peer was lost and came back, and the collaboration is syncing again")
        self.lost = nil
        self.back = nil
    }

    private mutating func pairReset() {
        guard let lastReset, let lastClearing else { return }
        let apart =
            lastReset > lastClearing
            ? lastReset.elapsed(since: lastClearing) : lastClearing.elapsed(since: lastReset)
        guard apart <= Self.second else { return }
        see(.tablesCleared, [lastReset, lastClearing], "the tables were cleared together with the reset")
        self.lastReset = nil
        self.lastClearing = nil
    }

    private mutating func contacted(at mark: Mark) {
        guard let fatal else { return }
        if mark.elapsed(since: fatal) <= time(DecodeFailures.reaction) {
            see(
                .handshakeRenewed, [fatal, mark],
                "after \(failures) failures in a row the handshake was renewed")
        }
        self.fatal = nil
        failures = 0
    }

    private mutating func synced(_ extent: SyncExtent, at mark: Mark) {
        guard let resumed else { return }
        if extent == .light, mark.elapsed(since: resumed.ended) <= time(InterruptionWithoutResync.reaction) {
            see(.lightSync, [resumed.began, resumed.ended, mark], "a light sync followed the interruption")
        }
        self.resumed = nil
    }

    // MARK: Maps and anchors

    private mutating func captured(_ map: EntityID, _ bytes: UInt64?, _ anchors: UInt64?, at mark: Mark) {
        guard let bytes, Double(bytes) / 1e6 >= limit(MapSize.large), bigMaps.count < Self.mapLimit else {
            return
        }
        bigMaps[map] = (mark, bytes, anchors)
    }

    private mutating func kept(_ map: EntityID, _ bytes: UInt64?, _ anchors: UInt64?, at mark: Mark) {
        guard let big = bigMaps[map] else { return }
        func isLess(_ new: UInt64?, _ old: UInt64?) -> Bool { new.map { $0 < old ?? 0 } ?? false }
        guard isLess(bytes, big.bytes) || isLess(anchors, big.anchors) else { return }
        see(
            .mapPruned, [big.mark, mark],
            "a map of \(plain(limit(MapSize.large))) MB or more was kept with less in it")
    }

    /// Anchors go: one that was followed for ten minutes, from 20 s after it came, was judged for its drift.
    private mutating func ended(_ indices: [Int], _ session: SessionState, at mark: Mark) {
        for index in indices {
            let anchor = session.anchors[index]
            guard anchor.isContent, anchor.updates > 0, let added = anchor.added,
                mark.elapsed(since: added) >= sum(time(Drift.span), time(Drift.settling))
            else { continue }
            see(
                .drift, [added, mark],
                "content anchors were followed for \(plain(limit(Drift.span))) s and stayed where they were")
        }
    }

    mutating func eventsMissing(_ device: DeviceState) {
        lost = nil
        back = nil
        resumed = nil
        began = nil
        fatal = nil
        failures = 0
    }

    mutating func recordingEnds(_ device: DeviceState, _ world: World) {
        for session in device.sessions {
            ended(session.anchors.latestLive(2000), session, at: device.last)
        }
        eventsMissing(device)
    }

    // MARK: The points

    /// The ten points; none where nobody collaborated.
    func points(_ findings: [Finding], _ notJudged: [(rule: String, reason: String)]) -> [ChecklistPoint] {
        guard isCollaboration else { return [] }
        return ChecklistPoint.Point.allCases.map { point in
            let failed = findings.first { finding in
                point.rules.contains { $0.id == finding.rule && finding.severity >= $0.from }
            }
            if let failed {
                return ChecklistPoint(
                    point: point, state: .failed, note: failed.message, events: failed.events)
            }
            if let known = seen[point] {
                let more = known.count > 1 ? ", and \(known.count - 1) more of that" : ""
                return ChecklistPoint(
                    point: point, state: .passed, note: known.note + more, events: known.events)
            }
            let unjudged = notJudged.first { lacking in point.rules.contains { $0.id == lacking.rule } }
            return ChecklistPoint(
                point: point, state: .notExercised,
                note: unjudged.map { "\($0.rule) could not be judged: \($0.reason)" } ?? point.occasion,
                events: [])
        }
    }
}

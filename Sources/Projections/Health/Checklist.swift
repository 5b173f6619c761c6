import EventLog

/// Watches for occasions of the ten points, and for what is done right then; what is done wrong the rules find.
struct Checklist {
    /// What was seen: how often, and the events of the first time.
    private struct Seen {
        var count = 0
        var events: [UInt32] = []
        var note = ""
    }

    private var seen: [ChecklistPoint.Point: Seen] = [:]
    /// Whether the log is about a collaboration at all.
    private var isCollaboration = false

    /// The probe that said no.
    private var unable: Mark?
    /// Maps over the size, by id: the capture, and its size in bytes and anchors.
    private var bigMaps: [EntityID: (mark: Mark, bytes: UInt64?, anchors: UInt64?)] = [:]
    private static let mapLimit = 100
    private static let bigMap: UInt64 = 4_000_000
    /// Decode failures in a row, and the fifth of them.
    private var failures = 0
    private var fifth: Mark?
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
    private static let longInterruption = 30 * second
    private static let driftTime = 620 * second
    private static let longQueue: UInt64 = 6

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
            if failures == 5 { fifth = mark }
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
                payload.reason == .backpressure || (payload.queueDepth ?? 0) > Self.longQueue
            else { return }
            see(.backpressure, [mark], "optional packets were dropped while others waited")
        case .sessionInterruptionBegan:
            began = (session.interruption ?? mark, session.peers.connectedCount > 0)
        case .sessionInterruptionEnded:
            if let began, began.hadPeer, session.peers.connectedCount > 0,
                mark.elapsed(since: began.mark) > Self.longInterruption
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
        guard let fifth else { return }
        if mark.elapsed(since: fifth) <= 5 * Self.second {
            see(.handshakeRenewed, [fifth, mark], "after five failures in a row the handshake was renewed")
        }
        self.fifth = nil
        failures = 0
    }

    private mutating func synced(_ extent: SyncExtent, at mark: Mark) {
        guard let resumed else { return }
        if extent == .light, mark.elapsed(since: resumed.ended) <= 10 * Self.second {
            see(.lightSync, [resumed.began, resumed.ended, mark], "a light sync followed the interruption")
        }
        self.resumed = nil
    }

    // MARK: Maps and anchors

    private mutating func captured(_ map: EntityID, _ bytes: UInt64?, _ anchors: UInt64?, at mark: Mark) {
        guard let bytes, bytes >= Self.bigMap, bigMaps.count < Self.mapLimit else { return }
        bigMaps[map] = (mark, bytes, anchors)
    }

    private mutating func kept(_ map: EntityID, _ bytes: UInt64?, _ anchors: UInt64?, at mark: Mark) {
        guard let big = bigMaps[map] else { return }
        func isLess(_ new: UInt64?, _ old: UInt64?) -> Bool { new.map { $0 < old ?? 0 } ?? false }
        guard isLess(bytes, big.bytes) || isLess(anchors, big.anchors) else { return }
        see(.mapPruned, [big.mark, mark], "a map of over 4 MB was kept with less in it")
    }

    /// Anchors go: one that was followed for ten minutes, from 20 s after it came, was judged for its drift.
    private mutating func ended(_ indices: [Int], _ session: SessionState, at mark: Mark) {
        for index in indices {
            let anchor = session.anchors[index]
            guard anchor.isContent, anchor.updates > 0, let added = anchor.added,
                mark.elapsed(since: added) >= Self.driftTime
            else { continue }
            see(.drift, [added, mark], "content anchors were followed for 10 min and stayed where they were")
        }
    }

    mutating func eventsMissing(_ device: DeviceState) {
        lost = nil
        back = nil
        resumed = nil
        began = nil
        fifth = nil
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

import EventLog

/// Collects what a report shows, in the same pass as the rules.
///
///     let collector = HealthCollector(settings: settings)
///     analysis.collect(with: collector)
///     while let batch = … { analysis.take(batch) }
///     let findings = analysis.finish()
///     let health = collector.finish(analysis, findings: findings)
///
/// Its memory is bounded whatever the log's length: see `TimeBuckets`, `Thinned`, `Lane` and `SceneRecorder`.
///
/// What is only added up over many logs takes a small part of that: no lanes, no room and no timeline.
public final class HealthCollector: Collector {
    /// What is collected.
    public enum Scope: Sendable {
        /// All that a page shows.
        case whole
        /// The sums that `LogSummary` is made of; the rest of the result is empty.
        case sums
    }

    private let settings: Settings
    let scope: Scope
    private let detail: Detail
    var lanes: LaneRecorder?
    var moments: TimelineEvents
    var spans = Spans()
    var traffic = Traffic()
    var performance = Performance()
    var scene: SceneRecorder
    var recordings = Recordings()
    var checklist: Checklist
    private var times: EventTimes
    /// Why the recording of a device was closed.
    var closeReasons: [Int: CloseReason] = [:]

    /// - Parameter detail: where nothing is thinned, known from a reading before.
    public init(settings: Settings = Settings(), scope: Scope = .whole, detail: Detail = Detail()) {
        self.settings = settings
        self.scope = scope
        self.detail = detail
        moments = TimelineEvents(detail: detail)
        scene = SceneRecorder(evidence: detail.evidence)
        times = EventTimes(evidence: detail.evidence)
        checklist = Checklist(settings)
    }

    /// The kinds it looks at; updates of anchors are looked at in steps of time instead.
    private static let kinds: KindSet = [
        .logOpened, .logClosed, .logGap, .logMarker, .logMessage, .sessionRun, .sessionReset, .sessionPause,
        .sessionFailed, .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionRelocalizationAsked,
        .cameraTrackingStateChanged, .cameraPose, .cameraClaimed, .cameraReleased,
        .frameWorldMappingStatusChanged, .frameStats, .geoTrackingStatusChanged, .deviceStats,
        .deviceThermalStateChanged, .anchorAdded, .anchorRemoved, .nodeAttached, .nodeDetached,
        .nodeVisibilityChanged, .nodeMoved, .sceneTablesCleared, .worldMapRequested, .worldMapDeferred,
        .worldMapCaptured, .worldMapCaptureFailed, .worldMapSaved, .worldMapVerified, .worldMapLoaded,
        .worldMapLoadFailed, .worldMapDeleted, .worldMapSent, .worldMapReceived, .recoveryStatusShown,
        .recoveryOffered, .recoveryChosen, .recoveryCancelled, .peerStateChanged, .peerRoleAssigned,
        .alignmentQualityChanged, .collaborationDataSent, .collaborationDataDropped,
        .collaborationDataReceived,
        .collaborationDataApplied, .collaborationDecodeFailed, .collaborationSyncRequested,
        .collaborationHandshakeStarted, .collaborationHandshakeCompleted, .collaborationCapabilityProbed,
        .collaborationFallbackShown, .stateMachineDeclared, .stateChanged, .stateRejected,
        .appLifecycleChanged,
        .viewAppeared, .viewDisappeared, .userAction,
    ]

    /// Those of them that sums are made of.
    private static let summedKinds: KindSet = [
        .logOpened, .logClosed, .sessionRun, .sessionPause, .sessionFailed, .sessionInterruptionBegan,
        .sessionInterruptionEnded, .sessionRelocalizationAsked, .cameraTrackingStateChanged,
        .frameWorldMappingStatusChanged, .frameStats, .collaborationDataSent, .collaborationDataDropped,
        .collaborationDataReceived, .collaborationDataApplied, .collaborationDecodeFailed,
        .collaborationHandshakeStarted, .collaborationHandshakeCompleted,
    ]

    func attach(to world: World) {
        guard scope == .whole else {
            for kind in Self.summedKinds.kinds { world.isRuled.insert(kind) }
            world.wants.formUnion(Self.summedKinds)
            return
        }
        let lanes = LaneRecorder(world, detail: detail)
        self.lanes = lanes
        world.traces = lanes
        for kind in Self.kinds.kinds { world.isRuled.insert(kind) }
        world.wants.formUnion(Self.kinds)
        world.lookDue = 0
    }

    /// The next events, before anybody else takes them in.
    func take(_ batch: EventBatch) {
        if scope == .whole { times.take(batch) }
    }

    /// The time to look has come; the event that is now was not yet taken in.
    func look(at world: World) {
        if let first = world.first { scene.begin(at: first.time) }
        world.lookDue = scene.look(at: world)
    }

    func eventsMissing(_ device: DeviceState, _ world: World) {
        lanes?.ended(device.index, at: world.now)
        spans.dropAll(device)
        checklist.eventsMissing(device)
    }

    func recordingEnds(_ device: DeviceState, _ world: World) {
        guard device.last > .start else { return }
        if scope == .whole {
            // Once more, so that every way has its end.
            _ = scene.look(at: world)
            scene.recordingEnds(device)
            checklist.recordingEnds(device, world)
        }
        spans.dropAll(device)
        recordings.ended(device, first: world.first ?? device.last, reason: closeReasons[device.index])
        closeReasons[device.index] = nil
    }

    /// What was collected, once the analysis is finished; `findings` are those of it that are to be shown.
    public func finish(_ analysis: Analysis, findings: [Finding]) -> SessionHealth {
        let world = analysis.world
        let lanes = lanes?.finished() ?? []
        return SessionHealth(
            first: world.first, last: world.now, recordings: recordings.all,
            lanes: lanes, moments: moments.all, momentCounts: moments.counts, spans: spans.all,
            spanTotals: spans.totals, links: traffic.links, drops: traffic.drops, frames: performance.frames,
            devices: performance.devices, scene: scene.marked(findings), cameras: scene.cameras,
            checklist: checklist.points(findings, analysis.notJudged), limits: limits, gaps: world.gaps,
            times: times,
            leftOut: LeftOut(
                moments: moments.leftOut, spans: spans.leftOut, lives: scene.leftOut,
                laneEntries: self.lanes?.leftOut ?? 0, coarseLanes: lanes.count { $0.grain > 0 }))
    }

    /// Limits that a chart is drawn with.
    private var limits: [UsedLimit] {
        let shown = ["packetRate.limit", "bandwidth.limit", "queue.limit", "optional.interval"]
        return shown.compactMap { name in
            Catalogue.limits.first { $0.name == name }.map { settings.used($0) }
        }
    }
}

extension SceneRecorder {
    /// The lives, with those marked that a finding calls duplicates.
    func marked(_ findings: [Finding]) -> [SceneLife] {
        var since: [UInt32: Mark] = [:]
        for finding in findings where finding.rule == DuplicateNode.about.id {
            for event in finding.events { since[event] = min(since[event] ?? finding.mark, finding.mark) }
        }
        guard !since.isEmpty else { return lives }
        return lives.map { life in
            var life = life
            if life.thing == .node { life.duplicateSince = since[life.from.number] }
            return life
        }
    }
}

import EventLog

/// Somebody waits for the map, and ARKit does not get on with it.
///
/// Three things wait for the map: a collaboration that is scanning, a request that is not answered, and an app that
/// deferred three times. Each waits from when it began, or from when mapping is known to be below mapped. A run or a
/// pause ends all waits; what still stands after the run (scanning, a status that the run keeps) waits anew from it.
final class MappingStalled: Rule, DescribedRule {
    static let deadline = LimitAbout(
        "mapping.deadline", 90, unit: "s", "how long somebody may wait for the room to be mapped")
    static let deferrals = LimitAbout(
        "mappingStalled.deferrals", 3, unit: "deferrals",
        "how many deferrals show that somebody waits for the map")
    static let movement = LimitAbout(
        "mappingStalled.movement", 1, unit: "m",
        "how far from where it was at first a camera goes that does not stand still")

    static let about = RuleAbout(
        id: "mapping-stalled", severity: .warning,
        summary: "Somebody waits for the world map, and the room is not mapped for a minute and a half.",
        why: """
            ARKit maps what the camera sees from several sides. In front of a white wall, in the dark, or in the hand of \
            somebody who stands still, mapping never becomes mapped, and whoever waits for the map waits for ever.
            """,
        example: """
            {"t":2.3,"event":"frame.worldMappingStatusChanged","status":"limited"}
            {"t":4.0,"event":"worldMap.requested"}
            {"t":95.0,"event":"frame.stats","fps":60}
            """,
        advice:
            "Show how far mapping is, ask the user to walk around and to look at textured things, and end the wait.",
        quiet: [
            "nobody waits: a status below mapped alone is nothing",
            "time away: background, interruption, pause, failure", "a run or a pause in between",
            "a status that was not told since a run with resetTracking",
        ],
        limits: [deadline, deferrals, movement], needs: [.frame])

    /// Why somebody waits.
    enum Reason: Int, CaseIterable {
        case scanning, request, deferral

        /// As a part of the finding's identity: never to be changed.
        var name: String {
            switch self {
            case .scanning: "scanning"
            case .request: "request"
            case .deferral: "deferral"
            }
        }
    }

    struct Wait {
        /// The event that gave the reason, and the one since which the wait goes on.
        let reason: Mark
        let since: Mark
        let token: Int
        /// Whether the deadline has passed.
        var isDue = false
    }

    struct Waits {
        var request: Mark?
        var firstDeferral: Mark?
        var lastDeferral = Mark.start
        var deferralCount = 0
        var waits: [Wait?] = [nil, nil, nil]
        /// Whether this stall was reported.
        var isReported = false
        /// What was seen in it: features missing, and where the camera was first and how far it went from there.
        var insufficient: Mark?
        var start: Vector3?
        var distance: Double?
        /// The waits' deadlines, by reason.
        var deadlines = WaitingList<Int, Int>()

        var isWaiting: Bool { waits.contains { $0 != nil } }
    }

    @exclusivity(unchecked) @safe private var sessions = Few<Waits>()
    private var tokens = 0

    override var interests: [EventKind] {
        [
            .stateChanged, .frameWorldMappingStatusChanged, .sessionRun, .sessionPause, .sessionFailed,
            .worldMapRequested, .worldMapDeferred, .worldMapCaptured, .worldMapCaptureFailed,
            .cameraTrackingStateChanged, .cameraPose,
        ]
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .machine(let change) = step.change, change.name == world.collaboration.machine,
            let session = world.devices[step.device].collaborating
        else { return }
        update(session, world)
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .cameraPose: return moved(step, session)
        case .cameraTrackingStateChanged:
            if session.tracking.state == features(world), sessions[session.serial]?.isWaiting == true {
                note(step.mark, session)
            }
            return
        case .worldMapRequested:
            let request = sessions[session.serial]?.request ?? step.mark
            sessions[session.serial, default: Waits()].request = request
        case .worldMapCaptured, .worldMapCaptureFailed: sessions[session.serial]?.request = nil
        case .worldMapDeferred: deferred(step.mark, session)
        case .sessionRun, .sessionPause, .sessionFailed: end(session)
        default: break
        }
        update(session, world)
    }

    private func deferred(_ mark: Mark, _ session: SessionState) {
        var waits = sessions[session.serial, default: Waits()]
        waits.request = nil
        if session.worldMapping.isBelowMapped {
            waits.firstDeferral = waits.firstDeferral ?? mark
            waits.lastDeferral = mark
            waits.deferralCount += 1
        }
        sessions[session.serial] = waits
    }

    /// Ends all waits. Their timer stays set, so the list that knows of it stays, too.
    private func end(_ session: SessionState) {
        guard var deadlines = sessions.removeValue(forKey: session.serial)?.deadlines else { return }
        for reason in Reason.allCases { deadlines.remove(reason.rawValue) }
        guard deadlines.isTimed else { return }
        sessions[session.serial, default: Waits()].deadlines = deadlines
    }

    // MARK: Waiting

    /// Begins and ends waits as their reasons and the mapping status now stand.
    private func update(_ session: SessionState, _ world: World) {
        let isBelow = session.worldMapping.isBelowMapped
        // Mostly nobody waits: then only a machine that scans can begin it.
        guard sessions.contains(session.serial) || isBelow && scanning(session, world) != nil else { return }
        var waits = sessions.removeValue(forKey: session.serial) ?? Waits()
        if !isBelow { (waits.firstDeferral, waits.deferralCount) = (nil, 0) }
        for reason in Reason.allCases {
            guard isBelow, !session.isPaused, !session.hasFailed,
                let mark = mark(reason, waits, session, world)
            else {
                waits.waits[reason.rawValue] = nil
                continue
            }
            guard waits.waits[reason.rawValue]?.reason != mark else { continue }
            if !waits.isWaiting { begin(&waits, session, world) }
            tokens += 1
            waits.waits[reason.rawValue] = Wait(reason: mark, since: world.now, token: tokens)
            wait(
                settings.nanoseconds(of: Self.deadline), for: reason.rawValue, tokens, in: &waits.deadlines,
                session, world)
        }
        if !waits.isWaiting { waits.isReported = false }
        judge(&waits, session, world)
        if waits.isWaiting || waits.request != nil || waits.deadlines.isTimed {
            sessions[session.serial] = waits
        }
    }

    /// The first of several waits begins.
    private func begin(_ waits: inout Waits, _ session: SessionState, _ world: World) {
        waits.insufficient = session.tracking.state == features(world) ? session.tracking.entered : nil
        waits.start = nil
        waits.distance = nil
    }

    /// Since when there is a reason to wait; `nil` where there is none.
    private func mark(_ reason: Reason, _ waits: Waits, _ session: SessionState, _ world: World) -> Mark? {
        switch reason {
        case .scanning: return scanning(session, world)
        case .request: return waits.request
        case .deferral: return waits.firstDeferral
        }
    }

    /// Since when the collaboration of the session is scanning.
    private func scanning(_ session: SessionState, _ world: World) -> Mark? {
        let names = world.collaboration
        if let machine = session.machines[names.machine], machine.state == names.scanning {
            return machine.entered
        }
        let device = session.device
        guard device.collaborating === session, let machine = device.machines[names.machine],
            machine.state == names.scanning
        else { return nil }
        return machine.entered
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var waits = sessions.removeValue(forKey: session.serial) else { return }
        waits.deadlines.isTimed = false
        while let (reason, wait) = waits.deadlines.popDue(at: reading) {
            guard waits.waits[reason]?.token == wait else { continue }
            waits.waits[reason]?.isDue = true
            judge(&waits, session, world)
        }
        setTimer(for: &waits.deadlines, isAfter: false, session)
        sessions[session.serial] = waits
    }

    private func judge(_ waits: inout Waits, _ session: SessionState, _ world: World) {
        guard !waits.isReported else { return }
        for reason in Reason.allCases {
            guard let wait = waits.waits[reason.rawValue], wait.isDue,
                reason != .deferral || Double(waits.deferralCount) >= settings.value(of: Self.deferrals),
                reason != .scanning || scanning(session, world) != nil
            else { continue }
            waits.isReported = true
            report(reason, wait, waits, session, world)
            return
        }
    }

    // MARK: What is seen meanwhile

    private func features(_ world: World) -> Symbol {
        world.states.tracking(.limited, .insufficientFeatures)
    }

    private func note(_ mark: Mark, _ session: SessionState) {
        if sessions[session.serial]?.insufficient == nil { sessions[session.serial]?.insufficient = mark }
    }

    /// How far the camera goes while somebody waits.
    private func moved(_ step: Step, _ session: SessionState) {
        guard !sessions.isEmpty, sessions[session.serial]?.isWaiting == true,
            let position = step.event.decode(StoredEvent.CameraPose.self)?.position
        else { return }
        if let start = sessions[session.serial]?.start {
            let former = sessions[session.serial]?.distance ?? 0
            sessions[session.serial]?.distance = max(former, start.distance(to: position))
        } else {
            sessions[session.serial]?.start = position
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { sessions[session.serial] = nil }
    }
}

import EventLog

/// The world map was asked for before ARKit had mapped enough.
///
/// A request is judged by the mapping status at it, once it is captured or a second has passed without a deferral. A
/// capture that nobody requested in the ten seconds before is judged at once.
final class ExportTooEarly: Rule, DescribedRule {
    static let stable = LimitAbout(
        "export.stable", 0.3, unit: "s", "how long mapping has to be mapped before the map is asked for")
    static let deferral = LimitAbout(
        "exportTooEarly.deferral", 1, unit: "s", "how soon after a request the app may defer it")
    static let request = LimitAbout(
        "exportTooEarly.request", 10, unit: "s", "how long before a capture its request may lie")

    static let about = RuleAbout(
        id: "export-too-early", severity: .info, highest: .error,
        summary: "The world map was asked for before the room was mapped.",
        why: """
            A map captured at limited or notAvailable holds too little to be found again: whoever loads it relocalizes \
            for ever, or fails. Extending is moderate to high by Apple's words and works mostly; mapped for a moment \
            often falls back.
            """,
        example: """
            {"t":2.3,"event":"frame.worldMappingStatusChanged","status":"limited"}
            {"t":4.3,"event":"worldMap.requested"}
            {"t":4.6,"event":"worldMap.captured","map":"M1"}
            """,
        advice: "Ask for the map once worldMappingStatus has been mapped for a moment, and defer until then.",
        quiet: [
            "mapped, and for a while", "a request that is deferred within the second",
            "a status that was not told since a run with resetTracking",
            "a capture without a request, where events were lost in the ten seconds before",
        ],
        limits: [stable, deferral, request], needs: [.worldMap, .frame])

    /// A request or a capture that came too early.
    private struct Early {
        let mark: Mark
        /// Who requested it; `nil` also where nobody did.
        let source: Symbol?
        let isRequested: Bool
        let status: MappingStatus
        let since: Mark
    }

    /// Requests that may still be deferred.
    @exclusivity(unchecked) @safe private var pending = Few<WaitingList<UInt32, Early>>()
    @exclusivity(unchecked) @safe private var lastRequest = Few<Mark>()
    /// Requests followed at once in one session.
    private static let followed = 64

    override var interests: [EventKind] { [.worldMapRequested, .worldMapDeferred, .worldMapCaptured] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .worldMapRequested:
            lastRequest[session.serial] = step.mark
            let payload = step.event.decode(StoredEvent.WorldMapRequested.self)
            let source = world.symbols.symbol(payload?.source, in: step.event)
            guard let early = early(by: source, isRequested: true, step.mark, session),
                pending[session.serial, default: WaitingList()].waiting < Self.followed
            else { return }
            wait(
                settings.nanoseconds(of: Self.deferral), isAfter: true, for: step.mark.number, early,
                in: &pending[session.serial, default: WaitingList()], session, world)
        case .worldMapDeferred: drop(session)
        default:
            for early in drop(session) { report(early, session, world) }
            if !wasRequested(before: step.mark, session),
                let early = early(by: nil, isRequested: false, step.mark, session)
            {
                report(early, session, world)
            }
        }
    }

    private func early(
        by source: Symbol?, isRequested: Bool, _ mark: Mark, _ session: SessionState
    ) -> Early? {
        let mapping = session.worldMapping
        guard let status = mapping.status else { return nil }
        if status == .mapped,
            mark.elapsed(since: mapping.since) >= settings.nanoseconds(of: Self.stable)
        {
            return nil
        }
        return Early(
            mark: mark, source: source, isRequested: isRequested, status: status, since: mapping.since)
    }

    /// Whether the capture was requested, or the request may have been lost.
    private func wasRequested(before mark: Mark, _ session: SessionState) -> Bool {
        let reach = settings.nanoseconds(of: Self.request)
        return [lastRequest[session.serial], session.lastGap > .start ? session.lastGap : nil]
            .contains { $0.map { mark.elapsed(since: $0) <= reach } ?? false }
    }

    /// Forgets the pending requests, and returns them in their order.
    @discardableResult
    private func drop(_ session: SessionState) -> [Early] {
        guard var list = pending.removeValue(forKey: session.serial) else { return [] }
        var dropped: [Early] = []
        while let (_, early) = list.popDue(at: .max) { dropped.append(early) }
        // Its timer is still set and finds nothing, or the requests that came since.
        if list.isTimed { pending[session.serial] = list }
        return dropped
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = pending.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, early) = list.popDue(at: reading) { report(early, session, world) }
        setTimer(for: &list, isAfter: true, session)
        if !list.isEmpty { pending[session.serial] = list }
    }

    private func report(_ early: Early, _ session: SessionState, _ world: World) {
        let severity: Severity =
            switch early.status {
            case .notAvailable, .limited: .error
            case .extending: .warning
            case .mapped: .info
            }
        report(
            world, Subject(session, [UInt64(early.mark.number)]), severity: severity, at: early.mark,
            events: [early.since.number, early.mark.number],
            limit: early.status == .mapped ? Self.stable : nil,
            identity: [
                .way(early.isRequested ? "request" : "capture"), .state(early.status.name),
                .source(world.symbols.text(early.source)),
            ]
        ) {
            "The world map was \(early.isRequested ? "requested" : "captured, without a request,")"
                + "\(world.inside(session)) \(world.at(early.mark)) while mapping was "
                + "\(early.status.name), as it had been since \(world.seconds(early.since))"
                + (early.status == .mapped ? "; \(Self.stable.phrase(settings))." : ".")
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            pending[session.serial] = nil
            lastRequest[session.serial] = nil
        }
    }
}

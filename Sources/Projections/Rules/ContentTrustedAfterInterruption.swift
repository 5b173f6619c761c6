import EventLog

/// After an interruption the app refused to relocalize, and kept what it had placed.
///
/// The answer may come before the interruption's end or within the wait behind it; the last one counts. Content that
/// was placed after the interruption stands in the new world and is nobody's mistake.
final class ContentTrustedAfterInterruption: Rule, DescribedRule {
    static let interruption = LimitAbout(
        "contentTrustedAfterInterruption.interruption", 2, unit: "s",
        "how long an interruption has to be for the world to have moved")
    static let reset = LimitAbout(
        "contentTrustedAfterInterruption.reset", 10, unit: "s",
        "how soon after the interruption a reset has to come")

    static let about = RuleAbout(
        id: "content-trusted-after-interruption", severity: .info,
        summary: "Relocalization was refused after an interruption, and the content stayed without a reset.",
        why: """
            Without relocalization ARKit begins a new world where the device happens to be: what was placed before \
            stands somewhere else now.
            """,
        example: """
            {"t":5.0,"event":"anchor.added","anchor":"A1","kind":"anchor","key":"lamp"}
            {"t":20.0,"event":"session.interruptionBegan","reason":"background"}
            {"t":50.0,"event":"session.interruptionEnded"}
            {"t":50.1,"event":"session.relocalizationAsked","answer":false}
            {"t":60.2,"event":"frame.stats","fps":60}
            """,
        advice: """
            Answer true in sessionShouldAttemptRelocalization, or run with resetTracking and removeExistingAnchors when \
            the interruption ends.
            """,
        quiet: [
            "an interruption of up to 2 s", "a run with resetTracking or removeExistingAnchors within 10 s",
            "no content anchor that is older than the interruption's end",
        ],
        limits: [interruption, reset], needs: [.session, .anchor])

    private struct Interruption {
        let began: Mark
        var ended: Mark?
        /// Where the app refused to relocalize.
        var refused: Mark?
    }

    @exclusivity(unchecked) @safe private var interruptions = Few<Interruption>()
    @exclusivity(unchecked) @safe private var deadlines = Few<Deadlines>()

    override var interests: [EventKind] {
        [
            .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionRelocalizationAsked, .sessionRun,
            .sessionPause, .sessionFailed,
        ]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        let known = interruptions[session.serial]
        switch step.event.kind {
        case .sessionInterruptionBegan:
            // Told again, or come while the one that was refused still has its time: it is about that one.
            if let known, known.ended == nil || known.refused != nil { return }
            forget(session)
            interruptions[session.serial] = Interruption(began: step.mark)
        case .sessionInterruptionEnded:
            guard let known, known.ended == nil else { return }
            ended(known, at: step.mark, session, world)
        case .sessionRelocalizationAsked:
            guard case .relocalizationAnswered(let answer) = step.change else { return }
            interruptions[session.serial]?.refused = answer ? nil : step.mark
        case .sessionRun:
            guard case .ran(let change) = step.change else { return }
            if change.run.options.contains(.resetTracking) || change.run.removesAnchors { forget(session) }
        // The end of an interruption that a pause or a failure falls into is never told.
        default: if known?.ended == nil { forget(session) }
        }
    }

    private func ended(_ known: Interruption, at mark: Mark, _ session: SessionState, _ world: World) {
        guard mark.elapsed(since: known.began) > settings.nanoseconds(of: Self.interruption),
            session.anchors.contentCount > 0
        else { return forget(session) }
        interruptions[session.serial]?.ended = mark
        let device = session.device
        begin(
            session.serial, in: deadlines.value(device.index, default: Deadlines()),
            delay: settings.nanoseconds(of: Self.reset), isAfter: true, clock: session.clock, device, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        let device = session.device
        guard let set = deadlines[device.index] else { return }
        let isDue = isDue(token, in: set, isAfter: true, at: reading, clock: session.clock, device)
        guard isDue, let known = interruptions.removeValue(forKey: session.serial), let ended = known.ended,
            let refused = known.refused
        else { return }
        let kept = session.anchors.latestContent(Self.lookedAt).map { session.anchors[$0] }
            .filter { $0.added.map { $0 < ended } ?? true }
        guard let anchor = kept.last else { return }
        report(
            world, Subject(session, [UInt64(known.began.number)]), at: world.now,
            events: [known.began, ended, refused, world.now].map(\.number)
                + (anchor.added.map { [$0.number] } ?? []),
            limit: Self.reset
        ) {
            "The interruption\(world.of(session)) from \(world.seconds(known.began)) (#\(known.began.number)) to "
                + "\(world.seconds(ended)) (#\(ended.number)) was not to be relocalized after "
                + "(#\(refused.number)), yet \(kept.count == 1 ? "anchor" : "anchors") "
                + "\(listing(kept.map { world.name($0.id) })) stayed and no run reset the world; "
                + "\(Self.reset.phrase(settings))."
        }
    }

    /// Content anchors looked at, the latest: of so many some are old.
    private static let lookedAt = 1000

    private func forget(_ session: SessionState) {
        guard let known = interruptions.removeValue(forKey: session.serial), known.ended != nil else {
            return
        }
        deadlines[Int(session.deviceIndex)]?.cancel(session.serial, clock: session.clock)
    }

    override func gap(_ device: DeviceState, _ world: World) {
        deadlines[device.index] = nil
        for session in device.sessions { interruptions[session.serial] = nil }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) { gap(device, world) }
}

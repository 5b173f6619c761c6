import EventLog

/// An interruption whose end was never told, while everything else goes on.
///
/// The minute is the app's active time; the silences in it are, too. Whether the end comes later is known when the log
/// ends: until then the finding is provisional, and lost events take it back, because the end may be among them.
final class InterruptionUnended: Rule, DescribedRule {
    static let span = LimitAbout(
        "interruptionUnended.span", 60, unit: "s", "how long events follow without the interruption's end")
    static let silence = LimitAbout(
        "interruptionUnended.silence", 15, unit: "s", "the longest silence among those events")

    static let about = RuleAbout(
        id: "interruption-unended", severity: .warning,
        summary: "An interruption began and its end was never told, although the app went on.",
        why: """
            ARKit tells the end of an interruption to the delegate it told the beginning. A delegate that was replaced, \
            or a session that another one took the camera from, never hears it: the app waits for ever.
            """,
        example: """
            {"t":10,"event":"session.interruptionBegan","reason":"camera"}
            {"t":22,"event":"frame.stats","fps":0}
            {"t":34,"event":"frame.stats","fps":0}
            {"t":46,"event":"frame.stats","fps":0}
            {"t":58,"event":"frame.stats","fps":0}
            {"t":70,"event":"frame.stats","fps":0}
            """,
        advice:
            "Keep one delegate for the session's life; when the app is active again and no end came, run the session.",
        quiet: [
            "the log ends there, or is silent for more than 15 s",
            "a run, a pause, a failure or the log's close within the minute",
            "an end however late",
        ],
        limits: [span, silence], needs: [.session])

    /// Interruptions that nothing ended yet, by session; those that were found, too.
    @exclusivity(unchecked) @safe private var open = Few<
        (began: Mark, reason: InterruptionReason?, session: SessionState)
    >()
    /// Those that were found, until their end is told after all, by session.
    @exclusivity(unchecked) @safe private var found = Few<Found>()

    private struct Found {
        let subject: Subject
        /// The time of the event at which it was found, where that is the span's last moment: what ends it then is still
        /// in time.
        let lastMoment: UInt64?
        /// Whether the session was run, paused or failed since: an interruption that begins then is another one.
        var isOver = false
    }

    @exclusivity(unchecked) @safe private var deadlines = Few<Deadlines>()

    override var interests: [EventKind] {
        [.sessionInterruptionBegan, .sessionInterruptionEnded, .sessionRun, .sessionPause, .sessionFailed]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        let device = world.devices[step.device]
        guard step.event.kind == .sessionInterruptionBegan else {
            open[session.serial] = nil
            let isInTime = found[session.serial].map { $0.lastMoment == step.mark.time } ?? false
            if isInTime || step.event.kind == .sessionInterruptionEnded {
                retract(session, world)
            } else {
                found[session.serial]?.isOver = true
            }
            return
        }
        // Told again: it is the same interruption.
        guard open[session.serial] == nil else { return }
        if found[session.serial]?.isOver == true { found[session.serial] = nil }
        let reason = step.event.decode(StoredEvent.SessionInterruptionBegan.self)?.reason
        open[session.serial] = (step.mark, reason, session)
        let set = deadlines.value(device.index, default: Deadlines())
        begin(
            Self.whole(session.serial), in: set, delay: settings.nanoseconds(of: Self.span),
            clock: Timers.deviceClock, device, world)
        listen(session.serial, in: set, device, world)
    }

    /// Waits until a silence would be too long.
    private func listen(_ serial: Int, in set: Deadlines, _ device: DeviceState, _ world: World) {
        begin(
            Self.silent(serial), in: set, delay: settings.nanoseconds(of: Self.silence), isAfter: true,
            clock: Timers.deviceClock, device, world)
    }

    private static func whole(_ serial: Int) -> Int { 2 * serial }
    private static func silent(_ serial: Int) -> Int { 2 * serial + 1 }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        guard let set = deadlines[device.index] else { return }
        let serial = token / 2
        let isSilence = token == Self.silent(serial)
        guard
            isDue(
                token, in: set, isAfter: isSilence, at: reading, clock: Timers.deviceClock, device),
            let (began, reason, session) = open[serial]
        else { return }
        if !isSilence {
            let now = device.timers.reading(of: Timers.deviceClock, at: world.now.time)
            report(began, reason, session, isLastMoment: now == reading, world)
        } else if found[serial] != nil {
            // It was found: silence takes nothing back.
            return
        } else if isSilent(device, world) {
            open[serial] = nil
        } else {
            listen(serial, in: set, device, world)
        }
    }

    /// Whether the device told nothing for too long right before the event that is now.
    private func isSilent(_ device: DeviceState, _ world: World) -> Bool {
        func reading(_ mark: Mark) -> UInt64 {
            device.timers.reading(of: Timers.deviceClock, at: mark.time)
        }
        return reading(world.now) - reading(device.previous) > settings.nanoseconds(of: Self.silence)
    }

    private func report(
        _ began: Mark, _ reason: InterruptionReason?, _ session: SessionState, isLastMoment: Bool,
        _ world: World
    ) {
        let subject = Subject(session, [UInt64(began.number)])
        if !world.sink.isFull(index) {
            found[session.serial] = Found(subject: subject, lastMoment: isLastMoment ? world.now.time : nil)
        }
        report(
            world, subject, at: world.now, events: [began.number, world.now.number], limit: Self.span,
            identity: [.cause(reason?.name)]
        ) {
            "The interruption\(world.of(session)) that began \(world.at(began)) never ended: "
                + "\(world.span(world.now.elapsed(since: began))) later events still came, and no run, pause or "
                + "failure; \(Self.span.phrase(settings))."
        }
    }

    private func retract(_ session: SessionState, _ world: World) {
        guard let known = found.removeValue(forKey: session.serial) else { return }
        world.sink.retract(rule: index, subject: known.subject)
    }

    override func gap(_ device: DeviceState, _ world: World) {
        deadlines[device.index] = nil
        for session in device.sessions {
            open[session.serial] = nil
            retract(session, world)
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        deadlines[device.index] = nil
        for session in device.sessions {
            open[session.serial] = nil
            if let closed = device.closed, found[session.serial]?.lastMoment == closed.time {
                retract(session, world)
            }
            found[session.serial] = nil
        }
    }
}

import EventLog

/// No frame came although the session ran and tracked.
///
/// Judged from sample to sample of `frame.stats`: a row of zeros, first to last, in which the session was never away,
/// not run anew and tracking never `notAvailable`.
final class FramesStopped: Rule, DescribedRule {
    static let span = LimitAbout(
        "framesStopped.span", 2, unit: "s", "how long no frame comes, first to last sample")

    static let about = RuleAbout(
        id: "frames-stopped", severity: .error,
        summary: "No camera frame came for two seconds although the session was running.",
        why: """
            The picture stands still and ARKit says nothing of it: frames that are held and never let go, a delegate \
            queue that is blocked, another session that took the camera.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":2.6,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":9.0,"event":"frame.stats","fps":0}
            {"t":11.0,"event":"frame.stats","fps":0}
            """,
        advice:
            "Let ARFrames go at once, keep the delegate's queue free, and give the camera to one session only.",
        quiet: [
            "before tracking begins, and while it is notAvailable",
            "paused, failed, interrupted or in the background",
            "a run that starts the camera anew",
        ],
        limits: [span], needs: [.session, .camera, .frame])

    private struct Row {
        let first: Mark
        var last: Mark
        /// Of the session's clock, at the last sample.
        var reading: UInt64
        var isTold = false
    }

    @exclusivity(unchecked) @safe private var rows = Few<Row>()
    private var running: Symbol?
    private var notAvailable: Symbol?

    override var interests: [EventKind] {
        [.frameStats, .sessionRun, .cameraTrackingStateChanged]
    }

    override func prepare(_ world: World) {
        running = world.states.running
        notAvailable = world.states.notAvailable
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .sessionRun: if !rows.isEmpty { rows[session.serial] = nil }
        case .cameraTrackingStateChanged:
            if !rows.isEmpty, session.tracking.state == notAvailable { rows[session.serial] = nil }
        default:
            guard case .frames(let frames) = step.change, let fps = frames.fps else { return }
            if fps == 0, isRunning(session) {
                standStill(session, at: step.mark, world.devices[step.device], world)
            } else if !rows.isEmpty {
                rows[session.serial] = nil
            }
        }
    }

    /// Whether the session runs and tracks, as told since events were missing last.
    private func isRunning(_ session: SessionState) -> Bool {
        !session.isAway && session.phase.state == running && session.trackingTold > session.lastGap
            && session.tracking.state != notAvailable
    }

    private func standStill(_ session: SessionState, at mark: Mark, _ device: DeviceState, _ world: World) {
        let reading = session.reading(at: mark.time)
        var row = rows[session.serial] ?? Row(first: mark, last: mark, reading: reading)
        // Was it away since the last sample, its clock stood.
        if reading - row.reading < mark.elapsed(since: row.last) {
            row = Row(first: mark, last: mark, reading: reading)
        }
        row.last = mark
        row.reading = reading
        if !row.isTold, mark.elapsed(since: row.first) >= settings.nanoseconds(of: Self.span) {
            row.isTold = true
            tell(row, session, world)
        }
        rows[session.serial] = row
    }

    private func tell(_ row: Row, _ session: SessionState, _ world: World) {
        let tracking = session.tracking.state.map { world.symbols.text($0) } ?? "told"
        report(
            world, Subject(session, []), at: row.last,
            events: [session.trackingTold.number, row.first.number, row.last.number]
                + (session.runs.last.map { [$0.mark.number] } ?? []), limit: Self.span,
            identity: [world.caller(of: session.runs.last)]
        ) {
            "No frame came\(world.inside(session)) from \(world.seconds(row.first)) (#\(row.first.number)) to "
                + "\(world.seconds(row.last)) (#\(row.last.number)), while the session was running and tracking was "
                + "\(tracking); \(Self.span.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { rows[session.serial] = nil }
    }
}

import EventLog

/// ARKit made no collaboration data although everything was there for it.
///
/// The silence begins at the last packet, or where the last of the conditions came true. Frames told with 0 frames a
/// second are none. Packets are recorded where one was told to be produced, or where the recorder says that it writes
/// them and tells of none that was sent or dropped either: some recorders write only those.
final class CollaborationSilent: Rule, DescribedRule {
    static let silence = LimitAbout(
        "collaboration.silence", 5, unit: "s", "how long no packet may be made")
    static let frames = LimitAbout(
        "collaborationSilent.frames", 2, unit: "s", "how far apart frame statistics may lie")

    static let about = RuleAbout(
        id: "collaboration-silent", severity: .warning,
        summary: "No collaboration data was produced although a peer was connected and tracking was normal.",
        why: """
            With collaboration on and the camera tracked ARKit makes packets all the time. None for seconds means \
            that didOutputCollaborationData does not arrive: the delegate was replaced, the configuration that runs \
            is another one, or the session is not the one that the app believes.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking","isCollaborationEnabled":true}}
            {"t":2.0,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":3.0,"event":"peer.stateChanged","peer":"B","state":"connected"}
            {"t":4.0,"event":"collaboration.dataProduced","packet":"P1","priority":"critical"}
            {"t":5.0,"event":"frame.stats","fps":60}
            {"t":7.0,"event":"frame.stats","fps":60}
            {"t":9.0,"event":"frame.stats","fps":60}
            {"t":10.0,"event":"frame.stats","fps":60}
            """,
        advice: "Check that the session that runs with collaboration has the delegate that sends its data.",
        quiet: [
            "tracking is limited, or nobody is connected", "the session is away",
            "no frames are told: then nothing is known of the time",
            "no packet was ever told to be produced, and the recorder does not say that it writes them",
        ],
        limits: [silence, frames], needs: [.session, .camera, .frame, .collaboration])

    /// An event, on the session's clock.
    private struct Point {
        let reading: UInt64
        let mark: Mark
    }

    private struct Watch {
        /// The last frame, and the first of those that came without a break.
        var frame: Point?
        var framesSince: Point?
        /// The last run, change of tracking or connection.
        var changed: Point?
        var produced: Point?
        var isTimed = false
        /// Whether the silence that lasts was reported.
        var isTold = false
    }

    @exclusivity(unchecked) @safe private var watches = Few<Watch>()
    private lazy var silenceSpan = settings.nanoseconds(of: Self.silence)
    private lazy var framesSpan = settings.nanoseconds(of: Self.frames)

    override var interests: [EventKind] {
        [
            .frameStats, .collaborationDataProduced, .sessionRun, .cameraTrackingStateChanged,
            .peerStateChanged,
        ]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        let point = point(step.mark, session)
        switch step.event.kind {
        case .collaborationDataProduced:
            watches.change(session.serial, default: Watch()) { produced(point, &$0) }
        case .frameStats:
            guard case .frames(let frames) = step.change, frames.fps != 0 else { return }
            frame(point, session, world)
        default: watches.change(session.serial, default: Watch()) { $0.changed = point }
        }
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .peer(let change) = step.change, change.state == .connected,
            let session = world.devices[step.device].collaborating, session.peers.connectedCount == 1
        else { return }
        watches[session.serial, default: Watch()].changed = point(step.mark, session)
    }

    private func produced(_ point: Point, _ watch: inout Watch) {
        watch.produced = point
        watch.isTold = false
    }

    private func point(_ mark: Mark, _ session: SessionState) -> Point {
        Point(reading: session.reading(at: mark.time), mark: mark)
    }

    private func frame(_ point: Point, _ session: SessionState, _ world: World) {
        guard watches.change(session.serial, default: Watch(), { mayWait(point, &$0) }), isDue(session, world)
        else { return }
        watches[session.serial]?.isTimed = true
        wait(silenceSpan, token: 0, session, world)
    }

    /// Takes a frame in, and says whether silence could be waited for from now.
    private func mayWait(_ point: Point, _ watch: inout Watch) -> Bool {
        if !isRecent(watch.frame, at: point.reading) { watch.framesSince = point }
        watch.frame = point
        return !watch.isTimed && !watch.isTold
    }

    private func isRecent(_ frame: Point?, at reading: UInt64) -> Bool {
        guard let frame else { return false }
        return reading - min(reading, frame.reading) <= framesSpan
    }

    /// Whether ARKit should make data now.
    private func isDue(_ session: SessionState, _ world: World) -> Bool {
        session.tracking.state == world.states.normal && session.isCollaboratingWithPeer
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var watch = watches[session.serial] else { return }
        watch.isTimed = false
        defer { watches[session.serial] = watch }
        guard isDue(session, world), isRecent(watch.frame, at: reading),
            let start = [watch.framesSince, watch.changed, watch.produced].compactMap({ $0 })
                .max(by: { $0.mark < $1.mark })
        else { return }
        let due = start.reading.addingReportingOverflow(settings.nanoseconds(of: Self.silence))
        guard !due.overflow else { return }
        if due.partialValue > reading {
            watch.isTimed = true
            session.device.timers.add(
                clock: session.clock, firing: due.partialValue, isAfter: false, rule: index, token: 0)
        } else {
            watch.isTold = true
            report(start.mark, watch.produced?.mark, session, world)
        }
    }

    private func report(_ start: Mark, _ produced: Mark?, _ session: SessionState, _ world: World) {
        report(
            world, Subject(session, []), at: world.now,
            events: [produced?.number, start.number, world.now.number].compactMap { $0 }, limit: Self.silence
        ) {
            "No collaboration data was produced\(world.inside(session)) for "
                + "\(world.span(world.now.elapsed(since: start))) until \(world.seconds(world.now)) "
                + "(#\(world.now.number)) with tracking normal and "
                + listing(session.peers.connected(4)) { world.name(ofPeer: $0, session) }
                + " connected; \(Self.silence.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        if !arePacketsRecorded(device) {
            for session in device.sessions { world.sink.retract(rule: index, subject: Subject(session, [])) }
        }
        forget(device)
    }

    private func arePacketsRecorded(_ device: DeviceState) -> Bool {
        if device.kindsSeen.contains(.collaborationDataProduced) { return true }
        return device.records?.contains(.collaboration) == true
            && !device.kindsSeen.contains(.collaborationDataSent)
            && !device.kindsSeen.contains(.collaborationDataDropped)
    }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { watches[session.serial] = nil }
    }
}

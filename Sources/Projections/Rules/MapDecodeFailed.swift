import EventLog

/// A map could not be read, and the app did not go on without it.
///
/// A run with another map is no fresh start. A pause is no excuse here: an app that paused to load must run again. A
/// session of which no run was told, but which shows that it runs, is not judged: its configuration is unknown.
final class MapDecodeFailed: Rule, DescribedRule {
    static let delay = LimitAbout(
        "mapDecodeFailed.delay", 5, unit: "s", "how soon after the failure a run without a map has to follow")

    static let about = RuleAbout(
        id: "map-decode-failed", severity: .error,
        summary: "A world map could not be loaded, and no fresh start followed.",
        why: """
            Files are torn, formats grow old, classes are renamed: a map that cannot be decoded is an everyday thing. An \
            app that then runs nothing shows a black screen, or the last image for ever.
            """,
        example: """
            {"t":0.2,"event":"session.run","configuration":{"kind":"worldTracking"},"purpose":"preview"}
            {"t":0.9,"event":"session.pause","source":"restore"}
            {"t":1.0,"event":"worldMap.loadFailed","map":"M1","text":"not an ARWorldMap"}
            {"t":7.0,"event":"device.stats","cpu":0.2}
            """,
        advice: "Where loading fails, run a fresh configuration without a map, and tell the user.",
        quiet: ["a run without a map follows", "the session runs without a map already"],
        limits: [delay], needs: [.worldMap, .session])

    private struct Failure {
        let mark: Mark
        let map: EntityID?
        let session: SessionState
    }

    /// By device, each failure by its number.
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<UInt32, Failure>>()
    /// The failures that wait of each session.
    @exclusivity(unchecked) @safe private var numbers = Few<[UInt32]>()
    /// Failures followed at once in one session.
    private static let followed = 16

    override var interests: [EventKind] { [.worldMapLoadFailed, .sessionRun, .sessionInterruptionEnded] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .ran(let change):
            // What a run without a told configuration runs may be a fresh start.
            if change.run.configuration?.initialWorldMap == nil { forget(session) }
        default:
            if step.event.kind == .worldMapLoadFailed {
                failed(step, session, world)
            } else {
                for number in numbers[session.serial] ?? [] { waitAnew(number, session, world) }
            }
        }
    }

    private func failed(_ step: Step, _ session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapLoadFailed.self), isJudged(session),
            numbers[session.serial, default: []].count < Self.followed
        else { return }
        let number = step.mark.number
        numbers[session.serial, default: []].append(number)
        wait(
            settings.nanoseconds(of: Self.delay), isAfter: true, for: number,
            Failure(mark: step.mark, map: payload.map, session: session),
            in: &waiting[step.device, default: WaitingList()], session.device, world)
    }

    /// Whether it is known that the session needs a run to go on.
    private func isJudged(_ session: SessionState) -> Bool {
        guard let run = session.runs.last else {
            return session.lastGap == .start && session.tracking.state == nil
                && session.anchors.liveCount == 0
        }
        return session.isPaused || session.hasFailed || run.bringsMap
    }

    /// Waits anew: time inside an interruption does not count.
    private func waitAnew(_ number: UInt32, _ session: SessionState, _ world: World) {
        let device = session.device
        guard let failure = waiting[device.index]?[number] else { return }
        wait(
            settings.nanoseconds(of: Self.delay), isAfter: true, for: number, failure,
            in: &waiting[device.index, default: WaitingList()], device, world)
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        guard var list = waiting.removeValue(forKey: device.index) else { return }
        list.isTimed = false
        var interrupted: [Failure] = []
        while let (number, failure) = list.popDue(at: reading) {
            let session = failure.session
            guard !session.isInterrupted else {
                interrupted.append(failure)
                continue
            }
            numbers[session.serial]?.removeAll { $0 == number }
            report(failure, session, world)
        }
        for failure in interrupted {
            wait(
                settings.nanoseconds(of: Self.delay), isAfter: true, for: failure.mark.number, failure,
                in: &list, device, world)
        }
        setTimer(for: &list, isAfter: true, device)
        if !list.isEmpty { waiting[device.index] = list }
    }

    private func report(_ failure: Failure, _ session: SessionState, _ world: World) {
        let map = failure.map ?? .null
        report(
            world, Subject(session, [map.low, map.high]), at: world.now,
            events: [failure.mark.number, world.now.number], limit: Self.delay
        ) {
            (failure.map.map { "World map \(world.name($0))" } ?? "A world map") + " could not be loaded"
                + "\(world.inside(session)) \(world.at(failure.mark)), and "
                + "\(world.span(world.now.elapsed(since: failure.mark))) later nothing had been run without a map; "
                + "\(Self.delay.phrase(settings))."
        }
    }

    private func forget(_ session: SessionState) {
        for number in numbers.removeValue(forKey: session.serial) ?? [] {
            waiting[session.device.index]?.remove(number)
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        waiting[device.index] = nil
        for session in device.sessions { numbers[session.serial] = nil }
    }
}

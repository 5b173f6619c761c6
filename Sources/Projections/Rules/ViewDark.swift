import EventLog

/// Stop paused the session, and its view stayed on the screen with nothing to show.
///
/// A view belongs to a session's last run where it was shown at that run, or appeared within a second of it. Which view
/// lies on top no log tells: one that appeared later than the run is taken to cover the others. The time stands while
/// the app is not active: then nobody looks at the view.
final class ViewDark: Rule, DescribedRule {
    static let delay = LimitAbout(
        "viewDark.delay", 2, unit: "s", "how long a view may stay dark after Stop")
    static let stop = LimitAbout(
        "viewDark.stop", 1, unit: "s",
        "how far from the pause objectTracking goes to stopped for the pause to be Stop's")

    static let about = RuleAbout(
        id: "view-dark", severity: .warning,
        summary: "Stop paused the session, and its view stays on the screen, frozen or black.",
        why: """
            A paused session delivers no frames. When Stop pauses it and leaves the view where it is, the user stares at \
            the last frame and takes it for a crash.
            """,
        example: """
            {"t":0.5,"event":"view.appeared","view":"tracking"}
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":9.0,"event":"state.changed","machine":"objectTracking","from":"running","to":"stopped"}
            {"t":9.1,"event":"session.pause","source":"stop-button"}
            {"t":11.5,"event":"user.action","name":"tap"}
            """,
        advice:
            "On Stop go back to a preview configuration, or leave the view; pause only when the view goes.",
        quiet: [
            "the view goes away, or another view is shown over it", "a run follows: back to preview",
            "a pause without Stop", "time in which the app is not active",
        ],
        limits: [delay, stop, World.ownRun], names: [.views], needs: [.session, .state])

    private struct Pause {
        let mark: Mark
        let run: Mark
        /// The views that may be dark, with their appearances, the latest last.
        let views: [(view: Symbol, appeared: Mark)]
        /// Where Stop was told.
        var stopped: Mark?
    }

    /// By device; each session by its clock.
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, Pause>>()
    /// Where objectTracking last went to stopped, by device and by the clock of whose machine it is.
    @exclusivity(unchecked) @safe private var stops = Few<[Int: Mark]>()
    private var stopped: Symbol?
    private var named: Set<Symbol> = []
    /// Views looked at; where more are shown nobody can tell which one is seen.
    private static let shownAtOnce = 64

    override var interests: [EventKind] { [.sessionPause, .sessionRun, .stateChanged, .viewAppeared] }

    override func prepare(_ world: World) {
        stopped = world.symbols.symbol("stopped")
        named = Set(
            settings.cameraViews.map { world.symbols.symbol($0) })
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .paused: paused(session, at: step.mark, world)
        case .ran: waiting[step.device]?.removeAll { _, _ in true }
        case .machine(let change) where change.to == stopped:
            changed(change, session, world.devices[step.device], at: step.mark)
        default: break
        }
    }

    override func handle(_ step: Step, _ world: World) {
        if step.event.kind == .viewAppeared {
            waiting[step.device]?.removeAll { _, _ in true }
        } else if case .machine(let change) = step.change, change.to == stopped {
            changed(change, nil, world.devices[step.device], at: step.mark)
        }
    }

    private func paused(_ session: SessionState, at mark: Mark, _ world: World) {
        let device = session.device
        guard let run = session.runs.last?.mark, device.shown.count <= Self.shownAtOnce else {
            return
        }
        let shown = device.shown.map { (view: $0.key, appeared: $0.value) }
            .filter { $0.appeared > device.lastGap }.sorted { $0.appeared < $1.appeared }
        func isOwn(_ view: (view: Symbol, appeared: Mark)) -> Bool {
            named.contains(view.view) || view.appeared < run
                || view.appeared.elapsed(since: run) <= world.ownRun
        }
        // One that came later lies over the others.
        guard !shown.isEmpty, shown.allSatisfy(isOwn) else { return }
        // Told by the session's own machine, or by the device's.
        let told = stops[device.index].flatMap { $0[session.clock] ?? $0[Timers.deviceClock] }
        let stop = told.flatMap {
            mark.elapsed(since: $0) <= settings.nanoseconds(of: Self.stop) ? $0 : nil
        }
        let pause = Pause(mark: mark, run: run, views: shown, stopped: stop)
        var list = waiting.removeValue(forKey: device.index) ?? WaitingList()
        wait(settings.nanoseconds(of: Self.delay), for: session.clock, pause, in: &list, device, world)
        waiting[device.index] = list
    }

    /// A machine went to stopped.
    private func changed(
        _ change: MachineChange, _ session: SessionState?, _ device: DeviceState, at mark: Mark
    ) {
        guard change.machine.name == "objectTracking", !change.machine.isForeign else { return }
        stops[device.index, default: [:]][session?.clock ?? Timers.deviceClock] = mark
        guard waiting[device.index]?.isEmpty == false else { return }
        for session in session.map({ [$0] }) ?? device.sessions {
            guard let pause = waiting[device.index]?[session.clock], pause.stopped == nil,
                mark.elapsed(since: pause.mark) <= settings.nanoseconds(of: Self.stop)
            else { continue }
            waiting[device.index]?.change(session.clock) { $0.stopped = mark }
        }
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        guard var list = waiting.removeValue(forKey: device.index) else { return }
        list.isTimed = false
        while let (clock, pause) = list.popDue(at: reading) {
            guard let stopped = pause.stopped, let session = device.session(clock: clock), session.isPaused,
                let view = pause.views.last(where: { device.shown[$0.view] == $0.appeared })
            else { continue }
            report(view, pause, stopped, session, world)
        }
        setTimer(for: &list, isAfter: false, device)
        if !list.isEmpty { waiting[device.index] = list }
    }

    private func report(
        _ view: (view: Symbol, appeared: Mark), _ pause: Pause, _ stopped: Mark, _ session: SessionState,
        _ world: World
    ) {
        report(
            world, Subject(session, [UInt64(view.view.index)]), at: world.now,
            events: [
                view.appeared.number, pause.run.number, stopped.number, pause.mark.number, world.now.number,
            ], limit: Self.delay, identity: [.view(world.symbols.text(view.view))]
        ) {
            "Stop paused the session\(session.id.map { " \(world.name($0))" } ?? "") \(world.at(pause.mark)) "
                + "(objectTracking went to stopped \(world.at(stopped))), and view \(world.quoted(view.view)), shown since "
                + "\(world.seconds(view.appeared)), still stood there \(world.at(world.now)) with no run since; "
                + "\(Self.delay.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        waiting[device.index] = nil
        stops[device.index] = nil
    }
}

internal import EventLog

/// The one place of an app that calls `run` and `pause` of a session. Everybody asks it: buttons, the foreground, the
/// network, the view. It knows what runs already, and runs when that changes something.
///
/// - What would change nothing is not run: ARKit goes on by itself after an interruption and in the foreground.
/// - While ARKit has not answered a run, or the end of an interruption, the next one waits for the answer. Else two places
///   run the session at once, and it fails or loses its anchors. Of several that wait one run is made, with the last
///   one's configuration: whoever asked for a reset or joins with a map still gets it.
/// - A run with a map drops the anchors that are there; a guest who joins resets its tracking, too.
/// - A pause during an interruption waits for its end, which is else never told.
final class RunGate {
    /// How long a run waits for the answer to the one before.
    static let patience = Duration.seconds(1)

    private enum Standing { case new, running, paused, failed }
    private enum Wish {
        case run(Event.SessionRun)
        case pause(Event.SessionPause)
    }

    private let cares: ReferenceCares
    /// Told of every run and pause before it happens, and of runs afterwards.
    private let willRun: (Event.SessionRun, ReplayContext) -> Void
    private let didRun: (Event.SessionRun, ReplayContext) -> Void
    private let willPause: (ReplayContext) -> Void

    private var standing = Standing.new
    private var running: Event.SessionRun?
    private var isAnswered = true
    private var isInterrupted = false
    private var waiting: Wish?
    private var patience: ReplayTimer?

    init(
        _ cares: ReferenceCares, willRun: @escaping (Event.SessionRun, ReplayContext) -> Void,
        didRun: @escaping (Event.SessionRun, ReplayContext) -> Void,
        willPause: @escaping (ReplayContext) -> Void
    ) {
        self.cares = cares
        self.willRun = willRun
        self.didRun = didRun
        self.willPause = willPause
    }

    var isRunning: Bool { standing == .running }
    /// What was run last.
    var last: Event.SessionRun? { running }

    // MARK: Asking

    func run(_ asked: Event.SessionRun, _ replay: ReplayContext) {
        var run = asked
        if cares.contains(.joinOptions) { complete(&run) }
        guard cares.contains(.oneRun), standing == .running else { return start(run, replay) }
        // Who came behind one that waits would else run before it, and have it forgotten.
        if isInterrupted || !isAnswered && (hasRunWaiting || !mayInterfere(run)) {
            waiting = .run(joined(run))
        } else if changesSomething(run) {
            start(run, replay)
        }
    }

    func pause(_ pause: Event.SessionPause, _ replay: ReplayContext) {
        guard standing == .running else { return }
        if isInterrupted { return waiting = .pause(pause) }
        willPause(replay)
        standing = .paused
        waiting = nil
        replay.emit(pause)
    }

    private func start(_ run: Event.SessionRun, _ replay: ReplayContext) {
        willRun(run, replay)
        (standing, running, isAnswered, isInterrupted, waiting) = (.running, run, false, false, nil)
        replay.emit(run)
        didRun(run, replay)
        awaitAnswer(replay)
    }

    // MARK: What ARKit tells

    /// The camera's state came: what was asked is answered.
    func trackingTold(_ replay: ReplayContext) {
        guard !isAnswered else { return }
        isAnswered = true
        patience?.cancel()
        goOn(replay)
    }

    func interrupted() { if standing == .running { isInterrupted = true } }

    func interruptionEnded(_ replay: ReplayContext) {
        guard isInterrupted else { return }
        isInterrupted = false
        if case .pause? = waiting { return goOn(replay) }
        // It runs again by itself, and tells so.
        isAnswered = false
        awaitAnswer(replay)
    }

    /// Whoever wants it again has to ask again.
    func failed() {
        (standing, isAnswered, isInterrupted, waiting) = (.failed, true, false, nil)
        patience?.cancel()
    }

    private func awaitAnswer(_ replay: ReplayContext) {
        patience?.cancel()
        patience = replay.after(Self.patience) { [unowned self] in
            isAnswered = true
            goOn(replay)
        }
    }

    private func goOn(_ replay: ReplayContext) {
        guard let wish = waiting else { return }
        waiting = nil
        switch wish {
        case .run(let run): self.run(run, replay)
        case .pause(let pause): self.pause(pause, replay)
        }
    }

    // MARK: Deciding

    private var hasRunWaiting: Bool { if case .run? = waiting { true } else { false } }

    /// The coaching overlay runs the session itself, and whoever changes the configuration twice means the second.
    private func mayInterfere(_ run: Event.SessionRun) -> Bool {
        if run.source == "coaching-overlay" { return true }
        return run.source != nil && run.source == running?.source && isOther(run) && !run.dropsAnything
    }

    /// The run with what another one waits for.
    private func joined(_ run: Event.SessionRun) -> Event.SessionRun {
        guard case .run(let earlier)? = waiting else { return run }
        var both = run
        both.options.bits |= earlier.options.bits
        let map = earlier.configuration?.initialWorldMap
        // ARKit takes a map for world tracking only.
        let keepsMap =
            map != nil && run.configuration?.initialWorldMap == nil
            && run.configuration?.kind == .worldTracking
        if keepsMap { both.configuration?.initialWorldMap = map }
        // Who was to join with a map that is not taken does not join.
        let isLost = map != nil && both.configuration?.initialWorldMap == nil
        if keepsMap || !isLost && earlier.dropsAnything && !run.dropsAnything {
            (both.source, both.purpose) = (earlier.source, earlier.purpose)
        }
        return both
    }

    private func changesSomething(_ run: Event.SessionRun) -> Bool { run.dropsAnything || isOther(run) }

    private func isOther(_ run: Event.SessionRun) -> Bool {
        guard let running else { return true }
        // The map it began with is there already.
        return run.configurationBytes(withMap: false) != running.configurationBytes(withMap: false)
    }

    private func complete(_ run: inout Event.SessionRun) {
        let hasMap = run.configuration?.initialWorldMap != nil
        if hasMap { run.options.insert(.removeExistingAnchors) }
        if hasMap, run.purpose == .join { run.options.insert(.resetTracking) }
    }
}

extension Event.SessionRun {
    /// Whether it begins a new epoch.
    var dropsAnything: Bool {
        options.contains(.resetTracking) || options.contains(.removeExistingAnchors)
            || configuration?.initialWorldMap != nil
    }

    fileprivate func configurationBytes(withMap: Bool) -> [UInt8] {
        var run = Event.SessionRun()
        run.configuration = configuration
        if !withMap { run.configuration?.initialWorldMap = nil }
        var buffer = ByteBuffer()
        buffer.append(run)
        return buffer.array
    }
}

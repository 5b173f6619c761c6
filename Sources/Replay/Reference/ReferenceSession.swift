internal import EventLog

/// One ARSession of an app, as it should be: everything that belongs to it, and what one part has to tell another.
final class ReferenceSession {
    let session: EntityID?
    private let options: SessionReference.Options
    private let cares: ReferenceCares
    let content: SceneContent
    let export: MapExport
    private let relocalization: Relocalization
    private(set) lazy var gate = RunGate(
        cares, willRun: { [unowned self] in willRun($0, $1) }, didRun: app.didRun,
        willPause: { [unowned self] in relocalization.stop($0) })
    private var interruptedAt: (time: Duration, hadPeer: Bool)?
    private var isLocalizing = false
    private var view = ViewOfSession()
    /// When a way out was chosen, until the run that came of it is asked for.
    private var chose: Duration?

    /// What the app around it does with it.
    struct App {
        var willRun: (Event.SessionRun, ReplayContext) -> Void
        var didRun: (Event.SessionRun, ReplayContext) -> Void
        var localized: (ReplayContext) -> Void
        var views: () -> ShownViews
    }
    private let app: App

    init(_ session: EntityID?, _ options: SessionReference.Options, _ cares: ReferenceCares, _ app: App) {
        self.session = session
        self.options = options
        self.cares = cares
        self.app = app
        content = SceneContent(session, options, cares)
        export = MapExport(session, cares)
        relocalization = Relocalization(session, options, cares)
    }

    private func willRun(_ run: Event.SessionRun, _ replay: ReplayContext) {
        app.willRun(run, replay)
        relocalization.stop(replay)
        interruptedAt = nil
        view.willRun(isAnew: !gate.isRunning, app.views(), replay.now)
        if run.options.contains(.removeExistingAnchors) { content.willDropAnchors(replay) }
        if run.options.contains(.resetTracking) { export.willReset() }
        isLocalizing = run.configuration?.initialWorldMap != nil
        if run.dropsAnything { content.forgetWaiting() }
        if isLocalizing { content.willLocalize() }
    }

    // MARK: What ARKit tells

    func tracking(_ told: Event.CameraTrackingStateChanged, _ replay: ReplayContext) {
        gate.trackingTold(replay)
        relocalization.tracking(told, replay)
        guard told.state == .normal else { return }
        if isLocalizing { app.localized(replay) }
        isLocalizing = false
        content.knowsRoom(replay)
    }

    func interrupted(hasPeer: Bool, _ replay: ReplayContext) {
        interruptedAt = (replay.now, hasPeer)
        gate.interrupted()
        relocalization.interrupted()
    }

    /// How long it was away with a peer there; `nil` where nobody was, or it is not known.
    func interruptionEnded(hasPeer: Bool, _ replay: ReplayContext) -> Duration? {
        let began = interruptedAt
        interruptedAt = nil
        gate.interruptionEnded(replay)
        relocalization.interruptionEnded(replay)
        guard let began, began.hadPeer, hasPeer else { return nil }
        return replay.now - began.time
    }

    func failed(_ replay: ReplayContext) {
        gate.failed()
        relocalization.stop(replay)
    }

    // MARK: The user

    func viewAppeared(_ name: String, _ replay: ReplayContext) {
        if gate.isRunning { view.appeared(name, replay.now) }
    }

    func viewDisappeared(_ name: String, _ replay: ReplayContext) {
        guard gate.isRunning, view.isOwn(name) else { return }
        content.viewWent(replay)
        let pause = Event.SessionPause {
            $0.session = session
            $0.source = options.pauseSource ?? "view"
        }
        gate.pause(pause, replay)
    }

    /// One of the ways out of a relocalization that takes too long: to look for the room again, to go on from here with
    /// what is placed, or to begin with nothing.
    func chosen(_ choice: RecoveryChoice, _ replay: ReplayContext) {
        relocalization.chosen()
        chose = replay.now
        guard let run = gate.last else { return }
        var again = run
        again.source = "recovery"
        switch choice {
        case .retry:
            // Without a map it looks for the room that it left, and a run would have it forget that.
            guard run.configuration?.initialWorldMap != nil else { return relocalization.again(replay) }
            again.options = [.resetTracking, .removeExistingAnchors]
        case .placeRelative:
            again.configuration?.initialWorldMap = nil
            again.options = [.resetTracking]
            again.purpose = .reset
        case .startOver:
            again.configuration?.initialWorldMap = nil
            again.options = [.resetTracking, .removeExistingAnchors]
            again.purpose = .reset
        }
        gate.run(again, replay)
    }

    /// Whether a run that is asked for is what was chosen a moment ago, which was done. One that brings another map is a
    /// wish of its own: a guest who starts over may join right behind it.
    func isChosen(_ run: Event.SessionRun, _ now: Duration) -> Bool {
        guard let time = chose else { return false }
        chose = nil
        let map = run.configuration?.initialWorldMap
        let isNew = map != nil && map != gate.last?.configuration?.initialWorldMap
        return !isNew && now - time < .seconds(5)
    }
}

internal import EventLog

/// What the user is told while a session looks for the room it knew.
///
/// - After a moment the screen says what to do; a relocalization that takes no longer needs no word.
/// - It has a deadline, and three ways out behind it: again, beside what is there now, or from the beginning.
/// - What was offered is taken back when the room is found meanwhile, or a run or a pause overtakes it.
final class Relocalization {
    /// When the screen says what to do: a moment needs no word.
    static let courtesy = Duration.milliseconds(1500)
    /// When the ways out are offered; ARKit has no deadline of its own, and goes on for ever.
    static let deadline = Duration.seconds(30)

    private let session: EntityID?
    private let cares: ReferenceCares
    private let options: SessionReference.Options
    private var isRelocalizing = false
    /// Whether that is what ARKit told last.
    private var isTold = false
    private var isOffered = false
    private var timers: [ReplayTimer] = []

    init(_ session: EntityID?, _ options: SessionReference.Options, _ cares: ReferenceCares) {
        self.session = session
        self.options = options
        self.cares = cares
    }

    func tracking(_ told: Event.CameraTrackingStateChanged, _ replay: ReplayContext) {
        isTold = told.state == .limited && told.reason == .relocalizing
        guard isTold != isRelocalizing || isOffered && told.state == .normal else { return }
        if isTold { begin(replay) } else { end(replay) }
    }

    /// A run, a pause or a failure: what was waited for is not waited for any more.
    func stop(_ replay: ReplayContext) {
        isTold = false
        end(replay)
    }

    /// The deadline stands still; what is offered stays offered.
    func interrupted() { forget() }

    /// It looks on for the room, and ARKit need not say so again.
    func interruptionEnded(_ replay: ReplayContext) { if isTold, !isRelocalizing { begin(replay) } }

    /// The user wants it to go on looking.
    func again(_ replay: ReplayContext) {
        forget()
        if isTold { begin(replay) }
    }

    /// The user took one of the ways out.
    func chosen() { isOffered = false }

    private func begin(_ replay: ReplayContext) {
        isRelocalizing = true
        guard !isOffered, cares.contains(.deadline) else { return }
        timers = [
            replay.after(options.statusDelay ?? Self.courtesy) { [unowned self] in
                replay.emit(
                    Event.RecoveryStatusShown {
                        $0.session = session
                        $0.text = options.statusText ?? "Go back to where you were"
                    })
            },
            replay.after(Self.deadline) { [unowned self] in
                isOffered = true
                replay.emit(
                    Event.RecoveryOffered {
                        $0.session = session
                        $0.choices = [.retry, .placeRelative, .startOver]
                    })
            },
        ]
    }

    private func forget() {
        isRelocalizing = false
        for timer in timers { timer.cancel() }
        timers = []
    }

    private func end(_ replay: ReplayContext) {
        forget()
        guard isOffered else { return }
        isOffered = false
        replay.emit(Event.RecoveryCancelled { $0.session = session })
    }
}

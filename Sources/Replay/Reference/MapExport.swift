internal import EventLog

/// When a session's world map is asked for: where the room is mapped, and has been for a moment.
///
/// A map that is taken earlier relocalizes badly tomorrow, and on the other device. Who asks too early is told so, and
/// gets the map as soon as it is worth it.
final class MapExport {
    /// How long `mapped` has to last: the status flickers at its edge.
    static let settling = Duration.seconds(1)

    private let session: EntityID?
    private let cares: ReferenceCares
    private var status = MappingStatus.notAvailable
    private var isSettled = false
    private var settling: ReplayTimer?
    /// What is done as soon as the map is worth it.
    private var whenWorthIt: ((ReplayContext) -> Void)?
    private(set) var isAwaited = false

    init(_ session: EntityID?, _ cares: ReferenceCares) {
        self.session = session
        self.cares = cares
    }

    var isWorthIt: Bool { isSettled || !cares.contains(.mapped) }

    func mapping(_ status: MappingStatus, _ replay: ReplayContext) {
        guard status != self.status else { return }
        self.status = status
        isSettled = false
        settling?.cancel()
        guard status == .mapped else { return }
        settling = replay.after(Self.settling) { [unowned self] in
            isSettled = true
            goOn(replay)
        }
    }

    /// A run that resets tracking maps anew.
    func willReset() {
        (status, isSettled, isAwaited, whenWorthIt) = (.notAvailable, false, false, nil)
        settling?.cancel()
    }

    /// Does this with a map that is worth it: now or later. It is done once, whoever asks meanwhile.
    func whenWorthIt(_ replay: ReplayContext, _ work: @escaping (ReplayContext) -> Void) {
        whenWorthIt = work
        if isWorthIt { goOn(replay) }
    }

    /// Somebody saves.
    func ask(_ asked: Event.WorldMapRequested, _ replay: ReplayContext) {
        guard !isAwaited else { return }
        if isWorthIt { return request(asked, replay) }
        guard whenWorthIt == nil else { return }
        replay.emit(asked)
        replay.emit(
            Event.WorldMapDeferred {
                $0.session = session
                $0.reason = "not mapped"
            })
        whenWorthIt = { [unowned self] in request(asked, $0) }
    }

    func request(_ asked: Event.WorldMapRequested, _ replay: ReplayContext) {
        isAwaited = true
        replay.emit(asked)
    }

    func answered() { isAwaited = false }

    private func goOn(_ replay: ReplayContext) {
        let work = whenWorthIt
        whenWorthIt = nil
        work?(replay)
    }
}

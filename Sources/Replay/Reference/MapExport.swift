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
    /// What is done as soon as the map is worth it, and the save that waits for that.
    private var whenWorthIt: ((ReplayContext) -> Void)?
    private var save: Event.WorldMapRequested?
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
        (status, isSettled, isAwaited, whenWorthIt, save) = (.notAvailable, false, false, nil, nil)
        settling?.cancel()
    }

    /// Does this with a map that is worth it: now or later. It is done once, whoever asks meanwhile.
    func whenWorthIt(_ replay: ReplayContext, _ work: @escaping (ReplayContext) -> Void) {
        whenWorthIt = work
        if isWorthIt { goOn(replay) }
    }

    /// Somebody saves. One map answers all who ask meanwhile.
    func ask(_ asked: Event.WorldMapRequested, _ replay: ReplayContext) {
        guard !isAwaited, save == nil else { return }
        if isWorthIt { return request(asked, replay) }
        save = asked
        replay.emit(asked)
        replay.emit(
            Event.WorldMapDeferred {
                $0.session = session
                $0.reason = "not mapped"
            })
    }

    func request(_ asked: Event.WorldMapRequested, _ replay: ReplayContext) {
        isAwaited = true
        replay.emit(asked)
    }

    func answered() { isAwaited = false }

    private func goOn(_ replay: ReplayContext) {
        let (work, saved) = (whenWorthIt, save)
        (whenWorthIt, save) = (nil, nil)
        if let saved { request(saved, replay) }
        work?(replay)
    }
}

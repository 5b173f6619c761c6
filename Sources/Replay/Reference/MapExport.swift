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
    /// When a map was asked for that has not come; ARKit may never answer, and a log's answer may have come before.
    private var asked: Duration?
    static let patience = Duration.seconds(10)

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
        (status, isSettled, asked, whenWorthIt, save) = (.notAvailable, false, nil, nil, nil)
        settling?.cancel()
    }

    /// Does this with a map that is worth it: now or later. It is done once, whoever asks meanwhile.
    func whenWorthIt(_ replay: ReplayContext, _ work: @escaping (ReplayContext) -> Void) {
        whenWorthIt = work
        if isWorthIt { goOn(replay) }
    }

    /// Somebody saves. The map that is on its way answers all who ask meanwhile; who asks before the room is mapped is told
    /// that it has to wait.
    func ask(_ asked: Event.WorldMapRequested, _ replay: ReplayContext) {
        guard !isWorthIt else {
            let isOnItsWay = self.asked.map { replay.now - $0 < Self.patience } ?? false
            if !isOnItsWay { request(asked, replay) }
            return
        }
        save = asked
        replay.emit(asked)
        replay.emit(
            Event.WorldMapDeferred {
                $0.session = session
                $0.reason = "not mapped"
            })
    }

    private func request(_ asked: Event.WorldMapRequested, _ replay: ReplayContext) {
        self.asked = replay.now
        replay.emit(asked)
    }

    func answered() { asked = nil }

    private func goOn(_ replay: ReplayContext) {
        let (work, saved) = (whenWorthIt, save)
        (whenWorthIt, save) = (nil, nil)
        if let saved { request(saved, replay) }
        work?(replay)
    }
}

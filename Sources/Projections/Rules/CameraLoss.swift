import EventLog

/// What the rules about who uses the camera share: how a session that runs shows that it lost it.
///
/// ARKit tells no reason with an interruption, and the way into the background is one, too. So one without a reason counts
/// only while the app is active, and once it stayed active for a second: the phase may be told after the interruption.
class CameraLoss: Rule {
    static let background = LimitAbout(
        "cameraLoss.background", 1, unit: "s",
        "how soon after an interruption without a reason the app is no longer active where that is the reason"
    )

    /// How a session shows it.
    enum Loss {
        case interruption(InterruptionReason?)
        case failure(code: Int64?)
        /// `frame.stats` told fps 0.
        case noFrames
        /// An anchor was removed, though nobody asked for it.
        case removal(EntityID, added: Mark)
    }

    /// What was found, until it is certain.
    struct Draft {
        let subject: Subject
        let mark: Mark
        let events: [UInt32]
        let limit: LimitAbout?
        let identity: [FindingPart]
        let message: () -> String
    }

    /// Interruptions without a reason, by device and by their sessions' clocks.
    @exclusivity(unchecked) @safe private var unexplained = Few<WaitingList<Int, Draft>>()

    /// What a loss of a running session means, judged at its event; `nil` where it means nothing.
    func draft(_ session: SessionState, _ loss: Loss, _ world: World) -> Draft? { nil }

    /// The loss is certain.
    func conclude(_ draft: Draft, _ session: SessionState, _ world: World) {}

    /// Whether it matters how many frames a session of the device has; asked with every `frame.stats`.
    func wantsFrames(_ device: DeviceState) -> Bool { false }

    /// `frame.stats` told the session's frames a second.
    func frames(_ fps: Double, _ session: SessionState, _ world: World) {}

    override var interests: [EventKind] {
        [.sessionInterruptionBegan, .sessionFailed, .frameStats, .appLifecycleChanged]
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .sessionInterruptionBegan:
            guard session.isInUse, let payload = step.event.decode(StoredEvent.SessionInterruptionBegan.self)
            else { return }
            interrupted(session, payload.reason, world)
        case .sessionFailed:
            guard session.runs.last != nil, !session.isPaused,
                let payload = step.event.decode(StoredEvent.SessionFailed.self)
            else { return }
            lost(session, .failure(code: payload.code), world)
        case .frameStats:
            guard wantsFrames(world.devices[step.device]), session.isInUse,
                let fps = step.event.decode(StoredEvent.FrameStats.self)?.fps
            else { return }
            frames(fps, session, world)
        default: break
        }
    }

    override func handle(_ step: Step, _ world: World) {
        guard step.event.kind == .appLifecycleChanged, !world.devices[step.device].isActive else { return }
        unexplained[step.device]?.removeAll { _, _ in true }
    }

    func lost(_ session: SessionState, _ loss: Loss, _ world: World) {
        if let draft = draft(session, loss, world) { conclude(draft, session, world) }
    }

    private func interrupted(_ session: SessionState, _ reason: InterruptionReason?, _ world: World) {
        if reason == .camera { return lost(session, .interruption(reason), world) }
        let device = session.device
        guard reason == nil, device.isActive, let draft = draft(session, .interruption(nil), world) else {
            return
        }
        var list = unexplained.removeValue(forKey: device.index) ?? WaitingList()
        wait(
            settings.nanoseconds(of: Self.background), isAfter: true, for: session.clock, draft, in: &list,
            device, world)
        unexplained[device.index] = list
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ device: DeviceState, _ world: World) {
        guard var list = unexplained.removeValue(forKey: device.index) else { return }
        list.isTimed = false
        while let (clock, draft) = list.popDue(at: reading) {
            if let session = device.session(clock: clock) { conclude(draft, session, world) }
        }
        setTimer(for: &list, isAfter: true, device)
        if !list.isEmpty { unexplained[device.index] = list }
    }

    override func gap(_ device: DeviceState, _ world: World) { unexplained[device.index] = nil }

    override func recordingEnded(_ device: DeviceState, _ world: World) { unexplained[device.index] = nil }
}

extension SessionState {
    /// Whether a run was told and nothing stopped it since; interrupted or not.
    var isInUse: Bool { runs.last != nil && !isPaused && !hasFailed }
}

extension CameraLoss.Loss {
    /// What happened to the session, as a message has it.
    func phrase(_ world: World) -> String {
        switch self {
        case .interruption(let reason):
            "was interrupted" + (reason.map { ", reason \($0.name)," } ?? ", for no told reason,")
        case .failure(let code): "failed" + (code.map { " with ARError \($0)" } ?? "")
        case .noFrames: "had no frames any more"
        case .removal(let anchor, _): "lost anchor \(world.name(anchor)), which nobody removed,"
        }
    }
}

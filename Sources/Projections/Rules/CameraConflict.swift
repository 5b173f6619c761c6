import EventLog

/// Somebody else took the camera from a session that ran.
///
/// A claim counts from the moment at which both are there: from the claim where the session runs, and from the run where
/// the camera is still claimed then.
final class CameraConflict: CameraLoss, DescribedRule {
    static let window = LimitAbout(
        "cameraConflict.window", 5, unit: "s",
        "how soon after the claim what happens to the session is its doing")

    static let about = RuleAbout(
        id: "camera-conflict", severity: .error,
        summary: "Another user of the camera took it from a session that ran.",
        why: """
            A picker, a scanner or a video call opens the camera while the AR session runs: the system gives it to one of \
            them, and the session is interrupted, fails, or goes without frames.
            """,
        example: """
            {"t":1.0,"event":"session.run","configuration":{"kind":"worldTracking"}}
            {"t":8.0,"event":"camera.claimed","owner":"picker"}
            {"t":8.4,"event":"session.interruptionBegan","reason":"camera"}
            """,
        advice:
            "Pause the session before anything else opens the camera, and run again once it was released.",
        quiet: [
            "the session was paused before the claim, or before anything happened",
            "the camera was released before the run",
            "interruptions by a call or by the background, told or seen from the app's phase",
        ],
        limits: [window, background], needs: [.session, .camera])

    private struct Claim {
        let owner: Symbol
        let mark: Mark
        var isReleased = false
    }

    /// By device, the latest last.
    @exclusivity(unchecked) @safe private var claims = Few<[Claim]>()
    /// Claims remembered of one device.
    private static let followed = 16

    override var interests: [EventKind] { super.interests + [.cameraClaimed, .cameraReleased] }

    override func handle(_ step: Step, _ world: World) {
        switch step.event.kind {
        case .cameraClaimed:
            guard let payload = step.event.decode(StoredEvent.CameraClaimed.self) else { return }
            var known = claims.removeValue(forKey: step.device) ?? []
            if known.count == Self.followed { known.removeFirst() }
            known.append(Claim(owner: world.symbols.symbol(payload.owner, in: step.event), mark: step.mark))
            claims[step.device] = known
        case .cameraReleased:
            guard let payload = step.event.decode(StoredEvent.CameraReleased.self),
                let known = claims[step.device]
            else { return }
            let owner = world.symbols.symbol(payload.owner, in: step.event)
            for place in known.indices where known[place].owner == owner {
                claims[step.device]?[place].isReleased = true
            }
        default: super.handle(step, world)
        }
    }

    override func wantsFrames(_ device: DeviceState) -> Bool { !claims.isEmpty }

    override func frames(_ fps: Double, _ session: SessionState, _ world: World) {
        // While the session is away it has no frames anyway.
        if fps == 0, !session.isAway { lost(session, .noFrames, world) }
    }

    override func draft(_ session: SessionState, _ loss: Loss, _ world: World) -> Draft? {
        guard let run = session.runs.last?.mark else { return nil }
        let window = settings.nanoseconds(of: Self.window)
        let claim = claims[session.device.index]?.last { claim in
            guard claim.mark > run || !claim.isReleased else { return false }
            return world.now.elapsed(since: max(claim.mark, run)) <= window
        }
        guard let claim else { return nil }
        let start = max(claim.mark, run)
        let now = world.now
        return Draft(
            subject: Subject(nil, device: session.device.index, [UInt64(claim.mark.number)]), mark: now,
            events: [run.number, claim.mark.number, now.number], limit: Self.window,
            identity: [.owner(world.symbols.text(claim.owner))]
        ) { [settings] in
            (claim.mark > run
                ? "\(world.quoted(claim.owner)) claimed the camera \(world.at(claim.mark)) while "
                    + "\(world.title(session, isFirst: false)) ran, since the run \(world.at(run)), and "
                : "\(world.quoted(claim.owner)) had the camera since \(world.seconds(claim.mark)) (#\(claim.mark.number)) "
                    + "when \(world.title(session, isFirst: false)) was run \(world.at(run)), and ")
                + "\(world.span(now.elapsed(since: start))) after both were there the session "
                + "\(loss.phrase(world)) \(world.at(now)); \(Self.window.phrase(settings))."
        }
    }

    override func conclude(_ draft: Draft, _ session: SessionState, _ world: World) {
        report(
            world, draft.subject, at: draft.mark, events: draft.events, limit: draft.limit,
            identity: draft.identity, message: draft.message)
        // What else happens is the same conflict.
        claims[session.device.index]?.removeAll { draft.subject.parts == [UInt64($0.mark.number)] }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        super.gap(device, world)
        claims[device.index] = nil
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        super.recordingEnded(device, world)
        claims[device.index] = nil
    }
}

import EventLog

/// Two sessions run at once; no harm came of it.
///
/// Where harm comes it is `sessions-compete`, and what was said here of the two is taken back.
final class SessionsOverlap: SessionsAtOnce, DescribedRule {
    static let about = RuleAbout(
        id: "sessions-overlap", severity: .info,
        summary: "Two sessions ran at once, without harm so far.",
        why: """
            Two sessions cost twice the power and memory, and on another device or system version one of them loses the \
            camera.
            """,
        example: """
            {"t":0.1,"event":"session.run","session":"placement","configuration":{"kind":"worldTracking"}}
            {"t":2.9,"event":"session.run","session":"face","configuration":{"kind":"faceTracking"}}
            """,
        advice: "Keep one ARSession for the app, or pause the first before the second runs.",
        quiet: [
            "the first was paused, or failed, before the second ran", "two that compete: sessions-compete",
        ],
        limits: [frames, removal, background], needs: [.session])

    /// Sessions that were harmed.
    private var harmed: Set<Int> = []

    override var interests: [EventKind] { super.interests + [.sessionRun] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .ran(let change) = step.change else { return super.handle(step, in: session, world) }
        guard !harmed.contains(session.serial), let other = other(than: session),
            !harmed.contains(other.serial), let otherRun = other.runs.last?.mark
        else { return }
        report(
            world, Subject(session, []), at: step.mark, events: [otherRun.number, change.run.mark.number],
            identity: callers(of: session, and: other, world)
        ) {
            "\(world.title(session)) was run \(world.at(step.mark)) while \(world.title(other, isFirst: false)) ran, since "
                + "\(world.seconds(otherRun)) (#\(otherRun.number))."
        }
    }

    override func conclude(_ draft: Draft, _ session: SessionState, _ world: World) {
        harmed.insert(session.serial)
        world.sink.retract(rule: index, subject: Subject(session, []))
        for other in session.device.sessions.suffix(Self.looked) where other.isInUse {
            world.sink.retract(rule: index, subject: Subject(other, []))
        }
    }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        super.recordingEnded(device, world)
        for session in device.sessions { harmed.remove(session.serial) }
    }
}

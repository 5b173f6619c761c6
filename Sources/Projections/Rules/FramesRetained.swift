import EventLog

/// The app holds more frames than ARKit can spare.
///
/// A row of samples at or above the limit is one occurrence; a sample without `retained` says nothing.
final class FramesRetained: Rule, DescribedRule {
    static let limit = LimitAbout(
        "framesRetained.limit", 11, unit: "frames", "how many frames held are too many", isExperience: false)

    static let about = RuleAbout(
        id: "frames-retained", severity: .warning,
        summary: "The app holds eleven camera frames or more.",
        why: """
            An ARFrame holds a buffer of a small pool. ARKit itself warns at eleven held frames; soon after, the camera \
            stops delivering.
            """,
        example: """
            {"t":4.0,"event":"frame.stats","fps":60,"retained":2}
            {"t":5.0,"event":"frame.stats","fps":52,"retained":11}
            """,
        advice: """
            Copy what is needed out of the frame and let it go before the delegate's method returns; do not keep frames \
            in closures or queues.
            """,
        quiet: ["up to ten frames"], limits: [limit], needs: [.frame])

    /// Sessions that hold too many.
    private var holding: Set<Int> = []

    override var interests: [EventKind] { [.frameStats] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .frames(let frames) = step.change, let retained = frames.retained else { return }
        guard Double(retained) >= settings.value(of: Self.limit) else {
            if !holding.isEmpty { holding.remove(session.serial) }
            return
        }
        guard holding.insert(session.serial).inserted else { return }
        report(world, Subject(session, []), at: step.mark, events: [step.mark.number], limit: Self.limit) {
            "The app held \(retained) frames\(world.of(session)) \(world.at(step.mark)); "
                + "\(Self.limit.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { holding.remove(session.serial) }
    }
}

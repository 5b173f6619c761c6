import EventLog

/// The log was opened and never closed.
///
/// Only a log that says where it was opened need say that it was closed. An end in the background is nothing: there the
/// system ends apps as it likes. A log that goes on while it is read is cut where it was read last.
final class LogCut: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "log-cut", severity: .info,
        summary: "The log was never closed: the process ended.",
        why: """
            The app crashed, was ended by the system or by the debugger, or the recorder was never closed. What it did \
            last is often why.
            """,
        example: """
            {"t":0.0,"event":"log.opened","device":"A"}
            {"t":3.0,"event":"camera.trackingStateChanged","state":"normal"}
            {"t":9.0,"event":"frame.stats","fps":60}
            """,
        advice:
            "Look for the crash report of this moment, and close the recorder where the app ends by itself.",
        quiet: ["an end in the background", "a piece of a log that does not tell where it was opened"],
        needs: [])

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        guard device.opened != nil, device.closed == nil, !device.isInBackground else { return }
        let end = device.last
        var told = device.recent.all
        report(
            world, Subject(nil, device: device.index, []), at: end,
            events: told.map(\.mark.number) + [end.number]
        ) {
            let last = told.last?.mark == end ? told.popLast() : nil
            let before = listing(told, limit: RecentEvents.count) { "\($0.kind.name) \(world.at($0.mark))" }
            return
                "The log breaks off\(last.map { " with \($0.kind.name)" } ?? "") \(world.at(end)) and was never closed"
                + (told.isEmpty ? "" : "; before that it told \(before)") + "."
        }
    }
}

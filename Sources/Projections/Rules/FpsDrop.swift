import EventLog

/// The camera image was smooth and later was not any more.
///
/// Both have to last, from the first sample to the last of a row without exception: a hitch is no drop, and an app that
/// never was smooth has no drop to be found. A sample without `fps` says nothing; while the session is away no time
/// counts and no sample does.
final class FpsDrop: Rule, DescribedRule {
    static let smooth = LimitAbout(
        "fpsDrop.smooth", 50, unit: "fps", "frames a second from which it is smooth")
    static let slow = LimitAbout("fpsDrop.slow", 40, unit: "fps", "frames a second up to which it is slow")
    static let smoothSpan = LimitAbout(
        "fpsDrop.smoothSpan", 10, unit: "s", "how long it has to be smooth first")
    static let slowSpan = LimitAbout("fpsDrop.slowSpan", 10, unit: "s", "how long it has to be slow then")

    static let about = RuleAbout(
        id: "fps-drop", severity: .warning,
        summary: "The frame rate was smooth and fell for good.",
        why: """
            ARKit's own work is steady; what makes a session slow after minutes is heat, or work that grows: \
            environment probes that are made again and again and shared with every peer, nodes that pile up.
            """,
        example: """
            {"t":1,"event":"frame.stats","fps":60}
            {"t":11,"event":"frame.stats","fps":59}
            {"t":40,"event":"frame.stats","fps":33}
            {"t":50,"event":"frame.stats","fps":31}
            """,
        advice: """
            Set environmentTexturing to none or manual while collaborating, and do less when \
            ProcessInfo.thermalState rises.
            """,
        quiet: [
            "a hitch of some seconds", "a session that never was smooth", "samples while the app is away",
        ],
        limits: [smooth, slow, smoothSpan, slowSpan], needs: [.frame])

    /// A row of samples of which all are smooth, or all slow.
    private struct Row {
        let first: Mark
        var last: Mark
        let fps: Double
        /// Of the session's clock, at the first.
        let reading: UInt64
    }

    private struct Rate {
        var smooth: Row?
        var slow: Row?
        /// The last row of smooth samples that lasted.
        var wasSmooth: Row?
    }

    @exclusivity(unchecked) @safe private var rates = Few<Rate>()
    /// The thermal state told last, by device.
    @exclusivity(unchecked) @safe private var thermal = Few<(state: ThermalState, mark: Mark)>()

    private lazy var limits = (
        smooth: settings.value(of: Self.smooth), smoothSpan: settings.nanoseconds(of: Self.smoothSpan),
        slow: settings.value(of: Self.slow), slowSpan: settings.nanoseconds(of: Self.slowSpan)
    )

    override var interests: [EventKind] { [.frameStats, .deviceThermalStateChanged] }

    override func handle(_ step: Step, _ world: World) {
        if let payload = step.event.decode(StoredEvent.DeviceThermalStateChanged.self) {
            thermal[step.device] = (payload.state, step.mark)
        }
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .frames(let frames) = step.change, let fps = frames.fps, !session.isAway else { return }
        let sample = Row(
            first: step.mark, last: step.mark, fps: fps, reading: session.reading(at: step.mark.time))
        let drop = rates.change(session.serial, default: Rate()) { follow(sample, &$0) }
        if let (before, row) = drop { report(before, row, session, world.devices[step.device], world) }
    }

    /// Takes a sample in. Returns what was smooth and what is slow, where the rate has fallen for long enough.
    private func follow(_ sample: Row, _ rate: inout Rate) -> (before: Row, row: Row)? {
        extend(&rate.smooth, by: sample, sample.fps >= limits.smooth)
        extend(&rate.slow, by: sample, sample.fps <= limits.slow)
        if let row = rate.smooth, sample.reading - row.reading >= limits.smoothSpan { rate.wasSmooth = row }
        guard let row = rate.slow, let before = rate.wasSmooth, before.last < row.first,
            sample.reading - row.reading >= limits.slowSpan
        else { return nil }
        rate.wasSmooth = nil
        return (before, row)
    }

    private func extend(_ row: inout Row?, by sample: Row, _ belongs: Bool) {
        guard belongs else { return row = nil }
        if row == nil { row = sample } else { row?.last = sample.last }
    }

    private func report(
        _ before: Row, _ row: Row, _ session: SessionState, _ device: DeviceState, _ world: World
    ) {
        var causes: [(String, Mark)] = []
        if let run = session.runs.last, let configuration = run.configuration,
            configuration.isCollaborationEnabled, configuration.environmentTexturing == .automatic
        {
            causes.append(("environmentTexturing was automatic with collaboration on", run.mark))
        }
        if let (state, mark) = thermal[device.index] {
            causes.append(("the thermal state was \(state.name) since \(world.seconds(mark))", mark))
        }
        report(
            world, Subject(session, []), at: row.last,
            events: [before.first, before.last, row.first, row.last].map(\.number) + causes.map(\.1.number),
            limit: Self.slow
        ) {
            "The frame rate\(world.of(session)) was \(plain(before.fps)) fps \(world.at(before.first)) and fell to "
                + "\(plain(row.fps)) fps \(world.at(row.first)), where it stayed for "
                + "\(world.span(row.last.elapsed(since: row.first))); "
                + causes.map { $0.0 + " (#\($0.1.number)); " }.joined() + "\(Self.slow.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        thermal[device.index] = nil
        for session in device.sessions { rates[session.serial] = nil }
    }
}

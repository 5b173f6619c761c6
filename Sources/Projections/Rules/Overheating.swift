import EventLog

/// The device got too hot.
///
/// From the first serious or critical until it is nominal or fair again is one occurrence.
final class Overheating: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "overheating", severity: .warning,
        summary: "The device's thermal state was serious or critical.",
        why: """
            From serious on the system takes away processor and graphics time: frames drop, tracking gets worse, and at \
            critical the camera may stop. Users feel it before they see it.
            """,
        example: """
            {"t":180.0,"event":"device.thermalStateChanged","state":"fair"}
            {"t":420.0,"event":"device.thermalStateChanged","state":"serious"}
            """,
        advice: """
            Watch ProcessInfo.thermalState and at serious do less: lower frame rate and video format, no environment \
            texturing, no scene reconstruction.
            """,
        quiet: ["nominal and fair"], needs: [.device])

    /// Devices that are hot.
    private var hot: Set<Int> = []

    override var interests: [EventKind] { [.deviceThermalStateChanged] }

    override func handle(_ step: Step, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.DeviceThermalStateChanged.self) else { return }
        guard payload.state == .serious || payload.state == .critical else {
            hot.remove(step.device)
            return
        }
        guard hot.insert(step.device).inserted else { return }
        report(world, Subject(nil, device: step.device, []), at: step.mark, events: [step.mark.number]) {
            "The device's thermal state was \(payload.state.name) \(world.at(step.mark))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { hot.remove(device.index) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { hot.remove(device.index) }
}

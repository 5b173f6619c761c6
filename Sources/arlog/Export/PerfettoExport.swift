import EventLog
import Projections

/// A log as a trace that ui.perfetto.dev opens: states as slices on lanes, findings and single events as instants, rates and
/// amounts as counters.
///
/// It is written while the log is read. What it holds is one open slice a lane, and the numbers of one second.
final class PerfettoExport: FollowingExporter {
    let log: ExportedLog
    var lanes: PerfettoLanes
    var counters = PerfettoCounters()
    /// The devices as they are now: another recording begins with another one.
    private var devices: [Int: DeviceState] = [:]
    private var names: [Int: String] = [:]

    init(_ log: ExportedLog, _ file: ExportFile) {
        self.log = log
        lanes = PerfettoLanes(PerfettoWriter(file))
    }

    /// Many of these say nothing that a trace shows; all others are looked at.
    private static let silent: Set<EventKind> = [
        .anchorUpdated, .cameraPose, .nodeMoved, .logLabel, .collaborationDataProduced,
        .collaborationDataApplied,
    ]

    func follows(_ kind: EventKind) -> Bool { !Self.silent.contains(kind) }

    func follow(_ event: LoggedEvent, told _: LoggedEvent, _ world: World) throws(CommandError) {
        lanes.start = log.start
        let device = world.devices[Int(event.header.device)]
        if let known = devices[device.index], known !== device {
            try lanes.leaveAll(device.index, at: known.last)
        }
        devices[device.index] = device
        if device.lastGap == world.now { try lanes.leaveAll(device.index, at: world.now) }
        names[device.index] = log.text(ofDevice: device.id) ?? names[device.index]
        let session = KindDescriptor.of(event.kind).hasSession ? event.session.flatMap(device.session) : nil
        if let session { try follow(event, session, world) }
        try follow(event, device, world)
        try count(event, device, session, world)
        try show(event, device, session, world)
    }

    func eventsAreMissing(_ world: World) throws(CommandError) {
        for device in world.devices { try lanes.leaveAll(device.index, at: world.now) }
    }

    func finish(_ findings: [Finding]) throws(CommandError) {
        lanes.start = log.start
        for (index, device) in devices.sorted(by: { $0.key < $1.key }) {
            try lanes.leaveAll(index, at: device.last)
        }
        try counters.finish(&lanes.writer)
        for finding in findings { try show(finding, findings) }
        for index in Set(devices.keys).union(findings.map(\.device)).sorted() {
            let pid = PerfettoLanes.pid(index)
            let name = names[index] ?? log.text(ofDevice: named(index)) ?? "device"
            try lanes.writer.metadata("process_name", pid: pid, "name", .text(name))
            try lanes.writer.metadata("process_sort_index", pid: pid, "sort_index", .count(UInt64(index)))
        }
        try lanes.describe { log.text(of: $0) }
        var about: PerfettoArguments = [("recorder", .text("arlog \(ArlogVersion.string)"))]
        if !devices.isEmpty { about.append(("start", .text(Timestamp.text(log.start)))) }
        if lanes.leftOut > 0 { about.append(("statesOnLanesLeftOut", .count(UInt64(lanes.leftOut)))) }
        lanes.writer.finish(about)
    }

    /// The device that the events of a merged log name by this index.
    private func named(_ index: Int) -> EntityID? {
        log.devices.indices.contains(index) ? log.devices[index] : nil
    }

    private func show(_ finding: Finding, _ all: [Finding]) throws(CommandError) {
        var arguments: PerfettoArguments = [
            ("rule", .text(finding.rule)), ("severity", .text(finding.severity.name)),
            ("message", .text(finding.message)), ("advice", .text(finding.advice)),
            ("events", .numbers(finding.events)), ("count", .count(UInt64(max(0, finding.count)))),
            ("fingerprint", .text(finding.fingerprint)),
        ]
        if let session = finding.session { arguments.append(("session", .text(log.text(of: session)))) }
        if let limit = finding.limit {
            arguments += [
                ("limit", .text(limit.name)), ("limitValue", .number(limit.value)),
                ("limitUnit", .text(limit.unit)),
            ]
        }
        if let cause = finding.causedBy, all.indices.contains(cause) {
            arguments.append(("causedBy", .text(all[cause].rule)))
        }
        try lanes.instant(
            PerfettoLanes.Key(device: finding.device, session: nil, row: .findings), finding.rule,
            "finding,\(finding.severity.name)", at: finding.mark.time, arguments)
    }

    // MARK: Single events

    /// Kinds that are not shown by themselves: counters or slices show them.
    private static let shownOtherwise: Set<EventKind> = silent.union([
        .frameStats, .deviceStats, .collaborationDataSent, .collaborationDataReceived,
        .cameraTrackingStateChanged, .frameWorldMappingStatusChanged, .geoTrackingStatusChanged,
        .stateMachineDeclared, .stateChanged, .deviceThermalStateChanged, .appLifecycleChanged,
        .viewAppeared, .viewDisappeared, .alignmentQualityChanged, .sessionInterruptionBegan,
        .sessionInterruptionEnded, .peerStateChanged, .nodeVisibilityChanged,
    ])

    private func show(
        _ event: LoggedEvent, _ device: DeviceState, _ session: SessionState?, _ world: World
    ) throws(CommandError) {
        guard !Self.shownOtherwise.contains(event.kind) else { return }
        var arguments: PerfettoArguments = [("event", .count(UInt64(event.number)))]
        if let text = text(of: event) { arguments.append(("text", .text(text))) }
        try lanes.instant(
            key(device, session?.id == nil ? nil : session, .events), event.kind.name,
            "\(event.kind.family?.name ?? "log")",
            at: world.now.time, arguments)
    }

    /// What people or the app said.
    private func text(of event: LoggedEvent) -> String? {
        let content = event.content
        switch event.kind {
        case .logMarker:
            return log.personal(content.string(event.decode(StoredEvent.LogMarker.self)?.text))
        case .logMessage:
            return log.personal(content.string(event.decode(StoredEvent.LogMessage.self)?.text))
        case .userAction:
            return log.personal(content.string(event.decode(StoredEvent.UserAction.self)?.name))
        case .sessionFailed:
            return content.string(event.decode(StoredEvent.SessionFailed.self)?.name)
        case .collaborationDataDropped:
            return event.decode(StoredEvent.CollaborationDataDropped.self)?.reason.name
        case .recoveryChosen:
            return event.decode(StoredEvent.RecoveryChosen.self)?.choice.name
        default: return nil
        }
    }
}

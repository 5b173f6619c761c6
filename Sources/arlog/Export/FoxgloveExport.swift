import EventLog
import Projections

/// A log with Foxglove's messages beside its events, so that Foxglove, Lichtblick and Rerun show the room: `/tf` the camera and
/// the anchors as frames, `/anchors/poses` where they stand, `/scene` anchors and nodes as shapes, `/log` the findings and
/// what the app said.
///
/// The events stay as they are. What was found must be known beforehand, since it stands in the order of time. Where places
/// are withheld there is only `/log`.
final class FoxgloveExport: FollowingExporter {
    let log: ExportedLog
    let file: FoxgloveFile
    /// In the order in which they became true.
    let findings: [Finding]
    var told = 0
    /// The nodes that are duplicates, by the event that attached each, and the number of the event since which they are.
    var duplicates: [UInt32: UInt32] = [:]
    /// Those of them that are attached.
    var attached: [UInt32: (session: SessionState, node: EntityID)] = [:]
    private var rooms: [ObjectIdentifier: (session: SessionState, room: FoxgloveRoom)] = [:]
    /// In the order in which they came.
    private var order: [ObjectIdentifier] = []
    private var roomCount = 0
    private var devices: [Int: DeviceState] = [:]
    /// Nanoseconds between two looks at what moves, and when the next one is.
    private let interval: UInt64
    private var lookDue: UInt64 = 0
    var message = ByteBuffer()

    /// Looks at what moves in one log, and nanoseconds between two at least.
    private static let looks: UInt64 = 4000
    private static let shortest: UInt64 = 100_000_000

    init(_ log: ExportedLog, _ file: ExportFile, _ foreknown: Foreknown) throws(CommandError) {
        self.log = log
        self.file = try FoxgloveFile(file.output, labels: log.labels)
        findings = foreknown.findings.sorted {
            ($0.mark.time, $0.mark.number) < ($1.mark.time, $1.mark.number)
        }
        interval = max(Self.shortest, foreknown.duration / Self.looks)
        for finding in findings where finding.rule == "duplicate-node" {
            for event in finding.events {
                duplicates[event] = min(duplicates[event] ?? .max, finding.mark.number)
            }
        }
    }

    func follows(_ kind: EventKind) -> Bool { true }

    func follow(_ event: LoggedEvent, told: LoggedEvent, _ world: World) throws(CommandError) {
        try tell(before: world.now, world)
        try file.append(told, devices: log.devices, at: world.now.time)
        if !log.isShared { try draw(event, world) }
        try say(event, at: world.now)
        try tell(through: world.now, world)
    }

    func eventsAreMissing(_ world: World) throws(CommandError) {}

    func finish(_: [Finding]) throws(CommandError) {
        if !log.isShared { try look(at: file.lastTime) }
        while told < findings.count { try tell(findings[told]) }
        try file.close()
    }

    // MARK: The room

    private func draw(_ event: LoggedEvent, _ world: World) throws(CommandError) {
        let device = world.devices[Int(event.header.device)]
        var picture = FoxgloveRoom.Picture()
        if let known = devices[device.index], known !== device { forget(known, &picture) }
        devices[device.index] = device
        if Self.drawn.contains(event.kind), let id = event.session, let session = device.session(id) {
            draw(event, room(of: session, world), session, world, &picture)
        }
        try write(picture, at: world.now.time)
        if world.now.time >= lookDue {
            try look(at: world.now.time)
            let (due, overflow) = world.now.time.addingReportingOverflow(interval)
            lookDue = overflow ? .max : due
        }
    }

    private static let drawn: Set<EventKind> = [
        .cameraPose, .anchorAdded, .anchorUpdated, .anchorRemoved, .sessionRun, .nodeAttached,
        .nodeDetached, .nodeVisibilityChanged, .nodeMoved,
    ]

    private func draw(
        _ event: LoggedEvent, _ room: FoxgloveRoom, _ session: SessionState, _ world: World,
        _ picture: inout FoxgloveRoom.Picture
    ) {
        func draw(node id: EntityID?) {
            guard let id, let index = session.nodes.index(of: id) else { return }
            let node = session.nodes[index]
            let since = duplicates[node.attached.number] ?? .max
            room.draw(node, session, world, isDuplicate: since <= world.now.number, &picture)
        }
        switch event.kind {
        case .cameraPose:
            if let payload = event.decode(StoredEvent.CameraPose.self) { room.posed(payload, &picture) }
        case .anchorAdded:
            guard let id = event.decode(StoredEvent.AnchorAdded.self)?.anchor,
                let index = session.anchors.index(of: id)
            else { return }
            room.draw(anchor: index, session, world, &picture)
        case .anchorUpdated:
            guard let id = event.decode(StoredEvent.AnchorUpdated.self)?.anchor else { return }
            room.updated(id, session, world, &picture)
        case .anchorRemoved:
            guard let id = event.decode(StoredEvent.AnchorRemoved.self)?.anchor else { return }
            room.removed(id, &picture)
        case .sessionRun:
            if session.runs.last?.dropped ?? 0 > 0 { room.dropped(session, &picture) }
        case .nodeAttached:
            guard let id = event.decode(StoredEvent.NodeAttached.self)?.node else { return }
            room.detached(session.nodes.detached, &picture)
            if duplicates[world.now.number] != nil { attached[world.now.number] = (session, id) }
            draw(node: id)
        case .nodeDetached:
            for node in session.nodes.detached { attached[node.attached.number] = nil }
            room.detached(session.nodes.detached, &picture)
        case .nodeVisibilityChanged:
            draw(node: event.decode(StoredEvent.NodeVisibilityChanged.self)?.node)
        default:
            draw(node: event.decode(StoredEvent.NodeMoved.self)?.node)
        }
    }

    func room(of session: SessionState, _ world: World) -> FoxgloveRoom {
        let key = ObjectIdentifier(session)
        if let known = rooms[key] { return known.room }
        let device = session.device
        var frame = session.id.map { "world-\(log.text(of: $0))" } ?? "world"
        if device.index > 0, log.devices.indices.contains(device.index),
            let name = log.text(ofDevice: log.devices[device.index])
        {
            frame = "\(name)/\(frame)"
        }
        roomCount += 1
        let room = FoxgloveRoom(frame: frame, place: roomCount, log: log)
        rooms[key] = (session, room)
        order.append(key)
        return room
    }

    /// Another recording of the device begins: nothing of the one before stands any more.
    private func forget(_ device: DeviceState, _ picture: inout FoxgloveRoom.Picture) {
        for key in order where rooms[key]?.session.device === device {
            rooms.removeValue(forKey: key)?.room.clear(&picture)
        }
        order.removeAll { rooms[$0] == nil }
    }

    /// Looks where everything is that moved.
    private func look(at time: UInt64) throws(CommandError) {
        for (session, room) in order.compactMap({ rooms[$0] }) where room.hasChanged {
            var picture = FoxgloveRoom.Picture()
            let poses = room.takeMoves(session, &picture)
            try write(picture, at: time)
            message.removeAll(keepingUpTo: 1 << 20)
            message.appendField(1, timestamp: time)
            message.appendField(2, text: room.frame)
            for pose in poses { message.appendField(3, pose: pose) }
            try file.append(message, on: .poses(min(room.place, FoxgloveFile.Topic.sessions)), at: time)
        }
    }

    func write(_ picture: FoxgloveRoom.Picture, at time: UInt64) throws(CommandError) {
        if !picture.transforms.isEmpty {
            message.removeAll(keepingUpTo: 1 << 20)
            for (child, parent, pose) in picture.transforms {
                message.appendTransform(1, child, in: parent, pose, at: time)
            }
            try file.append(message, on: .transforms, at: time)
        }
        guard !picture.deletions.isEmpty || !picture.entities.isEmpty else { return }
        message.removeAll(keepingUpTo: 1 << 20)
        for id in picture.deletions { message.appendDeletion(1, of: id, at: time) }
        for entity in picture.entities { message.appendEntity(2, entity, at: time) }
        try file.append(message, on: .scene, at: time)
    }
}

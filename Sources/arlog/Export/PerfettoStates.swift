import EventLog
import Projections

// What is in one state at a time: which events move which lane.
extension PerfettoExport {
    func key(
        _ device: DeviceState, _ session: SessionState?, _ row: PerfettoLanes.Row, _ name: String = ""
    ) -> PerfettoLanes.Key {
        PerfettoLanes.Key(
            device: device.index, session: session.map { $0.id.map { .other($0) } ?? .main }, row: row,
            // A name need not be longer to be told from others.
            name: String(name.prefix(128)))
    }

    /// What an event moves in its session.
    func follow(_ event: LoggedEvent, _ session: SessionState, _ world: World) throws(CommandError) {
        let device = session.device
        let now = world.now
        func key(_ row: PerfettoLanes.Row) -> PerfettoLanes.Key { self.key(device, session, row) }
        switch event.kind {
        case .sessionRun: try ran(session, world)
        case .sessionPause, .sessionFailed:
            for row in [PerfettoLanes.Row.run, .visit, .interruption] { try lanes.leave(key(row), at: now) }
        case .sessionInterruptionBegan:
            let reason = event.decode(StoredEvent.SessionInterruptionBegan.self)?.reason
            if lanes.state(of: key(.interruption)) == nil {
                try lanes.enter(key(.interruption), reason?.name ?? "interrupted", at: now)
            }
        case .sessionInterruptionEnded: try lanes.leave(key(.interruption), at: now)
        case .cameraTrackingStateChanged: try stand(session.tracking, key(.tracking), world)
        case .frameWorldMappingStatusChanged: try stand(session.mapping, key(.mapping), world)
        case .geoTrackingStatusChanged:
            if let payload = event.decode(StoredEvent.GeoTrackingStatusChanged.self) {
                try tell(key(.geo), payload.state.name, at: now)
            }
        case .collaborationHandshakeStarted:
            let peer = event.decode(StoredEvent.CollaborationHandshakeStarted.self)?.peer
            try lanes.enter(handshake(peer, session), "handshake", at: now)
        case .collaborationHandshakeCompleted:
            let peer = event.decode(StoredEvent.CollaborationHandshakeCompleted.self)?.peer
            try lanes.leave(handshake(peer, session), at: now)
        default: break
        }
        switch event.kind {
        case .sessionRun, .sessionPause, .sessionFailed, .sessionInterruptionBegan,
            .sessionInterruptionEnded:
            try stand(session.phase, key(.session), world)
        default: break
        }
    }

    /// What an event moves that belongs to the device, or to whoever it names.
    func follow(_ event: LoggedEvent, _ device: DeviceState, _ world: World) throws(CommandError) {
        let now = world.now
        let content = event.content
        switch event.kind {
        case .stateMachineDeclared:
            guard let payload = event.decode(StoredEvent.StateMachineDeclared.self) else { return }
            let lane = machine(content.string(payload.machine), payload.session, device)
            // A further segment tells it again, and the machine stands where it stood.
            if lanes.state(of: lane) == nil {
                try lanes.enter(lane, content.string(payload.initial), at: now)
            }
        case .stateChanged:
            guard let payload = event.decode(StoredEvent.StateChanged.self) else { return }
            let cause = content.string(payload.cause)
            try lanes.enter(
                machine(content.string(payload.machine), payload.session, device),
                content.string(payload.to), at: now, cause.map { [("cause", .text($0))] } ?? [])
        case .appLifecycleChanged:
            if let payload = event.decode(StoredEvent.AppLifecycleChanged.self) {
                try tell(key(device, nil, .app), payload.phase.name, at: now)
            }
        case .alignmentQualityChanged:
            if let payload = event.decode(StoredEvent.AlignmentQualityChanged.self) {
                try tell(key(device, nil, .alignment), payload.quality.name, at: now)
            }
        case .deviceThermalStateChanged:
            if let payload = event.decode(StoredEvent.DeviceThermalStateChanged.self) {
                try tell(key(device, nil, .thermal), payload.state.name, at: now)
            }
        case .viewAppeared:
            if let view = content.string(event.decode(StoredEvent.ViewAppeared.self)?.view) {
                try tell(key(device, nil, .view, view), view, at: now)
            }
        case .viewDisappeared:
            if let view = content.string(event.decode(StoredEvent.ViewDisappeared.self)?.view) {
                try lanes.leave(key(device, nil, .view, view), at: now)
            }
        case .peerStateChanged:
            if let payload = event.decode(StoredEvent.PeerStateChanged.self) {
                try tell(key(device, nil, .peer, log.text(of: payload.peer)), payload.state.name, at: now)
            }
        default: break
        }
        // A view that comes back can make a visit of a run that goes on and was none.
        guard event.kind == .viewAppeared else { return }
        for session in device.sessions where lanes.state(of: key(device, session, .run)) != nil {
            try visit(session)
        }
    }

    private func machine(
        _ name: String, _ session: EntityID?, _ device: DeviceState
    ) -> PerfettoLanes.Key {
        key(device, session.flatMap { device.session($0) }, .machine, name)
    }

    private func handshake(_ peer: EntityID?, _ session: SessionState) -> PerfettoLanes.Key {
        key(session.device, session, .handshake, peer.map { log.text(of: $0) } ?? "")
    }

    /// A lane is told to be in a state; telling it again changes nothing.
    private func tell(_ key: PerfettoLanes.Key, _ state: String, at mark: Mark) throws(CommandError) {
        if lanes.state(of: key) != state { try lanes.enter(key, state, at: mark) }
    }

    /// A machine that follows from ARKit's events stands where the model has it.
    private func stand(_ machine: Machine, _ key: PerfettoLanes.Key, _ world: World) throws(CommandError) {
        guard let state = machine.state else { return }
        try tell(key, world.symbols.text(state), at: world.now)
    }

    private func ran(_ session: SessionState, _ world: World) throws(CommandError) {
        guard let run = session.runs.last else { return }
        var arguments: PerfettoArguments = []
        let options = run.options.elements.map(\.name).joined(separator: ", ")
        if !options.isEmpty { arguments.append(("options", .text(options))) }
        if let source = world.symbols.text(run.source) { arguments.append(("source", .text(source))) }
        if let purpose = run.purpose { arguments.append(("purpose", .text(purpose.name))) }
        if run.bringsMap { arguments.append(("initialWorldMap", .flag(true))) }
        if run.dropped > 0 { arguments.append(("droppedAnchors", .count(UInt64(run.dropped)))) }
        if run.configuration?.isCollaborationEnabled == true {
            arguments.append(("isCollaborationEnabled", .flag(true)))
        }
        try lanes.enter(
            key(session.device, session, .run), run.configuration?.kind.name ?? "run", at: run.mark, arguments
        )
        try visit(session)
    }

    /// The visit that the session's last run belongs to.
    private func visit(_ session: SessionState) throws(CommandError) {
        let runs = session.runs
        guard runs.visit > 0, runs.last != nil else { return }
        let lane = key(session.device, session, .visit)
        let name = "visit \(runs.visit)"
        if lanes.state(of: lane) != name { try lanes.enter(lane, name, at: runs.visitStart) }
    }
}

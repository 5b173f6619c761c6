import EventLog

// What the collector makes of each kind of event, family by family.
extension HealthCollector {
    func happened(_ step: Step, in session: SessionState, _ world: World) {
        let event = step.event
        guard scope == .whole else { return sum(step, in: session, world) }
        checklist.happened(step, in: session, world)
        switch event.kind {
        case .sessionRun, .sessionPause, .sessionFailed, .sessionInterruptionBegan, .sessionInterruptionEnded,
            .sessionRelocalizationAsked, .cameraTrackingStateChanged, .frameWorldMappingStatusChanged:
            state(step, session, world)
        case .cameraPose:
            if let payload = event.decode(StoredEvent.CameraPose.self) {
                scene.posed(payload, session, at: step.mark)
            }
        case .frameStats:
            if let payload = event.decode(StoredEvent.FrameStats.self) {
                performance.take(payload, session, at: step.mark, start: start(world))
            }
        case .anchorAdded, .anchorRemoved, .nodeAttached, .nodeDetached, .nodeVisibilityChanged, .nodeMoved:
            content(step, session, world)
        case .collaborationDataSent, .collaborationDataDropped, .collaborationDataReceived,
            .collaborationDataApplied, .collaborationDecodeFailed:
            packet(step, session, world)
        case .stateChanged: changed(step, session, world)
        default: note(step, session, world)
        }
    }

    /// What sums are made of; events of other kinds come because rules want them.
    private func sum(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .sessionRun, .sessionPause, .sessionFailed, .sessionInterruptionBegan, .sessionInterruptionEnded,
            .sessionRelocalizationAsked, .cameraTrackingStateChanged, .frameWorldMappingStatusChanged:
            state(step, session, world)
        case .frameStats:
            if let payload = step.event.decode(StoredEvent.FrameStats.self) {
                performance.take(payload, session, at: step.mark, start: start(world))
            }
        case .collaborationDataSent, .collaborationDataDropped, .collaborationDataReceived,
            .collaborationDataApplied, .collaborationDecodeFailed:
            packet(step, session, world)
        case .collaborationHandshakeStarted, .collaborationHandshakeCompleted:
            noteCollaboration(step, session, world)
        default: break
        }
    }

    func happened(_ step: Step, _ world: World) {
        let event = step.event
        if event.kind == .logOpened, let payload = event.decode(StoredEvent.LogOpened.self) {
            recordings.opened(payload, event, device: step.device, at: step.mark)
        }
        if event.kind == .logClosed { noteLog(step) }
        guard scope == .whole else { return }
        checklist.happened(step, world)
        switch event.kind {
        case .logOpened, .logClosed: break
        case .deviceStats:
            if let payload = event.decode(StoredEvent.DeviceStats.self) {
                performance.take(payload, device: step.device, at: step.mark, start: start(world))
            }
        case .deviceThermalStateChanged:
            if let payload = event.decode(StoredEvent.DeviceThermalStateChanged.self) {
                lanes?.tell(.heat, device: step.device, payload.state.name, at: step.mark)
            }
        case .alignmentQualityChanged:
            if let payload = event.decode(StoredEvent.AlignmentQualityChanged.self) {
                lanes?.tell(.alignment, device: step.device, payload.quality.name, at: step.mark)
            }
        case .geoTrackingStatusChanged:
            if let payload = event.decode(StoredEvent.GeoTrackingStatusChanged.self) {
                lanes?.tell(.geo, device: step.device, payload.state.name, at: step.mark)
            }
        case .appLifecycleChanged:
            if let payload = event.decode(StoredEvent.AppLifecycleChanged.self) {
                lanes?.tell(.app, device: step.device, payload.phase.name, at: step.mark)
            }
        case .peerStateChanged:
            if let payload = event.decode(StoredEvent.PeerStateChanged.self) {
                lanes?.tell(.peer(payload.peer), device: step.device, payload.state.name, at: step.mark)
            }
        case .stateChanged: changed(step, nil, world)
        default: note(step, nil, world)
        }
    }

    private func start(_ world: World) -> UInt64 { world.first?.time ?? world.now.time }

    // MARK: Session, tracking, mapping

    private func state(_ step: Step, _ session: SessionState, _ world: World) {
        let event = step.event
        switch (event.kind, step.change) {
        case (.sessionRun, .ran(let change)):
            let run = change.run
            let source = world.symbols.text(run.source)
            lanes?.explain(session.phase, session, step.device, source, at: step.mark)
            if scope == .whole { scene.dropped(run, session, world) }
            if run.startsVisit {
                for kind in [Span.Kind.firstNormal, .firstMapped] {
                    spans.drop(kind, session)
                    spans.begin(kind, session, at: step.mark)
                }
            }
            noteRun(step, session, run, source)
        case (.sessionPause, _):
            if let payload = event.decode(StoredEvent.SessionPause.self) {
                let source = TimelineEvents.text(payload.source, event)
                lanes?.explain(session.phase, session, step.device, source, at: step.mark)
                moments.note(step, session, text: payload.source)
            }
            stopped(session)
        case (.sessionFailed, _):
            if let payload = event.decode(StoredEvent.SessionFailed.self) {
                let name = TimelineEvents.text(payload.name, event)
                let error = [payload.code.map { "error \($0)" }, name].compactMap(\.self).joined(
                    separator: " ")
                lanes?.explain(session.phase, session, step.device, error, at: step.mark)
                moments.note(step, session, text: payload.text, isPrivate: true, detail: error)
            }
            stopped(session)
        case (.sessionInterruptionBegan, _):
            let reason = event.decode(StoredEvent.SessionInterruptionBegan.self)?.reason?.name
            lanes?.explain(session.phase, session, step.device, reason, at: step.mark)
            spans.begin(.interruption, session, at: step.mark, reason: reason)
            moments.note(step, session, detail: reason)
        case (.sessionInterruptionEnded, _):
            spans.end(.interruption, session, at: step.mark)
            moments.note(step, session)
        case (.cameraTrackingStateChanged, _):
            lanes?.toldAgain(session.tracking, session, at: step.mark)
            if session.localization.state == .normal { spans.end(.firstNormal, session, at: step.mark) }
        case (.frameWorldMappingStatusChanged, _):
            lanes?.toldAgain(session.mapping, session, at: step.mark)
            if session.worldMapping.status == .mapped { spans.end(.firstMapped, session, at: step.mark) }
        case (.sessionRelocalizationAsked, .relocalizationAnswered(let answer)):
            moments.note(step, session, detail: answer ? "asked, and answered yes" : "asked, and answered no")
        default: break
        }
        if event.kind.family == .session { lanes?.toldAgain(session.phase, session, at: step.mark) }
        follow(session.localization, session)
    }

    /// A relocalization begins with the tracking state, and ends with another one, a run, a pause or a failure.
    private func follow(_ localization: Localization, _ session: SessionState) {
        if let current = localization.current {
            spans.begin(.relocalization, session, at: current.began)
        } else if let last = localization.last, last.isNormal {
            spans.end(.relocalization, session, at: last.ended)
        } else {
            spans.drop(.relocalization, session)
        }
    }

    /// A pause or a failure: what was waited for does not come.
    private func stopped(_ session: SessionState) {
        for kind in [Span.Kind.firstNormal, .firstMapped, .interruption] { spans.drop(kind, session) }
    }

    private func noteRun(_ step: Step, _ session: SessionState, _ run: Run, _ source: String?) {
        guard let payload = step.event.decode(StoredEvent.SessionRun.self) else { return }
        var parts = [run.configuration?.kind.name].compactMap(\.self)
        parts += run.options.elements.map(\.name)
        if let purpose = run.purpose { parts.append("to " + purpose.name) }
        if run.configuration?.isCollaborationEnabled == true { parts.append("with collaboration") }
        if run.bringsMap { parts.append("with a world map") }
        if run.dropped > 0 { parts.append("drops \(run.dropped) anchor\(run.dropped == 1 ? "" : "s")") }
        moments.note(step, session, text: payload.source, detail: parts.joined(separator: ", "))
    }

    // MARK: Content

    private func content(_ step: Step, _ session: SessionState, _ world: World) {
        switch step.change {
        case .anchorAdded(let index): scene.anchorAdded(index, session, world)
        case .anchorRemoved(let index): scene.anchorRemoved(index, session, world)
        case .nodeAttached(let index): scene.nodeAttached(index, session, world)
        case .nodesDetached: scene.nodesDetached(session, world)
        case .visibility(let index): scene.visibility(index, session, world)
        default:
            if step.event.kind == .nodeMoved, let payload = step.event.decode(StoredEvent.NodeMoved.self) {
                scene.nodeMoved(payload.node, session, world)
            }
        }
    }

    // MARK: Packets

    private func packet(_ step: Step, _ session: SessionState, _ world: World) {
        let event = step.event
        traffic.start = start(world)
        if event.kind == .collaborationDataDropped {
            guard let payload = event.decode(StoredEvent.CollaborationDataDropped.self) else { return }
            return traffic.dropped(payload, session, step.mark)
        }
        guard case .packet(let packet) = step.change else { return }
        switch event.kind {
        case .collaborationDataSent:
            if let payload = event.decode(StoredEvent.CollaborationDataSent.self) {
                traffic.sent(payload, packet, session, step.mark)
            }
        case .collaborationDataReceived:
            if let payload = event.decode(StoredEvent.CollaborationDataReceived.self) {
                traffic.received(payload, packet, session, step.mark)
            }
        case .collaborationDataApplied: traffic.applied(packet, session, step.mark)
        default: traffic.decodeFailed(packet, session, step.mark)
        }
    }

    // MARK: The app's machines

    private func changed(_ step: Step, _ session: SessionState?, _ world: World) {
        guard case .machine(let change) = step.change,
            let payload = step.event.decode(StoredEvent.StateChanged.self), let cause = payload.cause
        else { return }
        lanes?.explain(
            change.machine, session, step.device, TimelineEvents.text(cause, step.event), at: step.mark)
    }
}

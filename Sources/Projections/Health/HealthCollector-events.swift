import EventLog

// The events that stand on the timeline by themselves.
extension HealthCollector {
    /// Notes an event that changes no state, with what it says.
    func note(_ step: Step, _ session: SessionState?, _ world: World) {
        let event = step.event
        switch event.kind {
        case .logGap, .logMarker, .logMessage: noteLog(step)
        case .viewAppeared:
            moments.note(step, nil, text: event.decode(StoredEvent.ViewAppeared.self)?.view)
        case .viewDisappeared:
            moments.note(step, nil, text: event.decode(StoredEvent.ViewDisappeared.self)?.view)
        case .userAction:
            moments.note(step, nil, text: event.decode(StoredEvent.UserAction.self)?.name, isPrivate: true)
        case .cameraClaimed:
            moments.note(step, nil, text: event.decode(StoredEvent.CameraClaimed.self)?.owner)
        case .cameraReleased:
            moments.note(step, nil, text: event.decode(StoredEvent.CameraReleased.self)?.owner)
        case .peerRoleAssigned:
            if let payload = event.decode(StoredEvent.PeerRoleAssigned.self) {
                moments.note(step, nil, detail: payload.role.name, id: payload.peer)
            }
        default: break
        }
        noteMaps(step, session)
        noteRecovery(step, session, world)
        noteCollaboration(step, session, world)
    }

    /// What the log tells of itself.
    func noteLog(_ step: Step) {
        let event = step.event
        switch event.kind {
        case .logClosed:
            if let reason = event.decode(StoredEvent.LogClosed.self)?.reason {
                closeReasons[step.device] = reason
            }
            moments.note(step, nil, detail: closeReasons[step.device]?.name)
        case .logGap:
            guard let payload = event.decode(StoredEvent.LogGap.self) else { return }
            moments.note(
                step, nil, text: payload.reason, isPrivate: true, detail: "\(payload.lost) events lost")
        case .logMarker:
            moments.note(step, nil, text: event.decode(StoredEvent.LogMarker.self)?.text, isPrivate: true)
        default:
            guard let payload = event.decode(StoredEvent.LogMessage.self), let level = payload.level,
                level == .error || level == .fault
            else { return }
            moments.note(step, nil, text: payload.text, isPrivate: true, detail: level.name)
        }
    }

    private func noteMaps(_ step: Step, _ session: SessionState?) {
        let event = step.event
        func size(_ bytes: UInt64?, _ anchors: UInt64?) -> String? {
            let parts = [bytes.map { "\($0) bytes" }, anchors.map { "\($0) anchors" }].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }
        switch event.kind {
        case .worldMapRequested:
            moments.note(step, session, text: event.decode(StoredEvent.WorldMapRequested.self)?.source)
        case .worldMapDeferred:
            let reason = event.decode(StoredEvent.WorldMapDeferred.self)?.reason
            moments.note(step, session, text: reason, isPrivate: true)
        case .worldMapCaptured:
            guard let payload = event.decode(StoredEvent.WorldMapCaptured.self) else { return }
            moments.note(step, session, detail: size(payload.bytes, payload.anchors), id: payload.map)
        case .worldMapCaptureFailed:
            guard let payload = event.decode(StoredEvent.WorldMapCaptureFailed.self) else { return }
            moments.note(
                step, session, text: payload.text, isPrivate: true, detail: payload.code.map { "error \($0)" }
            )
        case .worldMapSaved:
            guard let payload = event.decode(StoredEvent.WorldMapSaved.self) else { return }
            moments.note(
                step, session, text: payload.room, isPrivate: true,
                detail: size(payload.bytes, payload.anchors),
                id: payload.map)
        case .worldMapVerified:
            guard let payload = event.decode(StoredEvent.WorldMapVerified.self) else { return }
            moments.note(step, session, detail: payload.isIntact ? "intact" : "not intact", id: payload.map)
        case .worldMapLoaded:
            guard let payload = event.decode(StoredEvent.WorldMapLoaded.self) else { return }
            moments.note(
                step, session, text: payload.room, isPrivate: true,
                detail: size(payload.bytes, payload.anchors),
                id: payload.map)
        case .worldMapLoadFailed:
            guard let payload = event.decode(StoredEvent.WorldMapLoadFailed.self) else { return }
            moments.note(
                step, session, text: payload.text, isPrivate: true,
                detail: payload.code.map { "error \($0)" },
                id: payload.map)
        case .worldMapDeleted:
            moments.note(step, session, id: event.decode(StoredEvent.WorldMapDeleted.self)?.map)
        case .worldMapSent:
            guard let payload = event.decode(StoredEvent.WorldMapSent.self) else { return }
            moments.note(step, session, detail: size(payload.bytes, nil), id: payload.map)
        case .worldMapReceived:
            guard let payload = event.decode(StoredEvent.WorldMapReceived.self) else { return }
            moments.note(step, session, detail: size(payload.bytes, nil), id: payload.map)
        default: break
        }
    }

    private func noteRecovery(_ step: Step, _ session: SessionState?, _ world: World) {
        let event = step.event
        /// The session of an event that no model looks at.
        func owner(_ id: EntityID?) -> SessionState? { world.devices[step.device].session(id) }
        switch event.kind {
        case .recoveryStatusShown:
            let text = event.decode(StoredEvent.RecoveryStatusShown.self)?.text
            moments.note(step, session, text: text, isPrivate: true)
        case .recoveryOffered:
            guard let payload = event.decode(StoredEvent.RecoveryOffered.self) else { return }
            moments.note(step, session, detail: payload.choices.elements.map(\.name).joined(separator: ", "))
        case .recoveryChosen:
            guard let payload = event.decode(StoredEvent.RecoveryChosen.self) else { return }
            moments.note(step, owner(payload.session), detail: payload.choice.name)
        case .recoveryCancelled:
            guard let payload = event.decode(StoredEvent.RecoveryCancelled.self) else { return }
            moments.note(step, owner(payload.session))
        case .sceneTablesCleared: moments.note(step, session)
        case .sessionReset:
            guard let payload = event.decode(StoredEvent.SessionReset.self) else { return }
            moments.note(step, owner(payload.session), text: payload.source)
        case .stateRejected:
            guard let payload = event.decode(StoredEvent.StateRejected.self) else { return }
            let way = [payload.machine, payload.from, payload.to].compactMap {
                TimelineEvents.text($0, event)
            }
            moments.note(
                step, payload.session.flatMap { owner($0) }, text: payload.cause,
                detail: way.joined(separator: " > "))
        default: break
        }
    }

    func noteCollaboration(_ step: Step, _ session: SessionState?, _ world: World) {
        let event = step.event
        switch event.kind {
        case .collaborationHandshakeStarted:
            guard let payload = event.decode(StoredEvent.CollaborationHandshakeStarted.self) else { return }
            if let session { spans.begin(.handshake, session, at: step.mark, peer: payload.peer) }
            moments.note(step, session, id: payload.peer)
        case .collaborationHandshakeCompleted:
            guard let payload = event.decode(StoredEvent.CollaborationHandshakeCompleted.self) else { return }
            if let session { spans.end(.handshake, session, at: step.mark, peer: payload.peer) }
            moments.note(step, session, id: payload.peer)
        case .collaborationSyncRequested:
            guard let payload = event.decode(StoredEvent.CollaborationSyncRequested.self) else { return }
            moments.note(step, session, detail: payload.extent.name, id: payload.peer)
        case .collaborationCapabilityProbed:
            guard let payload = event.decode(StoredEvent.CollaborationCapabilityProbed.self) else { return }
            moments.note(step, session, detail: payload.isSupported ? "supported" : "not supported")
        case .collaborationFallbackShown:
            moments.note(
                step, session, detail: event.decode(StoredEvent.CollaborationFallbackShown.self)?.mode.name)
        default: break
        }
    }
}

/// Every kind of event, with the number of its schema and its channel in every log.
///
/// The numbers never change and are never used again, so that chunks stay readable where a Channel record is lost;
/// a new kind takes the next one.
public enum EventKind: UInt16, CaseIterable, Sendable, BitwiseCopyable {
    case logOpened = 1
    case logClosed
    case logGap
    case logLabel
    case logMarker
    case logMessage
    case custom
    case sessionRun
    case sessionReset
    case sessionPause
    case sessionInterruptionBegan
    case sessionInterruptionEnded
    case sessionRelocalizationAsked
    case sessionFailed
    case sessionProviderStateChanged
    case cameraTrackingStateChanged
    case cameraPose
    case cameraClaimed
    case cameraReleased
    case frameWorldMappingStatusChanged
    case frameStats
    case geoTrackingStatusChanged
    case deviceStats
    case deviceThermalStateChanged
    case anchorAddRequested
    case anchorRemoveRequested
    case anchorAdded
    case anchorUpdated
    case anchorRemoved
    case nodeAttached
    case nodeDetached
    case nodeVisibilityChanged
    case nodeMoved
    case sceneTablesCleared
    case assetRequested
    case assetLoaded
    case assetLoadFailed
    case remoteAnchorMapped
    case worldMapRequested
    case worldMapDeferred
    case worldMapCaptured
    case worldMapCaptureFailed
    case worldMapSaved
    case worldMapVerified
    case worldMapLoaded
    case worldMapLoadFailed
    case worldMapDeleted
    case worldMapSent
    case worldMapReceived
    case recoveryStatusShown
    case recoveryOffered
    case recoveryChosen
    case recoveryCancelled
    case peerStateChanged
    case peerRoleAssigned
    case peerSessionIdentified
    case alignmentQualityChanged
    case collaborationDataProduced
    case collaborationDataSent
    case collaborationDataDropped
    case collaborationDataReceived
    case collaborationDataApplied
    case collaborationDataDiscarded
    case collaborationDecodeFailed
    case collaborationSyncRequested
    case collaborationHandshakeStarted
    case collaborationHandshakeCompleted
    case collaborationCapabilityProbed
    case collaborationFallbackShown
    case referenceObjectLoaded
    case referenceObjectLoadFailed
    case stateMachineDeclared
    case stateChanged
    case stateRejected
    case appLifecycleChanged
    case viewAppeared
    case viewDisappeared
    case userAction
}

extension EventKind {
    /// The name in NDJSON, in options and on the command line.
    public var name: String {
        switch self {
        case .logOpened: "log.opened"
        case .logClosed: "log.closed"
        case .logGap: "log.gap"
        case .logLabel: "log.label"
        case .logMarker: "log.marker"
        case .logMessage: "log.message"
        case .custom: "custom"
        case .sessionRun: "session.run"
        case .sessionReset: "session.reset"
        case .sessionPause: "session.pause"
        case .sessionInterruptionBegan: "session.interruptionBegan"
        case .sessionInterruptionEnded: "session.interruptionEnded"
        case .sessionRelocalizationAsked: "session.relocalizationAsked"
        case .sessionFailed: "session.failed"
        case .sessionProviderStateChanged: "session.providerStateChanged"
        case .cameraTrackingStateChanged: "camera.trackingStateChanged"
        case .cameraPose: "camera.pose"
        case .cameraClaimed: "camera.claimed"
        case .cameraReleased: "camera.released"
        case .frameWorldMappingStatusChanged: "frame.worldMappingStatusChanged"
        case .frameStats: "frame.stats"
        case .geoTrackingStatusChanged: "geo.trackingStatusChanged"
        case .deviceStats: "device.stats"
        case .deviceThermalStateChanged: "device.thermalStateChanged"
        case .anchorAddRequested: "anchor.addRequested"
        case .anchorRemoveRequested: "anchor.removeRequested"
        case .anchorAdded: "anchor.added"
        case .anchorUpdated: "anchor.updated"
        case .anchorRemoved: "anchor.removed"
        case .nodeAttached: "node.attached"
        case .nodeDetached: "node.detached"
        case .nodeVisibilityChanged: "node.visibilityChanged"
        case .nodeMoved: "node.moved"
        case .sceneTablesCleared: "scene.tablesCleared"
        case .assetRequested: "asset.requested"
        case .assetLoaded: "asset.loaded"
        case .assetLoadFailed: "asset.loadFailed"
        case .remoteAnchorMapped: "remoteAnchor.mapped"
        case .worldMapRequested: "worldMap.requested"
        case .worldMapDeferred: "worldMap.deferred"
        case .worldMapCaptured: "worldMap.captured"
        case .worldMapCaptureFailed: "worldMap.captureFailed"
        case .worldMapSaved: "worldMap.saved"
        case .worldMapVerified: "worldMap.verified"
        case .worldMapLoaded: "worldMap.loaded"
        case .worldMapLoadFailed: "worldMap.loadFailed"
        case .worldMapDeleted: "worldMap.deleted"
        case .worldMapSent: "worldMap.sent"
        case .worldMapReceived: "worldMap.received"
        case .recoveryStatusShown: "recovery.statusShown"
        case .recoveryOffered: "recovery.offered"
        case .recoveryChosen: "recovery.chosen"
        case .recoveryCancelled: "recovery.cancelled"
        case .peerStateChanged: "peer.stateChanged"
        case .peerRoleAssigned: "peer.roleAssigned"
        case .peerSessionIdentified: "peer.sessionIdentified"
        case .alignmentQualityChanged: "alignment.qualityChanged"
        case .collaborationDataProduced: "collaboration.dataProduced"
        case .collaborationDataSent: "collaboration.dataSent"
        case .collaborationDataDropped: "collaboration.dataDropped"
        case .collaborationDataReceived: "collaboration.dataReceived"
        case .collaborationDataApplied: "collaboration.dataApplied"
        case .collaborationDataDiscarded: "collaboration.dataDiscarded"
        case .collaborationDecodeFailed: "collaboration.decodeFailed"
        case .collaborationSyncRequested: "collaboration.syncRequested"
        case .collaborationHandshakeStarted: "collaboration.handshakeStarted"
        case .collaborationHandshakeCompleted: "collaboration.handshakeCompleted"
        case .collaborationCapabilityProbed: "collaboration.capabilityProbed"
        case .collaborationFallbackShown: "collaboration.fallbackShown"
        case .referenceObjectLoaded: "referenceObject.loaded"
        case .referenceObjectLoadFailed: "referenceObject.loadFailed"
        case .stateMachineDeclared: "state.machineDeclared"
        case .stateChanged: "state.changed"
        case .stateRejected: "state.rejected"
        case .appLifecycleChanged: "app.lifecycleChanged"
        case .viewAppeared: "view.appeared"
        case .viewDisappeared: "view.disappeared"
        case .userAction: "user.action"
        }
    }
}

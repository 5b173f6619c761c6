public import EventLog

/// Who speaks in an event, as far as replay is concerned.
public enum ReplayRole: Sendable {
    /// The world: it is fed to the code under test.
    case input
    /// The app: what the code under test does is held against it.
    case output
    /// The log itself, and what the vocabulary lacks: kept as it is.
    case neither
}

extension EventKind {
    /// Who speaks in events of this kind, as EVENTS.md lists them under "Inputs and outputs".
    public var replayRole: ReplayRole {
        switch self {
        case .cameraTrackingStateChanged, .cameraPose, .cameraClaimed, .cameraReleased,
            .frameWorldMappingStatusChanged, .frameStats, .geoTrackingStatusChanged, .deviceStats,
            .deviceThermalStateChanged, .anchorAdded, .anchorUpdated, .anchorRemoved,
            .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionFailed,
            .sessionProviderStateChanged, .worldMapCaptured, .worldMapCaptureFailed, .worldMapLoaded,
            .worldMapLoadFailed, .worldMapReceived, .referenceObjectLoaded, .referenceObjectLoadFailed,
            .assetLoaded, .assetLoadFailed, .peerSessionIdentified, .peerStateChanged,
            .collaborationDataProduced, .collaborationDataReceived, .collaborationDecodeFailed,
            .appLifecycleChanged, .viewAppeared, .viewDisappeared, .userAction, .recoveryChosen:
            .input
        case .sessionRun, .sessionReset, .sessionPause, .sessionRelocalizationAsked, .anchorAddRequested,
            .anchorRemoveRequested, .nodeAttached, .nodeDetached, .nodeVisibilityChanged, .nodeMoved,
            .sceneTablesCleared, .remoteAnchorMapped, .worldMapRequested, .worldMapDeferred, .worldMapSaved,
            .worldMapVerified, .worldMapDeleted, .worldMapSent, .assetRequested, .alignmentQualityChanged,
            .recoveryStatusShown, .recoveryOffered, .recoveryCancelled, .peerRoleAssigned,
            .collaborationDataSent, .collaborationDataDropped, .collaborationDataApplied,
            .collaborationDataDiscarded, .collaborationSyncRequested, .collaborationHandshakeStarted,
            .collaborationHandshakeCompleted, .collaborationCapabilityProbed, .collaborationFallbackShown,
            .stateMachineDeclared, .stateChanged, .stateRejected:
            .output
        case .logOpened, .logClosed, .logGap, .logLabel, .logMarker, .logMessage, .custom: .neither
        }
    }

    /// Whether the world speaks: replay feeds it to the code under test.
    public var isReplayInput: Bool { replayRole == .input }
    /// Whether the app decided it: replay compares it.
    public var isReplayOutput: Bool { replayRole == .output }
}

/// How much of its work an app tells a recorder; each level takes a few more lines of code, and tells all that those
/// below it do.
///
/// This is the one place that says what is written from which level on. A recorder names its level's `families` in
/// `log.opened.records`, and the manual of the levels follows from here.
public enum RecordingLevel: UInt8, CaseIterable, Comparable, Sendable {
    /// One line: the recorder hears what ARKit and the system tell the app.
    case oneLine = 0
    /// What the app asks of ARKit goes through the recorder: run, pause, anchors, world maps, and the words that the user
    /// is shown while ARKit looks for its place.
    case wrappers
    /// What hangs in the scene.
    case nodes
    /// Other devices, and what goes between them.
    case network
    /// The app's own state machines, views, user actions and reference objects, and who else uses the camera.
    case ownState

    public static func < (a: RecordingLevel, b: RecordingLevel) -> Bool { a.rawValue < b.rawValue }

    /// The kinds that are written from this level on and not below, in the order of the vocabulary.
    public var addedKinds: [EventKind] { EventKind.allCases.filter { $0.level == self } }

    /// The kinds that are written at this level.
    public var kinds: [EventKind] { EventKind.allCases.filter { $0.level <= self } }

    /// The families whose silence is a fact from this level on and not below.
    public var addedFamilies: EnumSet<EventFamily> { .of { $0.level == self } }

    /// What `log.opened.records` says at this level: the families whose silence is a fact.
    ///
    /// Some kinds are written earlier than their family is named: an interruption is told to everybody, but a session that
    /// is never run in the log was run all the same.
    public var families: EnumSet<EventFamily> { .of { $0.level <= self } }
}

extension EventFamily {
    /// The level from which on a log that has no event of this family says that nothing happened.
    public var level: RecordingLevel {
        switch self {
        case .camera, .frame, .anchor, .device: .oneLine
        case .session, .worldMap: .wrappers
        case .node: .nodes
        case .collaboration: .network
        case .state: .ownState
        }
    }
}

extension EventKind {
    /// The lowest level at which a recorder writes it.
    public var level: RecordingLevel {
        switch self {
        case .logOpened, .logClosed, .logGap, .logLabel, .logMarker, .logMessage, .custom: .oneLine
        // ARKit tells the session's delegate.
        case .sessionInterruptionBegan, .sessionInterruptionEnded, .sessionRelocalizationAsked,
            .sessionFailed,
            .sessionProviderStateChanged, .cameraTrackingStateChanged, .cameraPose,
            .frameWorldMappingStatusChanged, .frameStats, .geoTrackingStatusChanged, .anchorAdded,
            .anchorUpdated,
            .anchorRemoved, .collaborationDataProduced:
            .oneLine
        // The system tells everybody.
        case .deviceStats, .deviceThermalStateChanged, .appLifecycleChanged: .oneLine
        // The app asks ARKit, or the user on its behalf.
        case .sessionRun, .sessionReset, .sessionPause, .anchorAddRequested, .anchorRemoveRequested,
            .worldMapRequested, .worldMapDeferred, .worldMapCaptured, .worldMapCaptureFailed, .worldMapSaved,
            .worldMapVerified, .worldMapLoaded, .worldMapLoadFailed, .worldMapDeleted, .recoveryStatusShown,
            .recoveryOffered, .recoveryChosen, .recoveryCancelled:
            .wrappers
        case .nodeAttached, .nodeDetached, .nodeVisibilityChanged, .nodeMoved, .sceneTablesCleared,
            .assetRequested,
            .assetLoaded, .assetLoadFailed:
            .nodes
        case .remoteAnchorMapped, .worldMapSent, .worldMapReceived, .peerStateChanged, .peerRoleAssigned,
            .peerSessionIdentified, .alignmentQualityChanged, .collaborationDataSent,
            .collaborationDataDropped,
            .collaborationDataReceived, .collaborationDataApplied, .collaborationDataDiscarded,
            .collaborationDecodeFailed,
            .collaborationSyncRequested, .collaborationHandshakeStarted, .collaborationHandshakeCompleted,
            .collaborationCapabilityProbed, .collaborationFallbackShown:
            .network
        case .cameraClaimed, .cameraReleased, .referenceObjectLoaded, .referenceObjectLoadFailed,
            .stateMachineDeclared, .stateChanged, .stateRejected, .viewAppeared, .viewDisappeared,
            .userAction:
            .ownState
        }
    }
}

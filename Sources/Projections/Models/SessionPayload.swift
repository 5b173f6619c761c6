import EventLog

/// The payload of an event that always belongs to a session: to the one it names, or to `main`.
protocol SessionPayload: EventPayload where Storage == InBatch {
    var session: EntityID? { get }
}

extension Vocabulary.SessionRun: SessionPayload where S == InBatch {}
extension Vocabulary.SessionPause: SessionPayload where S == InBatch {}
extension Vocabulary.SessionFailed: SessionPayload where S == InBatch {}
extension Vocabulary.SessionInterruptionBegan: SessionPayload where S == InBatch {}
extension Vocabulary.SessionInterruptionEnded: SessionPayload where S == InBatch {}
extension Vocabulary.SessionRelocalizationAsked: SessionPayload where S == InBatch {}
extension Vocabulary.FrameStats: SessionPayload where S == InBatch {}
extension Vocabulary.CameraTrackingStateChanged: SessionPayload where S == InBatch {}
extension Vocabulary.CameraPose: SessionPayload where S == InBatch {}
extension Vocabulary.FrameWorldMappingStatusChanged: SessionPayload where S == InBatch {}
extension Vocabulary.AnchorAddRequested: SessionPayload where S == InBatch {}
extension Vocabulary.AnchorAdded: SessionPayload where S == InBatch {}
extension Vocabulary.AnchorRemoved: SessionPayload where S == InBatch {}
extension Vocabulary.RemoteAnchorMapped: SessionPayload where S == InBatch {}
extension Vocabulary.AnchorRemoveRequested: SessionPayload where S == InBatch {}
extension Vocabulary.AssetRequested: SessionPayload where S == InBatch {}
extension Vocabulary.AssetLoaded: SessionPayload where S == InBatch {}
extension Vocabulary.AssetLoadFailed: SessionPayload where S == InBatch {}
extension Vocabulary.NodeAttached: SessionPayload where S == InBatch {}
extension Vocabulary.NodeDetached: SessionPayload where S == InBatch {}
extension Vocabulary.NodeVisibilityChanged: SessionPayload where S == InBatch {}
extension Vocabulary.NodeMoved: SessionPayload where S == InBatch {}
extension Vocabulary.SceneTablesCleared: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapRequested: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapDeferred: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapCaptured: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapCaptureFailed: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapSaved: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapVerified: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapLoaded: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapLoadFailed: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapDeleted: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapSent: SessionPayload where S == InBatch {}
extension Vocabulary.WorldMapReceived: SessionPayload where S == InBatch {}
extension Vocabulary.RecoveryStatusShown: SessionPayload where S == InBatch {}
extension Vocabulary.RecoveryOffered: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationDataProduced: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationDataSent: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationDataDropped: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationDataReceived: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationDataApplied: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationDecodeFailed: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationSyncRequested: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationHandshakeStarted: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationHandshakeCompleted: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationCapabilityProbed: SessionPayload where S == InBatch {}
extension Vocabulary.CollaborationFallbackShown: SessionPayload where S == InBatch {}

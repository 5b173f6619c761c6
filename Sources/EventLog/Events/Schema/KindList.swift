extension KindDescriptor {
    /// Every kind, in the order of `EventKind`: the one list of the payload types.
    public static let all: [KindDescriptor] = [
        KindDescriptor(Vocabulary<Owned>.LogOpened.self, "The first event of each file."),
        KindDescriptor(Vocabulary<Owned>.LogClosed.self, "A clean end."),
        KindDescriptor(Vocabulary<Owned>.LogGap.self, "The recorder had to drop events."),
        KindDescriptor(
            Vocabulary<Owned>.LogLabel.self,
            "A human name for an id. No event: it has no number and is not counted."),
        KindDescriptor(
            Vocabulary<Owned>.LogMarker.self, "The user pressed \"Report a problem\", or a QA step."),
        KindDescriptor(Vocabulary<Owned>.LogMessage.self, "A line of the app's own log."),
        KindDescriptor(Vocabulary<Owned>.Custom.self, "Anything the vocabulary lacks."),
        KindDescriptor(
            Vocabulary<Owned>.SessionRun.self, "The app, or an overlay on its behalf, calls `run`."),
        KindDescriptor(
            Vocabulary<Owned>.SessionReset.self,
            "The app starts its own reset procedure; the run that belongs to it follows."),
        KindDescriptor(Vocabulary<Owned>.SessionPause.self, "The app calls `pause()`."),
        KindDescriptor(Vocabulary<Owned>.SessionInterruptionBegan.self, "`sessionWasInterrupted`."),
        KindDescriptor(Vocabulary<Owned>.SessionInterruptionEnded.self, "`sessionInterruptionEnded`."),
        KindDescriptor(
            Vocabulary<Owned>.SessionRelocalizationAsked.self,
            "`sessionShouldAttemptRelocalization` was implemented and answered."),
        KindDescriptor(Vocabulary<Owned>.SessionFailed.self, "`didFailWithError`."),
        KindDescriptor(
            Vocabulary<Owned>.SessionProviderStateChanged.self, "A visionOS data provider changed its state."),
        KindDescriptor(Vocabulary<Owned>.CameraTrackingStateChanged.self, "`cameraDidChangeTrackingState`."),
        KindDescriptor(
            Vocabulary<Owned>.CameraPose.self, "Where the camera is; sampled, at most a few a second."),
        KindDescriptor(
            Vocabulary<Owned>.CameraClaimed.self,
            "Another camera user took the camera: a picker, a video call."),
        KindDescriptor(Vocabulary<Owned>.CameraReleased.self, "It gave the camera back."),
        KindDescriptor(
            Vocabulary<Owned>.FrameWorldMappingStatusChanged.self, "The mapping status of the frames changed."
        ),
        KindDescriptor(Vocabulary<Owned>.FrameStats.self, "Frame statistics, once a second or so."),
        KindDescriptor(Vocabulary<Owned>.GeoTrackingStatusChanged.self, "`didChange geoTrackingStatus`."),
        KindDescriptor(Vocabulary<Owned>.DeviceStats.self, "What the process uses."),
        KindDescriptor(Vocabulary<Owned>.DeviceThermalStateChanged.self, "The thermal state changed."),
        KindDescriptor(Vocabulary<Owned>.AnchorAddRequested.self, "The app calls `add(anchor:)`."),
        KindDescriptor(Vocabulary<Owned>.AnchorRemoveRequested.self, "The app calls `remove(anchor:)`."),
        KindDescriptor(Vocabulary<Owned>.AnchorAdded.self, "`didAdd`."),
        KindDescriptor(Vocabulary<Owned>.AnchorUpdated.self, "`didUpdate`."),
        KindDescriptor(Vocabulary<Owned>.AnchorRemoved.self, "`didRemove`."),
        KindDescriptor(Vocabulary<Owned>.NodeAttached.self, "A node or entity was put into the scene."),
        KindDescriptor(
            Vocabulary<Owned>.NodeDetached.self, "It was taken out, and what hangs below it with it."),
        KindDescriptor(Vocabulary<Owned>.NodeVisibilityChanged.self, "It was shown or hidden."),
        KindDescriptor(Vocabulary<Owned>.NodeMoved.self, "It was moved."),
        KindDescriptor(Vocabulary<Owned>.SceneTablesCleared.self, "The app emptied its own lookup tables."),
        KindDescriptor(Vocabulary<Owned>.AssetRequested.self, "A file is to be loaded."),
        KindDescriptor(Vocabulary<Owned>.AssetLoaded.self, "It was loaded."),
        KindDescriptor(Vocabulary<Owned>.AssetLoadFailed.self, "It could not be loaded."),
        KindDescriptor(
            Vocabulary<Owned>.RemoteAnchorMapped.self, "A peer's anchor id was mapped to one of ours."),
        KindDescriptor(Vocabulary<Owned>.WorldMapRequested.self, "The app asks for the current world map."),
        KindDescriptor(
            Vocabulary<Owned>.WorldMapDeferred.self, "Asked for, refused for now: not mapped yet."),
        KindDescriptor(Vocabulary<Owned>.WorldMapCaptured.self, "`getCurrentWorldMap` gave a map."),
        KindDescriptor(Vocabulary<Owned>.WorldMapCaptureFailed.self, "`getCurrentWorldMap` failed."),
        KindDescriptor(Vocabulary<Owned>.WorldMapSaved.self, "A map was written to a file."),
        KindDescriptor(Vocabulary<Owned>.WorldMapVerified.self, "A saved map was read back."),
        KindDescriptor(Vocabulary<Owned>.WorldMapLoaded.self, "A saved map was read."),
        KindDescriptor(Vocabulary<Owned>.WorldMapLoadFailed.self, "A saved map could not be read."),
        KindDescriptor(Vocabulary<Owned>.WorldMapDeleted.self, "A saved map was deleted."),
        KindDescriptor(Vocabulary<Owned>.WorldMapSent.self, "A map was sent to a peer."),
        KindDescriptor(Vocabulary<Owned>.WorldMapReceived.self, "A map came from a peer."),
        KindDescriptor(
            Vocabulary<Owned>.RecoveryStatusShown.self,
            "The app tells the user what to do while relocalizing."),
        KindDescriptor(Vocabulary<Owned>.RecoveryOffered.self, "The app offers ways out."),
        KindDescriptor(Vocabulary<Owned>.RecoveryChosen.self, "The user chose one."),
        KindDescriptor(Vocabulary<Owned>.RecoveryCancelled.self, "The offer was withdrawn."),
        KindDescriptor(Vocabulary<Owned>.PeerStateChanged.self, "A peer connected or left."),
        KindDescriptor(Vocabulary<Owned>.PeerRoleAssigned.self, "A peer was given its role."),
        KindDescriptor(
            Vocabulary<Owned>.PeerSessionIdentified.self, "It became known which session identifier is whose."
        ),
        KindDescriptor(
            Vocabulary<Owned>.AlignmentQualityChanged.self, "What the app shows the user of the alignment."),
        KindDescriptor(Vocabulary<Owned>.CollaborationDataProduced.self, "`didOutputCollaborationData`."),
        KindDescriptor(Vocabulary<Owned>.CollaborationDataSent.self, "A packet was handed to the network."),
        KindDescriptor(Vocabulary<Owned>.CollaborationDataDropped.self, "A packet was not sent."),
        KindDescriptor(Vocabulary<Owned>.CollaborationDataReceived.self, "A packet came in."),
        KindDescriptor(Vocabulary<Owned>.CollaborationDataApplied.self, "`update(with:)`."),
        KindDescriptor(
            Vocabulary<Owned>.CollaborationDataDiscarded.self, "A received packet was not applied."),
        KindDescriptor(
            Vocabulary<Owned>.CollaborationDecodeFailed.self, "A received packet could not be decoded."),
        KindDescriptor(
            Vocabulary<Owned>.CollaborationSyncRequested.self, "A resynchronisation was asked for."),
        KindDescriptor(Vocabulary<Owned>.CollaborationHandshakeStarted.self, "A handshake began."),
        KindDescriptor(Vocabulary<Owned>.CollaborationHandshakeCompleted.self, "A handshake was completed."),
        KindDescriptor(
            Vocabulary<Owned>.CollaborationCapabilityProbed.self, "Whether this device can collaborate."),
        KindDescriptor(
            Vocabulary<Owned>.CollaborationFallbackShown.self, "The app shows what it offers instead."),
        KindDescriptor(Vocabulary<Owned>.ReferenceObjectLoaded.self, "A reference object was loaded."),
        KindDescriptor(
            Vocabulary<Owned>.ReferenceObjectLoadFailed.self, "A reference object could not be loaded."),
        KindDescriptor(
            Vocabulary<Owned>.StateMachineDeclared.self, "An app's own machine, declared in its own log."),
        KindDescriptor(Vocabulary<Owned>.StateChanged.self, "A machine changed its state."),
        KindDescriptor(Vocabulary<Owned>.StateRejected.self, "The app refused a change."),
        KindDescriptor(Vocabulary<Owned>.AppLifecycleChanged.self, "The app's phase changed."),
        KindDescriptor(Vocabulary<Owned>.ViewAppeared.self, "A view appeared."),
        KindDescriptor(Vocabulary<Owned>.ViewDisappeared.self, "A view disappeared."),
        KindDescriptor(Vocabulary<Owned>.UserAction.self, "The user did something."),
    ]
}

import EventLog
import Replay
import Testing

@Suite struct ReplayRoleTests {
    /// EVENTS.md, "Inputs and outputs", as it stands there; a name that ends with `.` stands for all that begin so.
    private static let inputs = [
        "camera.", "frame.", "geo.", "device.", "anchor.added", "anchor.updated", "anchor.removed",
        "session.interruptionBegan", "session.interruptionEnded", "session.failed",
        "session.providerStateChanged", "worldMap.captured", "worldMap.captureFailed", "worldMap.loaded",
        "worldMap.loadFailed", "worldMap.received", "referenceObject.", "asset.loaded", "asset.loadFailed",
        "peer.sessionIdentified", "peer.stateChanged", "collaboration.dataProduced",
        "collaboration.dataReceived", "collaboration.decodeFailed", "app.lifecycleChanged", "view.",
        "user.action", "recovery.chosen",
    ]
    private static let outputs = [
        "session.run", "session.reset", "session.pause", "session.relocalizationAsked", "anchor.addRequested",
        "anchor.removeRequested", "node.", "scene.", "remoteAnchor.", "worldMap.requested",
        "worldMap.deferred", "worldMap.saved", "worldMap.verified", "worldMap.deleted", "worldMap.sent",
        "asset.requested", "alignment.", "recovery.statusShown", "recovery.offered", "recovery.cancelled",
        "peer.roleAssigned", "collaboration.dataSent", "collaboration.dataDropped",
        "collaboration.dataApplied", "collaboration.dataDiscarded", "collaboration.syncRequested",
        "collaboration.handshakeStarted", "collaboration.handshakeCompleted",
        "collaboration.capabilityProbed", "collaboration.fallbackShown", "state.",
    ]
    private static let neither = ["log.", "custom"]

    private func isListed(_ kind: EventKind, _ list: [String]) -> Bool {
        list.contains { $0.hasSuffix(".") ? kind.name.hasPrefix($0) : kind.name == $0 }
    }

    @Test(arguments: EventKind.allCases)
    func everyKindSpeaksForWhomTheContractSays(kind: EventKind) {
        #expect(kind.isReplayInput == isListed(kind, Self.inputs))
        #expect(kind.isReplayOutput == isListed(kind, Self.outputs))
        #expect((kind.replayRole == .neither) == isListed(kind, Self.neither))
    }
}

/// Every rule there is, in the order of the manual.
public enum Catalogue {
    static let rules: [any DescribedRule.Type] = [
        DoubleRun.self,
        RunStorm.self,
        StartAfterStop.self,
        CollaborationEnabledLate.self,
        DuplicateNode.self,
        NodeOutlivesAnchor.self,
        TablesClearedTooEarly.self,
        ContentOnWorldCoordinates.self,
        IllegalTransition.self,
        BrokenTrace.self,
        NoReturn.self,
        RestoreKeepsAnchors.self,
        CriticalDropped.self,
        CriticalUnreliable.self,
        OptionalNotThrottled.self,
        PacketRate.self,
        Bandwidth.self,
        BackpressureMissing.self,
        DecodeFailures.self,
        AppliedOutsideSyncing.self,
        CollaborationSilent.self,
        NoFallbackShown.self,
        NoMerge.self,
        CustomAnchorShared.self,
        SessionIdentifierChanged.self,
        PeersTooClose.self,
        QualityUnseen.self,
        Drift.self,
        InterruptionWithoutResync.self,
        InterruptionMedium.self,
        ResetWithoutHandshake.self,
    ]

    /// What the manual says of each.
    public static let about: [RuleAbout] = rules.map { $0.about }

    /// Every limit of every rule, each once.
    public static let limits: [LimitAbout] = about.flatMap(\.limits).reduce(into: []) { found, limit in
        if !found.contains(where: { $0.name == limit.name }) { found.append(limit) }
    }
}

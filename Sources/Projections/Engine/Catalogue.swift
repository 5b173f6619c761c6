/// Every rule there is, in the order of the manual.
public enum Catalogue {
    static let rules: [any DescribedRule.Type] = [
        DoubleRun.self,
        RunStorm.self,
        StartAfterStop.self,
        DuplicateNode.self,
        NodeOutlivesAnchor.self,
        TablesClearedTooEarly.self,
        IllegalTransition.self,
        BrokenTrace.self,
        StateStuck.self,
        PhaseMismatch.self,
        ExportTooEarly.self,
        ExportRepeated.self,
        DualHost.self,
        MapSize.self,
        MapAnchorBloat.self,
        MapUnprotected.self,
        MapUnverified.self,
        AnchorDataLost.self,
        MapRetention.self,
        MapSharedWithoutConsent.self,
        MapTransferLossy.self,
        SavedWithoutAnchors.self,
        RestoredAnchorsMissing.self,
        MapDecodeFailed.self,
        RestoreKeepsAnchors.self,
        RestoreWithReset.self,
        GuestRunIncomplete.self,
        RelocalizationTimeout.self,
        RelocalizationSlow.self,
        RelocalizationSilent.self,
        RecoveryIncomplete.self,
        RecoveryNotCancelled.self,
        MappingStalled.self,
        InterruptionUnended.self,
        ContentTrustedAfterInterruption.self,
        FpsDrop.self,
        FramesStopped.self,
        FramesRetained.self,
        Overheating.self,
        MemoryGrowth.self,
        LogGap.self,
        LogCut.self,
        AbruptEndAfterRun.self,
    ]

    /// What the manual says of each.
    public static let about: [RuleAbout] = rules.map { $0.about }

    /// Every limit of every rule, each once.
    public static let limits: [LimitAbout] = about.flatMap(\.limits).reduce(into: []) { found, limit in
        if !found.contains(where: { $0.name == limit.name }) { found.append(limit) }
    }
}

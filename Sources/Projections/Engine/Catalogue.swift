/// Every rule there is, in the order of the manual.
public enum Catalogue {
    static let rules: [any DescribedRule.Type] = [
        DoubleRun.self,
        RunStorm.self,
        StartAfterStop.self,
        SessionsCompete.self,
        SessionsOverlap.self,
        CameraConflict.self,
        PauseInInterruption.self,
        RunUnsupported.self,
        StuckInitializing.self,
        DuplicateNode.self,
        NodeOutlivesAnchor.self,
        AnchorWithoutNode.self,
        TablesClearedTooEarly.self,
        UpdateAfterRemove.self,
        AnchorAddedTwice.self,
        VisibleWhileLost.self,
        HiddenWhileTracked.self,
        ContentBeforeLocalized.self,
        ContentAgainstChoice.self,
        ContentBeforeOnboardingDone.self,
        StateChangeInViewUpdate.self,
        AssetMissing.self,
        ViewDark.self,
        AnchorBeforeNormal.self,
        ModeFallback.self,
        IllegalTransition.self,
        BrokenTrace.self,
        RestoreKeepsAnchors.self,
    ]

    /// What the manual says of each.
    public static let about: [RuleAbout] = rules.map { $0.about }

    /// Every limit of every rule, each once.
    public static let limits: [LimitAbout] = about.flatMap(\.limits).reduce(into: []) { found, limit in
        if !found.contains(where: { $0.name == limit.name }) { found.append(limit) }
    }

    /// Every word that rules go by.
    public static let words: [WordAbout] = about.flatMap(\.words)
}

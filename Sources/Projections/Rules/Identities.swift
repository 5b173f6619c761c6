import EventLog

// The words by which several rules tell one fault from another; see `FindingPart`.
extension World {
    /// Who called a run; not known where no run was told.
    func caller(of run: Run?) -> FindingPart { .source(symbols.text(run?.source)) }

    /// What an anchor is of: its kind, and its key or, in place of that, its name.
    func content(of anchor: Anchor) -> [FindingPart] {
        [.kind(anchor.kind?.name), .key(symbols.text(anchor.key), orName: symbols.text(anchor.name))]
    }
}

extension SessionState {
    /// Whether a relocalization that began at `began` looks for a world map that was run, or for the place before an
    /// interruption.
    func relocalizationWay(since began: Mark) -> FindingPart {
        guard let restore, restore.localized.map({ $0 > began }) ?? true else { return .way("interruption") }
        return .way("map")
    }
}

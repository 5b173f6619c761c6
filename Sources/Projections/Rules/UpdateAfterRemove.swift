import EventLog

/// An anchor that was removed is updated.
///
/// Only `anchor.removed` is a removal here: updates of anchors that a run dropped may still belong to the time before it.
/// One update may be in flight when its anchor goes; the second one, a moment later, is none of those any more.
final class UpdateAfterRemove: Rule, DescribedRule {
    static let window = LimitAbout(
        "updateAfterRemove.window", 60, unit: "s",
        "how long after the removal an update is the removed anchor's; it is remembered for at most 60 s")
    static let grace = LimitAbout(
        "updateAfterRemove.grace", 0.1, unit: "s", "from when on an update was not in flight at the removal")
    static let updates = LimitAbout(
        "updateAfterRemove.updates", 2, unit: "updates", "from which late update on it is a warning")

    static let about = RuleAbout(
        id: "update-after-remove", severity: .info, highest: .warning,
        summary: "An anchor was updated after it had been removed.",
        why: """
            The delegate's calls reach the app out of order, say through a queue of its own for each kind of call; or an \
            anchor was removed in the app's tables only. What didUpdate does then brings things back that are gone.
            """,
        example: """
            {"t":2.0,"event":"anchor.added","anchor":"A1","kind":"anchor"}
            {"t":9.0,"event":"anchor.removed","anchor":"A1"}
            {"t":9.3,"event":"anchor.updated","anchor":"A1"}
            """,
        advice:
            "Handle didAdd, didUpdate and didRemove on one serial queue, and ignore updates of unknown anchors.",
        quiet: [
            "the anchor was added again in between", "anchors that a run dropped",
        ],
        limits: [window, grace, updates], needs: [.anchor])

    override var watchesAnchors: Bool { true }
    override var interests: [EventKind] { [.anchorRemoved] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        // The record of one that is gone takes its updates until it is added again, or forgotten.
        if case .anchorRemoved(let anchor) = step.change { session.anchors[anchor].watchers |= watchBit }
    }

    override func watchedAnchorUpdated(_ index: Int, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        guard anchor.state == .removed, let gone = anchor.gone, gone > session.lastGap,
            world.now.elapsed(since: gone) <= settings.nanoseconds(of: Self.window)
        else {
            session.anchors[index].watchers &= ~watchBit
            return
        }
        let late = anchor.updates &- anchor.updatesWhenGone
        let elapsed = world.now.elapsed(since: gone)
        let isWarning =
            Double(late) >= settings.value(of: Self.updates)
            && elapsed >= settings.nanoseconds(of: Self.grace)
        report(
            world, Subject(session, [anchor.id.low, anchor.id.high]),
            severity: isWarning ? .warning : .info, at: world.now,
            events: [gone.number, world.now.number], limit: isWarning ? Self.grace : Self.window,
            identity: [.kind(anchor.kind?.name), .key(world.symbols.text(anchor.key))]
        ) {
            "Anchor \(world.name(anchor.id)) was removed\(world.inside(session)) \(world.at(gone)) and updated "
                + (late == 1 ? "" : "\(late) times since, ")
                + "\(world.at(world.now))\(late == 1 ? "" : " for the last time"), \(world.span(elapsed)) after the "
                + "removal; \((isWarning ? Self.grace : Self.window).phrase(settings))."
        }
    }
}

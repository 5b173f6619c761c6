import EventLog

/// One anchor was told to be added twice.
///
/// In a new epoch ARKit may tell anchors anew that lived on: that is no repetition.
final class AnchorAddedTwice: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "anchor-added-twice", severity: .warning,
        summary: "One anchor was added twice in one epoch, with no removal between.",
        why: """
            ARKit tells each anchor once. Two delegates that both log and both handle didAdd, or a handler registered \
            again with every view, build everything twice.
            """,
        example: """
            {"t":2.0,"event":"anchor.added","anchor":"A1","kind":"plane"}
            {"t":2.01,"event":"anchor.added","anchor":"A1","kind":"plane"}
            """,
        advice: "Handle didAdd in one place, and take the handler away with the view that registered it.",
        quiet: [
            "the anchor was removed, or dropped by a run, in between",
            "an epoch began in between: a run with resetTracking, removeExistingAnchors or a world map",
            "the same id in another session or on another device",
        ],
        needs: [.anchor, .session])

    override var interests: [EventKind] { [.anchorAdded] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .anchorAdded(let index) = step.change,
            let before = session.anchors[index].addedBefore, before > session.runs.epochStart,
            before > session.lastGap
        else { return }
        let id = session.anchors[index].id
        report(
            world, Subject(session, [id.low, id.high]), at: step.mark,
            events: [before.number, step.mark.number],
            identity: [.key(world.symbols.text(session.anchors[index].key))]
        ) {
            "Anchor \(world.name(id)) was added\(world.inside(session)) \(world.at(before)) and again "
                + "\(world.at(step.mark)), with no removal between."
        }
    }
}

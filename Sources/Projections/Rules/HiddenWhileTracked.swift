import EventLog

/// Everything on an object that ARKit tracks is hidden.
///
/// The other side of `visible-while-lost`, of the same kinds of anchors. One visible content node is enough to be quiet.
final class HiddenWhileTracked: TrackedContent, DescribedRule {
    static let graceLimit = LimitAbout(
        "hiddenWhileTracked.grace", 2, unit: "s",
        "how long all content may stay hidden on something that is tracked")

    static let about = RuleAbout(
        id: "hidden-while-tracked", severity: .warning,
        summary: "All content on a tracked object, image, face or body is hidden.",
        why: """
            The nodes were hidden when the thing was lost, and nobody showed them when it was found: isTracked turned \
            true in an update that the app passed over.
            """,
        example: """
            {"t":3.0,"event":"node.attached","node":"N1","anchor":"O1","key":"pump"}
            {"t":7.0,"event":"anchor.updated","anchor":"O1","isTracked":false}
            {"t":7.1,"event":"node.visibilityChanged","node":"N1","isVisible":false}
            {"t":9.0,"event":"anchor.updated","anchor":"O1","isTracked":true}
            {"t":11.5,"event":"frame.stats","fps":60}
            """,
        advice:
            "Set the nodes' visibility from isTracked in didUpdate, in one place and in both directions.",
        quiet: [
            "one of several nodes is hidden", "tracked again for less than 2 s",
            "an anchor without content nodes",
        ],
        limits: [graceLimit], needs: [.anchor, .node])

    override var grace: UInt64 { settings.nanoseconds(of: Self.graceLimit) }

    override func holds(_ anchor: Int, _ session: SessionState) -> Bool {
        guard session.anchors[anchor].isTracked else { return false }
        var isEmpty = true
        for node in content(on: anchor, session) {
            if node.isVisible { return false }
            isEmpty = false
        }
        return !isEmpty
    }

    override func conclude(_ index: Int, since: Mark, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        let nodes = content(on: index, session).prefix(Self.evidence).sorted { $0.attached < $1.attached }
        let found = anchor.trackedSince ?? since
        report(
            world, Subject(session, [anchor.id.low, anchor.id.high]), at: world.now,
            events: nodes.map(\.attached.number) + [found.number, since.number, world.now.number],
            limit: Self.graceLimit,
            identity: [.kind(anchor.kind?.name), .key(world.symbols.text(anchor.key))]
        ) {
            "Anchor \(world.name(anchor.id)) (\(anchor.kind?.name ?? "anchor")) is tracked\(world.inside(session)) "
                + "since \(world.seconds(found)) (#\(found.number)), but \(world.nodes(nodes)) still hidden "
                + "\(world.at(world.now)), \(world.span(world.now.elapsed(since: since))) later; "
                + "\(Self.graceLimit.phrase(settings))."
        }
    }
}

import EventLog

/// What is shown on an object that ARKit has lost stays visible.
///
/// Spoken of are anchors that ARKit tracks: objects, images, faces and bodies. The two facts have to hold together, and
/// without a break, for the grace.
final class VisibleWhileLost: TrackedContent, DescribedRule {
    static let graceLimit = LimitAbout(
        "lost.grace", 2, unit: "s", "how long content may stay visible on something that is lost")

    static let about = RuleAbout(
        id: "visible-while-lost", severity: .warning,
        summary: "Content stays visible on an object, image, face or body that is tracked no longer.",
        why: """
            ARKit sends no removal when a thing is out of sight: isTracked turns false, and the node stays frozen where \
            the thing was seen last. The user sees a model beside the thing, or in empty air.
            """,
        example: """
            {"t":3.0,"event":"node.attached","node":"N1","anchor":"O1","key":"pump"}
            {"t":7.0,"event":"anchor.updated","anchor":"O1","isTracked":false}
            {"t":9.5,"event":"frame.stats","fps":60}
            """,
        advice: """
            Hide the nodes of an anchor when its isTracked turns false (after a short grace against flicker), and show \
            them when it is tracked again.
            """,
        quiet: [
            "an image out of sight whose node is hidden or detached", "lost for less than 2 s",
            "overlays, debug nodes and nodes below another node",
        ],
        limits: [graceLimit], needs: [.anchor, .node])

    override var grace: UInt64 { settings.nanoseconds(of: Self.graceLimit) }

    override func holds(_ anchor: Int, _ session: SessionState) -> Bool {
        !session.anchors[anchor].isTracked && content(on: anchor, session).contains { $0.isVisible }
    }

    override func conclude(_ index: Int, since: Mark, _ session: SessionState, _ world: World) {
        let anchor = session.anchors[index]
        let nodes = content(on: index, session).filter(\.isVisible).prefix(Self.evidence)
            .sorted { $0.attached < $1.attached }
        let lost = anchor.trackedSince ?? since
        report(
            world, Subject(session, [anchor.id.low, anchor.id.high]), at: world.now,
            events: nodes.map(\.attached.number) + [lost.number, since.number, world.now.number],
            limit: Self.graceLimit,
            identity: [.kind(anchor.kind?.name), .key(world.symbols.text(anchor.key))]
        ) {
            "Anchor \(world.name(anchor.id)) (\(anchor.kind?.name ?? "anchor")) is not tracked"
                + "\(world.inside(session)) since \(world.seconds(lost)) (#\(lost.number)), but "
                + "\(world.nodes(nodes)) still visible \(world.at(world.now)), "
                + "\(world.span(world.now.elapsed(since: since))) later; \(Self.graceLimit.phrase(settings))."
        }
    }
}

import EventLog

/// Content was placed by raw coordinates before the world map was found again.
///
/// Until the first normal after a run with a world map the session has coordinates of its own, which it throws away then.
/// A reticle that is to be seen meanwhile has no key, or hangs on the camera. What was attached counts, visible or not:
/// its place is wrong either way.
final class ContentBeforeLocalized: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "content-before-localized", severity: .error,
        summary: "Content was placed under the root between a run with a world map and the first normal.",
        why: """
            While ARKit relocalizes, world coordinates are not those of the map yet: they jump when it is found. What was \
            placed by coordinates before stands somewhere else then, on every device somewhere else.
            """,
        example: """
            {"t":0.3,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"}}
            {"t":0.8,"event":"camera.trackingStateChanged","state":"limited","reason":"relocalizing"}
            {"t":1.1,"event":"node.attached","node":"N1","attachment":"root","key":"board"}
            """,
        advice: "Wait for the first normal, or better: hang content on anchors, which come with the map.",
        quiet: [
            "content on anchors or under the camera", "nodes without a key: reticles, guides",
            "overlays, debug nodes and nodes below another node", "a run without a map",
        ],
        needs: [.node, .session, .camera])

    override var interests: [EventKind] { [.nodeAttached] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard let run = session.normalTracking.awaitedMap, case .nodeAttached(let index) = step.change,
            session.nodes[index].attachment == .root, session.nodes[index].isContent,
            let key = session.nodes[index].key
        else { return }
        let node = session.nodes[index]
        report(
            world, Subject(session, [UInt64(run.number)]), at: step.mark,
            events: [run.number, step.mark.number],
            identity: [.key(world.symbols.text(key))]
        ) {
            "Node \(world.name(node.id)) (\(world.symbols.text(key))) was placed under the root"
                + "\(world.inside(session)) \(world.at(step.mark)), \(world.span(step.mark.elapsed(since: run))) after "
                + "the run with a world map \(world.at(run)) and before tracking was normal."
        }
    }
}

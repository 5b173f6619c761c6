import EventLog

/// Something is held before the camera while the onboarding still waits for a choice.
final class ContentBeforeOnboardingDone: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "content-before-onboarding-done", severity: .warning,
        summary: "Camera content was attached while the onboarding was not done and nothing was chosen.",
        why: """
            The card asks whether there shall be a wand, and behind it there is one already: the scene was built when \
            tracking became normal, and nobody asked the onboarding.
            """,
        example: """
            {"t":0.2,"event":"state.changed","machine":"onboarding","from":"loadingAR","to":"onboarding"}
            {"t":2.0,"event":"node.attached","node":"W1","attachment":"camera","key":"wand"}
            """,
        advice:
            "Attach camera content where the choice is made, or where onboarding is done, and nowhere else.",
        quiet: [
            "a choice was made: onboardingChoice left undecided", "no onboarding was told",
            "overlays, debug nodes and nodes below another node",
            "machines of these names with states of the app's own",
        ],
        needs: [.node, .state])

    private var names: (onboarding: Symbol, done: Symbol, choice: Symbol, undecided: Symbol)?

    override var interests: [EventKind] { [.nodeAttached] }

    override func prepare(_ world: World) {
        let symbols = world.symbols
        names = (
            symbols.symbol("onboarding"), symbols.symbol("done"), symbols.symbol("onboardingChoice"),
            symbols.symbol("undecided")
        )
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        guard case .nodeAttached(let index) = step.change, session.nodes[index].attachment == .camera,
            session.nodes[index].isContent, let names,
            let onboarding = session.machine(names.onboarding), !onboarding.isForeign,
            let state = onboarding.state, state != names.done
        else { return }
        if let choice = session.machine(names.choice)?.state, choice != names.undecided { return }
        let node = session.nodes[index]
        report(
            world, Subject(session, [UInt64(session.runs.visit)]), at: step.mark,
            events: [onboarding.entered.number, step.mark.number],
            identity: [.key(world.symbols.text(node.thing))]
        ) {
            "\(node.thing.map { world.quoted($0) } ?? "Node \(world.name(node.id))") was attached to the camera"
                + "\(world.inside(session)) \(world.at(step.mark)) while onboarding was in "
                + "\(world.symbols.text(state)), since \(world.seconds(onboarding.entered)), and nothing was chosen."
        }
    }
}

extension SessionState {
    /// The machine of this name: the session's own, or else its device's.
    func machine(_ name: Symbol) -> Machine? { machines[name] ?? device.machines[name] }
}

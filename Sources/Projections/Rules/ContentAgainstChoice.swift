import EventLog

/// The user decided against the wand, and holds it.
final class ContentAgainstChoice: Rule, DescribedRule {
    static let delay = LimitAbout(
        "contentAgainstChoice.delay", 0.5, unit: "s", "how long camera content may stay against the choice")

    static let about = RuleAbout(
        id: "content-against-choice", severity: .error,
        summary: "Camera content is visible although onboardingChoice does not stand at summonWand.",
        why: """
            The choice and the scene are two states that nobody keeps together: the wand was attached once more by a view \
            update, or the way back to noWand forgot to detach it.
            """,
        example: """
            {"t":4.0,"event":"state.changed","machine":"onboardingChoice","from":"undecided","to":"summonWand"}
            {"t":4.1,"event":"node.attached","node":"W1","attachment":"camera","key":"wand"}
            {"t":9.0,"event":"state.changed","machine":"onboardingChoice","from":"summonWand","to":"noWand"}
            {"t":9.6,"event":"frame.stats","fps":60}
            """,
        advice:
            "Derive camera content from the choice alone: attach and detach it in one place, on its changes.",
        quiet: [
            "content that is hidden or detached within 0.5 s of the choice", "a choice that was never told",
            "overlays, debug nodes and nodes below another node",
            "a machine of this name with states of the app's own, unless the settings name its state",
        ],
        limits: [delay], names: [.summon], needs: [.node, .state])

    /// By session: the event since which choice and content contradict each other.
    @exclusivity(unchecked) @safe private var waiting = Few<WaitingList<Int, Mark>>()
    /// Sessions in which it was told and still is so.
    @exclusivity(unchecked) @safe private var told: Set<Int> = []
    @exclusivity(unchecked) @safe private var choice: Symbol?
    /// The states at which the user chose the wand.
    private var summon: Set<Symbol> = []

    override var interests: [EventKind] {
        [.stateChanged, .nodeAttached, .nodeDetached, .nodeVisibilityChanged]
    }

    override func prepare(_ world: World) {
        choice = world.symbols.symbol("onboardingChoice")
        summon = Set(settings.summonChoices.map { world.symbols.symbol($0) })
    }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.change {
        case .machine(let change) where change.name != choice: return
        // Most nodes hang elsewhere; one that is detached can only end what is waited for or was told.
        case .nodeAttached(let node) where session.nodes[node].attachment != .camera && isIdle: return
        case .nodesDetached where isIdle: return
        default: examine(session, world)
        }
    }

    override func handle(_ step: Step, _ world: World) {
        guard case .machine(let change) = step.change, change.name == choice else { return }
        for session in world.devices[step.device].sessions { examine(session, world) }
    }

    private var isIdle: Bool { waiting.isEmpty && told.isEmpty }

    private func examine(_ session: SessionState, _ world: World) {
        // Mostly nothing hangs on the camera, and nothing is waited for.
        let hasContent = session.nodes.onCamera.prefix(Self.looked).contains { isShown($0, session) }
        guard hasContent, choice(of: session) != nil else {
            if !waiting.isEmpty { waiting[session.serial]?.remove(0) }
            if !told.isEmpty { told.remove(session.serial) }
            return
        }
        guard !told.contains(session.serial), waiting[session.serial]?[0] == nil else { return }
        var list = waiting.removeValue(forKey: session.serial) ?? WaitingList()
        wait(settings.nanoseconds(of: Self.delay), for: 0, world.now, in: &list, session, world)
        waiting[session.serial] = list
    }

    /// The machine of the choice, where it stands elsewhere than at summon.
    private func choice(of session: SessionState) -> Machine? {
        guard let choice, let machine = session.machine(choice), let state = machine.state,
            !summon.contains(state), !machine.isForeign || settings.isSet(.summon)
        else { return nil }
        return machine
    }

    private func isShown(_ index: Int, _ session: SessionState) -> Bool {
        session.nodes[index].isContent && session.nodes[index].isVisible
            && session.nodes[index].attached > session.lastGap
    }

    override func timerFired(_ token: Int, at reading: UInt64, _ session: SessionState, _ world: World) {
        guard var list = waiting.removeValue(forKey: session.serial) else { return }
        list.isTimed = false
        while let (_, since) = list.popDue(at: reading) {
            guard let choice = choice(of: session) else { continue }
            told.insert(session.serial)
            report(choice, since, session, world)
        }
        setTimer(for: &list, isAfter: false, session)
        if !list.isEmpty { waiting[session.serial] = list }
    }

    private func report(_ choice: Machine, _ since: Mark, _ session: SessionState, _ world: World) {
        let nodes = session.nodes.onCamera.prefix(Self.looked).filter { isShown($0, session) }
            .prefix(Self.evidence).map { session.nodes[$0] }.sorted { $0.attached < $1.attached }
        report(
            world, Subject(session, [UInt64(session.runs.visit)]), at: world.now,
            events: nodes.map(\.attached.number) + [
                choice.entered.number, since.number, world.now.number,
            ], limit: Self.delay,
            identity: [
                .state(world.symbols.text(choice.state)), .key(world.symbols.text(nodes.first?.thing)),
            ]
        ) {
            "onboardingChoice stands at \(world.symbols.text(choice.state) ?? "") since "
                + "\(world.seconds(choice.entered)) (#\(choice.entered.number)), but on the camera"
                + "\(world.of(session)) \(world.nodes(nodes)) still visible \(world.at(world.now)), "
                + "\(world.span(world.now.elapsed(since: since))) later; \(Self.delay.phrase(settings))."
        }
    }

    /// Nodes on the camera that are looked at, the latest.
    private static let looked = 256
    /// Nodes named in the evidence.
    private static let evidence = 14

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            waiting[session.serial] = nil
            told.remove(session.serial)
        }
    }
}

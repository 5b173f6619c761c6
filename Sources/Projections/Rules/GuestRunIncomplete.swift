import EventLog

/// A guest received the host's map and did not run with all that a join needs.
///
/// The map is of this visit where it came after the run that began the visit in which the join is called.
final class GuestRunIncomplete: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "guest-run-incomplete", severity: .warning, highest: .error,
        summary: "A guest joined without the host's map, or without the options that belong to it.",
        why: """
            Without initialWorldMap the guest tracks a world of its own, and nothing it shares lies where the host has \
            it. Without removeExistingAnchors its old anchors stay in the host's world at wrong places. Without \
            resetTracking what tracking knew before mixes with the map.
            """,
        example: """
            {"t":4.0,"event":"worldMap.received","map":"M1","peer":"host"}
            {"t":4.2,"event":"session.run","configuration":{"kind":"worldTracking","initialWorldMap":"M1"},"purpose":"join"}
            """,
        advice: """
            Join with the received map as initialWorldMap and with the options resetTracking and removeExistingAnchors.
            """,
        quiet: [
            "a join for which no map was received: peers that join as equals", "a run with another purpose",
            "a run whose configuration was not told, as to the map",
        ], needs: [.session, .worldMap])

    /// The last map that each session received in the visit that goes on.
    @exclusivity(unchecked) @safe private var received = Few<(mark: Mark, map: EntityID)>()

    override var interests: [EventKind] { [.worldMapReceived, .sessionRun, .viewAppeared] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .worldMapReceived {
            guard let payload = step.event.decode(StoredEvent.WorldMapReceived.self) else { return }
            received[session.serial] = (step.mark, payload.map)
        } else if case .ran(let change) = step.change {
            if let map = received[session.serial], change.run.purpose == .join {
                judge(change.run, map.mark, map.map, session, world)
            }
            forgetVisit(session)
        }
    }

    /// A view came back and made a visit of an earlier run.
    override func handle(_ step: Step, _ world: World) {
        guard case .visitBegan = step.change else { return }
        for session in world.devices[step.device].visited { forgetVisit(session) }
    }

    private func forgetVisit(_ session: SessionState) {
        guard let map = received[session.serial], map.mark < session.runs.visitStart else { return }
        received[session.serial] = nil
    }

    private func judge(
        _ run: Run, _ mark: Mark, _ map: EntityID, _ session: SessionState, _ world: World
    ) {
        let lacksMap = run.configuration.map { $0.initialWorldMap == nil } ?? false
        let missing = [
            lacksMap ? "initialWorldMap" : nil, run.removesAnchors ? nil : "removeExistingAnchors",
            run.options.contains(.resetTracking) ? nil : "resetTracking",
        ].compactMap { $0 }
        guard !missing.isEmpty else { return }
        report(
            world, Subject(session, [UInt64(run.mark.number)]),
            severity: lacksMap || !run.removesAnchors ? .error : .warning, at: run.mark,
            events: [mark.number, run.mark.number],
            identity: [world.caller(of: run)] + missing.map { .way($0) }
        ) {
            "The run\(world.inside(session)) \(world.at(run.mark)) joined after world map \(world.name(map)) had been "
                + "received \(world.at(mark)), without \(listing(missing))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions { received[session.serial] = nil }
    }
}

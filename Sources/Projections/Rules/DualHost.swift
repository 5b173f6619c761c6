import EventLog

/// A host that gave its map away was given another one.
///
/// Collaboration is left where its machine goes to idle, and where the session that collaborated runs without it. Maps
/// can be shared without it, too.
final class DualHost: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "dual-host", severity: .error,
        summary: "A host sent its map and received another one.",
        why: """
            Two devices believe that they are the host. Each sends its own world and expects the other to join it, so \
            both relocalize in the other's map, or neither does, and nothing they place fits.
            """,
        example: """
            {"t":0,"event":"log.opened","device":"A","role":"host"}
            {"t":20.5,"event":"worldMap.sent","map":"M1","peer":"B"}
            {"t":21.5,"event":"worldMap.received","map":"M2","peer":"B"}
            """,
        advice: "Settle who is the host before the first map (the lower identifier, the first invitation).",
        quiet: [
            "peers that share as equals: protocol peerToPeer", "the host's own map that comes back",
            "collaboration was left in between", "a device that is no host",
        ], needs: [.worldMap])

    private struct Maps {
        var sent: [(map: EntityID, mark: Mark)] = []
        var received: [(map: EntityID, mark: Mark)] = []
    }

    @exclusivity(unchecked) @safe private var maps = Few<Maps>()
    /// Maps remembered of one device, each way.
    private static let remembered = 16

    override var interests: [EventKind] { [.worldMapSent, .worldMapReceived, .stateChanged, .sessionRun] }

    override func handle(_ step: Step, _ world: World) { left(step, nil, world) }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        switch step.event.kind {
        case .worldMapSent:
            guard let map = step.event.decode(StoredEvent.WorldMapSent.self)?.map else { return }
            took(map, isSent: true, step, session, world)
        case .worldMapReceived:
            guard let map = step.event.decode(StoredEvent.WorldMapReceived.self)?.map else { return }
            took(map, isSent: false, step, session, world)
        default: left(step, session, world)
        }
    }

    private func took(
        _ map: EntityID, isSent: Bool, _ step: Step, _ session: SessionState, _ world: World
    ) {
        guard session.device.role == .host, session.device.collaborationProtocol != .peerToPeer else {
            return
        }
        var known = maps.removeValue(forKey: step.device) ?? Maps()
        defer { maps[step.device] = known }
        if isSent {
            for other in known.received where other.map != map {
                report(sent: (map, step.mark), received: other, session, world)
            }
            Self.remember(map, step.mark, in: &known.sent)
        } else {
            if let sent = known.sent.first(where: { $0.map != map }) {
                report(sent: sent, received: (map, step.mark), session, world)
            }
            Self.remember(map, step.mark, in: &known.received)
        }
    }

    private static func remember(
        _ map: EntityID, _ mark: Mark, in maps: inout [(map: EntityID, mark: Mark)]
    ) {
        guard maps.count < remembered, !maps.contains(where: { $0.map == map }) else { return }
        maps.append((map, mark))
    }

    private func report(
        sent: (map: EntityID, mark: Mark), received: (map: EntityID, mark: Mark), _ session: SessionState,
        _ world: World
    ) {
        let last = max(sent.mark, received.mark)
        report(
            world, Subject(session, [received.map.low, received.map.high]), at: last,
            events: [sent.mark.number, received.mark.number]
        ) {
            "The host sent its world map \(world.name(sent.map)) \(world.at(sent.mark)) and received another one, "
                + "\(world.name(received.map)), \(world.at(received.mark))\(world.inside(session))."
        }
    }

    /// Forgets the maps where collaboration is left.
    private func left(_ step: Step, _ session: SessionState?, _ world: World) {
        switch step.change {
        case .machine(let change):
            guard !maps.isEmpty, change.name == world.collaboration.machine,
                change.to == world.collaboration.idle
            else { return }
        case .ran(let change):
            guard let session, session === session.device.collaborating,
                let configuration = change.run.configuration, !configuration.isCollaborationEnabled
            else { return }
        default: return
        }
        maps[step.device] = nil
    }

    override func gap(_ device: DeviceState, _ world: World) { maps[device.index] = nil }

    override func recordingEnded(_ device: DeviceState, _ world: World) { maps[device.index] = nil }
}

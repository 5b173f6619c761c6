import EventLog

/// The app keeps the maps of more and more rooms.
///
/// A room is kept from the saving of a map of it until its last map is deleted, whatever the recording. A map of no
/// told room is not counted.
final class MapRetention: Rule, DescribedRule {
    static let rooms = LimitAbout("mapRetention.rooms", 5, unit: "rooms", "how many rooms may be kept")

    static let about = RuleAbout(
        id: "map-retention", severity: .info,
        summary: "Maps of many rooms are saved and never deleted.",
        why: """
            Each map is megabytes of storage and a picture of somebody's home. Rooms that nobody opens any more should \
            not be kept for ever.
            """,
        example: """
            {"t":1,"event":"worldMap.saved","map":"M1","room":"living"}
            {"t":2,"event":"worldMap.saved","map":"M2","room":"kitchen"}
            {"t":3,"event":"worldMap.saved","map":"M3","room":"bath"}
            {"t":4,"event":"worldMap.saved","map":"M4","room":"hall"}
            {"t":5,"event":"worldMap.saved","map":"M5","room":"office"}
            {"t":6,"event":"worldMap.saved","map":"M6","room":"garage"}
            """,
        advice: "Delete maps that were not opened for long, and let the user delete them.",
        quiet: ["one room saved again and again", "a room whose map is deleted"],
        limits: [rooms], needs: [.worldMap])

    private struct Room {
        let saved: Mark
        /// The map saved last; those before were replaced by it.
        let map: EntityID
    }

    private struct Rooms {
        var byName: [Symbol: Room] = [:]
        /// The room of each map that stands for one.
        var byMap: [EntityID: Symbol] = [:]
    }

    /// Rooms kept, by device.
    @exclusivity(unchecked) @safe private var kept = Few<Rooms>()
    private var count = 0
    /// Devices that were told of.
    private var told: Set<Int> = []
    /// Rooms followed, of all devices together.
    private static let followed = 20_000
    /// Rooms named in the evidence.
    private static let evidence = 16

    override var interests: [EventKind] { [.worldMapSaved, .worldMapDeleted] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .worldMapSaved {
            saved(step, world)
        } else if let payload = step.event.decode(StoredEvent.WorldMapDeleted.self),
            let room = kept[step.device]?.byMap.removeValue(forKey: payload.map)
        {
            kept[step.device]?.byName[room] = nil
            count -= 1
        }
    }

    private func saved(_ step: Step, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapSaved.self),
            let room = world.symbols.symbol(payload.room, in: step.event), room != .overflow
        else { return }
        if let former = kept[step.device]?.byName[room] {
            kept[step.device]?.byMap[former.map] = nil
        } else {
            guard count < Self.followed else { return }
            count += 1
        }
        // A map that stood for another room stands for this one now.
        if let other = kept[step.device]?.byMap[payload.map] {
            kept[step.device]?.byName[other] = nil
            count -= 1
        }
        kept[step.device, default: Rooms()].byName[room] = Room(saved: step.mark, map: payload.map)
        kept[step.device]?.byMap[payload.map] = room
        let rooms = kept[step.device]?.byName ?? [:]
        guard Double(rooms.count) > settings.value(of: Self.rooms), told.insert(step.device).inserted else {
            return
        }
        let inOrder = rooms.sorted { $0.value.saved < $1.value.saved }
        report(
            world, Subject(nil, device: step.device, []), at: step.mark,
            events: inOrder.suffix(Self.evidence).map(\.value.saved.number), limit: Self.rooms
        ) {
            "With the saving \(world.at(step.mark)) maps of \(rooms.count) rooms are kept and were not deleted: "
                + listing(inOrder) { room in
                    let name: String? = world.personal(world.symbols.text(room.key))
                    return name.map { "“\($0)”" } ?? "a room"
                }
                + "; \(Self.rooms.phrase(settings))."
        }
    }

    override func gap(_ device: DeviceState, _ world: World) {
        count -= kept.removeValue(forKey: device.index)?.byName.count ?? 0
    }
}

import EventLog

/// A saved map was never read back.
///
/// It is found when the recording ends, and taken back where a later recording of the file verifies the map. A log that
/// breaks off within seconds of the saving says nothing.
final class MapUnverified: Rule, DescribedRule {
    static let delay = LimitAbout(
        "mapUnverified.delay", 5, unit: "s",
        "how long after the saving a log that breaks off has to go on")

    static let about = RuleAbout(
        id: "map-unverified", severity: .info,
        summary: "A world map was saved and never read back to see whether it is whole.",
        why: """
            Whether the anchors' own data survived the archive shows only when it is read. Who looks only when the user \
            comes back finds out when the room is lost.
            """,
        example: """
            {"t":20.5,"event":"worldMap.saved","map":"M1","room":"living"}
            """,
        advice:
            "Read the file back after saving, compare its keys with what was saved, and log worldMap.verified.",
        quiet: ["verified at any time in the file", "a log that breaks off right after the saving"],
        limits: [delay], needs: [.worldMap])

    private struct Saving {
        let mark: Mark
        let session: String
        let subject: Subject
    }

    /// Maps that wait to be verified, by device; of each the first saving since it was verified last.
    @exclusivity(unchecked) @safe private var waiting = Few<[EntityID: Saving]>()
    /// The device that each of them waits for.
    private var devices: [EntityID: Int] = [:]
    /// Maps of recordings that are over, of which it was found.
    private var found: [EntityID: Subject] = [:]
    /// Maps followed of the whole file.
    private static let followed = 10_000

    override var interests: [EventKind] { [.worldMapSaved, .worldMapVerified] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if step.event.kind == .worldMapVerified {
            guard let map = step.event.decode(StoredEvent.WorldMapVerified.self)?.map else { return }
            if let device = devices.removeValue(forKey: map) { waiting[device]?[map] = nil }
            if let subject = found.removeValue(forKey: map) {
                world.sink.retractSettled(rule: index, subject: subject)
            }
        } else if let map = step.event.decode(StoredEvent.WorldMapSaved.self)?.map, devices[map] == nil,
            devices.count < Self.followed
        {
            devices[map] = step.device
            waiting[step.device, default: [:]][map] = Saving(
                mark: step.mark, session: world.inside(session),
                subject: Subject(session, [map.low, map.high]))
        }
    }

    override func gap(_ device: DeviceState, _ world: World) { _ = take(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) {
        for (map, saving) in take(device).sorted(by: { $0.value.mark < $1.value.mark }) {
            guard
                device.closed != nil
                    || device.last.elapsed(since: saving.mark) >= settings.nanoseconds(of: Self.delay)
            else { continue }
            if found.count < Self.followed { found[map] = saving.subject }
            report(world, saving.subject, at: saving.mark, events: [saving.mark.number]) {
                "World map \(world.name(map)) was saved\(saving.session) \(world.at(saving.mark)) and never verified."
            }
        }
    }

    /// Takes out what waits of a device.
    private func take(_ device: DeviceState) -> [EntityID: Saving] {
        let own = waiting.removeValue(forKey: device.index) ?? [:]
        for map in own.keys { devices[map] = nil }
        return own
    }
}

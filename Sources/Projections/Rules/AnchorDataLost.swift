import EventLog

/// A map lost what its anchors carried.
///
/// What was captured and saved under a map's id is held against what is read from it: by `worldMap.verified`, by the
/// keys of `worldMap.loaded`, and by the anchors that come when it is run, once as many have come as were captured.
/// Keys that are not told are unknown; an anchor without a key, and without its name instead, is one that lost it, where
/// the device tells keys of anchors at all. Should the keys come with later anchors after all, the finding is taken back.
final class AnchorDataLost: Rule, DescribedRule {
    static let about = RuleAbout(
        id: "anchor-data-lost", severity: .error,
        summary: "A saved world map lost anchors, or what they carried.",
        why: """
            An ARAnchor subclass that does not encode all of itself, or is not allowed when the archive is read, comes \
            back without its data or not at all. The room is restored, and nobody knows what stood where.
            """,
        example: """
            {"t":20.0,"event":"worldMap.saved","map":"M1","keys":["lamp","sofa"]}
            {"t":20.2,"event":"worldMap.verified","map":"M1","isIntact":true,"missingKeys":["sofa"]}
            """,
        advice: """
            Implement init(anchor:), encode(with:), init(coder:) and supportsSecureCoding for a subclass, or keep to \
            ARAnchor with a name, and compare the keys after saving.
            """,
        quiet: [
            "a map that is refused on purpose: worldMap.loadFailed", "keys that were not told",
            "a map captured anew under its id: the former keys are replaced",
        ], needs: [.worldMap])

    /// What was found of anchors that came, and may be taken back.
    private struct Suspect {
        let run: Mark
        let map: EntityID
        var missing: Set<Symbol>
        let subject: Subject
    }

    @exclusivity(unchecked) @safe private var suspects = Few<Suspect>()
    /// The restore of each session that was judged.
    @exclusivity(unchecked) @safe private var judged = Few<Mark>()
    /// Devices that tell keys of anchors; as the maps are, they are known across the file.
    private var tellsKeys: Set<Int> = []
    /// Maps of which it was found otherwise.
    private var found: Set<EntityID> = []
    private static let remembered = 10_000

    override var interests: [EventKind] { [.worldMapVerified, .worldMapLoaded, .anchorAdded] }

    override func handle(_ step: Step, in session: SessionState, _ world: World) {
        if case .anchorAdded(let index) = step.change {
            let anchor = session.anchors[index]
            if anchor.key != nil { tellsKeys.insert(step.device) }
            if anchor.isOfMap { came(anchor.key ?? anchor.name, step, session, world) }
        } else if step.event.kind == .worldMapVerified {
            verified(step, session, world)
        } else if step.event.kind == .worldMapLoaded {
            loaded(step, session, world)
        }
    }

    private func verified(_ step: Step, _ session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapVerified.self),
            !payload.isIntact || payload.missingKeys.count > 0
        else { return }
        let missing = step.event.content.strings(payload.missingKeys, atMost: 4).map {
            "“\(Symbols.kept($0))”"
        }
        let way = missing.isEmpty ? "not intact" : "verified"
        report(payload.map, way, step, session, world) {
            "was not intact when it was read back\(world.inside(session)) \(world.at(step.mark))"
                + (missing.isEmpty ? "." : ": it lacked \(listing(missing)).")
        }
    }

    private func loaded(_ step: Step, _ session: SessionState, _ world: World) {
        guard let payload = step.event.decode(StoredEvent.WorldMapLoaded.self),
            let record = world.maps[payload.map], !record.keys.isEmpty,
            let keys = world.mapKeys(payload.keys, in: step.event).map(Set.init)
        else { return }
        let missing = record.keys.filter { !keys.contains($0) }
        guard !missing.isEmpty else { return }
        report(payload.map, "loaded", step, session, world) {
            "lacked \(names(missing, world)) when it was loaded\(world.inside(session)) \(world.at(step.mark))."
        }
    }

    // MARK: The anchors that come

    private func came(_ key: Symbol?, _ step: Step, _ session: SessionState, _ world: World) {
        guard let run = session.restore?.run else { return }
        if suspects[session.serial]?.run == run { return clear(key, session, world) }
        guard judged[session.serial] != run, tellsKeys.contains(step.device), let restore = session.restore,
            !restore.isOverfull, let record = world.maps[restore.map],
            let expected = record.anchorCount, restore.anchors >= expected
        else { return }
        judged[session.serial] = run
        let missing = record.keys.filter { !restore.keys.contains($0) }
        guard !missing.isEmpty else { return }
        if !found.contains(restore.map) {
            suspects[session.serial] = Suspect(
                run: run, map: restore.map, missing: Set(missing), subject: subject(restore.map, session))
        }
        report(restore.map, "run", step, session, world, by: run) {
            "was run\(world.inside(session)) \(world.at(run)); all of its \(expected) anchors had come "
                + "\(world.at(step.mark)), and none had the key \(names(missing, world))."
        }
    }

    /// A key that was missing came after all.
    private func clear(_ key: Symbol?, _ session: SessionState, _ world: World) {
        guard let key, suspects[session.serial]?.missing.remove(key) != nil,
            let suspect = suspects[session.serial], suspect.missing.isEmpty
        else { return }
        suspects[session.serial] = nil
        found.remove(suspect.map)
        world.sink.retract(rule: index, subject: suspect.subject)
    }

    // MARK: What is told

    private func subject(_ map: EntityID, _ session: SessionState) -> Subject {
        Subject(session, [map.low, map.high])
    }

    private func report(
        _ map: EntityID, _ way: String, _ step: Step, _ session: SessionState, _ world: World,
        by run: Mark? = nil, _ what: () -> String
    ) {
        let record = world.maps[map]
        if found.count < Self.remembered { found.insert(map) }
        report(
            world, subject(map, session), at: step.mark,
            events: (record?.origin ?? []) + [run?.number, step.mark.number].compactMap { $0 },
            identity: [.way(way)]
        ) {
            let origin = (record?.saved ?? record?.captured).map {
                ", \(record?.saved == nil ? "captured" : "saved") \(world.at($0.mark)),"
            }
            return "World map \(world.name(map))\(origin ?? "") " + what()
        }
    }

    private func names(_ keys: [Symbol], _ world: World) -> String {
        listing(keys) { "“\(world.symbols.text($0))”" }
    }

    override func gap(_ device: DeviceState, _ world: World) { forget(device) }

    override func recordingEnded(_ device: DeviceState, _ world: World) { forget(device) }

    private func forget(_ device: DeviceState) {
        for session in device.sessions {
            suspects[session.serial] = nil
            judged[session.serial] = nil
        }
    }
}

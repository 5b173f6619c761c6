import EventLog

// How world maps, and what the app does about a relocalization, change the models.
extension World {
    func mapCaptured(
        _ payload: StoredEvent.WorldMapCaptured, _: SessionState, _ event: LoggedEvent
    ) -> Change {
        maps.captured(
            payload.map, anchors: payload.anchors, keys: mapKeys(payload.keys, in: event) ?? [], at: now)
        return .none
    }

    func mapSaved(
        _ payload: StoredEvent.WorldMapSaved, _: SessionState, _ event: LoggedEvent
    ) -> Change {
        maps.saved(
            payload.map, anchors: payload.anchors, keys: mapKeys(payload.keys, in: event) ?? [], at: now)
        return .none
    }

    func mapLoaded(_ payload: StoredEvent.WorldMapLoaded, _: SessionState) -> Change {
        maps.loaded(payload.map, anchors: payload.anchors, at: now)
        return .none
    }

    func recoveryOffered(_: StoredEvent.RecoveryOffered, _ state: SessionState) -> Change {
        state.localization.offered(at: now)
        return .none
    }

    /// The different keys of a list, in their order; `nil` where none were told, or more than can be kept.
    func mapKeys(_ list: TextListRange, in event: LoggedEvent) -> [Symbol]? {
        let texts = event.content.strings(list, atMost: WorldMaps.keyLimit + 1)
        guard !texts.isEmpty, texts.count <= WorldMaps.keyLimit else { return nil }
        var seen: Set<Symbol> = []
        let keys = texts.map { symbols.symbol($0) }.filter { seen.insert($0).inserted }
        return keys.contains(.overflow) ? nil : keys
    }

    /// A session runs, in a new epoch or with a map: what it restores.
    func restore(_ run: Run, _ state: SessionState) {
        if let map = run.configuration?.initialWorldMap {
            state.restore = MapRestore(map: map, run: run.mark)
        } else if run.startsEpoch {
            state.restore = nil
        }
    }
}

public import EventLog

/// One world map, as far as the file told of it.
public struct WorldMapRecord: Sendable {
    /// What `captured` or `saved` told of it.
    public struct Telling: Sendable {
        public let mark: Mark
        /// `nil` where it was not told.
        public let anchors: UInt64?
        /// The keys in it, each once, in their order; empty where none were told, or too many.
        let keys: [Symbol]
    }

    public internal(set) var captured: Telling?
    /// Its last saving since it was captured.
    public internal(set) var saved: Telling?
    /// Anchors in it when it was loaded last, and where that was.
    public internal(set) var loaded: (mark: Mark, anchors: UInt64?)?

    /// The events that told what is in it: its capture and its saving.
    var origin: [UInt32] { [captured?.mark.number, saved?.mark.number].compactMap { $0 } }
    /// Anchors captured; where that was not told, anchors saved.
    var anchorCount: UInt64? { captured?.anchors ?? saved?.anchors }
    /// Keys captured or saved.
    var keys: [Symbol] {
        let first = captured?.keys ?? []
        let seen = Set(first)
        return first + (saved?.keys ?? []).filter { !seen.contains($0) }
    }
}

/// The world maps a file tells of, over all its recordings and devices: a map saved in one is loaded in another.
public struct WorldMaps: Sendable {
    /// Maps kept; further ones are left out.
    static let limit = 10_000
    /// Keys kept of one map; what more are told of it counts as not told.
    static let keyLimit = 1000
    /// Keys kept of all maps together.
    static let keyTotal = 200_000

    private var records: [EntityID: WorldMapRecord] = [:]
    private var keyCount = 0

    public subscript(map: EntityID) -> WorldMapRecord? { records[map] }

    /// A map was captured: what an earlier capture of this id held is replaced.
    mutating func captured(_ map: EntityID, anchors: UInt64?, keys: [Symbol], at mark: Mark) {
        edit(map) { record, keep in
            record.captured = .init(mark: mark, anchors: anchors, keys: keep(keys, record.captured))
            _ = keep([], record.saved)
            record.saved = nil
        }
    }

    mutating func saved(_ map: EntityID, anchors: UInt64?, keys: [Symbol], at mark: Mark) {
        edit(map) { record, keep in
            record.saved = .init(mark: mark, anchors: anchors, keys: keep(keys, record.saved))
        }
    }

    mutating func loaded(_ map: EntityID, anchors: UInt64?, at mark: Mark) {
        edit(map) { record, _ in record.loaded = (mark, anchors) }
    }

    /// Changes a map's record; `keep` says which keys may be kept in place of those that a telling held.
    private mutating func edit(
        _ map: EntityID,
        _ change: (inout WorldMapRecord, ([Symbol], WorldMapRecord.Telling?) -> [Symbol]) -> Void
    ) {
        guard records[map] != nil || records.count < Self.limit else { return }
        var count = keyCount
        change(&records[map, default: WorldMapRecord()]) { keys, former in
            count -= former?.keys.count ?? 0
            guard keys.count <= Self.keyLimit, count + keys.count <= Self.keyTotal else { return [] }
            count += keys.count
            return keys
        }
        keyCount = count
    }
}

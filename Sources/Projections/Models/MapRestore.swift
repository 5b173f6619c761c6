public import EventLog

/// A world map that a session runs with, and what has come of it so far.
///
/// It begins with `run(initialWorldMap)` and goes on until another run begins an epoch.
public struct MapRestore: Sendable {
    public let map: EntityID
    public let run: Mark
    /// The first `normal` after the run.
    public internal(set) var localized: Mark?
    /// Anchors of the map that were added.
    public private(set) var anchors = 0
    /// The keys of those, each once; a name stands in for a missing key.
    private(set) var keys: Set<Symbol> = []
    /// Whether more different keys came than are kept.
    private(set) var isOverfull = false

    init(map: EntityID, run: Mark) {
        self.map = map
        self.run = run
    }

    /// An anchor of the map was added.
    mutating func came(_ key: Symbol?) {
        anchors += 1
        guard let key else { return }
        if key != .overflow, keys.count < WorldMaps.keyLimit { keys.insert(key) } else { isOverfull = true }
    }
}

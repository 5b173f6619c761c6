public import EventLog

/// What an anchor, a node or a packet is tied to: what it hangs on, and what hangs on it.
///
/// What a node hangs on was told before the node, so the whole log is read first: `take` all of it, then `settle`. About
/// 100 bytes for each node are kept meanwhile.
public struct Relatives {
    /// The id that is asked for.
    public let id: EntityID
    /// The nodes and anchors it hung on at any time.
    private(set) var above: Set<EntityID> = []
    /// The nodes that hung on it at any time, at any depth.
    private(set) var below: Set<EntityID> = []
    /// By the node: what it was attached to.
    private var supports: [EntityID: Set<EntityID>] = [:]

    /// Relatives kept in each direction; further ones are left out.
    static let limit = 2000
    /// Whether some were left out.
    public private(set) var hasLeftOut = false

    public init(of id: EntityID) { self.id = id }

    /// The kinds that tell of ties.
    public static let kinds: Set<EventKind> = [.nodeAttached]

    public mutating func take(_ batch: EventBatch) {
        for event in batch.events where event.kind == .nodeAttached {
            guard let payload = event.decode(StoredEvent.NodeAttached.self) else { continue }
            for support in [payload.anchor, payload.parent].compactMap(\.self) where support != payload.node {
                supports[payload.node, default: []].insert(support)
            }
        }
    }

    /// All of the log was read.
    public mutating func settle() {
        let supports = supports
        above = closure { supports[$0] ?? [] }
        var hanging: [EntityID: [EntityID]] = [:]
        for (node, held) in supports {
            for support in held where support == id || supports[support] != nil {
                hanging[support, default: []].append(node)
            }
        }
        below = closure { Set(hanging[$0] ?? []) }
        self.supports = [:]
    }

    private mutating func closure(_ next: (EntityID) -> Set<EntityID>) -> Set<EntityID> {
        var found: Set<EntityID> = []
        var waiting = [id]
        while let thing = waiting.popLast() {
            // Sorted, so that the same log leaves out the same ones.
            for other in next(thing).sorted(by: { ($0.low, $0.high) < ($1.low, $1.high) })
            where other != id && !found.contains(other) {
                guard found.count < Self.limit else {
                    hasLeftOut = true
                    return found
                }
                found.insert(other)
                waiting.append(other)
            }
        }
        return found
    }

    /// Whether an id is the one asked for, or tied to it.
    func contains(_ other: EntityID?) -> Bool {
        guard let other else { return false }
        return other == id || above.contains(other) || below.contains(other)
    }
}

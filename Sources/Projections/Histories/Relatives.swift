public import EventLog

/// What an anchor, a node or a packet is tied to: what it hangs on, and what hangs on it.
///
/// A node's attachment is told once, and what it hangs on was told before it: feed the log until `isComplete`.
public struct Relatives {
    /// The id that is asked for.
    public let id: EntityID
    /// The nodes and anchors it hangs on, in the order in which they were found.
    private(set) var above: Set<EntityID> = []
    /// The nodes that hang on it, at any depth.
    private(set) var below: Set<EntityID> = []
    private var hasGrown = false

    /// Relatives kept; more are left out.
    static let limit = 2000
    /// Whether some were left out.
    public private(set) var hasLeftOut = false

    public init(of id: EntityID) { self.id = id }

    /// The kinds that tell of ties.
    public static let kinds: Set<EventKind> = [.nodeAttached]

    /// A pass over the log begins.
    public mutating func begin() { hasGrown = false }

    /// Whether the last pass found nothing new.
    public var isComplete: Bool { !hasGrown }

    public mutating func take(_ batch: EventBatch) {
        for event in batch.events where event.kind == .nodeAttached {
            guard let payload = event.decode(StoredEvent.NodeAttached.self) else { continue }
            if payload.node == id || above.contains(payload.node) {
                add(payload.anchor, to: \.above)
                add(payload.parent, to: \.above)
            }
            let hangsOn = [payload.anchor, payload.parent].compactMap(\.self)
            if hangsOn.contains(where: { $0 == id || below.contains($0) }) { add(payload.node, to: \.below) }
        }
    }

    private mutating func add(_ relative: EntityID?, to set: WritableKeyPath<Relatives, Set<EntityID>>) {
        guard let relative, relative != id, !self[keyPath: set].contains(relative) else { return }
        guard self[keyPath: set].count < Self.limit else {
            hasLeftOut = true
            return
        }
        self[keyPath: set].insert(relative)
        hasGrown = true
    }

    /// Whether an id is the one asked for, or tied to it.
    func contains(_ other: EntityID?) -> Bool {
        guard let other else { return false }
        return other == id || above.contains(other) || below.contains(other)
    }
}

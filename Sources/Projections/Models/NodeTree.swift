public import EventLog

/// One node (or entity) in the scene, as far as the log told.
public struct Node: Sendable, BitwiseCopyable {
    public let id: EntityID
    /// Where it was attached.
    public let attached: Mark
    public let attachment: Attachment
    /// The anchor's record it hangs on; `nil` where it hangs elsewhere.
    public let anchor: Int?
    public let parent: EntityID?
    public let key: Symbol?
    public let asset: Symbol?
    public let role: NodeRole
    public let isLocalOnly: Bool
    public var position: Vector3?
    public var isVisible = true

    /// The logical thing it shows: its key, or else its asset.
    public var thing: Symbol? { key ?? asset }

    /// Role content (or none given), and not the child of another node.
    public var isContent: Bool { role == .content && attachment != .node }

    /// Whether two nodes show one logical thing; one key with two assets is two parts of it.
    public func showsSame(as other: Node) -> Bool {
        guard let thing, thing == other.thing else { return false }
        if let asset, let otherAsset = other.asset, asset != otherAsset { return false }
        return true
    }
}

/// The nodes of one session that are attached, found by id, by anchor and by what they show.
///
/// A node is named by its index, which means it only as long as it is attached.
public final class NodeTree {
    @exclusivity(unchecked) @safe private var nodes = Slab<Node>()
    @exclusivity(unchecked) @safe private var isUsed = Slab<Bool>()
    @exclusivity(unchecked) @safe private var table = IDTable()
    @exclusivity(unchecked) @safe private var free: [Int] = []
    @exclusivity(unchecked) @safe fileprivate var onAnchors = LinkedLists()
    @exclusivity(unchecked) @safe fileprivate var things = LinkedLists()
    /// The nodes below each, by its index.
    @exclusivity(unchecked) @safe private var children = LinkedLists()
    /// What the last `detach` took out: the node itself first.
    @exclusivity(unchecked) @safe public private(set) var detached: [Node] = []
    private let anchors: AnchorMap

    init(anchors: AnchorMap) { self.anchors = anchors }

    public func index(of id: EntityID) -> Int? { table[id] }

    public subscript(index: Int) -> Node {
        _read { yield nodes[index] }
        _modify { yield &nodes[index] }
    }

    /// The node with this id, if it still is the one attached at this event.
    public func node(_ id: EntityID, attachedAt number: UInt32) -> Node? {
        guard let index = table[id], nodes[index].attached.number == number else { return nil }
        return nodes[index]
    }

    public var count: Int { table.count }

    /// The attached nodes in the order in which they were attached.
    public var all: [Node] {
        nodes.indices.lazy.filter { self.isUsed[$0] }.map { self.nodes[$0] }
            .sorted { $0.attached < $1.attached }
    }

    /// The nodes that hang directly on an anchor's record, the latest first.
    func onAnchor(_ anchor: Int) -> Members {
        Members(tree: self, index: onAnchors.first(of: anchor), isThing: false)
    }

    /// The nodes that show `thing`, the latest first.
    func showing(_ thing: Symbol) -> Members {
        Members(tree: self, index: things.first(of: Int(thing.index)), isThing: true)
    }

    /// The members of a list, as indices. The tree must not change meanwhile.
    struct Members: Sequence, IteratorProtocol {
        fileprivate let tree: NodeTree
        fileprivate var index: Int
        fileprivate let isThing: Bool

        mutating func next() -> Int? {
            guard index >= 0 else { return nil }
            defer { index = isThing ? tree.things.next(after: index) : tree.onAnchors.next(after: index) }
            return index
        }
    }

    /// Attaches a node. One with this id that was attached before is taken out first.
    func attach(_ node: Node) -> Int {
        if let old = table[node.id] { detach(old) }
        let index: Int
        if let slot = free.popLast() {
            index = slot
            nodes[index] = node
            isUsed[index] = true
        } else {
            index = nodes.count
            nodes.append(node)
            isUsed.append(true)
        }
        table.set(node.id, to: index)
        if let anchor = node.anchor {
            onAnchors.push(index, to: anchor)
            anchors.changeLoad(anchor, by: 1)
        }
        if let thing = node.thing { things.push(index, to: Int(thing.index)) }
        if let parent = node.parent.flatMap({ table[$0] }), parent != index {
            children.push(index, to: parent)
        }
        return index
    }

    /// Takes a node out, and what hangs below it with it; `detached` then has them.
    func detach(_ index: Int) {
        detached.removeAll(keepingCapacity: true)
        var open = [index]
        while let next = open.popLast() {
            guard isUsed[next] else { continue }
            var child = children.first(of: next)
            while child >= 0 {
                open.append(child)
                child = children.next(after: child)
            }
            detached.append(nodes[next])
            unlink(next)
        }
    }

    private func unlink(_ index: Int) {
        if let anchor = nodes[index].anchor {
            onAnchors.remove(index)
            anchors.changeLoad(anchor, by: -1)
        }
        things.remove(index)
        children.remove(index)
        children.removeList(index)
        table.remove(nodes[index].id)
        isUsed[index] = false
        free.append(index)
    }
}

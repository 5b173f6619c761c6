public import EventLog

/// One node (or entity) in the scene, as far as the log told.
public struct Node: Sendable {
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
        guard let thing, thing == other.thing, thing != .overflow else { return false }
        if let asset, let otherAsset = other.asset, asset != otherAsset { return false }
        return true
    }
}

/// The nodes of one session that are attached, found by id, by anchor and by what they show.
///
/// A node is named by its index, which means it only as long as it is attached.
public final class NodeTree {
    /// Links of the lists a node is in; -1 ends a list.
    private struct Links {
        var nextOnAnchor = -1
        var previousOnAnchor = -1
        var nextOfThing = -1
        var previousOfThing = -1
        var nextInOrder = -1
        var previousInOrder = -1
        var nextSibling = -1
        var previousSibling = -1
        var firstChild = -1
        var parent = -1
    }

    public private(set) var nodes: [Node] = []
    private var links: [Links] = []
    private var isUsed: [Bool] = []
    private var free: [Int] = []
    private var table = IDTable()
    /// The node that was attached last.
    private var latest = -1
    private var firstOnAnchor: [Int: Int] = [:]
    private var firstOfThing: [Symbol: Int] = [:]
    private unowned let anchors: AnchorMap

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
    public var all: [Node] { inOrder.map { nodes[$0] }.reversed() }

    /// The attached nodes, the latest first.
    public var inOrder: ListSequence { ListSequence(tree: self, first: latest, list: .order) }

    /// The nodes that hang directly on an anchor's record, the latest first.
    public func onAnchor(_ anchor: Int) -> ListSequence {
        ListSequence(tree: self, first: firstOnAnchor[anchor] ?? -1, list: .anchor)
    }

    /// The nodes that show `thing`, the latest first.
    public func showing(_ thing: Symbol) -> ListSequence {
        ListSequence(tree: self, first: firstOfThing[thing] ?? -1, list: .thing)
    }

    /// Attaches a node. One with this id that was attached before is taken out first.
    func attach(_ node: Node) -> Int {
        if let old = table[node.id] { detach(old) }
        let index: Int
        if let slot = free.popLast() {
            index = slot
            nodes[index] = node
            links[index] = Links()
            isUsed[index] = true
        } else {
            index = nodes.count
            nodes.append(node)
            links.append(Links())
            isUsed.append(true)
        }
        table.set(node.id, to: index)
        push(index, before: latest, next: \.nextInOrder, previous: \.previousInOrder)
        latest = index
        if let anchor = node.anchor {
            push(
                index, before: firstOnAnchor[anchor] ?? -1, next: \.nextOnAnchor, previous: \.previousOnAnchor
            )
            firstOnAnchor[anchor] = index
            anchors.changeLoad(anchor, by: 1)
        }
        if let thing = node.thing {
            push(index, before: firstOfThing[thing] ?? -1, next: \.nextOfThing, previous: \.previousOfThing)
            firstOfThing[thing] = index
        }
        if let parent = node.parent.flatMap({ table[$0] }), parent != index {
            push(index, before: links[parent].firstChild, next: \.nextSibling, previous: \.previousSibling)
            links[parent].firstChild = index
            links[index].parent = parent
        }
        return index
    }

    /// Takes a node out, and what hangs below it with it. Returns them, the node itself first.
    @discardableResult
    func detach(_ index: Int) -> [Node] {
        var taken: [Node] = []
        var open = [index]
        while let next = open.popLast() {
            guard isUsed[next] else { continue }
            var child = links[next].firstChild
            while child >= 0 {
                open.append(child)
                child = links[child].nextSibling
            }
            taken.append(nodes[next])
            unlink(next)
        }
        return taken
    }

    private func unlink(_ index: Int) {
        let node = nodes[index]
        let older = pull(index, next: \.nextInOrder, previous: \.previousInOrder)
        if latest == index { latest = older }
        if let anchor = node.anchor {
            let next = pull(index, next: \.nextOnAnchor, previous: \.previousOnAnchor)
            if firstOnAnchor[anchor] == index { firstOnAnchor[anchor] = next >= 0 ? next : nil }
            anchors.changeLoad(anchor, by: -1)
        }
        if let thing = node.thing {
            let next = pull(index, next: \.nextOfThing, previous: \.previousOfThing)
            if firstOfThing[thing] == index { firstOfThing[thing] = next >= 0 ? next : nil }
        }
        let parent = links[index].parent
        if parent >= 0 {
            let next = pull(index, next: \.nextSibling, previous: \.previousSibling)
            if links[parent].firstChild == index { links[parent].firstChild = next }
        }
        // Children that are taken out next must not look for a parent that is gone.
        var child = links[index].firstChild
        while child >= 0 {
            links[child].parent = -1
            child = links[child].nextSibling
        }
        table.remove(node.id)
        isUsed[index] = false
        free.append(index)
    }

    private func push(
        _ index: Int, before next: Int, next nextLink: WritableKeyPath<Links, Int>,
        previous previousLink: WritableKeyPath<Links, Int>
    ) {
        links[index][keyPath: nextLink] = next
        if next >= 0 { links[next][keyPath: previousLink] = index }
    }

    private func pull(
        _ index: Int, next nextLink: WritableKeyPath<Links, Int>,
        previous previousLink: WritableKeyPath<Links, Int>
    ) -> Int {
        let next = links[index][keyPath: nextLink]
        let previous = links[index][keyPath: previousLink]
        if next >= 0 { links[next][keyPath: previousLink] = previous }
        if previous >= 0 { links[previous][keyPath: nextLink] = next }
        return next
    }

    /// One of the lists, as indices.
    public struct ListSequence: Sequence, IteratorProtocol {
        fileprivate let tree: NodeTree
        fileprivate var first: Int
        fileprivate let list: List

        fileprivate enum List {
            case order
            case anchor
            case thing
        }

        public mutating func next() -> Int? {
            guard first >= 0 else { return nil }
            defer {
                switch list {
                case .order: first = tree.links[first].nextInOrder
                case .anchor: first = tree.links[first].nextOnAnchor
                case .thing: first = tree.links[first].nextOfThing
                }
            }
            return first
        }
    }
}

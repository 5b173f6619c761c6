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
    @inline(__always)
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
    @exclusivity(unchecked) @safe private var nodes = Slab<Node>()
    @exclusivity(unchecked) @safe private var isUsed = Slab<Bool>()
    @exclusivity(unchecked) @safe private var table = IDTable()
    @exclusivity(unchecked) @safe private var free = Slab<Int>()
    /// All nodes, in the one list 0.
    @exclusivity(unchecked) @safe private var order = LinkedLists()
    @exclusivity(unchecked) @safe private var onAnchors = LinkedLists()
    @exclusivity(unchecked) @safe private var things = LinkedLists()
    /// Those that hang on the camera, in the one list 0.
    @exclusivity(unchecked) @safe private var held = LinkedLists()
    /// The nodes below each, by its index.
    @exclusivity(unchecked) @safe private var children = LinkedLists()
    /// What the last `detach`, or the last `attach` of an id that was attached, took out: the node itself first.
    public var detached: [Node] { gone.indices.map { gone[$0] } }
    @exclusivity(unchecked) @safe private var gone = Slab<Node>()
    /// Where children wait while their parents are taken out.
    @exclusivity(unchecked) @safe private var open = Slab<Int>()
    private let anchors: AnchorMap

    /// A content node that an event took off its anchor.
    struct Parting: BitwiseCopyable {
        /// The anchor's record and its life.
        let anchor: Int
        let serial: UInt32
        /// The event that attached the node.
        let attached: UInt32
        let mark: Mark
    }

    /// The last partings; the one with number n stands at n modulo `partingsKept`.
    @exclusivity(unchecked) @safe private var partings = Slab<Parting>()
    @exclusivity(unchecked) @safe private var partingCount = 0
    static let partingsKept = 512

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
    var inOrder: Members { Members(tree: self, list: .order, index: order.first(of: 0)) }

    /// The nodes that hang directly on an anchor's record, the latest first.
    func onAnchor(_ anchor: Int) -> Members {
        Members(tree: self, list: .anchor, index: onAnchors.first(of: anchor))
    }

    /// The nodes that hang on the camera, the latest first.
    var onCamera: Members { Members(tree: self, list: .camera, index: held.first(of: 0)) }

    /// The nodes directly below another, the latest first.
    func below(_ node: Int) -> Members { Members(tree: self, list: .child, index: children.first(of: node)) }

    /// Calls `body` with the anchors' records that the last `detach` or `attach` took a node off.
    func forEachAnchorLeft(_ body: (Int) -> Void) {
        for place in gone.indices {
            if let anchor = gone[place].anchor { body(anchor) }
        }
    }

    /// Calls `body` with at most `limit` nodes that hang directly on an anchor's record, the latest first. Costs less than
    /// `onAnchor`, which retains the tree.
    @inline(__always)
    func forEach(onAnchor anchor: Int, atMost limit: Int, _ body: (Int) -> Void) {
        var (index, left) = (onAnchors.first(of: anchor), limit)
        while index >= 0, left > 0 {
            body(index)
            index = onAnchors.next(after: index)
            left -= 1
        }
    }

    /// The same for the nodes that show `thing`.
    @inline(__always)
    func forEach(showing thing: Symbol, atMost limit: Int, _ body: (Int) -> Void) {
        var (index, left) = (things.first(of: Int(thing.index)), limit)
        while index >= 0, left > 0 {
            body(index)
            index = things.next(after: index)
            left -= 1
        }
    }

    /// The nodes that show `thing`, the latest first.
    func showing(_ thing: Symbol) -> Members {
        Members(tree: self, list: .thing, index: things.first(of: Int(thing.index)))
    }

    /// The members of a list, as indices. The tree must not change meanwhile.
    struct Members: Sequence, IteratorProtocol {
        fileprivate enum List {
            case order, anchor, thing, camera, child
        }

        fileprivate let tree: NodeTree
        fileprivate let list: List
        fileprivate var index: Int

        mutating func next() -> Int? {
            guard index >= 0 else { return nil }
            defer { index = tree.next(after: index, in: list) }
            return index
        }
    }

    private func next(after index: Int, in list: Members.List) -> Int {
        switch list {
        case .order: order.next(after: index)
        case .anchor: onAnchors.next(after: index)
        case .thing: things.next(after: index)
        case .camera: held.next(after: index)
        case .child: children.next(after: index)
        }
    }

    /// Attaches a node. One with this id that was attached before is taken out first.
    func attach(_ node: Node) -> Int {
        gone.removeAll()
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
        order.push(index, to: 0)
        if let anchor = node.anchor {
            onAnchors.push(index, to: anchor)
            anchors.changeLoad(anchor, by: 1)
        }
        if let thing = node.thing { things.push(index, to: Int(thing.index)) }
        if node.attachment == .camera { held.push(index, to: 0) }
        if let parent = node.parent.flatMap({ table[$0] }), parent != index {
            children.push(index, to: parent)
        }
        return index
    }

    /// Takes a node out, and what hangs below it with it; `detached` then has them.
    func detach(_ index: Int) {
        gone.removeAll()
        open.append(index)
        while let next = open.popLast() {
            guard isUsed[next] else { continue }
            var child = children.first(of: next)
            while child >= 0 {
                open.append(child)
                child = children.next(after: child)
            }
            gone.append(nodes[next])
            unlink(next)
        }
    }

    /// An event takes a node out, and what hangs below it; of content it is remembered for a while on what it hung.
    func detach(_ index: Int, at mark: Mark) {
        detach(index)
        for place in gone.indices where gone[place].isContent {
            guard let anchor = gone[place].anchor else { continue }
            let parting = Parting(
                anchor: anchor, serial: anchors[anchor].serial, attached: gone[place].attached.number,
                mark: mark)
            if partings.count < Self.partingsKept {
                partings.append(parting)
            } else {
                partings[partingCount % Self.partingsKept] = parting
            }
            partingCount += 1
        }
    }

    /// At most `count` of the last partings, the latest last.
    func latestPartings(_ count: Int) -> [Parting] {
        let kept = min(count, partings.count)
        return (partingCount - kept..<partingCount).map { partings[$0 % Self.partingsKept] }
    }

    /// Events are missing: what was taken out before them may hang there again.
    func forgetPartings() {
        partings.removeAll()
        partingCount = 0
    }

    private func unlink(_ index: Int) {
        if let anchor = nodes[index].anchor {
            onAnchors.remove(index)
            anchors.changeLoad(anchor, by: -1)
        }
        order.remove(index)
        things.remove(index)
        held.remove(index)
        children.remove(index)
        children.removeList(index)
        table.remove(nodes[index].id)
        isUsed[index] = false
        free.append(index)
    }
}

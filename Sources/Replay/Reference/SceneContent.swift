internal import EventLog

/// What an app shows in one session: the nodes, and the table of which hangs on which anchor.
///
/// - One thing is shown once: an anchor that is told twice, or an update that runs twice, finds its node there.
/// - Nodes and table go before a run that drops their anchors, and only then. ARKit drops anchors, not nodes.
/// - What stands in the room itself goes with its view, and waits until the session knows the room.
/// - An anchor that came back from a map or a peer gets its node from its key.
/// - `isTracked` decides whether content on an image, an object, a face or a body is to be seen.
final class SceneContent {
    private struct Node {
        var anchor: EntityID?
        var parent: EntityID?
        var attachment: Attachment
        var key: String?
        var isContent: Bool
        var isVisible = true
        /// How many came before it.
        var number: Int
    }

    /// Where a thing is shown once.
    private struct Place: Hashable {
        var attachment: Attachment
        var anchor: EntityID?
        var key: String
    }

    private struct Anchor {
        var key: String?
        /// Whether ARKit tells if it is seen at the moment.
        var isTrackable: Bool
        var isTracked: Bool
        /// Whether its content is built as soon as it is told.
        var buildsContent: Bool
    }

    private let session: EntityID?
    private let cares: ReferenceCares
    private let options: SessionReference.Options

    private var nodes: [EntityID: Node] = [:]
    private var count = 0
    private var nodesOn: [EntityID: Set<EntityID>] = [:]
    private var childrenOf: [EntityID: Set<EntityID>] = [:]
    /// What stands in the room itself.
    private var standing: Set<EntityID> = []
    private var shownAt: [Place: EntityID] = [:]
    private var anchors: [EntityID: Anchor] = [:]
    /// What is shown already under another id than the one asked for.
    private var standIns: [EntityID: EntityID] = [:]
    /// By what is shown: who it stands for. They are forgotten with it.
    private var standsFor: [EntityID: Set<EntityID>] = [:]
    /// What waits until the session knows the room.
    private var waiting: [Event.NodeAttached] = []
    private var isLocalized = true
    /// What is to be told when the tables are emptied.
    private var clearing: Event.SceneTablesCleared?

    init(_ session: EntityID?, _ options: SessionReference.Options, _ cares: ReferenceCares) {
        self.session = session
        self.options = options
        self.cares = cares
    }

    // MARK: Anchors

    func added(_ added: Event.AnchorAdded, _ replay: ReplayContext) {
        let key = added.key ?? added.name
        let isTrackable = added.kind?.isTrackable ?? false
        let isPlain = added.kind == nil || added.kind == .anchor || added.kind == .custom
        let comesBack = added.origin == .worldMap || added.origin == .remote
        let anchor = Anchor(
            key: key, isTrackable: isTrackable, isTracked: added.isTracked ?? true,
            buildsContent: isPlain && added.key != nil && (!comesBack || cares.contains(.restoredContent)))
        anchors[added.anchor] = anchor
        guard anchor.buildsContent, !options.loadingAnchors.contains(added.anchor) else { return }
        let node = Event.NodeAttached {
            $0.session = session
            $0.node = replay.makeID("node")
            $0.anchor = added.anchor
            $0.key = added.key
        }
        attach(node, replay)
    }

    func updated(_ update: Event.AnchorUpdated, _ replay: ReplayContext) {
        guard let isTracked = update.isTracked, anchors[update.anchor]?.isTrackable == true else { return }
        anchors[update.anchor]?.isTracked = isTracked
        guard cares.contains(.tracked) else { return }
        for id in sorted(nodesOn[update.anchor] ?? []) { setVisible(id, isTracked, replay) }
    }

    func removed(_ anchor: EntityID, _ replay: ReplayContext) {
        anchors[anchor] = nil
        for id in sorted(nodesOn[anchor] ?? []) { detach(id, replay) }
    }

    // MARK: Runs and views

    /// A run drops the anchors that are there: their nodes and the table go first.
    func willDropAnchors(_ replay: ReplayContext) {
        let dropped = sorted(nodesOn.values.reduce(into: []) { $0.formUnion($1) })
        anchors = [:]
        guard cares.contains(.nodesBeforeRun) else {
            // The table is emptied, and the nodes stay where they are.
            for id in dropped { forget(id) }
            return
        }
        for id in dropped { detach(id, replay) }
        let isAsked = clearing != nil
        guard options.tellsTables, isAsked || !dropped.isEmpty else { return }
        replay.emit(
            clearing
                ?? Event.SceneTablesCleared {
                    $0.session = session
                    $0.tables = [.anchorNodes]
                    $0.count = UInt64(dropped.count)
                })
        clearing = nil
    }

    /// Somebody wants the tables emptied: they are with the run that drops the anchors.
    func clearTables(_ asked: Event.SceneTablesCleared, _ replay: ReplayContext) {
        if cares.contains(.tablesWithRun) { clearing = asked } else { replay.emit(asked) }
    }

    /// The session begins in a map: where things are it knows with the first normal.
    func willLocalize() { isLocalized = false }

    /// What waited was asked for in the room that was.
    func forgetWaiting() { waiting = [] }

    func knowsRoom(_ replay: ReplayContext) {
        isLocalized = true
        let late = waiting
        waiting = []
        for node in late { attach(node, replay) }
    }

    /// The view of the session went: what it stood in the room is built anew when it comes back.
    func viewWent(_ replay: ReplayContext) {
        forgetWaiting()
        for id in sorted(standing) {
            // A view that begins with an empty table, in a scene that is not empty.
            if cares.contains(.visits) { detach(id, replay) } else { forget(id) }
        }
    }

    // MARK: Nodes

    /// Shows something, unless it is shown already.
    func attach(_ asked: Event.NodeAttached, _ replay: ReplayContext) {
        var node = asked
        node.parent = node.parent.map { standIns[$0] ?? $0 }
        let attachment =
            node.attachment ?? (node.anchor != nil ? .anchor : node.parent != nil ? .node : .root)
        let isContent = (node.role ?? .content) == .content && node.parent == nil
        if attachment == .root, isContent, node.key != nil, !isLocalized, cares.contains(.localized) {
            return waiting.append(node)
        }
        let thing = node.key ?? node.asset
        let place = thing.map { Place(attachment: attachment, anchor: node.anchor, key: $0) }
        if isContent, cares.contains(.oneNode), let place, let there = shownAt[place],
            // The same thing may stand at several places of a room.
            attachment != .root || node.position == nil
        {
            // A node that is shown stands for itself.
            guard nodes[asked.node] == nil else { return }
            return substitute(there, standFor: asked.node)
        }
        guard nodes[node.node] == nil else { return }
        substitute(nil, standFor: node.node)
        count += 1
        nodes[node.node] = Node(
            anchor: node.anchor, parent: node.parent, attachment: attachment, key: thing,
            isContent: isContent, number: count)
        if let anchor = node.anchor { nodesOn[anchor, default: []].insert(node.node) }
        if let parent = node.parent { childrenOf[parent, default: []].insert(node.node) }
        if attachment == .root, thing != nil { standing.insert(node.node) }
        if isContent, let place { shownAt[place] = node.node }
        replay.emit(node)
        let anchor = node.anchor.flatMap { anchors[$0] }
        if let anchor, anchor.isTrackable, !anchor.isTracked, cares.contains(.tracked) {
            setVisible(node.node, false, replay)
        }
    }

    /// What is shown stands for another node from now on; `nil` where that stands for itself again.
    private func substitute(_ shown: EntityID?, standFor node: EntityID) {
        if let former = standIns.removeValue(forKey: node) {
            standsFor[former]?.remove(node)
            if standsFor[former]?.isEmpty == true { standsFor[former] = nil }
        }
        guard let shown else { return }
        standIns[node] = shown
        standsFor[shown, default: []].insert(node)
    }

    func detach(_ asked: EntityID, _ replay: ReplayContext) {
        let id = standIns[asked] ?? asked
        guard nodes[id] != nil else { return waiting.removeAll { $0.node == asked } }
        forget(id)
        replay.emit(
            Event.NodeDetached {
                $0.session = session
                $0.node = id
            })
    }

    /// What the app shows or hides for reasons of its own; what is tracked decides for itself.
    func setVisibility(_ asked: EntityID, _ isVisible: Bool, _ replay: ReplayContext) {
        let id = standIns[asked] ?? asked
        let anchor = nodes[id]?.anchor.flatMap { anchors[$0] }
        if anchor?.isTrackable == true, cares.contains(.tracked) { return }
        setVisible(id, isVisible, replay)
    }

    private func setVisible(_ id: EntityID, _ isVisible: Bool, _ replay: ReplayContext) {
        guard nodes[id] != nil, nodes[id]?.isVisible != isVisible else { return }
        nodes[id]?.isVisible = isVisible
        replay.emit(
            Event.NodeVisibilityChanged {
                $0.session = session
                $0.node = id
                $0.isVisible = isVisible
            })
    }

    func move(_ asked: Event.NodeMoved, _ replay: ReplayContext) {
        var moved = asked
        moved.node = standIns[asked.node] ?? asked.node
        if nodes[moved.node] != nil { replay.emit(moved) }
    }

    /// Nodes in the order in which they came.
    private func sorted(_ ids: Set<EntityID>) -> [EntityID] {
        ids.sorted { (nodes[$0]?.number ?? 0) < (nodes[$1]?.number ?? 0) }
    }

    /// Takes a node out of the table, and what hangs below it.
    private func forget(_ id: EntityID) {
        var rest = [id]
        while let id = rest.popLast() {
            guard let node = nodes.removeValue(forKey: id) else { continue }
            standing.remove(id)
            for other in standsFor.removeValue(forKey: id) ?? [] { standIns[other] = nil }
            if let anchor = node.anchor {
                nodesOn[anchor]?.remove(id)
                if nodesOn[anchor]?.isEmpty == true { nodesOn[anchor] = nil }
            }
            if let parent = node.parent { childrenOf[parent]?.remove(id) }
            rest += childrenOf.removeValue(forKey: id) ?? []
            guard let key = node.key else { continue }
            let place = Place(attachment: node.attachment, anchor: node.anchor, key: key)
            if shownAt[place] == id { shownAt[place] = nil }
        }
    }
}

extension AnchorKind {
    /// Whether ARKit tells of it if it is seen at the moment.
    var isTrackable: Bool { self == .image || self == .object || self == .face || self == .body }
}

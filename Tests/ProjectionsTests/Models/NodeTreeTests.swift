import EventLog
import TestSupport
import Testing

@testable import Projections

struct NodeTreeTests {
    private func session(@StoryBuilder _ lines: () -> [StoryLine]) throws -> SessionState {
        try #require(Story(lines).world().session())
    }

    private let names = ["N1", "N2", "N3", "N4", "N5"]

    @Test func attachmentLeftOut() throws {
        let session = try session {
            nodeAttached(1, "N1", to: "A1")
            nodeAttached(1, "N2", below: "N1")
            nodeAttached(1, "N3")
            nodeAttached(1, "N4", "camera")
            nodeAttached(1, "N5", to: "A1", "root")
        }
        #expect(names.map { session.node($0)?.attachment } == [.anchor, .node, .root, .camera, .root])
        #expect(session.node("N1")?.anchor != nil && session.node("N5")?.anchor == nil)
        #expect(names.map { session.node($0)?.isContent } == [true, false, true, true, true])
    }

    @Test func whatItShows() throws {
        let session = try session {
            nodeAttached(1, "N1", key: "chair", asset: "a.usdz")
            nodeAttached(1, "N2", key: "chair")
            nodeAttached(1, "N3", key: "chair", asset: "b.usdz")
            nodeAttached(1, "N4", asset: "a.usdz")
            nodeAttached(1, "N5")
        }
        func same(_ one: String, _ other: String) throws -> Bool {
            try #require(session.node(one)).showsSame(as: try #require(session.node(other)))
        }
        #expect(try same("N1", "N2") && same("N2", "N1") && same("N2", "N3"))
        #expect(try !same("N1", "N3") && !same("N1", "N4") && !same("N5", "N5") && same("N4", "N4"))
    }

    @Test func detachingTakesTheTree() throws {
        let session = try session {
            nodeAttached(1, "N1", to: "A1")
            nodeAttached(2, "N2", below: "N1")
            nodeAttached(3, "N3", below: "N2")
            nodeAttached(4, "N4", below: "N1")
            nodeAttached(5, "N5", to: "A1")
            nodeDetached(6, "N1")
        }
        #expect(session.attached(of: names) == ["N5"])
        #expect(session.nodes.count == 1)
        #expect(session.anchors.load(of: try #require(session.anchors.index(of: "A1"))) == 1)
    }

    @Test func detachingAChildLeavesItsParentAndSiblings() throws {
        let session = try session {
            nodeAttached(1, "N1")
            for index in 2...5 { nodeAttached(Double(index), "N\(index)", below: "N1") }
            nodeDetached(6, "N3")
            nodeDetached(7, "N5")
        }
        #expect(session.attached(of: names) == ["N1", "N2", "N4"])
        session.nodes.detach(try #require(session.nodes.index(of: "N1")))
        #expect(session.nodes.count == 0)
    }

    @Test func detachTellsWhatWent() throws {
        let session = try session {
            nodeAttached(1, "N1")
            nodeAttached(2, "N2", below: "N1")
            nodeAttached(3, "N3", below: "N2")
        }
        session.nodes.detach(try #require(session.nodes.index(of: "N1")))
        #expect(session.nodes.detached.map(\.id) == ["N1", "N2", "N3"])
        #expect(session.nodes.showing(Symbol(index: 1)).map { $0 }.isEmpty)
    }

    /// One that is attached again hangs where it was attached last; what hung below it went with the old place.
    @Test func attachedAgain() throws {
        let session = try session {
            anchorAdded(1, "A1")
            nodeAttached(1, "N1", to: "A1", key: "chair")
            nodeAttached(2, "N2", below: "N1")
            nodeShown(3, "N1", false)
            nodeAttached(4, "N1", "camera", key: "wand")
        }
        #expect(session.attached(of: names) == ["N1"])
        let node = try #require(session.node("N1"))
        #expect(
            node.attachment == .camera && node.anchor == nil && node.isVisible && node.attached.number == 5)
        #expect(session.anchors.load(of: 0) == 0)
        #expect(session.nodes.node("N1", attachedAt: 2) == nil)
        #expect(session.nodes.node("N1", attachedAt: 5)?.id == "N1")
    }

    @Test func onTheCamera() throws {
        let session = try Story {
            nodeAttached(1, "W1", "camera")
            nodeAttached(2, "W2", "camera")
            nodeAttached(3, "N1", "root")
            nodeAttached(4, "W3", "camera")
            nodeDetached(5, "W2")
            nodeAttached(6, "W3", "root")
        }.world().session()
        let nodes = try #require(session).nodes
        #expect(nodes.onCamera.map { nodes[$0].id } == [EntityID("W1")])
    }

    @Test func parentsInACircle() throws {
        let session = try session {
            nodeAttached(1, "N1", below: "N3")
            nodeAttached(2, "N2", below: "N1")
            nodeAttached(3, "N3", below: "N2")
            nodeAttached(4, "N1", below: "N3")
            nodeAttached(5, "N4", below: "N4")
            nodeDetached(6, "N3")
            nodeDetached(7, "N4")
        }
        #expect(session.nodes.count == 0 || session.attached(of: names) == ["N1"])
        #expect(session.node("N3") == nil && session.node("N4") == nil)
    }

    @Test func unknownParentsAndNodes() throws {
        let session = try session {
            nodeAttached(1, "N1", below: "nobody")
            nodeDetached(2, "nobody")
            nodeShown(3, "nobody", false)
            nodeMoved(4, "nobody", to: [1, 1, 1])
        }
        #expect(session.attached(of: names) == ["N1"])
    }

    @Test func movedAndHidden() throws {
        let session = try session {
            nodeAttached(1, "N1", at: [0, 0, 0])
            nodeMoved(2, "N1", to: [1, 2, 3])
            nodeShown(3, "N1", false)
        }
        #expect(session.node("N1")?.position == Vector3(1, 2, 3))
        #expect(session.node("N1")?.isVisible == false)
    }

    @Test func listsAndTheirOrder() throws {
        let session = try session {
            for index in 1...5 {
                nodeAttached(
                    1, "N\(index)", to: index % 2 == 0 ? "A1" : "A2", key: index < 4 ? "chair" : "table")
            }
            nodeDetached(2, "N2")
            nodeAttached(3, "N2", to: "A2", key: "chair")
        }
        func ids(_ list: NodeTree.Members) -> [EntityID] { list.map { session.nodes[$0].id } }
        #expect(session.attached(of: names) == ["N1", "N3", "N4", "N5", "N2"])
        #expect(ids(session.nodes.inOrder) == ["N2", "N5", "N4", "N3", "N1"])
        #expect(
            ids(session.nodes.onAnchor(try #require(session.anchors.index(of: "A2")))) == [
                "N2", "N5", "N3", "N1",
            ])
        let chair = try #require(session.node("N1")?.key)
        #expect(ids(session.nodes.showing(chair)) == ["N2", "N3", "N1"])
    }

    /// Against a plain model: lists, loads and order stay right over many steps.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func manySteps(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let anchors = AnchorMap(keepsGone: false)
        let tree = NodeTree(anchors: anchors)
        for index in 0..<4 { _ = anchors.begin(EntityID("A\(index)"), added: nil) }
        var expected: [(id: EntityID, anchor: Int?, parent: EntityID?)] = []
        func remove(_ id: EntityID) {
            guard expected.contains(where: { $0.id == id }) else { return }
            let children = expected.filter { $0.parent == id }.map(\.id)
            expected.removeAll { $0.id == id }
            children.forEach(remove)
        }
        for step in 1...2000 {
            let id = EntityID("N\(Int.random(in: 0..<30, using: &random))")
            remove(id)
            if Bool.random(using: &random) {
                let parent = expected.randomElement(using: &random)?.id
                let anchor =
                    parent == nil || Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : nil
                let node = Node(
                    id: id, attached: Mark(number: UInt32(step), time: 0),
                    attachment: anchor == nil ? .node : .anchor, anchor: anchor,
                    parent: anchor == nil ? parent : nil, key: nil, asset: nil, role: .content,
                    isLocalOnly: false, position: nil)
                _ = tree.attach(node)
                expected.append((id, anchor, node.parent))
            } else if let index = tree.index(of: id) {
                tree.detach(index)
            }
            #expect(tree.count == expected.count)
        }
        #expect(tree.all.map(\.id) == expected.map(\.id), "seed \(seed)")
        for anchor in 0..<4 {
            let ids = expected.filter { $0.anchor == anchor }.map(\.id)
            #expect(tree.onAnchor(anchor).map { tree[$0].id } == ids.reversed(), "seed \(seed)")
            #expect(anchors.load(of: anchor) == ids.count)
        }
    }
}

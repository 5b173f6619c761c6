import EventLog
import TestSupport

@testable import Projections

extension Story {
    /// What is known once the story is told.
    func world(keepsGone: Bool = false) throws -> World {
        let log = try log()
        let world = World(keepsGone: keepsGone)
        world.take(log.batch)
        return world
    }

    /// The traces of its machines.
    func traces() throws -> [Trace] {
        let log = try log()
        let traces = TraceLog()
        traces.take(log.batch)
        return traces.traces
    }
}

extension World {
    /// The session with this name, `nil` for main, of the first device.
    func session(_ name: String? = nil) -> SessionState? {
        devices.first?.session(name.map { EntityID($0) })
    }
}

extension SessionState {
    func anchor(_ name: String) -> Anchor? { anchors.index(of: EntityID(name)).map { anchors[$0] } }
    func node(_ name: String) -> Node? { nodes.index(of: EntityID(name)).map { nodes[$0] } }

    /// The attached nodes among these, in the order of their attachment.
    func attached(of names: [String]) -> [String] {
        nodes.all.compactMap { node in names.first { EntityID($0) == node.id } }
    }
}

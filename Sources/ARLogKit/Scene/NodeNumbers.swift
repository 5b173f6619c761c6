internal import EventLog
internal import Synchronization

/// Gives nodes ids, whatever renders them: `node-1`, `node-2` and so on, in the order in which they were attached.
///
/// Nodes are not kept alive. One that goes away without a word is detached in the log, a second later at most.
final class NodeNumbers: Sendable {
    private struct Entry: @unchecked Sendable {
        weak var node: AnyObject?
        let number: Int
        let id: EntityID
        var session: EntityID?
        var isAttached = false
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var last = 0
    }

    private let recorder: Recorder
    private let state = Mutex(State())

    init(_ recorder: Recorder) { self.recorder = recorder }

    /// The node's id, and from now on whether it hangs anywhere.
    func id(of node: AnyObject, session: EntityID?, isAttached: Bool? = nil) -> EntityID {
        let key = ObjectIdentifier(node)
        let fresh = Slot(node)
        let (id, gone) = state.withLock { state -> (EntityID, Entry?) in
            var entry = state.entries[key]
            var gone: Entry?
            // Another object may have lain at the same address before.
            if let old = entry, old.node == nil {
                gone = old.isAttached ? old : nil
                entry = nil
            }
            var found = entry ?? Self.entry(fresh, recorder, number: &state.last)
            if let isAttached { found.isAttached = isAttached }
            found.session = session
            state.entries[key] = found
            return (found.id, gone)
        }
        if let gone { detach(gone.id, gone.session) }
        return id
    }

    /// Tells of nodes that have gone away attached, and forgets all that have gone.
    func detachGone() {
        let gone = state.withLock { state -> [Entry] in
            var gone: [Entry] = []
            for (key, entry) in state.entries where entry.node == nil {
                if entry.isAttached { gone.append(entry) }
                state.entries[key] = nil
            }
            return gone
        }
        for entry in gone.sorted(by: { $0.number < $1.number }) {
            detach(entry.id, entry.session)
        }
    }

    func detach(_ id: EntityID, _ session: EntityID?) {
        recorder.append(
            Event.NodeDetached {
                $0.session = session
                $0.node = id
            })
    }

    /// A node on its way into the lock.
    private struct Slot: @unchecked Sendable {
        weak var node: AnyObject?

        init(_ node: AnyObject) { self.node = node }
    }

    private static func entry(_ slot: Slot, _ recorder: Recorder, number: inout Int) -> Entry {
        number += 1
        return Entry(node: slot.node, number: number, id: recorder.id("node-\(number)"))
    }
}

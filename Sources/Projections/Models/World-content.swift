import EventLog

// How anchors, nodes and machines change.
extension World {
    /// An anchor moved, or its tracking changed.
    func update(_ payload: StoredEvent.AnchorUpdated, _ session: SessionState) {
        // Where the log begins in the middle an anchor lives and nobody told since when.
        let index =
            session.anchors.index(of: payload.anchor) ?? session.anchors.begin(payload.anchor, added: nil)
        session.anchors[index].update(payload)
        var bits = session.anchors[index].watchers
        while bits != 0 {
            let bit = bits.trailingZeroBitCount
            bits &= bits - 1
            if bit < watchers.count { watchers[bit].watchedAnchorUpdated(index, session, self) }
        }
    }

    func anchorAdded(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.AnchorAdded.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        let index: Int
        if let known = state.anchors.index(of: payload.anchor), state.anchors[known].isLive {
            // Told again, or told at last where a node or an update came first: the same life goes on.
            index = known
        } else {
            index = state.anchors.begin(payload.anchor, added: now)
        }
        state.anchors[index].describe(payload, in: event, symbols: symbols, at: now)
        state.anchors[index].isOfMap =
            payload.origin.map { $0 == .worldMap } ?? state.runs.isRestoring(at: now.time)
        return .anchorAdded(index)
    }

    func anchorRemoved(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.AnchorRemoved.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        guard let index = state.anchors.index(of: payload.anchor), state.anchors[index].isLive else {
            return .none
        }
        state.anchors.end(index, as: .removed, at: now)
        return .anchorRemoved(index)
    }

    func remoteMapped(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.RemoteAnchorMapped.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        state.map(payload.remote, to: payload.anchor)
        return .remoteMapped(payload.remote, to: payload.anchor)
    }

    // MARK: Nodes

    func nodeAttached(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.NodeAttached.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        let attachment =
            payload.attachment ?? (payload.anchor != nil ? .anchor : payload.parent != nil ? .node : .root)
        var anchor: Int?
        if attachment == .anchor, let id = payload.anchor {
            // An anchor that was never told is taken to live: the log may begin in the middle.
            anchor = state.anchors.index(of: id) ?? state.anchors.begin(id, added: nil)
        }
        let node = Node(
            id: payload.node, attached: now, attachment: attachment, anchor: anchor,
            parent: attachment == .node ? payload.parent : nil,
            key: symbols.symbol(payload.key, in: event), asset: symbols.symbol(payload.asset, in: event),
            role: payload.role ?? .content, isLocalOnly: payload.isLocalOnly ?? false,
            position: payload.position)
        return .nodeAttached(state.nodes.attach(node))
    }

    func nodeDetached(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.NodeDetached.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        guard let index = state.nodes.index(of: payload.node) else { return .none }
        state.nodes.detach(index)
        return .nodesDetached
    }

    func nodeVisibility(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.NodeVisibilityChanged.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        guard let index = state.nodes.index(of: payload.node),
            state.nodes[index].isVisible != payload.isVisible
        else { return .none }
        state.nodes[index].isVisible = payload.isVisible
        return .visibility(index)
    }

    func nodeMoved(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.NodeMoved.self) else { return .malformed }
        let state = self.session(payload.session, device)
        session = state
        if let index = state.nodes.index(of: payload.node) { state.nodes[index].position = payload.position }
        return .none
    }

    // MARK: Machines

    func machineDeclared(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.StateMachineDeclared.self) else { return .malformed }
        session = payload.session.map { self.session($0, device) }
        let initial = event.content.string(payload.initial)
        let definition = MachineDefinition(
            initial: initial, edges: event.content.strings(payload.transitions))
        guard let machine = machine(payload.machine, event, session, device) else { return .none }
        let state = symbols.symbol(initial)
        machine.declare(definition, initial: state, at: now)
        traces?.entered(machine, session: session, device: device, state: state, at: now)
        return .none
    }

    func stateChanged(
        _ event: LoggedEvent, _ device: DeviceState, _ session: inout SessionState?
    ) -> Change {
        guard let payload = event.decode(StoredEvent.StateChanged.self) else { return .malformed }
        session = payload.session.map { self.session($0, device) }
        guard let machine = machine(payload.machine, event, session, device) else { return .none }
        let from = symbols.symbol(payload.from, in: event)
        let to = symbols.symbol(payload.to, in: event)
        let beforeMark = machine.entered
        let way = machine.way(from: from, to: to, symbols)
        let before = machine.change(from: from, to: to, at: now)
        let change = MachineChange(
            machine: machine, from: from, to: to, before: before, beforeMark: beforeMark,
            isLegal: before == nil || way != .illegal)
        if let traces {
            traces.entered(machine, session: session, device: device, state: to, at: now)
            if !change.isLegal { traces.illegal(machine, at: now) }
        }
        return .machine(change)
    }

    private func machine(
        _ name: TextRange, _ event: LoggedEvent, _ session: SessionState?, _ device: DeviceState
    ) -> Machine? {
        let symbol = symbols.symbol(name, in: event)
        let make = { [self] in
            let text = symbols.text(symbol)
            return makeMachine(
                text,
                definition: .builtIn(
                    text, role: device.role, collaborationProtocol: device.collaborationProtocol))
        }
        if let session { return session.machines.machine(symbol, make: make) }
        return device.machines.machine(symbol, make: make)
    }
}

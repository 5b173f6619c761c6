import EventLog

// How anchors, nodes and machines change.
extension World {
    /// An anchor moved, or its tracking changed.
    func update(_ payload: StoredEvent.AnchorUpdated, _ session: SessionState) {
        // Where the log begins in the middle an anchor lives and nobody told since when.
        let index =
            session.anchors.index(of: payload.anchor) ?? session.anchors.begin(payload.anchor, added: nil)
        let wasTracked = session.anchors[index].isTracked
        session.anchors[index].update(payload)
        if session.anchors[index].isTracked != wasTracked {
            session.anchors[index].trackingChanged = now
            for rule in trackingWatchers { rule.trackingChanged(of: index, session, self) }
        }
        var bits = session.anchors[index].watchers
        while bits != 0 {
            let bit = bits.trailingZeroBitCount
            bits &= bits - 1
            if bit < watchers.count { watchers[bit].watchedAnchorUpdated(index, session, self) }
        }
    }

    func addRequested(_ payload: StoredEvent.AnchorAddRequested, _ state: SessionState) -> Change {
        state.lastAddRequest = now
        state.anchors.request(payload.anchor)
        return .none
    }

    @inline(never)
    func anchorAdded(
        _ payload: StoredEvent.AnchorAdded, _ state: SessionState, _ event: LoggedEvent
    ) -> Change {
        let index: Int
        let wasAdded: Bool
        if let known = state.anchors.index(of: payload.anchor), state.anchors[known].isLive {
            wasAdded = state.anchors[known].added != nil
            // Told again, or told at last where a node or an update came first: the same life goes on.
            index = known
        } else {
            wasAdded = false
            index = state.anchors.begin(payload.anchor, added: now)
        }
        state.anchors.describe(index, payload, in: event, symbols: symbols, at: now)
        state.anchors[index].isOfMap =
            payload.origin.map { $0 == .worldMap } ?? state.runs.isRestoring(at: now.time)
        if state.anchors[index].isOfMap, !wasAdded {
            state.restore?.came(state.anchors[index].key ?? state.anchors[index].name)
        }
        if state.anchors[index].kind == .participant { state.participants.came(index, in: state.anchors) }
        return .anchorAdded(index)
    }

    @inline(never)
    func anchorRemoved(
        _ payload: StoredEvent.AnchorRemoved, _ state: SessionState
    ) -> Change {
        guard let index = state.anchors.index(of: payload.anchor), state.anchors[index].isLive else {
            return .none
        }
        state.anchors.end(index, as: .removed, at: now)
        return .anchorRemoved(index)
    }

    @inline(never)
    func remoteMapped(
        _ payload: StoredEvent.RemoteAnchorMapped, _ state: SessionState
    ) -> Change {
        state.map(payload.remote, to: payload.anchor)
        return .remoteMapped(payload.remote, to: payload.anchor)
    }

    // MARK: Nodes

    @inline(never)
    func nodeAttached(
        _ payload: StoredEvent.NodeAttached, _ state: SessionState, _ event: LoggedEvent
    ) -> Change {
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

    @inline(never)
    func nodeDetached(
        _ payload: StoredEvent.NodeDetached, _ state: SessionState
    ) -> Change {
        guard let index = state.nodes.index(of: payload.node) else { return .none }
        state.nodes.detach(index, at: now)
        return .nodesDetached
    }

    @inline(never)
    func nodeVisibility(
        _ payload: StoredEvent.NodeVisibilityChanged, _ state: SessionState
    ) -> Change {
        guard let index = state.nodes.index(of: payload.node),
            state.nodes[index].isVisible != payload.isVisible
        else { return .none }
        state.nodes[index].isVisible = payload.isVisible
        return .visibility(index)
    }

    @inline(never)
    func nodeMoved(
        _ payload: StoredEvent.NodeMoved, _ state: SessionState
    ) -> Change {
        guard let index = state.nodes.index(of: payload.node) else { return .none }
        let wasPlaced = state.nodes[index].position != nil
        state.nodes[index].position = payload.position
        return wasPlaced || payload.position == nil ? .none : .placed(index)
    }

    // MARK: Machines

    func machineDeclared(_ event: LoggedEvent, _ device: DeviceState, _ observer: any WorldObserver) {
        guard let payload = event.decode(StoredEvent.StateMachineDeclared.self) else {
            malformed += 1
            return
        }
        let session = payload.session.flatMap { self.session($0, device) }
        guard session != nil || payload.session == nil,
            let machine = machine(symbols.symbol(payload.machine, in: event), session, device)
        else { return }
        let initial = event.content.string(payload.initial)
        let spelled = event.content.strings(payload.transitions, atMost: Self.edgeLimit + 1)
        let definition = MachineDefinition(initial: initial, edges: spelled)
        // A further segment repeats what a reader needs; the machine stands where it stood.
        if machine.isDeclared, machine.definition == definition, let opened = device.opened,
            opened > machine.declared
        {
            machine.declared = now
            return
        }
        edgesKept += spelled.count
        guard spelled.count <= Self.edgeLimit, edgesKept <= Self.edgeTotal else {
            undefinedMachines += 1
            return
        }
        let state = symbols.symbol(initial)
        machine.declare(definition, initial: state, at: now)
        trace { $0.entered(machine, session: session, device: device.index, state: state, at: now) }
        if let session {
            tell(.declared(Lent(machine)), event, in: session, device, observer)
        } else {
            tell(.declared(Lent(machine)), event, device, observer)
        }
    }

    func stateChanged(_ event: LoggedEvent, _ device: DeviceState, _ observer: any WorldObserver) {
        guard let payload = event.decode(StoredEvent.StateChanged.self) else {
            malformed += 1
            return
        }
        let session = payload.session.flatMap { self.session($0, device) }
        guard session != nil || payload.session == nil else { return }
        let name = symbols.symbol(payload.machine, in: event)
        guard let machine = machine(name, session, device) else { return }
        let from = symbols.symbol(payload.from, in: event)
        let to = symbols.symbol(payload.to, in: event)
        let beforeMark = machine.entered
        let way = machine.way(from: from, to: to, symbols)
        let before = machine.change(from: from, to: to, at: now)
        let isLegal = before == nil || way != .illegal
        trace {
            $0.entered(machine, session: session, device: device.index, state: to, at: now)
            if !isLegal { $0.illegal(machine, at: now) }
        }
        let change = Change.machine(
            MachineChange(
                machine, name, from: from, to: to, before: before, beforeMark: beforeMark, isLegal: isLegal))
        if let session {
            tell(change, event, in: session, device, observer)
        } else {
            tell(change, event, device, observer)
        }
    }

    /// The machine of this name, made at its first mention; `nil` beyond the limit.
    private func machine(_ name: Symbol, _ session: SessionState?, _ device: DeviceState) -> Machine? {
        if let session {
            return session.machines.known(name) ?? session.machines.add(name) { make(name, device) }
        }
        return device.machines.known(name) ?? device.machines.add(name) { make(name, device) }
    }

    private func make(_ name: Symbol, _ device: DeviceState) -> Machine {
        let text = symbols.text(name)
        if let own = ownMachines[text] { return makeMachine(text, definition: own, isDeclared: true) }
        return makeMachine(
            text,
            definition: .builtIn(
                text, role: device.role, collaborationProtocol: device.collaborationProtocol))
    }
}

import EventLog

/// How anchors, nodes and packets stand while a history is told.
struct EntityLives {
    /// A thing in one session of one device.
    struct Key: Hashable {
        let subject: HistoryStep.Subject
        let id: EntityID
        let session: EntityID?
        let device: UInt16

        init(_ subject: HistoryStep.Subject, _ id: EntityID, _ session: EntityID?, _ device: UInt16) {
            self.subject = subject
            self.id = id
            self.session = session
            self.device = device
        }
    }

    private struct Life {
        var state: String
        var since: Mark
        var isThere: Bool
        var isTracked = true
        /// The node that a node hangs on.
        var parent: EntityID?
    }

    /// What a step says.
    struct Told {
        let key: Key
        let text: String
        var support: EntityID?
        /// Whether the same word of the same thing, coming next, is part of this step.
        var folds = false
    }

    private var lives: [Key: Life] = [:]
    /// Whether an anchor lives, of every anchor that was told.
    private var anchors: [Key: Bool] = [:]
    private var recordings: [UInt16: EntityID?] = [:]

    /// Takes an event in, and tells what it says of the relatives.
    mutating func take(_ event: LoggedEvent, _ mark: Mark, _ relatives: Relatives) -> [Told] {
        let told: [Told]
        switch event.kind {
        case .logOpened: return opened(event)
        case .sessionRun: told = ran(event, mark)
        default:
            switch event.kind.family {
            case .anchor: told = anchor(event, mark)
            case .node: told = node(event, mark, relatives)
            case .collaboration: return packet(event, mark, relatives.id)
            default: return []
            }
        }
        return told.filter { relatives.contains($0.key.id) }
    }

    /// Another recording of a device begins: nothing of the one before goes on.
    private mutating func opened(_ event: LoggedEvent) -> [Told] {
        guard let opened = event.decode(StoredEvent.LogOpened.self) else { return [] }
        let device = event.header.device
        defer { recordings[device] = .some(opened.recording) }
        guard let before = recordings[device], opened.recording == nil || before != opened.recording else {
            return []
        }
        lives = lives.filter { $0.key.device != device || $0.key.subject == .packet }
        anchors = anchors.filter { $0.key.device != device }
        return []
    }

    private mutating func ran(_ event: LoggedEvent, _ mark: Mark) -> [Told] {
        guard let run = event.decode(StoredEvent.SessionRun.self),
            run.options.contains(.removeExistingAnchors)
        else { return [] }
        let source = event.content.string(run.source).map { " by “\($0)”" } ?? ""
        let dropped = anchors.filter {
            $0.value && $0.key.session == run.session && $0.key.device == event.header.device
        }
        for key in dropped.keys {
            anchors[key] = false
            set(key, "dropped by a run", mark, isThere: false)
        }
        return dropped.keys.sorted { ($0.id.low, $0.id.high) < ($1.id.low, $1.id.high) }.map {
            Told(
                key: $0,
                text: "dropped by a run\(source) with removeExistingAnchors; didRemove may not follow")
        }
    }

    // MARK: Anchors

    private mutating func anchor(_ event: LoggedEvent, _ mark: Mark) -> [Told] {
        let device = event.header.device
        switch event.kind {
        case .anchorAddRequested:
            guard let payload = event.decode(StoredEvent.AnchorAddRequested.self) else { return [] }
            let key = Key(.anchor, payload.anchor, payload.session, device)
            return [Told(key: key, text: "the app asks for it to be added")]
        case .anchorRemoveRequested:
            guard let payload = event.decode(StoredEvent.AnchorRemoveRequested.self) else { return [] }
            let key = Key(.anchor, payload.anchor, payload.session, device)
            return [Told(key: key, text: "the app asks for it to be removed")]
        case .anchorAdded: return added(event, mark)
        case .anchorUpdated: return updated(event, mark)
        case .anchorRemoved:
            guard let payload = event.decode(StoredEvent.AnchorRemoved.self) else { return [] }
            let key = Key(.anchor, payload.anchor, payload.session, device)
            let wasLive = anchors[key] ?? true
            anchors[key] = false
            // didRemove may follow a run that dropped it; it was gone then.
            if wasLive { set(key, "removed", mark, isThere: false) }
            return [Told(key: key, text: wasLive ? "removed" : "told to be removed, though it was gone")]
        case .remoteAnchorMapped:
            guard let payload = event.decode(StoredEvent.RemoteAnchorMapped.self) else { return [] }
            let key = Key(.anchor, payload.anchor, payload.session, device)
            return [Told(key: key, text: "a peer's anchor was mapped to it", support: payload.remote)]
        default: return []
        }
    }

    private mutating func added(_ event: LoggedEvent, _ mark: Mark) -> [Told] {
        guard let payload = event.decode(StoredEvent.AnchorAdded.self) else { return [] }
        let key = Key(.anchor, payload.anchor, payload.session, event.header.device)
        var parts = [anchors[key] != nil ? "added again" : "added"]
        anchors[key] = true
        set(key, "live", mark, isThere: true)
        lives[key]?.isTracked = payload.isTracked ?? true
        if let kind = payload.kind { parts.append("kind \(kind.name)") }
        if let name = event.content.string(payload.key) { parts.append("key “\(name)”") }
        if let origin = payload.origin { parts.append("origin \(origin.name)") }
        if payload.isTracked == false { parts.append("not tracked") }
        return [Told(key: key, text: parts.joined(separator: ", "))]
    }

    private mutating func updated(_ event: LoggedEvent, _ mark: Mark) -> [Told] {
        guard let update = event.decode(StoredEvent.AnchorUpdated.self) else { return [] }
        let key = Key(.anchor, update.anchor, update.session, event.header.device)
        guard let isLive = anchors[key] else {
            anchors[key] = true
            set(key, "live", mark, isThere: true)
            lives[key]?.isTracked = update.isTracked ?? true
            let tracked = update.isTracked == false ? ", not tracked" : ""
            return [Told(key: key, text: "updated, though it was not told to be added\(tracked)")]
        }
        guard isLive else { return [Told(key: key, text: "updated, though it is gone", folds: true)] }
        if let told = update.isTracked, told != lives[key]?.isTracked {
            lives[key]?.isTracked = told
            return [Told(key: key, text: told ? "tracked again" : "no longer tracked")]
        }
        return [Told(key: key, text: "updated", folds: true)]
    }

    // MARK: Nodes

    private mutating func node(_ event: LoggedEvent, _ mark: Mark, _ relatives: Relatives) -> [Told] {
        let device = event.header.device
        switch event.kind {
        case .nodeAttached:
            guard let payload = event.decode(StoredEvent.NodeAttached.self), relatives.contains(payload.node)
            else {
                return []
            }
            return [attached(payload, event, mark)]
        case .nodeDetached:
            guard let payload = event.decode(StoredEvent.NodeDetached.self) else { return [] }
            return detached(Key(.node, payload.node, payload.session, device), mark)
        case .nodeVisibilityChanged:
            guard let payload = event.decode(StoredEvent.NodeVisibilityChanged.self) else { return [] }
            let key = Key(.node, payload.node, payload.session, device)
            return [Told(key: key, text: payload.isVisible ? "shown" : "hidden", folds: true)]
        case .nodeMoved:
            guard let payload = event.decode(StoredEvent.NodeMoved.self) else { return [] }
            return [Told(key: Key(.node, payload.node, payload.session, device), text: "moved", folds: true)]
        default: return []
        }
    }

    private mutating func attached(
        _ payload: StoredEvent.NodeAttached, _ event: LoggedEvent, _ mark: Mark
    ) -> Told {
        let key = Key(.node, payload.node, payload.session, event.header.device)
        var text = lives[key]?.isThere == true ? "attached again" : "attached"
        set(key, "attached", mark, isThere: true)
        lives[key]?.parent = payload.anchor == nil ? payload.parent : nil
        if let anchor = payload.anchor {
            text += " to an anchor"
            switch anchors[Key(.anchor, anchor, payload.session, event.header.device)] {
            case nil: text += " that was not told to be added"
            case false?: text += " that is gone"
            case true?: break
            }
        } else if payload.parent != nil {
            text += " to a node"
        } else {
            text += payload.attachment == .camera ? " to the camera" : " to the world's root"
        }
        if let name = event.content.string(payload.key) { text += ", key “\(name)”" }
        return Told(key: key, text: text, support: payload.anchor ?? payload.parent)
    }

    /// A node goes, and what hangs below it with it.
    private mutating func detached(_ key: Key, _ mark: Mark) -> [Told] {
        set(key, "detached", mark, isThere: false)
        var told = [Told(key: key, text: "detached")]
        var waiting = [key.id]
        while let parent = waiting.popLast() {
            let children = lives.filter {
                $0.key.subject == .node && $0.key.session == key.session && $0.key.device == key.device
                    && $0.value.isThere && $0.value.parent == parent
            }
            for child in children.keys.sorted(by: { ($0.id.low, $0.id.high) < ($1.id.low, $1.id.high) }) {
                set(child, "detached with what it hung on", mark, isThere: false)
                told.append(Told(key: child, text: "detached with what it hung on", support: parent))
                waiting.append(child.id)
            }
        }
        return told
    }

    // MARK: Packets

    private mutating func packet(_ event: LoggedEvent, _ mark: Mark, _ id: EntityID) -> [Told] {
        guard let step = PacketStep(event), step.packet == id else { return [] }
        // One packet keeps its id on all devices.
        let key = Key(.packet, id, nil, 0)
        let wait = lives[key].map { "\(Self.time(mark.elapsed(since: $0.since))) later" }
        set(key, step.state, mark, isThere: true)
        let text = ([step.state] + step.details + [wait]).compactMap(\.self).joined(separator: ", ")
        return [
            Told(key: Key(.packet, id, step.session, event.header.device), text: text, support: step.peer)
        ]
    }

    // MARK: Standing

    private mutating func set(_ key: Key, _ state: String, _ mark: Mark, isThere: Bool) {
        var life = lives[key] ?? Life(state: state, since: mark, isThere: isThere)
        life.state = state
        life.since = mark
        life.isThere = isThere
        lives[key] = life
    }

    private static func time(_ nanoseconds: UInt64) -> String {
        DurationText.text(nanoseconds / 1_000_000 * 1_000_000)
    }

    func ends(of id: EntityID, since first: Mark?) -> [HistoryEnd] {
        lives.filter { $0.key.id == id }.sorted {
            ($0.value.since, $0.key.subject.rawValue) < ($1.value.since, $1.key.subject.rawValue)
        }
        .map { key, life in
            let time = Self.time(life.since.elapsed(since: first ?? life.since))
            let tracked = key.subject == .anchor && life.isThere && !life.isTracked ? ", not tracked" : ""
            return HistoryEnd(
                subject: key.subject, session: SessionName(key.session), device: Int(key.device),
                text: "\(life.state) at \(time) (#\(life.since.number))\(tracked)")
        }
    }
}

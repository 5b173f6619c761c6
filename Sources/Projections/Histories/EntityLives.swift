import EventLog

/// How anchors, nodes and packets stand while a history is told.
struct EntityLives {
    /// A thing in one session of one device.
    private struct Key: Hashable {
        let id: EntityID
        let session: EntityID?
        let device: UInt16
    }

    private struct Life {
        var subject: HistoryStep.Subject
        var state: String
        var since: Mark
        var isTracked = true
        var isThere = true
        /// Where the last step of a packet was.
        var last: Mark
    }

    private var lives: [Key: Life] = [:]
    /// The last key by id: the one a conclusion is about.
    private var latest: [EntityID: Key] = [:]

    /// What a step says.
    struct Told {
        let text: String
        let subject: HistoryStep.Subject
        let id: EntityID
        let session: EntityID?
    }

    /// A run drops anchors; returns those that lived.
    mutating func ran(_ run: StoredEvent.SessionRun, _ device: UInt16, _ mark: Mark) -> [EntityID] {
        guard run.options.contains(.removeExistingAnchors) else { return [] }
        let dropped = lives.filter {
            $0.key.session == run.session && $0.key.device == device && $0.value.subject == .anchor
                && $0.value.isThere
        }
        for key in dropped.keys { set(key, .anchor, "dropped by a run", mark, isThere: false) }
        return dropped.keys.map(\.id).sorted { ($0.low, $0.high) < ($1.low, $1.high) }
    }

    /// What an update changed of whether it is tracked; `nil` where nothing.
    mutating func updated(
        _ update: StoredEvent.AnchorUpdated, _ device: UInt16, _ mark: Mark
    ) -> String? {
        let key = Key(id: update.anchor, session: update.session, device: device)
        guard let life = lives[key] else {
            set(key, .anchor, "live", mark, isThere: true)
            return "updated, though it was not told to be added"
        }
        if !life.isThere { return "updated, though it is gone" }
        guard let told = update.isTracked, told != life.isTracked else { return nil }
        lives[key]?.isTracked = told
        return told ? "tracked again" : "no longer tracked"
    }

    /// What an event says of one of the relatives; `nil` where it is about none.
    mutating func tell(
        _ event: LoggedEvent, _ mark: Mark, _ relatives: Relatives, isShared: Bool
    ) -> Told? {
        switch event.kind.family {
        case .anchor: return anchor(event, mark, relatives)
        case .node: return node(event, mark, relatives)
        case .collaboration: return packet(event, mark, relatives, isShared: isShared)
        default: return nil
        }
    }

    // MARK: Anchors and nodes

    private mutating func anchor(_ event: LoggedEvent, _ mark: Mark, _ relatives: Relatives) -> Told? {
        let device = event.header.device
        func told(_ id: EntityID, _ session: EntityID?, _ text: String) -> Told? {
            relatives.contains(id) ? Told(text: text, subject: .anchor, id: id, session: session) : nil
        }
        switch event.kind {
        case .anchorAddRequested:
            guard let payload = event.decode(StoredEvent.AnchorAddRequested.self) else { return nil }
            return told(payload.anchor, payload.session, "the app asks for it to be added")
        case .anchorRemoveRequested:
            guard let payload = event.decode(StoredEvent.AnchorRemoveRequested.self) else { return nil }
            return told(payload.anchor, payload.session, "the app asks for it to be removed")
        case .anchorAdded:
            guard let payload = event.decode(StoredEvent.AnchorAdded.self), relatives.contains(payload.anchor)
            else { return nil }
            let key = Key(id: payload.anchor, session: payload.session, device: device)
            let isAgain = lives[key] != nil
            set(key, .anchor, "live", mark, isThere: true)
            lives[key]?.isTracked = payload.isTracked ?? true
            var parts = [isAgain ? "added again" : "added"]
            if let kind = payload.kind { parts.append("kind \(kind.name)") }
            if let name = event.content.string(payload.key) { parts.append("key “\(name)”") }
            if let origin = payload.origin { parts.append("origin \(origin.name)") }
            if payload.isTracked == false { parts.append("not tracked") }
            return told(payload.anchor, payload.session, parts.joined(separator: ", "))
        case .anchorRemoved:
            guard let payload = event.decode(StoredEvent.AnchorRemoved.self),
                relatives.contains(payload.anchor)
            else { return nil }
            let key = Key(id: payload.anchor, session: payload.session, device: device)
            set(key, .anchor, "removed", mark, isThere: false)
            return told(payload.anchor, payload.session, "removed")
        default: return nil
        }
    }

    private mutating func node(_ event: LoggedEvent, _ mark: Mark, _ relatives: Relatives) -> Told? {
        let device = event.header.device
        func told(_ id: EntityID, _ session: EntityID?, _ text: String) -> Told {
            Told(text: text, subject: .node, id: id, session: session)
        }
        switch event.kind {
        case .nodeAttached:
            guard let payload = event.decode(StoredEvent.NodeAttached.self), relatives.contains(payload.node)
            else {
                return nil
            }
            let key = Key(id: payload.node, session: payload.session, device: device)
            let isAgain = lives[key]?.isThere == true
            set(key, .node, "attached", mark, isThere: true)
            let place =
                payload.anchor != nil
                ? "to the anchor"
                : payload.parent != nil ? "to another node" : "to the \(attachment(payload))"
            var text = (isAgain ? "attached again " : "attached ") + place
            if let anchor = payload.anchor {
                let life = lives[Key(id: anchor, session: payload.session, device: device)]
                if life == nil { text += ", which was not told to be added" }
                if life?.isThere == false { text += ", which is gone" }
            }
            if let name = event.content.string(payload.key) { text += ", key “\(name)”" }
            return told(payload.node, payload.session, text)
        case .nodeDetached:
            guard let payload = event.decode(StoredEvent.NodeDetached.self), relatives.contains(payload.node)
            else {
                return nil
            }
            let key = Key(id: payload.node, session: payload.session, device: device)
            set(key, .node, "detached", mark, isThere: false)
            return told(payload.node, payload.session, "detached")
        case .nodeVisibilityChanged:
            guard let payload = event.decode(StoredEvent.NodeVisibilityChanged.self),
                relatives.contains(payload.node)
            else { return nil }
            return told(payload.node, payload.session, payload.isVisible ? "shown" : "hidden")
        default: return nil
        }
    }

    private func attachment(_ payload: StoredEvent.NodeAttached) -> String {
        payload.attachment == .camera ? "camera" : "world's root"
    }

    // MARK: Packets

    private mutating func packet(
        _ event: LoggedEvent, _ mark: Mark, _ relatives: Relatives, isShared: Bool
    ) -> Told? {
        let content = event.content
        func told(_ id: EntityID?, _ session: EntityID?, _ state: String, _ details: [String?]) -> Told? {
            guard let id, id == relatives.id else { return nil }
            // One packet keeps its id on all devices.
            let key = Key(id: id, session: nil, device: 0)
            let before = lives[key]?.last
            set(key, .packet, state, mark, isThere: true)
            lives[key]?.last = mark
            let wait = before.map { "\(Figure.time(mark.elapsed(since: $0))) later" }
            let text = ([state] + details + [wait]).compactMap(\.self).joined(separator: ", ")
            return Told(text: text, subject: .packet, id: id, session: session)
        }
        func size(_ bytes: UInt64?) -> String? { bytes.map { "\($0) bytes" } }
        func queue(_ depth: UInt64?) -> String? { depth.map { "\($0) in the queue" } }
        switch event.kind {
        case .collaborationDataProduced:
            guard let data = event.decode(StoredEvent.CollaborationDataProduced.self) else { return nil }
            return told(data.packet, data.session, "made", [data.priority.name, size(data.bytes)])
        case .collaborationDataSent:
            guard let data = event.decode(StoredEvent.CollaborationDataSent.self) else { return nil }
            return told(
                data.packet, data.session, "sent",
                [
                    data.priority?.name, size(data.bytes),
                    data.isReliable.map { $0 ? "reliably" : "unreliably" },
                    queue(data.queueDepth),
                ])
        case .collaborationDataDropped:
            guard let data = event.decode(StoredEvent.CollaborationDataDropped.self) else { return nil }
            return told(
                data.packet, data.session, "dropped (\(data.reason.name))",
                [data.priority?.name, size(data.bytes), queue(data.queueDepth)])
        case .collaborationDataReceived:
            guard let data = event.decode(StoredEvent.CollaborationDataReceived.self) else { return nil }
            return told(data.packet, data.session, "received", [data.priority?.name, size(data.bytes)])
        case .collaborationDataApplied:
            guard let data = event.decode(StoredEvent.CollaborationDataApplied.self) else { return nil }
            return told(data.packet, data.session, "applied", [])
        case .collaborationDataDiscarded:
            guard let data = event.decode(StoredEvent.CollaborationDataDiscarded.self) else { return nil }
            return told(
                data.packet, data.session, "discarded" + (data.reason.map { " (\($0.name))" } ?? ""), [])
        case .collaborationDecodeFailed:
            guard let data = event.decode(StoredEvent.CollaborationDecodeFailed.self) else { return nil }
            let text = isShared ? nil : content.string(data.text)
            return told(data.packet, data.session, "could not be decoded", [size(data.bytes), text])
        default: return nil
        }
    }

    // MARK: Standing

    private mutating func set(
        _ key: Key, _ subject: HistoryStep.Subject, _ state: String, _ mark: Mark, isThere: Bool
    ) {
        if lives[key] == nil { lives[key] = Life(subject: subject, state: state, since: mark, last: mark) }
        lives[key]?.state = state
        lives[key]?.since = mark
        lives[key]?.isThere = isThere
        latest[key.id] = key
    }

    /// `live since 12.5 s (#88), not tracked`.
    func conclusion(_ id: EntityID, since first: Mark?) -> String? {
        guard let key = latest[id], let life = lives[key] else { return nil }
        let time = Figure.time(life.since.elapsed(since: first ?? life.since))
        let tracked = life.subject == .anchor && life.isThere && !life.isTracked ? ", not tracked" : ""
        return "\(life.state) at \(time) (#\(life.since.number))\(tracked)"
    }
}

/// Times as the sentences of a history have them.
private enum Figure {
    static func time(_ nanoseconds: UInt64) -> String {
        DurationText.text(nanoseconds / 1_000_000 * 1_000_000)
    }
}

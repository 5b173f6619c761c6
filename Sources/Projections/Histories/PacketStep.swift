import EventLog

/// What an event says of a packet.
struct PacketStep {
    let packet: EntityID
    let session: EntityID?
    var peer: EntityID?
    let state: String
    let details: [String?]

    /// `nil` for an event that is about no packet.
    init?(_ event: LoggedEvent) {
        func size(_ bytes: UInt64?) -> String? { bytes.map { "\($0) bytes" } }
        func queue(_ depth: UInt64?) -> String? { depth.map { "\($0) in the queue" } }
        switch event.kind {
        case .collaborationDataProduced:
            guard let data = event.decode(StoredEvent.CollaborationDataProduced.self) else { return nil }
            (packet, session, state) = (data.packet, data.session, "made")
            details = [data.priority.name, size(data.bytes)]
        case .collaborationDataSent:
            guard let data = event.decode(StoredEvent.CollaborationDataSent.self) else { return nil }
            (packet, session, peer, state) = (data.packet, data.session, data.peer, "sent")
            details = [
                data.priority?.name, size(data.bytes), data.isReliable.map { $0 ? "reliably" : "unreliably" },
                queue(data.queueDepth),
            ]
        case .collaborationDataDropped:
            guard let data = event.decode(StoredEvent.CollaborationDataDropped.self) else { return nil }
            (packet, session, state) = (data.packet, data.session, "dropped (\(data.reason.name))")
            details = [data.priority?.name, size(data.bytes), queue(data.queueDepth)]
        case .collaborationDataReceived:
            guard let data = event.decode(StoredEvent.CollaborationDataReceived.self) else { return nil }
            (packet, session, peer, state) = (data.packet, data.session, data.peer, "received")
            details = [data.priority?.name, size(data.bytes)]
        case .collaborationDataApplied:
            guard let data = event.decode(StoredEvent.CollaborationDataApplied.self) else { return nil }
            (packet, session, state) = (data.packet, data.session, "applied")
            details = []
        case .collaborationDataDiscarded:
            guard let data = event.decode(StoredEvent.CollaborationDataDiscarded.self) else { return nil }
            (packet, session) = (data.packet, data.session)
            state = "discarded" + (data.reason.map { " (\($0.name))" } ?? "")
            details = []
        case .collaborationDecodeFailed:
            guard let data = event.decode(StoredEvent.CollaborationDecodeFailed.self), let id = data.packet
            else {
                return nil
            }
            (packet, session, peer, state) = (id, data.session, data.peer, "could not be decoded")
            details = [size(data.bytes), event.content.string(data.text)]
        default: return nil
        }
    }
}

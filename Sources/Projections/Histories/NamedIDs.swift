import EventLog

/// Events that name an id without being about an anchor, a node or a packet: a map's, a peer's, a session's.
enum NamedIDs {
    /// What such an event says beside ids and texts; `nil` where it does not name the id.
    static func text(of event: LoggedEvent, naming id: EntityID) -> String? {
        let message = KindDescriptor.of(event.kind).message
        guard let payload = event.content.payload(of: event.header)?.restBytes else { return nil }
        // A session is named by all its events; those that tell of itself are the session's own.
        let isOwn = event.kind.family == .session
        guard names(id, payload, message, withSession: isOwn) else { return nil }
        let facts = PayloadField.all(in: payload).compactMap { field -> String? in
            guard let about = message.fields.first(where: { $0.number == field.number }),
                case .choice(let set) = about.type, let number = varint(payload[field.value]),
                let value = set.value(of: number)
            else { return nil }
            return "\(about.name) \(value)"
        }
        return ([event.kind.name] + facts).joined(separator: ", ")
    }

    /// The session that an event belongs to.
    static func session(of event: LoggedEvent) -> EntityID? {
        KindDescriptor.of(event.kind).hasSession
            ? event.identities.first { $0.field == "session" }?.id : nil
    }

    private static func names(
        _ id: EntityID, _ bytes: [UInt8], _ message: MessageDescriptor, withSession: Bool
    ) -> Bool {
        PayloadField.all(in: bytes).contains { field in
            guard let about = message.fields.first(where: { $0.number == field.number }) else { return false }
            switch about.type {
            case .identity:
                return (withSession || about.name != "session")
                    && EntityID(bytes: Array(bytes[field.value])) == id
            case .message(let inner): return names(id, Array(bytes[field.value]), inner, withSession: true)
            default: return false
            }
        }
    }

    private static func varint(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count <= 9 else { return nil }
        return bytes.reversed().reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
    }
}

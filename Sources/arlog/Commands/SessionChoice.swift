import EventLog

/// The events of one ARSession.
struct SessionChoice {
    let id: EntityID?

    init?(_ name: String?) {
        guard let name else { return nil }
        id = name == "main" ? nil : EntityID(name)
    }

    /// Only events of kinds that carry a session are of one.
    func takes(_ event: LoggedEvent) -> Bool {
        guard KindDescriptor.of(event.kind).hasSession, var payload = event.content.payload(of: event.header)
        else { return false }
        // `session` is field 1 of every kind that carries one: 16 bytes behind the tag 0x0A.
        guard payload.peek(UInt16.self) == 0x100A else { return id == nil }
        guard payload.skip(2), let low = payload.read(UInt64.self), let high = payload.read(UInt64.self)
        else {
            return false
        }
        return id == EntityID(low: low, high: high)
    }
}

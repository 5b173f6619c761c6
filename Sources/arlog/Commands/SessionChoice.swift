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
        KindDescriptor.of(event.kind).hasSession && event.session == .some(id)
    }
}

extension LoggedEvent {
    /// The ARSession it names, the inner `nil` standing for `main`; `nil` where its payload can't be read that far.
    ///
    /// It means something only of kinds that carry one.
    var session: EntityID?? {
        // `session` is field 1 of every kind that carries one: 16 bytes behind the tag 0x0A.
        guard var payload = content.payload(of: header) else { return nil }
        guard payload.peek(UInt16.self) == 0x100A else { return .some(nil) }
        guard payload.skip(2), let low = payload.read(UInt64.self), let high = payload.read(UInt64.self)
        else { return nil }
        return EntityID(low: low, high: high)
    }
}

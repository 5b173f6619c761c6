public import EventLog

/// One event of a replay's new log, as it comes about: for who watches a replay while it goes on.
public struct ReplayedEvent: Sendable {
    public let kind: EventKind
    /// Its number in the recording; `nil` for what the handler decided.
    public let recordedNumber: UInt32?
    /// On the replay's clock, since the log's first event.
    public let time: Duration
    /// Whose it is in a log of several devices: an index of the recording's `devices`, 0 where none is said.
    public let device: UInt16
    let payload: [UInt8]

    /// Whether the handler decided it.
    public var isDecision: Bool { recordedNumber == nil }

    /// The payload as one of this kind, with texts of its own; `nil` where it is of another or malformed.
    public func decode<P: EventPayload>(_ type: P.Type) -> P? where P.Storage == Owned {
        withEvent { $0.decode(type) }
    }

    /// Shows the event in place, as projections read it, without its time. What is decoded from it is not valid afterwards.
    public func withEvent<Result>(_ body: (LoggedEvent) throws -> Result) rethrows -> Result {
        try payload.withEvent(kind, number: recordedNumber ?? 0, body)
    }
}

public import EventLog

/// What the world told the app: one recorded input, with a payload of its own.
///
///     switch input.kind {
///     case .anchorAdded:
///         let added = try input.read(Event.AnchorAdded.self)
///         place(added.anchor, key: added.key)
///     default: break
///     }
public struct ReplayInput: Sendable {
    public let kind: EventKind
    /// Its number in the recording, from 1.
    public let number: UInt32
    /// Since the log's first event.
    public let time: Duration
    /// Which device of a merged log told it; `nil` in a log of one device.
    public let device: EntityID?
    let payload: [UInt8]

    init(_ event: LoggedEvent, time: Duration, device: EntityID?) {
        kind = event.kind
        number = event.number
        self.time = time
        self.device = device
        payload = event.content.payload(of: event.header)?.restBytes ?? []
    }

    /// The payload as one of this kind, with texts of its own.
    ///
    /// Throws `ReplayInputError`: where the input is of another kind, and where the log holds bytes that are none of its
    /// kind. An input that can't be read may be left to the player, which tells of it and goes on with the next.
    public func read<P: EventPayload>(_ type: P.Type) throws(ReplayInputError) -> P
    where P.Storage == Owned {
        guard kind == P.kind else { throw .otherKind(number: number, kind: kind, wanted: P.kind) }
        guard let read = withEvent({ $0.decode(type) }) else { throw .malformed(number: number, kind: kind) }
        return read
    }

    /// The payload as one of this kind, for code that asks by kind; `nil` where it is of another or malformed.
    public func decode<P: EventPayload>(_ type: P.Type) -> P? where P.Storage == Owned {
        try? read(type)
    }

    /// Shows the event in place, as projections read it: `$0.decode(StoredEvent.AnchorAdded.self)`. What is decoded from it
    /// is not valid afterwards.
    public func withEvent<Result>(_ body: (LoggedEvent) throws -> Result) rethrows -> Result {
        try payload.withEvent(kind, number: number, body)
    }
}

extension [UInt8] {
    /// Shows the event that has this payload, without a time and a device.
    func withEvent<Result>(
        _ kind: EventKind, number: UInt32, _ body: (LoggedEvent) throws -> Result
    ) rethrows -> Result {
        let header = EventHeader(
            number: number, kind: kind, device: 0, time: 0, payload: TextRange(offset: 0, count: count))
        return unsafe try withUnsafeBytes { bytes in
            unsafe try body(LoggedEvent(header: header, content: BatchContent(bytes)))
        }
    }
}

/// Why an input can't be read as what was asked for.
public enum ReplayInputError: Error, Equatable, Sendable {
    case otherKind(number: UInt32, kind: EventKind, wanted: EventKind)
    case malformed(number: UInt32, kind: EventKind)
}

extension ReplayInputError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .otherKind(let number, let kind, let wanted):
            "event \(number) is \(kind.name), and was read as \(wanted.name)"
        case .malformed(let number, let kind):
            "event \(number) holds bytes that are no \(kind.name)"
        }
    }
}

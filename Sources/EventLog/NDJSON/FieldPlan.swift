/// The keys of a line that are not fields of its event.
enum EnvelopeKey: Int, CaseIterable {
    case t, time, at, seq, event, device

    static let names = allCases.map { String(describing: $0) }
}

/// What the declaration of a message says, arranged for reading and printing its values one by one.
final class FieldPlan: Sendable {
    /// What is asked of a field for every value.
    struct Brief: BitwiseCopyable, Sendable {
        let number: Int
        let shape: FieldShape
        let isRequired: Bool
    }

    let fields: [FieldDescriptor]
    /// The fields once more, in brief.
    let briefs: [Brief]
    /// The plans of the fields that are messages themselves; `nil` for all others.
    let inner: [FieldPlan?]
    /// Whether the first field is the session, whose `main` is the same as none.
    let hasSession: Bool
    /// Whether a field of the message says what the envelope's `device` does.
    let namesDevice: Bool
    /// The fields' names and, behind them, the envelope's, where the message is a whole event.
    private let names: NameTable

    init(_ message: MessageDescriptor, hasSession: Bool = false, isEvent: Bool = false) {
        fields = message.fields
        briefs = message.fields.map {
            Brief(number: $0.number, shape: FieldShape($0.type), isRequired: $0.isRequired)
        }
        inner = message.fields.map { field in
            if case .message(let inner) = field.type { FieldPlan(inner) } else { nil }
        }
        self.hasSession = hasSession
        namesDevice = message.field(named: EnvelopeKey.names[EnvelopeKey.device.rawValue]) != nil
        let envelope = EnvelopeKey.names.map { name in
            // A field of the event comes before a key of the envelope: `device` of `log.opened`.
            message.field(named: name) == nil ? name : name + "\u{0}"
        }
        names = NameTable(message.fields.map(\.name) + (isEvent ? envelope : []))
    }

    enum Key {
        case field(Int)
        case envelope(EnvelopeKey)
    }

    /// What a key stands for; `nil` where it is unknown.
    func key(_ name: UnsafeRawBufferPointer) -> Key? {
        guard let place = unsafe names.place(of: name) else { return nil }
        if place < fields.count { return .field(place) }
        return EnvelopeKey(rawValue: place - fields.count).map { .envelope($0) }
    }

    /// The place of the field with this number on the wire; `nil` where there is none.
    func place(ofNumber number: Int) -> Int? {
        // Numbers ascend, nearly always without holes.
        guard let first = briefs.first?.number else { return nil }
        let guess = number - first
        if guess >= 0, guess < briefs.count, briefs[guess].number == number { return guess }
        return briefs.firstIndex { $0.number == number }
    }

    /// The plan of each kind, in the order of `EventKind`.
    static let all = KindDescriptor.all.map {
        FieldPlan($0.message, hasSession: $0.hasSession, isEvent: true)
    }

    /// The plan of an event that is none of the vocabulary's.
    static let unknown = FieldPlan(MessageDescriptor.empty, isEvent: true)

    /// The plan of one entry of a map.
    static let mapEntry = FieldPlan(MessageDescriptor.mapEntry)

    /// The kinds' names.
    static let kinds = NameTable(KindDescriptor.all.map(\.kind.name))

    static func of(_ kind: EventKind) -> FieldPlan { all[Int(kind.rawValue) - 1] }
}

extension MessageDescriptor {
    /// A message without fields.
    fileprivate static let empty = MessageDescriptor(NoFields.self)

    /// A pair of texts.
    fileprivate static let mapEntry = MessageDescriptor(MapEntry.self)

    private struct MapEntry: MessageFields {
        typealias Storage = Owned
        var key: String?
        var value: String?

        mutating func visit<V: FieldVisitor>(_ v: inout V) where V.Storage == Owned {
            v.field(1, "key", &key, "")
            v.field(2, "value", &value, "")
        }
    }

    private struct NoFields: MessageFields {
        typealias Storage = Owned
        mutating func visit<V: FieldVisitor>(_: inout V) where V.Storage == Owned {}
    }
}

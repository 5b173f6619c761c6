/// What the declaration of a kind says, as data: for NDJSON, schemas, manuals and generic printing.
public struct KindDescriptor: Sendable {
    public let kind: EventKind
    /// When it is written.
    public let about: String
    /// Hands the payload of an event of this kind over; `false` where it is malformed.
    let handOver: @Sendable (LoggedEvent, any PayloadTaker) -> Bool
    private let messageName: String
    private let describe: @Sendable () -> MessageDescriptor

    init<P: EventPayload>(_ type: P.Type, _ about: String) where P.Storage == Owned {
        kind = P.kind
        messageName = bareName(of: type)
        describe = { MessageDescriptor(type) }
        self.about = about
        handOver = { event, taker in
            guard let payload = event.decode(P.self) else { return false }
            taker.take(payload)
            return true
        }
    }

    /// What its payload holds.
    public var message: MessageDescriptor { Self.messages[Int(kind.rawValue) - 1] }

    /// Made when the first is asked for: to spell the values of all sets takes longer than to check a small log, and who
    /// only reads events asks for none.
    private static let messages = all.map { $0.describe() }

    /// Whether events of this kind belong to one ARSession.
    public var hasSession: Bool { message.fields.first?.name == "session" }

    /// The topic in MCAP: `/session/run` for `session.run`.
    public var topic: String { "/" + kind.name.split(separator: ".").joined(separator: "/") }

    /// The schema's name in MCAP: `arlog.SessionRun` for `session.run`.
    public var schemaName: String { "arlog." + messageName }

    /// The descriptor of `kind`.
    public static func of(_ kind: EventKind) -> KindDescriptor { all[Int(kind.rawValue) - 1] }

    /// The descriptor of the kind with this name in NDJSON.
    public static func named(_ name: String) -> KindDescriptor? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.kind.name, $0) })
}

/// A type's own name: what `String(describing:)` gives, but that one first looks through all conformances there are for
/// one that describes the type.
private func bareName(of type: Any.Type) -> String { _typeName(type, qualified: false) }

/// A protobuf message: a payload, or a message inside one.
public struct MessageDescriptor: Sendable {
    /// The message's name without package: `SessionRun`.
    public let name: String
    /// In ascending order of their numbers.
    public let fields: [FieldDescriptor]

    init<M: MessageFields>(_ type: M.Type) where M.Storage == Owned {
        var message = M()
        var describer = FieldDescriber()
        message.visit(&describer)
        name = bareName(of: type)
        fields = describer.fields
    }

    /// The field with this name.
    public func field(named name: String) -> FieldDescriptor? { fields.first { $0.name == name } }
}

/// One field of a message.
public struct FieldDescriptor: Sendable {
    public let number: Int
    /// In lowerCamelCase, in protobuf as in NDJSON.
    public let name: String
    public let type: FieldType
    public let isRequired: Bool
    /// What it means, with its unit, and who may see it.
    public let note: FieldNote

    public var about: String { note.text.description }
}

/// What a field can hold.
public indirect enum FieldType: Sendable {
    /// A 16-byte id; a label or UUID in NDJSON.
    case identity
    case text
    case bool
    /// A count or a number of bytes, 0 or more.
    case count
    /// A whole number that may be negative, such as an error code.
    case integer
    case number
    /// Metres, 32-bit floats.
    case vector3
    /// x, y, z, w, 32-bit floats.
    case quaternion
    case choice(ValueSet)
    case choices(ValueSet)
    case texts
    /// Text to text.
    case textMap
    case message(MessageDescriptor)
}

/// A closed set of values, as a protobuf enum.
public struct ValueSet: Sendable {
    public let name: String
    /// The spellings, from number 1 on.
    public let values: [String]

    init<E: WireEnum>(_ type: E.Type) {
        name = bareName(of: type)
        values = E.allCases.map(\.name)
    }

    /// The number of a spelling.
    public func number(of value: String) -> UInt64? {
        values.firstIndex(of: value).map { UInt64($0 + 1) }
    }

    /// The spelling of a number; `nil` where this version does not name it.
    public func value(of number: UInt64) -> String? {
        guard number >= 1, number <= UInt64(values.count) else { return nil }
        return values[Int(number) - 1]
    }
}

/// Where one field lies in a message's wire form.
public struct PayloadField: Equatable, Sendable {
    /// Its number in the message's declaration; numbers may repeat.
    public let number: Int
    /// Its bytes from the tag on, counted from the message's beginning.
    public let whole: Range<Int>
    /// Those of its value; of a text, an id or a message without the length before it.
    public let value: Range<Int>

    /// The fields of a message in the order in which they lie, as far as it can be read.
    public static func all(in bytes: [UInt8]) -> [PayloadField] {
        unsafe bytes.withUnsafeBytes { unsafe all(in: ByteCursor($0)) }
    }

    static func all(in message: ByteCursor) -> [PayloadField] {
        var cursor = message
        let origin = message.offset
        var fields: [PayloadField] = []
        while true {
            let start = cursor.offset
            guard let tag = cursor.readTag(), tag != 0 else { return fields }
            var value = cursor.offset
            if WireType(rawValue: tag & 7) == .lengthDelimited {
                guard let length = cursor.readVarint() else { return fields }
                value = cursor.offset
                guard cursor.readSlice(length: length) != nil else { return fields }
            } else {
                guard cursor.skipValue(of: tag) else { return fields }
            }
            fields.append(
                PayloadField(
                    number: Int(tag >> 3), whole: start - origin..<cursor.offset - origin,
                    value: value - origin..<cursor.offset - origin))
        }
    }
}

extension LoggedEvent {
    /// The fields of the payload in the order in which they lie, as far as it can be read.
    public var payloadFields: [PayloadField] {
        content.payload(of: header).map { PayloadField.all(in: $0) } ?? []
    }

    /// The ids that the event itself names, each with its field's name; those inside of messages are not among them.
    public var identities: [(field: String, id: EntityID)] {
        guard let payload = content.payload(of: header)?.restBytes else { return [] }
        let known = KindDescriptor.of(kind).message.fields
        return PayloadField.all(in: payload).compactMap { field in
            guard field.value.count == 16, let about = known.first(where: { $0.number == field.number }),
                case .identity = about.type, let id = EntityID(bytes: Array(payload[field.value]))
            else { return nil }
            return (about.name, id)
        }
    }
}

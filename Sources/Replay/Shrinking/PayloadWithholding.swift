public import EventLog

/// Takes out of payloads what is private: texts, places and the names of ids.
///
/// An id that was given a name, or may have been made from a label, becomes `id-1`, `id-2` … in the order in which they
/// occur; a UUID names nobody and stays. A required text that is private becomes `-`.
public final class PayloadWithholding {
    /// The names of the new ids.
    public let labels = LabelTable()
    private let original: LabelTable
    private var renamed: [EntityID: EntityID] = [:]

    /// - Parameter labels: what the ids of the events are called, and go on being called while they are read.
    public init(_ labels: LabelTable) { original = labels }

    /// The id that stands in for this one.
    public func renamed(_ id: EntityID) -> EntityID {
        if let known = renamed[id] { return known }
        let isNamed = original.spelling(of: id) != nil || original.givenName(of: id) != nil
        guard isNamed || id.isOfLabel, id != .null else { return id }
        return number(id)
    }

    /// The id that stands in for a device, whose id says whose it is, label or not.
    public func renamed(device id: EntityID) -> EntityID {
        id == .null ? id : renamed[id] ?? number(id)
    }

    private func number(_ id: EntityID) -> EntityID {
        let label = "id-\(renamed.count + 1)"
        let new = EntityID(label)
        renamed[id] = new
        labels.learn(label, for: new)
        return new
    }

    /// The payload of an event of this kind, in its wire form, without what is private.
    public func withheld(_ payload: [UInt8], of kind: EventKind) -> [UInt8] {
        withheld(payload, KindDescriptor.of(kind).message)
    }

    private func withheld(_ bytes: [UInt8], _ message: MessageDescriptor) -> [UInt8] {
        var result: [UInt8] = []
        for field in PayloadField.all(in: bytes) {
            let whole = bytes[field.whole]
            // What this version does not know may be anything.
            guard let about = message.fields.first(where: { $0.number == field.number }) else { continue }
            let value = Array(bytes[field.value])
            switch about.type {
            case .identity:
                result += bytes[field.whole.lowerBound..<field.value.lowerBound]
                let isDevice = about.name == "device"
                let id = EntityID(bytes: value).map { isDevice ? renamed(device: $0) : renamed($0) }
                result += id?.bytes ?? value
            case .message(let inner):
                let rest = withheld(value, inner)
                append(field, bytes, rest, to: &result)
            case .text where about.note.isPrivate:
                if about.isRequired { append(field, bytes, Array("-".utf8), to: &result) }
            default:
                if !about.note.isPrivate || about.isRequired { result += whole }
            }
        }
        return result
    }

    /// The field with another value and its length.
    private func append(_ field: PayloadField, _ bytes: [UInt8], _ value: [UInt8], to result: inout [UInt8]) {
        // The tag is the varint that the field begins with.
        var end = field.whole.lowerBound
        while bytes[end] & 0x80 != 0 { end += 1 }
        result += bytes[field.whole.lowerBound...end]
        var length = UInt64(value.count)
        while length >= 0x80 {
            result.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length >>= 7
        }
        result.append(UInt8(length))
        result += value
    }
}

/// Protobuf's own description of a kind, as MCAP embeds it: one file, one message, no imports.
///
/// The field numbers below are those of google/protobuf/descriptor.proto. A field with explicit presence needs
/// `proto3_optional` and a synthetic oneof of its own, or the official Python library refuses the file.
extension KindDescriptor {
    /// A serialized `FileDescriptorSet` with everything that decoding this kind needs.
    public var fileDescriptorSet: [UInt8] {
        var set = ByteBuffer(capacity: 1024)
        set.appendField(1) { file in
            file.appendField(1, text: "arlog/\(message.name).proto")
            file.appendField(2, text: "arlog")
            file.appendField(4) { message.describe(into: &$0, scope: ".arlog") }
            file.appendField(12, text: "proto3")
        }
        return set.array
    }
}

extension MessageDescriptor {
    /// The fields of a `DescriptorProto`. `scope` is the full name of what encloses the message.
    fileprivate func describe(into proto: inout ByteBuffer, scope: String) {
        let fullName = scope + "." + name
        proto.appendField(1, text: name)
        var oneofs: [String] = []
        for field in fields {
            let presence = field.hasExplicitPresence ? oneofs.count : nil
            if presence != nil { oneofs.append("_" + field.name) }
            proto.appendField(2) { field.describe(into: &$0, scope: fullName, oneof: presence) }
        }
        for field in fields { field.describeNested(into: &proto, scope: fullName) }
        for set in valueSets { proto.appendField(3) { set.describe(into: &$0) } }
        for oneof in oneofs { proto.appendField(8) { $0.appendField(1, text: oneof) } }
    }

    /// The closed sets its fields use, each once.
    var valueSets: [ValueSet] {
        var found: [ValueSet] = []
        for field in fields {
            switch field.type {
            case .choice(let set), .choices(let set):
                if !found.contains(where: { $0.name == set.name }) { found.append(set) }
            default: break
            }
        }
        return found
    }
}

extension FieldDescriptor {
    /// Whether the field is an `optional` one in the sense of proto3.
    var hasExplicitPresence: Bool { !isRequired && !type.isRepeated }

    fileprivate func describe(into proto: inout ByteBuffer, scope: String, oneof: Int?) {
        proto.appendField(1, text: name)
        proto.appendField(3, varint: UInt64(number))
        proto.appendField(4, varint: type.isRepeated ? 3 : 1)
        proto.appendField(5, varint: type.protoNumber)
        if let typeName = type.protoTypeName(scope: scope, field: self) {
            proto.appendField(6, text: typeName)
        }
        if let oneof { proto.appendField(9, varint: UInt64(oneof)) }
        proto.appendField(10, text: name)
        if oneof != nil { proto.appendField(17, varint: 1) }
    }

    fileprivate func describeNested(into proto: inout ByteBuffer, scope: String) {
        switch type {
        case .message(let message):
            proto.appendField(3) { message.describe(into: &$0, scope: scope) }
        case .textMap:
            proto.appendField(3) { entry in
                entry.appendField(1, text: mapEntryName)
                for (number, part) in [(1, "key"), (2, "value")] {
                    entry.appendField(2) { field in
                        field.appendField(1, text: part)
                        field.appendField(3, varint: UInt64(number))
                        field.appendField(4, varint: 1)
                        field.appendField(5, varint: FieldType.text.protoNumber)
                        field.appendField(10, text: part)
                    }
                }
                entry.appendField(7) { $0.appendField(7, varint: 1) }
            }
        default: break
        }
    }

    /// The name protobuf gives the entries of a map field.
    var mapEntryName: String { name.prefix(1).uppercased() + name.dropFirst() + "Entry" }
}

extension ValueSet {
    /// A message around the enum, because protobuf's enum values are siblings of their type: without it `normal` of
    /// one set would clash with that of the next.
    fileprivate func describe(into proto: inout ByteBuffer) {
        proto.appendField(1, text: name)
        proto.appendField(4) { set in
            set.appendField(1, text: Self.enumName)
            for (number, value) in (["unspecified"] + values).enumerated() {
                set.appendField(2) { entry in
                    entry.appendField(1, text: value)
                    entry.appendField(2, varint: UInt64(number))
                }
            }
        }
    }

    /// The name of the enum inside the message that is named after the set.
    static let enumName = "Value"
}

extension FieldType {
    var isRepeated: Bool {
        switch self {
        case .vector3, .quaternion, .choices, .texts, .textMap: true
        default: false
        }
    }

    /// `FieldDescriptorProto.Type`.
    fileprivate var protoNumber: UInt64 {
        switch self {
        case .number: 1
        case .vector3, .quaternion: 2
        case .integer: 3
        case .count: 4
        case .bool: 8
        case .text, .texts: 9
        case .message, .textMap: 11
        case .identity: 12
        case .choice, .choices: 14
        }
    }

    fileprivate func protoTypeName(scope: String, field: FieldDescriptor) -> String? {
        switch self {
        case .choice(let set), .choices(let set): "\(scope).\(set.name).\(ValueSet.enumName)"
        case .message(let message): scope + "." + message.name
        case .textMap: scope + "." + field.mapEntryName
        default: nil
        }
    }
}

import EventLog

/// One of Foxglove's own messages, as a schema that a log embeds: each is a file of its own.
struct FoxgloveMessage: Sendable {
    /// The type of a field; the raw values are those of `FieldDescriptorProto.Type`.
    enum Scalar: UInt64 {
        case double = 1
        case int64 = 3
        case int32 = 5
        case fixed32 = 7
        case bool = 8
        case string = 9
        case bytes = 12
    }

    enum FieldType: Sendable {
        case scalar(Scalar)
        case message(String)
        /// A closed set of this message's own, numbered from 0 on.
        case choice(String, [String])
    }

    struct Field: Sendable {
        let number: Int
        let name: String
        let type: FieldType
        var isRepeated = false
    }

    let name: String
    let fields: [Field]
    var package = "foxglove"

    var file: String { "\(package.split(separator: ".").joined(separator: "/"))/\(fileName).proto" }
    private var fileName: String { package == "foxglove" ? name : name.lowercased() }
    var fullName: String { "\(package).\(name)" }

    /// The messages that its fields are of.
    fileprivate var parts: [FoxgloveMessage] {
        fields.compactMap { field in
            if case .message(let name) = field.type { FoxgloveMessage.named(name) } else { nil }
        }
    }
}

// The field numbers are those of google/protobuf/descriptor.proto.
extension FoxgloveMessage {
    /// A serialized `FileDescriptorSet` with everything that decoding this message needs, what is imported first.
    var fileDescriptorSet: [UInt8] {
        var order: [FoxgloveMessage] = []
        func add(_ message: FoxgloveMessage) {
            guard !order.contains(where: { $0.name == message.name }) else { return }
            message.parts.forEach(add)
            order.append(message)
        }
        add(self)
        var set = ByteBuffer(capacity: 4096)
        for message in order { set.appendField(1) { message.describeFile(into: &$0) } }
        return set.array
    }

    private func describeFile(into file: inout ByteBuffer) {
        file.appendField(1, text: self.file)
        file.appendField(2, text: package)
        for needed in Set(parts.map(\.file)).sorted() { file.appendField(3, text: needed) }
        file.appendField(4) { describe(into: &$0) }
        file.appendField(12, text: "proto3")
    }

    private func describe(into proto: inout ByteBuffer) {
        proto.appendField(1, text: name)
        for field in fields {
            proto.appendField(2) { described in
                described.appendField(1, text: field.name)
                described.appendField(3, varint: UInt64(field.number))
                described.appendField(4, varint: field.isRepeated ? 3 : 1)
                switch field.type {
                case .scalar(let scalar): described.appendField(5, varint: scalar.rawValue)
                case .message(let name):
                    described.appendField(5, varint: 11)
                    described.appendField(6, text: "." + FoxgloveMessage.named(name).fullName)
                case .choice(let name, _):
                    described.appendField(5, varint: 14)
                    described.appendField(6, text: ".\(fullName).\(name)")
                }
            }
        }
        for field in fields {
            guard case .choice(let name, let values) = field.type else { continue }
            proto.appendField(4) { set in
                set.appendField(1, text: name)
                for (number, value) in values.enumerated() {
                    set.appendField(2) { entry in
                        entry.appendField(1, text: value)
                        entry.appendField(2, varint: UInt64(number))
                    }
                }
            }
        }
    }
}

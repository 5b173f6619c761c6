import EventLog

/// Foxglove's own messages, as far as they are written here: names, numbers and types of the fields as in the files of
/// `schemas/proto/foxglove` of foxglove-sdk. Each message is a file there, and so it is here: viewers know them by their names.
///
/// Fields that are never written (arrows, cylinders, lines, triangles, models) are left out of `SceneEntity`.
struct FoxgloveMessage: Sendable {
    /// The type of a field; the raw values are those of `FieldDescriptorProto.Type`.
    enum Scalar: UInt64 {
        case double = 1
        case int64 = 3
        case int32 = 5
        case fixed32 = 7
        case bool = 8
        case string = 9
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

extension FoxgloveMessage {
    private static func scalar(_ number: Int, _ name: String, _ type: Scalar) -> Field {
        Field(number: number, name: name, type: .scalar(type))
    }

    private static func part(_ number: Int, _ name: String, _ type: String) -> Field {
        Field(number: number, name: name, type: .message(type))
    }

    private static func list(_ number: Int, _ name: String, _ type: String) -> Field {
        Field(number: number, name: name, type: .message(type), isRepeated: true)
    }

    /// Fields of numbers, counted from 1 on.
    private static func doubles(_ names: String...) -> [Field] {
        names.enumerated().map { scalar($0 + 1, $1, .double) }
    }

    private static let all = [
        FoxgloveMessage(
            name: "Timestamp", fields: [scalar(1, "seconds", .int64), scalar(2, "nanos", .int32)],
            package: "google.protobuf"),
        FoxgloveMessage(
            name: "Duration", fields: [scalar(1, "seconds", .int64), scalar(2, "nanos", .int32)],
            package: "google.protobuf"),
        FoxgloveMessage(name: "Vector3", fields: doubles("x", "y", "z")),
        FoxgloveMessage(name: "Quaternion", fields: doubles("x", "y", "z", "w")),
        FoxgloveMessage(name: "Color", fields: doubles("r", "g", "b", "a")),
        FoxgloveMessage(
            name: "Pose", fields: [part(1, "position", "Vector3"), part(2, "orientation", "Quaternion")]),
        FoxgloveMessage(
            name: "KeyValuePair", fields: [scalar(1, "key", .string), scalar(2, "value", .string)]),
        FoxgloveMessage(
            name: "CubePrimitive",
            fields: [part(1, "pose", "Pose"), part(2, "size", "Vector3"), part(3, "color", "Color")]),
        FoxgloveMessage(
            name: "SpherePrimitive",
            fields: [part(1, "pose", "Pose"), part(2, "size", "Vector3"), part(3, "color", "Color")]),
        FoxgloveMessage(
            name: "TextPrimitive",
            fields: [
                part(1, "pose", "Pose"), scalar(2, "billboard", .bool), scalar(3, "font_size", .double),
                scalar(4, "scale_invariant", .bool), part(5, "color", "Color"), scalar(6, "text", .string),
            ]),
        FoxgloveMessage(
            name: "SceneEntityDeletion",
            fields: [
                part(1, "timestamp", "Timestamp"),
                Field(number: 2, name: "type", type: .choice("Type", ["MATCHING_ID", "ALL"])),
                scalar(3, "id", .string),
            ]),
        FoxgloveMessage(
            name: "SceneEntity",
            fields: [
                part(1, "timestamp", "Timestamp"), scalar(2, "frame_id", .string), scalar(3, "id", .string),
                part(4, "lifetime", "Duration"), scalar(5, "frame_locked", .bool),
                list(6, "metadata", "KeyValuePair"), list(8, "cubes", "CubePrimitive"),
                list(9, "spheres", "SpherePrimitive"), list(13, "texts", "TextPrimitive"),
            ]),
        FoxgloveMessage(
            name: "SceneUpdate",
            fields: [list(1, "deletions", "SceneEntityDeletion"), list(2, "entities", "SceneEntity")]),
        FoxgloveMessage(
            name: "FrameTransform",
            fields: [
                part(1, "timestamp", "Timestamp"), scalar(2, "parent_frame_id", .string),
                scalar(3, "child_frame_id", .string), part(4, "translation", "Vector3"),
                part(5, "rotation", "Quaternion"),
            ]),
        FoxgloveMessage(name: "FrameTransforms", fields: [list(1, "transforms", "FrameTransform")]),
        FoxgloveMessage(
            name: "PosesInFrame",
            fields: [
                part(1, "timestamp", "Timestamp"), scalar(2, "frame_id", .string), list(3, "poses", "Pose"),
            ]),
        FoxgloveMessage(
            name: "Log",
            fields: [
                part(1, "timestamp", "Timestamp"),
                Field(
                    number: 2, name: "level",
                    type: .choice("Level", ["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"])),
                scalar(3, "message", .string), scalar(4, "name", .string), scalar(5, "file", .string),
                scalar(6, "line", .fixed32),
            ]),
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The message of this name; asking for one that is not in the list is a programming error.
    static func named(_ name: String) -> FoxgloveMessage {
        guard let found = byName[name] else { preconditionFailure("no message \(name)") }
        return found
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

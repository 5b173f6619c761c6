import EventLog

/// Foxglove's messages that are written here, with all they are made of: names, numbers and types of the fields as in the
/// files of `schemas/proto/foxglove` of foxglove-sdk, by which viewers know them.
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

    private static func numbers(_ number: Int, _ name: String) -> Field {
        Field(number: number, name: name, type: .scalar(.fixed32), isRepeated: true)
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
        FoxgloveMessage(name: "Point3", fields: doubles("x", "y", "z")),
        FoxgloveMessage(
            name: "ArrowPrimitive",
            fields: [
                part(1, "pose", "Pose"), scalar(2, "shaft_length", .double),
                scalar(3, "shaft_diameter", .double), scalar(4, "head_length", .double),
                scalar(5, "head_diameter", .double), part(6, "color", "Color"),
            ]),
        FoxgloveMessage(
            name: "CubePrimitive",
            fields: [part(1, "pose", "Pose"), part(2, "size", "Vector3"), part(3, "color", "Color")]),
        FoxgloveMessage(
            name: "SpherePrimitive",
            fields: [part(1, "pose", "Pose"), part(2, "size", "Vector3"), part(3, "color", "Color")]),
        FoxgloveMessage(
            name: "CylinderPrimitive",
            fields: [
                part(1, "pose", "Pose"), part(2, "size", "Vector3"), scalar(3, "bottom_scale", .double),
                scalar(4, "top_scale", .double), part(5, "color", "Color"),
            ]),
        FoxgloveMessage(
            name: "LinePrimitive",
            fields: [
                Field(
                    number: 1, name: "type",
                    type: .choice("Type", ["LINE_STRIP", "LINE_LOOP", "LINE_LIST"])),
                part(2, "pose", "Pose"), scalar(3, "thickness", .double),
                scalar(4, "scale_invariant", .bool), list(5, "points", "Point3"),
                part(6, "color", "Color"), list(7, "colors", "Color"), numbers(8, "indices"),
            ]),
        FoxgloveMessage(
            name: "TriangleListPrimitive",
            fields: [
                part(1, "pose", "Pose"), list(2, "points", "Point3"), part(3, "color", "Color"),
                list(4, "colors", "Color"), numbers(5, "indices"),
            ]),
        FoxgloveMessage(
            name: "ModelPrimitive",
            fields: [
                part(1, "pose", "Pose"), part(2, "scale", "Vector3"), part(3, "color", "Color"),
                scalar(4, "override_color", .bool), scalar(5, "url", .string),
                scalar(6, "media_type", .string), scalar(7, "data", .bytes),
            ]),
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
                list(6, "metadata", "KeyValuePair"), list(7, "arrows", "ArrowPrimitive"),
                list(8, "cubes", "CubePrimitive"), list(9, "spheres", "SpherePrimitive"),
                list(10, "cylinders", "CylinderPrimitive"), list(11, "lines", "LinePrimitive"),
                list(12, "triangles", "TriangleListPrimitive"), list(13, "texts", "TextPrimitive"),
                list(14, "models", "ModelPrimitive"),
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

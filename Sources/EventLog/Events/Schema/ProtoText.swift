/// The vocabulary as a `.proto` file, for `protoc` and for people.
public enum ProtoText {
    /// All kinds in one proto3 file of the package `arlog`.
    public static var file: String {
        var lines = [
            "// The event vocabulary of arlog \(ArlogVersion.string). Made by `arlog schema --format proto`.",
            "syntax = \"proto3\";", "", "package arlog;",
        ]
        for descriptor in KindDescriptor.all {
            lines.append("")
            lines.append("// \(descriptor.kind.name), on the topic \(descriptor.topic): \(descriptor.about)")
            descriptor.message.print(into: &lines, indent: "")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension MessageDescriptor {
    fileprivate func print(into lines: inout [String], indent: String) {
        lines.append("\(indent)message \(name) {")
        let inner = indent + "  "
        for set in valueSets {
            // The message around the enum keeps its values from clashing with those of the next.
            lines.append("\(inner)message \(set.name) {")
            lines.append("\(inner)  enum \(ValueSet.enumName) {")
            for (number, value) in (["unspecified"] + set.values).enumerated() {
                lines.append("\(inner)    \(value) = \(number);")
            }
            lines.append("\(inner)  }")
            lines.append("\(inner)}")
        }
        for field in fields {
            if case .message(let message) = field.type { message.print(into: &lines, indent: inner) }
        }
        for field in fields {
            let presence = field.hasExplicitPresence ? "optional " : ""
            lines.append(
                "\(inner)\(presence)\(field.type.protoSpelling) \(field.name) = \(field.number);"
                    + "  // \(field.about)")
        }
        lines.append("\(indent)}")
    }
}

extension FieldType {
    fileprivate var protoSpelling: String {
        switch self {
        case .identity: "bytes"
        case .text: "string"
        case .bool: "bool"
        case .count: "uint64"
        case .integer: "int64"
        case .number: "double"
        case .vector3, .quaternion: "repeated float"
        case .choice(let set): "\(set.name).\(ValueSet.enumName)"
        case .choices(let set): "repeated \(set.name).\(ValueSet.enumName)"
        case .texts: "repeated string"
        case .textMap: "map<string, string>"
        case .message(let message): message.name
        }
    }
}

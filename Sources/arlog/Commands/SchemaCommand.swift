import EventLog

/// Prints the vocabulary.
enum SchemaCommand: Command {
    enum Format: String, CaseIterable, Sendable {
        case proto, json, markdown
    }

    static let format = Option.choice("format", default: Format.proto, "how")
    static let json = Option.flag("json", "the same as --format json")

    static let name = "schema"
    static let summary = "print the event vocabulary"
    static let options = [format.spec, json.spec]
    static let discussion = """
        proto is a proto3 file with one message a kind of event, as logs embed them. json lists every kind with its \
        topic, number and fields; markdown is the manual of the vocabulary.
        """

    static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandError) -> ExitStatus {
        switch arguments[json] ? .json : arguments[format] {
        case .proto: console.output.write(ProtoText.file)
        case .json: writeJSON(console)
        case .markdown: writeMarkdown(console)
        }
        return .done
    }

    private static func writeJSON(_ console: Console) {
        var json = JSONWriter(style: .pretty)
        json.beginObject()
        json.field("version", ArlogVersion.string)
        json.key("kinds")
        json.beginArray()
        for descriptor in KindDescriptor.all {
            json.beginObject()
            json.field("event", descriptor.kind.name)
            json.field("topic", descriptor.topic)
            json.field("schema", descriptor.schemaName)
            json.field("number", descriptor.kind.rawValue)
            json.field("family", descriptor.kind.family?.name)
            json.field("about", descriptor.about)
            write(descriptor.message.fields, to: &json)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        console.output.write(json)
    }

    private static func write(_ fields: [FieldDescriptor], to json: inout JSONWriter) {
        json.key("fields")
        json.beginArray()
        for field in fields {
            json.beginObject()
            json.field("name", field.name)
            json.field("number", field.number)
            json.field("type", field.type.typeName)
            json.field("isRequired", field.isRequired)
            json.field("isPrivate", field.note.isPrivate)
            if let bound = field.note.upperBound { json.field("maximum", bound) }
            json.field("about", field.about)
            switch field.type {
            case .choice(let set), .choices(let set): json.field("values", set.values)
            case .message(let message): write(message.fields, to: &json)
            default: break
            }
            json.endObject()
        }
        json.endArray()
    }

    private static func writeMarkdown(_ console: Console) {
        console.line("# The event vocabulary\n")
        console.line(
            "Made by `arlog schema --format markdown`. `*` marks a required field, `p` a private one, "
                + "which sharing will leave out."
        )
        for descriptor in KindDescriptor.all {
            console.line("\n## `\(descriptor.kind.name)`\n")
            console.line(
                "\(descriptor.about) Topic `\(descriptor.topic)`, number \(descriptor.kind.rawValue).")
            guard !descriptor.message.fields.isEmpty else { continue }
            console.line("\n| field | type | meaning |\n|---|---|---|")
            writeRows(descriptor.message.fields, prefix: "", console)
        }
    }

    private static func writeRows(_ fields: [FieldDescriptor], prefix: String, _ console: Console) {
        for field in fields {
            let marks = (field.isRequired ? "\\*" : "") + (field.note.isPrivate ? " p" : "")
            var type = field.type.typeName
            if case .choice(let set) = field.type { type = set.values.joined(separator: ", ") }
            if case .choices(let set) = field.type { type = "[" + set.values.joined(separator: ", ") + "]" }
            console.line("| `\(prefix)\(field.name)`\(marks) | \(type) | \(field.about) |")
            if case .message(let message) = field.type {
                writeRows(message.fields, prefix: field.name + ".", console)
            }
        }
    }
}

extension FieldType {
    /// The type as manuals name it.
    var typeName: String {
        switch self {
        case .identity: "id"
        case .text: "text"
        case .bool: "bool"
        case .count: "count"
        case .integer: "integer"
        case .number: "number"
        case .vector3: "[x, y, z]"
        case .quaternion: "[x, y, z, w]"
        case .choice: "value"
        case .choices: "values"
        case .texts: "texts"
        case .textMap: "text to text"
        case .message(let message): message.name
        }
    }
}

/// A field's type without what belongs to it: small enough to be asked about for every value.
enum FieldShape: UInt8 {
    case identity, text, bool, count, integer, number, vector3, quaternion, choice, choices, texts, textMap
    case message

    init(_ type: FieldType) {
        switch type {
        case .identity: self = .identity
        case .text: self = .text
        case .bool: self = .bool
        case .count: self = .count
        case .integer: self = .integer
        case .number: self = .number
        case .vector3: self = .vector3
        case .quaternion: self = .quaternion
        case .choice: self = .choice
        case .choices: self = .choices
        case .texts: self = .texts
        case .textMap: self = .textMap
        case .message: self = .message
        }
    }

    /// The kind of JSON value that holds it.
    var jsonKind: JSONKind {
        switch self {
        case .identity, .text, .choice: .string
        case .bool: .bool
        case .count, .integer, .number: .number
        case .vector3, .quaternion, .choices, .texts: .array
        case .textMap, .message: .object
        }
    }

    /// Whether it is a repeated field on the wire, other than the numbers of a place.
    var holdsMany: Bool {
        switch self {
        case .choices, .texts, .textMap: true
        default: false
        }
    }

    /// Whether a value can have this wire type.
    func canHave(_ wireType: UInt32) -> Bool {
        switch self {
        case .bool, .count, .integer, .choice: wireType == WireType.varint.rawValue
        case .number: wireType == WireType.fixed64.rawValue
        case .choices: wireType == WireType.lengthDelimited.rawValue || wireType == WireType.varint.rawValue
        case .identity, .text, .vector3, .quaternion, .texts, .textMap, .message:
            wireType == WireType.lengthDelimited.rawValue
        }
    }

    /// Whether a required value that is absent on the wire is its default, because proto3 writers leave that out.
    var hasDefault: Bool {
        switch self {
        case .text, .bool, .count, .integer, .number, .choices, .texts, .textMap: true
        case .identity, .vector3, .quaternion, .choice, .message: false
        }
    }
}

extension FieldType {
    /// What a value must be, as a noun with its article.
    var noun: String {
        switch self {
        case .identity: "a label or UUID in quotes"
        case .text: "a string"
        case .bool: "true or false"
        case .count: "a whole number, 0 or more"
        case .integer: "a whole number"
        case .number: "a number"
        case .vector3: "an array of 3 numbers"
        case .quaternion: "an array of 4 numbers"
        case .choice(let set): "one of the strings " + set.values.joined(separator: ", ")
        case .choices, .texts: "an array of strings"
        case .textMap: "an object of strings"
        case .message: "an object"
        }
    }
}

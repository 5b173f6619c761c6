import EventLog

/// A value of a story's line, written as a literal.
public enum StoryValue: Sendable {
    case text(String)
    case number(Double)
    case integer(Int64)
    case bool(Bool)
    case null
    case list([StoryValue])
    case object([(String, StoryValue)])

    /// Appends the value as JSON.
    func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .number(let number): json.value(number)
        case .integer(let number): json.value(number)
        case .bool(let value): json.value(value)
        case .null: json.value(Double.nan)
        case .list(let values):
            json.beginArray()
            for value in values { value.write(to: &json) }
            json.endArray()
        case .object(let pairs):
            json.beginObject()
            for (key, value) in pairs {
                json.key(key)
                value.write(to: &json)
            }
            json.endObject()
        }
    }
}

extension StoryValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: StoryValue...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, StoryValue)...) { self = .object(elements) }

    /// The place `(x, y, z)` in metres.
    public static func place(_ x: Double, _ y: Double, _ z: Double) -> StoryValue {
        [.number(x), .number(y), .number(z)]
    }
}

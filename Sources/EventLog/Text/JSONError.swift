/// Why bytes are not the JSON that was asked for: where, and what should have stood there.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What would have been right at `column`.
    public enum Expected: String, Sendable {
        case value = "a value"
        case object = "an object"
        case array = "an array"
        case string = "a string"
        case number = "a number"
        case bool = "true or false"
        case null = "null"
        case key = "a key in quotes"
        case keyOrEnd = "a key in quotes or }"
        case colon = "a colon"
        case commaOrBrace = "a comma or }"
        case commaOrBracket = "a comma or ]"
        case digit = "a digit"
        case closingQuote = "a closing quote"
        case escapedControl = "an escape instead of a control character"
        case escape = "one of the escapes \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
        case hexDigits = "four hex digits"
        case surrogatePair = "a whole surrogate pair"
        case utf8 = "valid UTF-8"
        case shallower = "less nesting"
        case end = "nothing more"
    }

    /// The byte at fault, counted from 1; one more than the last byte where the text ended too early.
    public let column: Int
    public let expected: Expected
    /// The byte that stood there; `nil` at the end of the text.
    public let found: UInt8?

    public init(column: Int, expected: Expected, found: UInt8?) {
        self.column = column
        self.expected = expected
        self.found = found
    }

    /// One inert line such as `column 12: expected a comma or }, found 0x41 'A'`.
    public var description: String {
        "column \(column): expected \(expected.rawValue), found \(foundText)"
    }

    private var foundText: String {
        guard let found else { return "the end" }
        if found > 0x20 && found < 0x7F { return "'\(Unicode.Scalar(found))'" }
        let hex = String(found, radix: 16, uppercase: true)
        return "byte 0x" + (hex.utf8.count < 2 ? "0" : "") + hex
    }
}

internal import EventLog

/// Values as Swift source. Nothing of a text gets out of its quotes, and nothing in it is code.
enum SwiftLiteral {
    /// The text in quotes: printable ASCII as it is, and everything else escaped, quotes and backslashes among it.
    static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            // With every backslash doubled, no `\(` begins an interpolation.
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case " "..."~": literal.unicodeScalars.append(scalar)
            default: literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return literal + "\""
    }

    /// The number as a literal that is it again, to the bit.
    static func number(_ value: Double) -> String {
        number(value, value.isNormal || value.isZero, "Double", String(value.bitPattern, radix: 16))
    }

    static func number(_ value: Float) -> String {
        number(value, value.isNormal || value.isZero, "Float", String(value.bitPattern, radix: 16))
    }

    /// What is not finite has no literal, and the compiler warns of one that is denormal.
    private static func number(
        _ value: some BinaryFloatingPoint & CustomStringConvertible, _ hasLiteral: Bool, _ type: String,
        _ bits: String
    ) -> String {
        guard hasLiteral else { return "\(type)(bitPattern: 0x\(bits))" }
        let text = value.description
        return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
    }

    /// Nanoseconds as seconds, where these are just as many nanoseconds again; `nil` where a `Double` can't tell.
    static func seconds(_ nanoseconds: UInt64) -> String? {
        let text = secondsText(nanoseconds)
        return Double(text).map { RecordedLog.nanoseconds($0) } == nanoseconds ? text : nil
    }

    /// Nanoseconds as seconds, exactly: `12.5`, no zeros at the end.
    static func secondsText(_ nanoseconds: UInt64) -> String {
        var text = ByteBuffer(capacity: 32)
        text.appendSeconds(nanoseconds)
        return String(decoding: text.array, as: UTF8.self)
    }
}

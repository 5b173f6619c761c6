import EventLog

/// What is the same of one fault in every log, of every version, on every machine.
///
/// The hash is of this text, in UTF-8, each line ended by a newline: `arlog-finding-1`, the rule's id, and a line
/// `name=text` for each part in the rule's order, or `name` alone where the text is not known. In a text `\` is `\\` and
/// a newline `\n`, and a UUID is the word `UUID`. It is MurmurHash3 x64 128 (seed 0) marked as a version 8 UUID (as every label's id is), written as 32
/// lower-case hexadecimal digits.
enum Fingerprint {
    static func of(rule: String, _ identity: [FindingPart]) -> String {
        EntityID(hashing: text(rule: rule, identity)).uuidText.filter { $0 != "-" }.lowercased()
    }

    /// Whether a text is spelled as fingerprints are, in digits of either case.
    static func isOne(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    static func text(rule: String, _ identity: [FindingPart]) -> String {
        var text = "arlog-finding-1\n\(rule)\n"
        for part in identity.lazy.map(\.inEveryLog) {
            text += part.name.rawValue
            if let given = part.text { text += "=" + escaped(given) }
            text += "\n"
        }
        return text
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Names that may stand in Swift source: ASCII letters, digits and `_`, none of them a word of the language.
public enum SwiftName {
    /// How a handler is made: a type or function, dots and all, called without arguments: `Placement()`,
    /// `Room.makeHandler()`. Parentheses that are not given are added; `nil` for any other text, and for what the test calls
    /// its own goal and recording.
    public static func call(_ text: String) -> String? {
        guard text.utf8.count <= 200 else { return nil }
        let path = text.hasSuffix("()") ? String(text.dropLast(2)) : text
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ isIdentifier($0) }), let first = parts.first, !own.contains(first) else {
            return nil
        }
        return path + "()"
    }

    /// What stands in the test beside the handler.
    private static let own: Set<Substring> = ["goal", "recording", "replay", "options"]

    /// Whether a module may have this name.
    public static func isModule(_ text: String) -> Bool { isIdentifier(text) }

    /// A suite's name from a file's, `DoubleRunTests` from `../DoubleRun.swift`; from the rule where the file's name is
    /// none.
    public static func suite(file path: String, rule: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let stem = name.hasSuffix(".swift") ? String(name.dropLast(6)) : name
        guard isIdentifier(stem), let first = stem.first, first.isUppercase else {
            return rule.split(separator: "-").map(\.capitalized).joined() + "Tests"
        }
        // With that behind it, it is no type that the file uses.
        return stem.hasSuffix("Tests") ? stem : stem + "Tests"
    }

    private static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain && !words.contains(String(text)) && text != "_"
    }

    /// The words that the language keeps for itself (The Swift Programming Language, "Lexical Structure").
    private static let words: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "borrowing",
        "break",
        "case", "catch", "class", "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init",
        "inout", "internal", "is", "let", "nil", "nonisolated", "open", "operator", "package",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where",
        "while",
    ]
}

extension Substring {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

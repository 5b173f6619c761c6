import EventLog

/// Text for XML and HTML.
enum Markup {
    /// A stranger's text in an element or an attribute: no markup, and nothing that acts on the reader. Characters that XML
    /// 1.0 cannot have at all, and those that turn, hide or break a line, are shown as `\u{202E}`.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in TerminalText.inert(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

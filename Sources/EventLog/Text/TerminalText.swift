/// Makes a stranger's text fit for one line of a terminal.
public enum TerminalText {
    /// Marks that may stand on one character; more of them, which would run over the lines around, are escaped.
    private static let maximumMarks = 4

    /// The text with everything escaped that would act, hide, or break the line: controls, line separators, marks
    /// that turn the direction of writing, and invisible characters, as `\n`, `\t` or `\u{202E}`.
    public static func inert(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = ""
        var previous: Unicode.Scalar?
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            let isEmojiStyle = scalar.value == 0xFE0F && previous?.properties.isEmoji == true
            if marks > maximumMarks || (isHarmful(scalar) && !isEmojiStyle) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return result
    }

    /// The text, made inert, in at most `width` columns: cut at a character, with `…` in the place of the rest.
    public static func inert(_ text: String, width: Int) -> String {
        truncate(inert(text), to: width)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value < 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
        default:
            return scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.isNoncharacterCodePoint
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }

    // MARK: Width

    /// How many columns a terminal needs for the text, which should be inert.
    public static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// The text where it fits into `width` columns; else as many whole characters as do, and `…`.
    public static func truncate(_ text: String, to width: Int) -> String {
        guard self.width(text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 1
        for character in text {
            let next = self.width(String(character))
            guard used + next <= width else { break }
            used += next
            result.append(character)
        }
        return result + "…"
    }

    /// The text with spaces behind it, or before it, up to `width` columns.
    public static func pad(_ text: String, to width: Int, atStart: Bool = false) -> String {
        let missing = width - self.width(text)
        guard missing > 0 else { return text }
        let spaces = String(repeating: " ", count: missing)
        return atStart ? spaces + text : text + spaces
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        case 0x1160...0x11FF: return 0
        case 0x1F1E6...0x1F1FF: return 1  // half of a flag
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            return 2
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}

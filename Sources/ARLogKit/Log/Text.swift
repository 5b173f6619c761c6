/// Texts that an app gives may be of any length; what a log has room for is not.
enum Text {
    /// Bytes of UTF-8 that names and reasons keep.
    static let limit = 512

    /// The text, or as much of its beginning as fits.
    static func cut(_ text: String, to limit: Int = limit) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit - 3)
        // Not inside a character.
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return text[..<end] + "…"
    }

    static func cut(_ text: String?) -> String? { text.map { cut($0) } }
}

/// Who called, where the app gives no better name: `startSession() in Rooms/RoomView.swift`.
func callSite(_ source: String?, _ function: StaticString, _ file: StaticString) -> String {
    if let source { return Text.cut(source) }
    return Text.cut("\(function) in \(file)")
}

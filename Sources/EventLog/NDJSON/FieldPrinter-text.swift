/// Keys, ids and texts, in either style.
extension FieldPrinter {
    func appendKey(_ name: String, isFirst: Bool, to buffer: inout ByteBuffer) {
        switch style {
        case .ndjson:
            if !isFirst { buffer.append(UInt8(ascii: ",")) }
            buffer.append(UInt8(ascii: "\""))
            buffer.append(utf8: name)
            buffer.append(utf8: "\":")
        case .text:
            if !isFirst { buffer.append(UInt8(ascii: " ")) }
            buffer.append(utf8: name)
            buffer.append(UInt8(ascii: "="))
        }
    }

    /// Appends an id as its label or UUID; in text with the name given to it.
    mutating func appendID(_ id: EntityID, to buffer: inout ByteBuffer) {
        let spelling = labels.spelling(of: id)
        let name = labels.hasGivenNames ? labels.givenName(of: id) : nil
        if name != nil { named.append(id) }
        switch style {
        case .ndjson:
            if let spelling { return buffer.appendJSONString(spelling) }
            buffer.append(UInt8(ascii: "\""))
            buffer.appendUUID(id)
            buffer.append(UInt8(ascii: "\""))
        case .text:
            let text = spelling ?? id.uuidText
            appendQuotedIfNeeded(name.map { "\(text) (\($0))" } ?? text, to: &buffer)
        }
    }

    /// Appends a spelling of the vocabulary, which needs no escapes.
    func appendWord(_ word: String, to buffer: inout ByteBuffer) {
        if style == .ndjson { buffer.append(UInt8(ascii: "\"")) }
        buffer.append(utf8: word)
        if style == .ndjson { buffer.append(UInt8(ascii: "\"")) }
    }

    /// Appends a stranger's text; invalid UTF-8 is repaired with U+FFFD.
    func appendText(_ utf8: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
        let isPlain = unsafe utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        switch style {
        case .ndjson where isPlain:
            buffer.append(UInt8(ascii: "\""))
            unsafe buffer.append(utf8)
            buffer.append(UInt8(ascii: "\""))
        case .ndjson: buffer.appendJSONString(unsafe String(decoding: utf8, as: UTF8.self))
        case .text: appendQuotedIfNeeded(unsafe String(decoding: utf8, as: UTF8.self), to: &buffer)
        }
    }

    /// Appends text for people: bare where it is one word, in quotes where its end could not be seen.
    private func appendQuotedIfNeeded(_ text: String, to buffer: inout ByteBuffer) {
        let isWord =
            !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !Self.separators.contains($0) }
        guard !isWord else { return buffer.append(utf8: TerminalText.inert(text)) }
        buffer.append(UInt8(ascii: "\""))
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        buffer.append(utf8: TerminalText.inert(escaped))
        buffer.append(UInt8(ascii: "\""))
    }

    private static let separators = Array("\"\\,=[]{}".utf8)
}

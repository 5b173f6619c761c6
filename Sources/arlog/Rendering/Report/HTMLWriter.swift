import EventLog

/// Appends HTML to a buffer it owns. Texts are escaped; only names and markup of our own are written as they are.
struct HTMLWriter: ~Copyable {
    private(set) var buffer = ByteBuffer(capacity: 1 << 16)

    /// Markup of our own, as it is.
    mutating func raw(_ markup: String) { buffer.append(utf8: markup) }
    mutating func raw(_ bytes: [UInt8]) { buffer.append(bytes) }

    /// Anybody's text.
    mutating func text(_ text: String) { buffer.append(utf8: Markup.escaped(text)) }

    /// An element with nothing but a text in it.
    mutating func element(_ name: String, _ text: String) { element(name, [:], text) }

    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String) {
        open(name, attributes)
        self.text(text)
        close(name)
    }

    mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        raw("<" + name)
        for (key, value) in attributes { raw(" \(key)=\"\(Markup.escaped(value))\"") }
        raw(">")
    }

    mutating func close(_ name: String) { raw("</\(name)>") }

    /// JSON inside a script element: no string of it can end the element, or be taken for markup or a line end.
    mutating func script(json bytes: borrowing ByteBuffer, id: String) {
        raw("<script type=\"application/json\" id=\"\(id)\">")
        for byte in bytes.array {
            switch byte {
            case UInt8(ascii: "<"): raw("\\u003C")
            case UInt8(ascii: ">"): raw("\\u003E")
            case UInt8(ascii: "&"): raw("\\u0026")
            default: buffer.append(byte)
            }
        }
        raw("</script>\n")
    }

    consuming func finish() -> ByteBuffer { buffer }
}

/// Moving over values that are checked now and read later, if at all.
extension JSONScanner {
    /// Checks the string whose opening quote is the next byte and moves behind it; `true` where it has no escapes.
    @inline(__always)
    mutating func skipString() throws(JSONError) -> Bool {
        let start = position
        var at = position + 1
        while at < count {
            let next = unsafe bytes[at]
            if next == UInt8(ascii: "\"") {
                position = at + 1
                return true
            }
            guard next >= 0x20, next < 0x80, next != UInt8(ascii: "\\") else { break }
            at += 1
        }
        // Something that needs a closer look: an escape, UTF-8, or an error.
        _ = try readStringToken()
        return unsafe !bytes[start..<position].contains(UInt8(ascii: "\\"))
    }

    /// Checks the value of this kind that comes next and moves behind it, as `skipValue` does, but does not work out
    /// what numbers and texts are.
    mutating func skip(_ kind: JSONKind, depth: Int) throws(JSONError) {
        switch kind {
        case .string: _ = try skipString()
        case .number: try skipNumber()
        case .bool: _ = try readBool()
        case .null: try readNull()
        case .object, .array:
            guard depth < Self.maximumDepth else { throw failure(.shallower) }
            let isObject = kind == .object
            let end = UInt8(ascii: isObject ? "}" : "]")
            position += 1
            skipSpace()
            if byte(at: position) == end {
                position += 1
                return
            }
            var isFirst = true
            while true {
                if isObject { try skipKey(isFirst: isFirst) }
                try skip(try peekKind(), depth: depth + 1)
                skipSpace()
                isFirst = false
                if byte(at: position) == end {
                    position += 1
                    return
                }
                try take(UInt8(ascii: ","), or: isObject ? .commaOrBrace : .commaOrBracket)
            }
        }
    }

    private mutating func skipKey(isFirst: Bool) throws(JSONError) {
        skipSpace()
        guard byte(at: position) == UInt8(ascii: "\"") else { throw failure(isFirst ? .keyOrEnd : .key) }
        _ = try skipString()
        skipSpace()
        try take(UInt8(ascii: ":"), or: .colon)
    }

    @inline(__always)
    private mutating func skipNumber() throws(JSONError) {
        if byte(at: position) == UInt8(ascii: "-") { position += 1 }
        if byte(at: position) == UInt8(ascii: "0") { position += 1 } else { try skipDigits() }
        if byte(at: position) == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if byte(at: position) | 0x20 == UInt8(ascii: "e") {
            position += 1
            let sign = byte(at: position)
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
            try skipDigits()
        }
    }

    @inline(__always)
    private mutating func skipDigits() throws(JSONError) {
        guard isDigit(byte(at: position)) else { throw failure(.digit) }
        while isDigit(byte(at: position)) { position += 1 }
    }

    /// The string that begins at `offset` and was checked before.
    func string(at offset: Int) throws(JSONError) -> String {
        var copy = self
        copy.position = offset
        return try copy.readStringToken()
    }

    /// A scanner that stands before the value at `offset`.
    func standing(at offset: Int) -> JSONScanner {
        var copy = self
        copy.position = offset
        return copy
    }

    func slice(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    }

    /// Gives `body` the UTF-8 of the text of a string that was checked before.
    @inline(__always)
    func withText<R>(_ entry: LineScan.Entry, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        if entry.isPlainText { return unsafe body(slice(entry.start + 1, entry.end - entry.start - 2)) }
        var text = text(entry)
        return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }

    /// A string's text; the JSON text of any other value.
    func text(_ entry: LineScan.Entry) -> String {
        if entry.isPlainText || entry.kind != .string {
            let quote = entry.isPlainText ? 1 : 0
            let bytes = unsafe slice(entry.start + quote, entry.end - entry.start - 2 * quote)
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
        return (try? string(at: entry.start)) ?? ""
    }
}

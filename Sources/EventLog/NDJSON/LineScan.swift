/// Where the keys and values of one JSON object stand: the first of the two walks over a line.
///
/// The name of the event, which says what the other keys mean, may stand behind them. So the first walk checks the
/// grammar and notes places, and the second reads the values in the order of the fields.
struct LineScan {
    struct Entry {
        /// The key's bytes between its quotes.
        var keyStart: Int
        var keyCount: Int
        /// The place in `escapedKeys` of a key whose bytes are not its text; -1 for all others.
        var escapedKey: Int
        var keyHash: UInt64
        var kind: JSONKind
        /// The first byte of the value.
        var start: Int
        /// Behind the last byte of the value.
        var end: Int
        /// A string without escapes: its text is the bytes between the quotes.
        var isPlainText: Bool
    }

    private(set) var entries: [Entry] = []
    /// Whether the object has more keys than any event could, and the walk stopped there.
    private(set) var hasTooManyKeys = false
    static let keyLimit = 65_536
    private var escapedKeys: [String] = []

    /// Walks the object that comes next. On return `json` stands behind it.
    mutating func scan(_ json: inout JSONScanner) throws(JSONError) {
        entries.removeAll(keepingCapacity: true)
        escapedKeys.removeAll(keepingCapacity: true)
        hasTooManyKeys = false
        json.skipSpace()
        try json.take(UInt8(ascii: "{"), or: .object)
        json.skipSpace()
        if json.byte(at: json.position) == UInt8(ascii: "}") {
            json.position += 1
            return
        }
        while true {
            json.skipSpace()
            guard json.byte(at: json.position) == UInt8(ascii: "\"") else {
                throw json.failure(entries.isEmpty ? .keyOrEnd : .key)
            }
            guard entries.count < Self.keyLimit else {
                hasTooManyKeys = true
                return
            }
            try scanEntry(&json)
            json.skipSpace()
            if json.byte(at: json.position) == UInt8(ascii: "}") {
                json.position += 1
                return
            }
            try json.take(UInt8(ascii: ","), or: .commaOrBrace)
        }
    }

    private mutating func scanEntry(_ json: inout JSONScanner) throws(JSONError) {
        let keyStart = json.position + 1
        let isPlainKey = try json.skipString()
        let keyCount = json.position - 1 - keyStart
        var escapedKey = -1
        var hash: UInt64
        if isPlainKey {
            hash = unsafe NameTable.hash(json.slice(keyStart, keyCount))
        } else {
            let key = try json.string(at: keyStart - 1)
            escapedKey = escapedKeys.count
            escapedKeys.append(key)
            hash = NameTable.hash(key.utf8)
        }
        json.skipSpace()
        try json.take(UInt8(ascii: ":"), or: .colon)
        let kind = try json.peekKind()
        let start = json.position
        var isPlainText = false
        if kind == .string { isPlainText = try json.skipString() } else { try json.skip(kind, depth: 1) }
        entries.append(
            Entry(
                keyStart: keyStart, keyCount: keyCount, escapedKey: escapedKey, keyHash: hash, kind: kind,
                start: start, end: json.position, isPlainText: isPlainText))
    }

    /// Gives `body` the bytes of a key's text.
    func withKey<R>(_ entry: Entry, in json: JSONScanner, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        guard entry.escapedKey >= 0 else {
            return unsafe body(json.slice(entry.keyStart, entry.keyCount))
        }
        var key = escapedKeys[entry.escapedKey]
        return key.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }

    func keyText(_ entry: Entry, in json: JSONScanner) -> String {
        unsafe withKey(entry, in: json) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The first entry whose key stands in the object before; `nil` where all keys differ.
    func repeatedEntry(in json: JSONScanner) -> Entry? {
        if entries.count <= 32 {
            for index in entries.indices {
                for earlier in 0..<index where entries[earlier].keyHash == entries[index].keyHash {
                    let keys = (keyText(entries[earlier], in: json), keyText(entries[index], in: json))
                    if keys.0.utf8.elementsEqual(keys.1.utf8) { return entries[index] }
                }
            }
            return nil
        }
        var seen: Set<[UInt8]> = []
        return entries.first { entry in !seen.insert(Array(keyText(entry, in: json).utf8)).inserted }
    }
}

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

/// Where the keys and values of one JSON object stand: the first of the two walks over a line.
///
/// The name of the event, which says what the other keys mean, may stand behind them. So the first walk checks the
/// grammar and notes places, and the second reads the values in the order of the fields.
struct LineScan {
    struct Entry {
        /// The key's bytes between its quotes.
        var keyStart: Int
        var keyCount: Int
        /// The key, where it has escapes and its bytes are not its text.
        var escapedKey: String?
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

    /// Walks the object that comes next. On return `json` stands behind it.
    mutating func scan(_ json: inout JSONScanner) throws(JSONError) {
        entries.removeAll(keepingCapacity: true)
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
        let escapedKey = isPlainKey ? nil : try json.string(at: keyStart - 1)
        let hash =
            if let escapedKey { NameTable.hash(escapedKey.utf8) } else {
                unsafe NameTable.hash(
                    UnsafeRawBufferPointer(rebasing: json.bytes[keyStart..<keyStart + keyCount]))
            }
        json.skipSpace()
        try json.take(UInt8(ascii: ":"), or: .colon)
        let kind = try json.peekKind()
        let start = json.position
        var isPlainText = false
        if kind == .string { isPlainText = try json.skipString() } else { try json.skipValue() }
        entries.append(
            Entry(
                keyStart: keyStart, keyCount: keyCount, escapedKey: escapedKey, keyHash: hash, kind: kind,
                start: start, end: json.position, isPlainText: isPlainText))
    }

    /// Gives `body` the bytes of a key's text.
    func withKey<R>(_ entry: Entry, in json: JSONScanner, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        guard var key = entry.escapedKey else {
            return unsafe body(json.slice(entry.keyStart, entry.keyCount))
        }
        return key.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }

    func keyText(_ entry: Entry, in json: JSONScanner) -> String {
        unsafe withKey(entry, in: json) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The first entry whose key stands in the object before; `nil` where all keys differ.
    func repeatedEntry(in json: JSONScanner) -> Entry? {
        if entries.count <= 32 {
            for (index, entry) in entries.enumerated() {
                for earlier in entries[..<index] where earlier.keyHash == entry.keyHash {
                    if keyText(earlier, in: json).utf8.elementsEqual(keyText(entry, in: json).utf8) {
                        return entry
                    }
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
}

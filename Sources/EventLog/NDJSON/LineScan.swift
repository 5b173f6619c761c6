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

import EventLog

/// JSON read for a configuration: objects whose keys are checked, and every complaint with its line and column.
@safe
struct ConfigurationScanner {
    typealias Place = Configuration.Place
    typealias Failure = ConfigurationError

    private var json: JSONScanner
    private let bytes: UnsafeRawBufferPointer
    private let count: Int
    /// Bytes before the text: a byte order mark.
    private let skipped: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        let isMarked = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF])
        skipped = isMarked ? 3 : 0
        unsafe self.bytes = unsafe bytes
        count = bytes.count
        json = unsafe JSONScanner(UnsafeRawBufferPointer(rebasing: bytes[skipped...]))
    }

    /// The offset at which the next value begins.
    var here: Int { afterSpace(json.column - 1 + skipped) }

    func error(_ problem: Failure.Problem, at offset: Int) -> Failure {
        Failure(place: place(at: offset), problem: problem)
    }

    // MARK: Values

    /// Gives `body` each key of the object that comes next, with the key's offset; `body` reads its value.
    mutating func object(
        _ name: String, _ body: (inout ConfigurationScanner, String, Int) throws(Failure) -> Void
    ) throws(Failure) {
        try expect(.object, name, "an object")
        try read { (json) throws(JSONError) in try json.beginObject() }
        var seen: Set<String> = []
        while true {
            let place = afterSpace(json.column - 1 + skipped, andCommas: true)
            let key = try read { (json) throws(JSONError) in try json.nextKey() }
            guard let key else { return }
            guard seen.insert(key).inserted else { throw error(.repeated(name: key), at: place) }
            try body(&self, key, place)
        }
    }

    /// Gives `body` each element of the array that comes next; it reads it.
    mutating func array(
        _ name: String, of what: String, _ body: (inout ConfigurationScanner) throws(Failure) -> Void
    ) throws(Failure) {
        try expect(.array, name, "an array of \(what)")
        try read { (json) throws(JSONError) in try json.beginArray() }
        while try read({ (json) throws(JSONError) in try json.nextElement() }) { try body(&self) }
    }

    /// A text that is not empty.
    mutating func text(_ name: String, _ expected: String = "a text") throws(Failure) -> String {
        let place = here
        try expect(.string, name, expected)
        let text = try read { (json) throws(JSONError) in try json.readString() }
        guard !text.isEmpty else { throw error(.value(of: name, "is empty"), at: place) }
        return text
    }

    /// One text, or an array of them.
    mutating func texts(_ name: String) throws(Failure) -> [String] {
        guard try kind() == .array else { return [try text(name, "a text or an array of texts")] }
        var texts: [String] = []
        try array(name, of: "texts") { (scanner) throws(Failure) in
            texts.append(try scanner.text(name, "a text or an array of texts"))
        }
        return texts
    }

    /// A number from 0 on.
    mutating func number(_ name: String) throws(Failure) -> Double {
        let place = here
        try expect(.number, name, "a number")
        let number = try read { (json) throws(JSONError) in try json.readNumber() }.asDouble
        guard let number, number >= 0 else { throw error(.value(of: name, "must be 0 or more"), at: place) }
        return number
    }

    /// A whole number from 0 on.
    mutating func count(_ name: String) throws(Failure) -> UInt64 {
        let place = here
        try expect(.number, name, "a number")
        let number = try read { (json) throws(JSONError) in try json.readNumber() }
        guard let count = number.asUInt64 else {
            throw error(.value(of: name, "must be a whole number, 0 or more"), at: place)
        }
        return count
    }

    mutating func flag(_ name: String) throws(Failure) -> Bool {
        try expect(.bool, name, "true or false")
        return try read { (json) throws(JSONError) in try json.readBool() }
    }

    /// A text that may be empty.
    mutating func string(_ name: String) throws(Failure) -> String {
        try expect(.string, name, "a text")
        return try read { (json) throws(JSONError) in try json.readString() }
    }

    /// The next value, looked for among `known`.
    mutating func choice(_ name: String, _ what: String, _ known: [String]) throws(Failure) -> String {
        let place = here
        let text = try text(name, known.count > 8 ? "a text" : "one of \(known.joined(separator: ", "))")
        guard known.contains(text) else {
            throw error(.unknown(what: what, name: text, known: known), at: place)
        }
        return text
    }

    /// Passes over the next value, whatever it is.
    mutating func skip() throws(Failure) {
        try read { (json) throws(JSONError) in try json.skipValue() }
    }

    /// Whether only white space is left.
    var isAtEnd: Bool { here >= count }

    mutating func finish() throws(Failure) {
        try read { (json) throws(JSONError) in try json.finish() }
    }

    // MARK: Underneath

    private mutating func kind() throws(Failure) -> JSONKind {
        try read { (json) throws(JSONError) in try json.peekKind() }
    }

    private mutating func expect(
        _ wanted: JSONKind, _ name: String, _ expected: String
    ) throws(Failure) {
        let place = here
        guard try kind() == wanted else {
            throw error(.wrongType(of: name, expected: expected), at: place)
        }
    }

    private mutating func read<Value>(
        _ body: (inout JSONScanner) throws(JSONError) -> Value
    ) throws(Failure) -> Value {
        do throws(JSONError) {
            return try body(&json)
        } catch {
            throw self.error(.syntax(error.expected), at: error.column - 1 + skipped)
        }
    }

    private func afterSpace(_ offset: Int, andCommas: Bool = false) -> Int {
        var offset = offset
        while offset < count {
            let byte = unsafe bytes[offset]
            let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
            guard isSpace || andCommas && byte == UInt8(ascii: ",") else { break }
            offset += 1
        }
        return offset
    }

    /// The line and column of an offset; found by counting, so for what is said only.
    func place(at offset: Int) -> Place {
        let before = unsafe bytes[..<min(offset, count)]
        let line = unsafe before.count { $0 == 0x0A } + 1
        let start = unsafe before.lastIndex(of: 0x0A).map { $0 + 1 } ?? skipped
        // Bytes that go on with a character are no columns.
        let column = unsafe before[min(start, before.endIndex)...].count { $0 & 0xC0 != 0x80 } + 1
        return Place(line: line, column: column)
    }
}

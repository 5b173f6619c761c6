/// Reads one JSON value (RFC 8259, strictly) from bytes, asked piece by piece, without building a tree.
///
///     var json = unsafe JSONScanner(line)
///     try json.beginObject()
///     while let key = try json.nextKey() {
///         switch key {
///         case "t": t = try json.readNumber()
///         case "tags": try json.beginArray(); while try json.nextElement() { tags.append(try json.readString()) }
///         default: try json.skipValue()
///         }
///     }
///     try json.finish()
///
/// After `nextKey` or a true `nextElement` exactly one value must be read or skipped. Keys come in the order of
/// the text and as often as they stand there, so that the caller can refuse a repeated one. After an error the
/// scanner is of no further use. The bytes must outlive the scanner, which is made in a scope and not stored.
@safe
public struct JSONScanner {
    /// How deep objects and arrays may lie in each other at most.
    public static let maximumDepth = 64

    let bytes: UnsafeRawBufferPointer
    let count: Int
    var position = 0
    private let depthLimit: Int
    private var depth = 0
    /// One bit a level: set while nothing of that container has been read.
    private var fresh: UInt64 = 0

    /// A scanner at the first of `bytes`; `depthLimit` is 0 (no containers) to `maximumDepth`.
    public init(_ bytes: UnsafeRawBufferPointer, depthLimit: Int = JSONScanner.maximumDepth) {
        unsafe self.bytes = bytes
        count = bytes.count
        self.depthLimit = min(max(depthLimit, 0), Self.maximumDepth)
    }

    /// Where the scanner stands, as a byte counted from 1.
    public var column: Int { position + 1 }

    /// What the next value is, by its first byte, without reading it.
    public mutating func peekKind() throws(JSONError) -> JSONKind {
        skipSpace()
        switch byte(at: position) {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw failure(.value)
        }
    }

    // MARK: Containers

    /// Enters an object; `nextKey` then gives its keys until it leaves it.
    public mutating func beginObject() throws(JSONError) {
        try enter(UInt8(ascii: "{"), or: .object)
    }

    /// The next key of the object entered last; `nil`, having left the object, behind the last one.
    public mutating func nextKey() throws(JSONError) -> String? {
        let isFirst = fresh & 1 == 1
        fresh &= ~1
        skipSpace()
        if byte(at: position) == UInt8(ascii: "}") {
            leave()
            return nil
        }
        if !isFirst {
            try take(UInt8(ascii: ","), or: .commaOrBrace)
            skipSpace()
        }
        guard byte(at: position) == UInt8(ascii: "\"") else { throw failure(isFirst ? .keyOrEnd : .key) }
        let key = try readStringToken()
        skipSpace()
        try take(UInt8(ascii: ":"), or: .colon)
        return key
    }

    /// Enters an array; `nextElement` is then true before each of its values.
    public mutating func beginArray() throws(JSONError) {
        try enter(UInt8(ascii: "["), or: .array)
    }

    /// Whether another value of the array entered last follows; when none does, the array has been left.
    public mutating func nextElement() throws(JSONError) -> Bool {
        let isFirst = fresh & 1 == 1
        fresh &= ~1
        skipSpace()
        if byte(at: position) == UInt8(ascii: "]") {
            leave()
            return false
        }
        if !isFirst { try take(UInt8(ascii: ","), or: .commaOrBracket) }
        return true
    }

    /// Checks that nothing but white space is left.
    public mutating func finish() throws(JSONError) {
        skipSpace()
        guard position == count else { throw failure(.end) }
    }

    private mutating func enter(_ bracket: UInt8, or expected: JSONError.Expected) throws(JSONError) {
        skipSpace()
        guard byte(at: position) == bracket else { throw failure(expected) }
        guard depth < depthLimit else { throw failure(.shallower) }
        position += 1
        depth += 1
        fresh = fresh << 1 | 1
    }

    private mutating func leave() {
        precondition(depth > 0, "nextKey or nextElement outside of a container")
        position += 1
        depth -= 1
        fresh >>= 1
    }

    // MARK: Bytes

    /// The byte at `offset`; 0, which no JSON text has outside of an error, behind the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        offset < count ? unsafe bytes[offset] : 0
    }

    @inline(__always)
    mutating func skipSpace() {
        while true {
            let next = byte(at: position)
            guard next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 else { return }
            position += 1
        }
    }

    @inline(__always)
    mutating func take(_ wanted: UInt8, or expected: JSONError.Expected) throws(JSONError) {
        guard byte(at: position) == wanted else { throw failure(expected) }
        position += 1
    }

    func failure(_ expected: JSONError.Expected, at offset: Int? = nil) -> JSONError {
        let offset = offset ?? position
        let found = offset < count ? unsafe bytes[offset] : nil
        return JSONError(column: offset + 1, expected: expected, found: found)
    }
}

/// The kinds of JSON values.
public enum JSONKind: Sendable {
    case object, array, string, number, bool, null
}

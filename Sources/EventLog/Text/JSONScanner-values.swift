/// Values that are not containers, and skipping.
extension JSONScanner {
    /// The next value, a string, with its escapes resolved.
    ///
    /// Control characters, unknown escapes, lone surrogates and invalid UTF-8 are errors.
    public mutating func readString() throws(JSONError) -> String {
        skipSpace()
        guard byte(at: position) == UInt8(ascii: "\"") else { throw failure(.string) }
        return try readStringToken()
    }

    public mutating func readBool() throws(JSONError) -> Bool {
        skipSpace()
        if takeWord("true") { return true }
        if takeWord("false") { return false }
        throw failure(.bool)
    }

    public mutating func readNull() throws(JSONError) {
        skipSpace()
        guard takeWord("null") else { throw failure(.null) }
    }

    /// The next value, a number, exactly as it was written.
    public mutating func readNumber() throws(JSONError) -> JSONNumber {
        skipSpace()
        let next = byte(at: position)
        guard next == UInt8(ascii: "-") || isDigit(next) else { throw failure(.number) }
        return try readNumberToken()
    }

    /// Checks the next value, whatever it is, and moves behind it. Repeated keys inside it are not noticed.
    public mutating func skipValue() throws(JSONError) {
        switch try peekKind() {
        case .object:
            try beginObject()
            while try nextKey() != nil { try skipValue() }
        case .array:
            try beginArray()
            while try nextElement() { try skipValue() }
        case .string: _ = try readStringToken()
        case .number: _ = try readNumberToken()
        case .bool: _ = try readBool()
        case .null: try readNull()
        }
    }

    /// The next value, whatever it is, as the text it has here, checked but not changed.
    public mutating func readRawText() throws(JSONError) -> String {
        skipSpace()
        let start = position
        try skipValue()
        return unsafe String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard count - position >= length else { return false }
        for index in 0..<length where unsafe bytes[position + index] != word.utf8Start[index] {
            return false
        }
        position += length
        return true
    }

    // MARK: Strings

    /// A string whose opening quote is the next byte.
    mutating func readStringToken() throws(JSONError) -> String {
        position += 1
        let start = position
        var seen: UInt8 = 0
        while true {
            let next = byte(at: position)
            seen |= next
            if next == UInt8(ascii: "\"") {
                let text = try text(from: start, isASCII: seen < 0x80)
                position += 1
                return text
            }
            if next == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
            if next < 0x20 { throw controlFailure() }
            position += 1
        }
    }

    private func text(from start: Int, isASCII: Bool = false) throws(JSONError) -> String {
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        let text: String? = unsafe part.withMemoryRebound(to: UInt8.self) {
            // Checking goes through generic code that looks up metadata on every call: only where needed.
            isASCII
                ? unsafe String(decoding: $0, as: UTF8.self) : unsafe String(validating: $0, as: UTF8.self)
        }
        guard let text else { throw unsafe failure(.utf8, at: start + validPrefix(of: part)) }
        return text
    }

    private func controlFailure() -> JSONError {
        failure(position < count ? .escapedControl : .closingQuote)
    }

    private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
        // Checked in runs between escapes: an escape can't complete a cut UTF-8 sequence.
        var decoded: [UInt8] = []
        var run = start
        while true {
            let next = byte(at: position)
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") {
                let part = try text(from: run)
                decoded.append(contentsOf: part.utf8)
                if next == UInt8(ascii: "\"") {
                    position += 1
                    return String(decoding: decoded, as: UTF8.self)
                }
                try readEscape(into: &decoded)
                run = position
            } else if next < 0x20 {
                throw controlFailure()
            } else {
                position += 1
            }
        }
    }

    private mutating func readEscape(into decoded: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 2
        switch byte(at: start + 1) {
        case UInt8(ascii: "\""): decoded.append(0x22)
        case UInt8(ascii: "\\"): decoded.append(0x5C)
        case UInt8(ascii: "/"): decoded.append(0x2F)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            var unit = try readHex()
            if (0xD800..<0xDC00).contains(unit) {
                guard byte(at: position) == UInt8(ascii: "\\"), byte(at: position + 1) == UInt8(ascii: "u")
                else { throw failure(.surrogatePair, at: start) }
                position += 2
                let low = try readHex()
                guard (0xDC00..<0xE000).contains(low) else { throw failure(.surrogatePair, at: start) }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw failure(.surrogatePair, at: start) }
            decoded.append(contentsOf: String(Character(scalar)).utf8)
        default: throw failure(.escape, at: start + 1)
        }
    }

    private mutating func readHex() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch byte(at: position) {
            case let next where isDigit(next): digit = next - UInt8(ascii: "0")
            case let next where (0x41...0x46).contains(next): digit = next - 0x41 + 10
            case let next where (0x61...0x66).contains(next): digit = next - 0x61 + 10
            default: throw failure(.hexDigits)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// How many of the first bytes are whole, valid UTF-8.
    private func validPrefix(of part: UnsafeRawBufferPointer) -> Int {
        var decoder = UTF8()
        var iterator = unsafe part.makeIterator()
        var valid = 0
        while case .scalarValue(let scalar) = unsafe decoder.decode(&iterator) {
            valid += UTF8.width(scalar)
        }
        return valid
    }
}

extension EntityID {
    /// The UUID that `text`, as UTF-8, spells in hexadecimal digits of either case; `nil` where it spells none.
    init?(uuidBytes text: UnsafeRawBufferPointer) {
        guard text.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for index in 0..<36 {
            let character = unsafe text[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            default: return nil
            }
            // The first digit of a byte is its high half; the first byte the low one of its word.
            let shift = UInt64(digits % 16 / 2 * 8 + (digits % 2 == 0 ? 4 : 0))
            if digits < 16 {
                words.0 |= UInt64(digit) << shift
            } else {
                words.1 |= UInt64(digit) << shift
            }
            digits += 1
        }
        self.init(low: words.0, high: words.1)
    }
}

extension ByteBuffer {
    /// Appends the UUID in upper case, without quotes.
    mutating func appendUUID(_ id: EntityID) {
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { append(UInt8(ascii: "-")) }
            let word = index < 8 ? id.low : id.high
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

/// Numbers and strings as text, appended without a `String` in between where that is possible.
extension ByteBuffer {
    /// Appends `value` in decimal, with zeros in front up to `width` digits (0 to 20).
    public mutating func appendDecimal(_ value: UInt64, width: Int = 1) {
        precondition(width <= 20)
        unsafe append(room: 20) { room in
            var digits = max(width, 1)
            var rest = value
            var needed = 1
            while rest >= 10 {
                rest /= 10
                needed += 1
            }
            digits = max(digits, needed)
            rest = value
            for place in stride(from: digits - 1, through: 0, by: -1) {
                unsafe room[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return digits
        }
    }

    /// Appends nanoseconds as seconds, exactly: `12.5`, no zeros at the end.
    public mutating func appendSeconds(_ nanoseconds: UInt64) {
        appendDecimal(nanoseconds / 1_000_000_000)
        var fraction = nanoseconds % 1_000_000_000
        guard fraction != 0 else { return }
        var width = 9
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(UInt8(ascii: "."))
        appendDecimal(fraction, width: width)
    }

    /// Appends the shortest decimal that reads back as `number`, whole ones below 10^15 as integers; NaN and the
    /// infinities as `null`.
    @specialized(where Number == Double)
    @specialized(where Number == Float)
    public mutating func appendShortest<Number: BinaryFloatingPoint & CustomStringConvertible>(
        _ number: Number
    ) {
        guard number.isFinite else { return append(utf8: "null") }
        // Not `rounded()`, which is a call into libm that users of the library then have to link.
        if number.magnitude < 1_000_000_000_000_000, Number(UInt64(number.magnitude)) == number.magnitude {
            if number.sign == .minus { append(UInt8(ascii: "-")) }
            return appendDecimal(UInt64(number.magnitude))
        }
        append(utf8: number.description)
        if let last = unsafe bytes.last, last == UInt8(ascii: "0"),
            unsafe bytes[count - 2] == UInt8(ascii: ".")
        {
            truncate(to: count - 2)
        }
    }

    /// Appends `text` in quotes, as JSON has it. Escaped are the quote, the backslash and every character that
    /// could act on a terminal or end a line: C0 and C1 controls, DEL, U+2028, U+2029 and the marks that turn
    /// the direction of writing.
    public mutating func appendJSONString(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                let length = unsafe escapedLength(utf8, index)
                guard length > 0 else {
                    index += 1
                    continue
                }
                unsafe append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8[start..<index])))
                unsafe appendEscape(utf8, index)
                index += length
                start = index
            }
            unsafe append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8[start...])))
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) {
        let first = unsafe utf8[index]
        let short: UInt8? =
            switch first {
            case 0x22, 0x5C: first
            case 0x08: UInt8(ascii: "b")
            case 0x0C: UInt8(ascii: "f")
            case 0x0A: UInt8(ascii: "n")
            case 0x0D: UInt8(ascii: "r")
            case 0x09: UInt8(ascii: "t")
            default: nil
            }
        append(UInt8(ascii: "\\"))
        if let short { return append(short) }
        append(UInt8(ascii: "u"))
        let scalar: UInt32 =
            switch first {
            case ..<0x80: UInt32(first)
            case ..<0xE0: unsafe UInt32(first & 0x1F) << 6 | UInt32(utf8[index + 1] & 0x3F)
            default:
                unsafe UInt32(first & 0x0F) << 12 | UInt32(utf8[index + 1] & 0x3F) << 6
                    | UInt32(utf8[index + 2] & 0x3F)
            }
        for shift in [12, 8, 4, 0] as [UInt32] {
            let digit = UInt8(truncatingIfNeeded: scalar >> shift & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

/// How many bytes at `index` of valid UTF-8 make a character that JSON text must not hold bare; 0 for none.
@inline(__always)
private func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    let first = unsafe utf8[index]
    if first < 0x80 { return first < 0x20 || first == 0x22 || first == 0x5C || first == 0x7F ? 1 : 0 }
    switch first {
    case 0xC2: return unsafe utf8[index + 1] < 0xA0 ? 2 : 0
    case 0xD8: return unsafe utf8[index + 1] == 0x9C ? 2 : 0
    case 0xE2:
        switch unsafe (utf8[index + 1], utf8[index + 2]) {
        case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
        default: return 0
        }
    default: return 0
    }
}
